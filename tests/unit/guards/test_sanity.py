"""Labels and scores that do not make sense: what is said of them, and of what resembles them and is sound."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import AmbiguousColumn, BadScores
from probative.guards.consistency import by_no_threshold, other_than_likeliest
from probative.running.target_inputs import target_columns, telling_columns

from ..evaluated import codes

RNG = np.random.default_rng(5)
Y = RNG.permutation(np.repeat([0, 1], [120, 80]))
LOGITS = RNG.normal(2.0 * Y - 1)
P = expit(LOGITS)
IRIS, SPECIES = load_iris(return_X_y=True)
NAMES = np.array(["a", "b", "c"])[SPECIES]
SHARES = GaussianNB().fit(IRIS, NAMES).predict_proba(IRIS)


def three(probabilities: Any, names: str = "abc", **more: Any) -> pv.Findings:
    table = pd.DataFrame(probabilities, columns=[f"proba_{name}" for name in names]).assign(y=NAMES)
    return pv.evaluate(table, truth="y", scores=[f"proba_{name}" for name in names], **more)


def test_percentages_take_the_place_of_the_missing_threshold():
    assert {"scores-like-percentages"} == codes(pv.evaluate(truth=Y, scores=100 * P)) & {
        "scores-like-percentages",
        "no-threshold",
    }
    # Points out of 100 that are no percentages: their mean is nowhere near the share of positives.
    points = np.where(Y == 1, 5, 11.0) + P
    assert "scores-like-percentages" not in codes(pv.evaluate(truth=Y, scores=points + 85))


def test_log_odds_are_told_where_costs_need_probabilities_and_not_else():
    assert "scores-like-log-odds" in codes(pv.evaluate(truth=Y, scores=LOGITS, costs=pv.Costs(1, 5)))
    assert "scores-like-log-odds" not in codes(pv.evaluate(truth=Y, scores=LOGITS))
    assert "scores-like-log-odds" not in codes(pv.evaluate(truth=Y, scores=P, costs=pv.Costs(1, 5)))
    chosen = pv.evaluate(truth=Y, scores=LOGITS, costs=pv.Costs(1, 5), threshold_by="cost")
    assert "scores-like-log-odds" not in codes(chosen)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [(100 * SHARES, "divide them by 100"), (np.log(SHARES + 1e-9), "softmax"), (0.9 * SHARES, "for every class")],
)
def test_what_are_no_probabilities_is_refused_with_what_they_look_like(wrong, words):
    with pytest.raises(BadScores) as refused:
        three(wrong)
    assert words in str(refused.value)


@pytest.mark.parametrize(("decimals", "accepted"), [(2, True), (3, True), (4, True), (None, False)])
def test_rows_need_not_add_up_more_exactly_than_their_decimals(decimals, accepted):
    """Rounded to so many decimals, three shares add up to 1 within 1.5 units of the last one."""
    if decimals is None:
        with pytest.raises(BadScores):
            three(SHARES * 1.005)
        return
    rounded = np.round(np.random.default_rng(1).dirichlet([1, 1, 1], len(SHARES)), decimals)
    off = np.abs(rounded.sum(axis=1) - 1).max()
    assert off > 0.9 * 10.0**-decimals
    for kind in (np.float64, np.float32):
        assert three(rounded.astype(kind)).models["model"].measures["accuracy"].defined
    with pytest.raises(BadScores):
        three(rounded * np.array([1, 1, 0.8]))


def test_a_column_for_a_class_without_rows_is_accepted_and_noted():
    found = three(np.column_stack([SHARES * 0.99, np.full(150, 0.01)]), "abcz")
    (note,) = [note for note in found.notes if note.code == "class-without-rows"]
    assert (note.severity, "'z'" in note.message) == ("note", True)
    plain = three(SHARES)
    for measure in ("accuracy", "macro_f1", "mcc"):
        assert found.models["model"].measures[measure].value == plain.models["model"].measures[measure].value
    # The log loss is that of the probabilities given: each is a hundredth smaller.
    ours, theirs = (one.models["model"].measures["log_loss"].value for one in (found, plain))
    assert ours == pytest.approx(theirs - np.log(0.99))


def test_the_common_class_as_positive_is_noted_unless_it_was_named():
    assert "positive-is-common" in codes(pv.evaluate(truth=1 - Y, scores=1 - P))
    assert "positive-is-common" not in codes(pv.evaluate(truth=1 - Y, scores=1 - P, positive=1))
    assert "positive-is-common" not in codes(pv.evaluate(truth=Y, scores=P))


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.93])
def test_labels_at_any_threshold_follow_from_their_scores(threshold):
    table = {"y": Y, "score_m": P, "pred_m": (threshold <= P).astype(int)}
    words = {"truth": "y", "scores": "score_m", "predicted": "pred_m"}
    assert "labels-not-of-scores" not in codes(pv.evaluate(table, **words))
    table["pred_m"] = np.where(np.arange(200) % 9 == 0, 1 - table["pred_m"], table["pred_m"])
    assert "labels-not-of-scores" in codes(pv.evaluate(table, **words))


def test_every_fold_may_have_a_threshold_of_its_own():
    fold = np.arange(200) % 4
    labels = 0.2 + 0.2 * fold <= P
    assert by_no_threshold(labels, P) > 10
    assert by_no_threshold(labels, P, fold) == 0


def test_labels_that_no_threshold_explains_are_counted_by_brute_force():
    for seed in range(20):
        generator = np.random.default_rng(seed)
        scores, called = generator.integers(0, 6, 15) / 5, generator.random(15) < 0.5
        cuts = np.append(np.unique(scores), 2.0)
        errors = [int(((scores >= cut) != called).sum()) for cut in cuts]
        assert by_no_threshold(called, scores) == min(*errors, *(15 - error for error in errors))


def test_rounding_does_not_contradict_labels():
    labels = np.array(["a", "b", "c"])[SHARES.argmax(axis=1)]
    assert other_than_likeliest(labels, SHARES.round(2), ("a", "b", "c")) == 0
    assert other_than_likeliest(np.roll(labels, 50), SHARES, ("a", "b", "c")) > 90


def test_copies_are_found_whatever_the_order_of_their_rows():
    order = RNG.permutation(200)
    one, two = ({"y": Y, "score": P, "row": np.arange(200)} for _ in "ab")
    two = {name: column[order] for name, column in two.items()}
    table = pd.concat([pd.DataFrame(one).assign(model="one"), pd.DataFrame(two).assign(model="two")])
    (note,) = [n for n in pv.evaluate(table, truth="y", model="model").notes if n.code == "models-say-the-same"]
    assert note.models == ("one", "two")
    table.loc[table["model"] == "two", "score"] **= 1.01
    assert "models-say-the-same" not in codes(pv.evaluate(table, truth="y", model="model"))


def test_a_threshold_that_was_moved_makes_another_model_of_the_same_scores():
    called = {"plain": (P >= 0.5).astype(int), "moved": (P >= 1 / 6).astype(int)}
    assert (called["plain"] != called["moved"]).any()
    told = {"truth": Y, "scores": {"plain": P, "moved": P}}
    assert "models-say-the-same" not in codes(pv.evaluate(**told, predicted=called))
    assert "models-say-the-same" in codes(pv.evaluate(**told, predicted=dict.fromkeys(called, called["plain"])))
    costs, plain = pv.Costs(fp=1, fn=5), LogisticRegression()
    moved = pv.CostSensitiveClassifier(plain, costs, method="threshold")
    X = P[:, None] + 0.1 * np.arange(200)[:, None] % 0.7
    said = pv.run({"plain": plain, "moved": moved, "again": plain}, X, Y, plan="5-fold stratified")
    found = [note for note in pv.compare(said, costs=costs).warnings if note.code == "models-say-the-same"]
    assert [note.models for note in found] == [("plain", "again")]


def test_equal_labels_are_no_copies():
    assert "models-say-the-same" not in codes(pv.evaluate(truth=Y, predicted={"a": Y, "b": Y}))


def test_the_target_is_found_among_the_inputs_in_other_words_and_units():
    y = np.arange(60) % 3
    words = pd.DataFrame({"size": np.arange(60.0), "kind": np.array(["x", "y", "z"])[y]})
    assert target_columns(words, y, classifies=True) == ("kind",)
    assert target_columns(words.assign(kind=np.roll(words["kind"], 1)), y, classifies=True) == ("kind",)
    words.loc[0, "kind"] = "y"
    assert target_columns(words, y, classifies=True) == ()
    numbers = RNG.normal(size=60)
    table = np.column_stack([numbers * 9 / 5 + 32, numbers + RNG.normal(size=60) * 1e-3])
    assert target_columns(table, numbers, classifies=False) == ("0",)
    assert target_columns(table[:10], numbers[:10], classifies=False) == ()


def test_copies_and_groups_do_not_make_a_column_tell_the_target():
    x = RNG.normal(size=(300, 3))
    y = RNG.integers(0, 2, 300)
    copied, again = np.concatenate([x, x[:60]]), np.concatenate([y, y[:60]])
    assert telling_columns(copied, again) == ()
    patient = np.arange(300) // 5
    age, label = RNG.normal(60, 9, 60)[patient], RNG.integers(0, 2, 60)[patient]
    table = np.column_stack([age, x[:, 0]])
    assert telling_columns(table, label) == ("0",)
    assert telling_columns(table, label, groups=patient) == ()
    after = np.where(label == 1, RNG.integers(1, 9, 300), 0)
    assert telling_columns(np.column_stack([after, x[:, 0]]), label, groups=patient) == ("0",)
    assert telling_columns(np.concatenate([np.column_stack([after, x])] * 2), np.concatenate([label] * 2)) == ("0",)


def test_of_two_classes_and_a_column_that_does_not_belong_to_them_the_remedy_names_one_with_rows():
    table = {"y": Y, "proba_0": 1 - P, "proba_1": P, "proba_2": np.full(len(Y), 0.1)}
    with pytest.raises(AmbiguousColumn, match="scores='proba_1'"):
        pv.evaluate(table, truth="y", scores=["proba_0", "proba_1", "proba_2"])
    assert "auc" in pv.evaluate(table, truth="y", scores="proba_1").models["1"].measures


TWO = np.array(["a", "b"])[np.arange(90) % 2]
OF_THREE = np.array([[0.7, 0.2, 0.1], [0.25, 0.65, 0.1], [0.3, 0.3, 0.4]])[[0, 1, 0, 1, 1, 2] * 15]


def of_three(truth=TWO, names="abc", head="proba_", **words):
    table = {f"{head}{name}": OF_THREE[:, i] for i, name in enumerate(names)}
    return pv.evaluate(table | {"y": truth}, truth="y", scores=list(table), **words)


@pytest.mark.parametrize("head", ["proba_", "", "A_"])
def test_a_column_for_a_class_without_rows_is_accepted_where_two_classes_have_rows(head):
    found = of_three(head=head)
    assert [note.severity for note in found.notes if note.code == "class-without-rows"] == ["note"]
    measures = next(iter(found.models.values())).measures
    assert measures["accuracy"].value == pytest.approx(np.mean(OF_THREE.argmax(axis=1) == np.arange(90) % 2))
    assert measures["log_loss"].value == pytest.approx(-np.log(OF_THREE[np.arange(90), np.arange(90) % 2]).mean())


@pytest.mark.parametrize("head", ["", "p_", "A_", "score_"])
@pytest.mark.parametrize("truth", [TWO, np.array(["a", "b", "d"])[np.arange(90) % 3]])
def test_nobody_has_to_name_columns_of_classes_of_which_one_has_no_rows(head, truth):
    given = np.column_stack([0.9 * OF_THREE, np.full(90, 0.1)])
    table = {f"{head}{name}": given[:, i] for i, name in enumerate("abcd")}
    found = pv.evaluate(table | {"y": truth}, truth="y")
    assert [note.severity for note in found.notes if note.code == "class-without-rows"] == ["note"]
    place = np.array(["abcd".index(label) for label in truth])
    (model,) = found.models.values()
    assert model.measures["log_loss"].value == pytest.approx(-np.log(given[np.arange(90), place]).mean())


@pytest.mark.parametrize("head", ["", "p_", "proba_"])
def test_probabilities_beside_labels_are_read_without_being_named(head):
    truth = np.array(["a", "b", "c"])[OF_THREE.argmax(axis=1)]
    table = {f"{head}{name}": OF_THREE[:, i] for i, name in enumerate("abc")} | {"y": truth, "predicted": truth}
    assert "labels-not-of-scores" not in codes(pv.evaluate(table, truth="y"))
    table["predicted"] = np.array(["a", "b", "c"])[OF_THREE.argmin(axis=1)]
    assert "labels-not-of-scores" in codes(pv.evaluate(table, truth="y"))


def test_inputs_that_are_named_like_the_classes_are_no_probabilities():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 90)
    found = pv.evaluate({f"x{i}": rng.normal(size=90) for i in range(3)} | {"y": y, "predicted": y[::-1]}, truth="y")
    assert "log_loss" not in found.models["model"].measures


def test_columns_beside_probabilities_that_are_whole_without_them_are_no_classes():
    table = {f"p_{name}": OF_THREE[:, i] for i, name in enumerate("abc")} | {"p_age": np.full(90, 0.0)}
    found = pv.evaluate(table | {"y": np.array(["a", "b", "c"])[np.arange(90) % 3]}, truth="y")
    assert "class-without-rows" not in codes(found)


def test_numbered_classes_have_no_positive_one_where_a_third_has_probabilities():
    found = of_three(np.arange(90) % 2, "012", "p")
    assert "recall" not in next(iter(found.models.values())).measures
    assert "for 2," in next(n.message for n in found.notes if n.code == "class-without-rows")


@pytest.mark.parametrize("table", [True, False])
def test_a_positive_class_that_is_named_is_scored_by_its_own_column(table):
    model = SimpleNamespace(classes_=np.array(["a", "b", "c"]), predict=len, predict_proba=lambda rows: OF_THREE)
    found = of_three(positive="b") if table else pv.evaluate(model, TWO, TWO, positive="b")
    measures = next(iter(found.models.values())).measures
    assert measures["auc"].value == pytest.approx(roc_auc_score(TWO == "b", OF_THREE[:, 1]))
    assert "class-without-rows" in codes(found)


def test_columns_that_do_not_add_up_are_models_and_not_classes():
    table = {"y": np.arange(90) % 2, "m0": OF_THREE[:, 0], "m1": OF_THREE[:, 1], "m2": OF_THREE[:, 0] ** 2}
    assert [*pv.evaluate(table, truth="y", scores=["m0", "m1", "m2"]).models] == ["m0", "m1", "m2"]


def test_rows_of_one_class_may_have_probabilities_of_others():
    assert {"one-class", "class-without-rows"} <= codes(of_three(np.full(90, "a")))


def told(warnings: Any) -> set[str]:
    return {note.code for note in warnings}


def test_comparisons_and_gates_of_a_model_with_itself_say_so() -> None:
    y = np.arange(80) % 2
    same = np.random.default_rng(3).normal(y).round(3)
    verdict = pv.compare(truth=y, scores={"a": same, "b": same.copy()})
    assert [(note.code, note.severity) for note in verdict.warnings] == [("models-say-the-same", "warning")]
    sides = ({"y": y, "score": same}, {"y": y, "score": same})
    assert [note.code for note in pv.gate(*sides, truth="y", threshold=0.5).warnings] == ["models-say-the-same"]
    other = {"y": y, "score": same + 0.1 * np.cos(np.arange(80))}
    assert "models-say-the-same" not in told(pv.gate(sides[0], other, truth="y", threshold=0.5).warnings)
    # The same scores, of other rows of the same class.
    moved = same.copy()
    moved[y == 1] = np.roll(same[y == 1], 1)
    assert "models-say-the-same" not in told(pv.compare(truth=y, scores={"a": same, "b": moved}).warnings)
    assert "models-say-the-same" not in codes(pv.evaluate(truth=y, scores={"a": same, "b": moved}))
