"""One question, one answer: what the table, the verdict, the gate and the explanation say of the same predictions."""

import json
from itertools import combinations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.cli import main

N = 240
RNG = np.random.default_rng(11)
Y = RNG.integers(0, 2, N)
PROBABLE = np.clip(0.5 + 0.25 * (2 * Y - 1) + RNG.normal(0, 0.3, N), 0, 1)
SIGNED = (2 * Y - 1) + RNG.normal(0, 1.5, N)
LABELS = np.where(RNG.random(N) < 0.75, Y, 1 - Y)
X = np.column_stack([PROBABLE, SIGNED, RNG.normal(size=N)])


def right(labels: np.ndarray) -> float:
    return float(np.mean(labels == Y))


def values(found: pv.Findings) -> dict[str, float]:
    """What the comparison says of every model, by model."""
    return {
        name: value
        for contest in found.comparisons
        for name, value in zip((contest.a, contest.b), contest.values, strict=True)
    }


def test_table_and_verdict_cut_at_the_same_threshold() -> None:
    frame = {"y": Y, "score_A": PROBABLE, "pred_B": LABELS}
    found = pv.evaluate(frame, truth="y", scores=["score_A"], predicted=["pred_B"], threshold=0.8)
    told = {"A": right(PROBABLE >= 0.8), "B": right(LABELS)}
    assert {name: model.measures["accuracy"].value for name, model in found.models.items()} == pytest.approx(told)
    assert values(found) == pytest.approx(told)
    verdict = pv.compare(frame, truth="y", scores="score_A", predicted="pred_B", threshold=0.8)
    assert verdict.contests[0].values == pytest.approx((told["A"], told["B"]))


def test_a_chosen_threshold_is_that_of_the_verdict_too() -> None:
    frame = {"y": Y, "score_A": PROBABLE, "pred_B": LABELS}
    found = pv.evaluate(frame, truth="y", scores="score_A", predicted="pred_B", threshold_by="youden")
    assert values(found)["A"] == pytest.approx(found.models["A"].measures["accuracy"].value)


def test_a_given_threshold_wins_over_labels_everywhere() -> None:
    frame = {"y": Y, "score_A": PROBABLE, "pred_A": LABELS, "pred_B": 1 - LABELS}
    found = pv.evaluate(frame, truth="y", scores="score_A", predicted=["pred_A", "pred_B"], threshold=0.7)
    own = pv.evaluate(frame, truth="y", scores="score_A", predicted=["pred_A", "pred_B"])
    assert found.models["A"].measures["accuracy"].value == pytest.approx(right(PROBABLE >= 0.7))
    assert own.models["A"].measures["accuracy"].value == pytest.approx(right(LABELS))
    for some in (found, own):
        assert values(some)["A"] == pytest.approx(some.models["A"].measures["accuracy"].value)


def test_every_model_has_the_default_threshold_of_its_own_scores() -> None:
    frame = {"y": Y, "score_A": PROBABLE, "score_B": SIGNED}
    said = pv.read(frame, truth="y")
    assert [said.threshold(name).value for name in ("A", "B")] == [0.5, 0.0]
    found = pv.evaluate(frame, truth="y")
    told = {"A": right(PROBABLE >= 0.5), "B": right(SIGNED >= 0)}
    assert {name: model.threshold for name, model in found.models.items()} == {"A": 0.5, "B": 0.0}
    assert {name: model.measures["accuracy"].value for name, model in found.models.items()} == pytest.approx(told)
    verdict = pv.compare(frame, truth="y", measure="accuracy")
    assert verdict.contests[0].values == pytest.approx(tuple(told.values()))
    notes = " ".join(f"{note.text}" for note in found.notes)
    assert "at least 0.5" in notes
    assert "at least 0 " in notes


def test_assumptions_are_those_of_the_test() -> None:
    samples = {"A": RNG.normal(size=30), "B": RNG.normal(size=30)}
    verdict = pv.compare(samples, of="independent", test="mann-whitney")
    assert not any("normal" in text for text in verdict.assumptions)
    assert any("normal" in text for text in pv.compare(samples, of="independent", test="welch-t").assumptions)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Two saved runs on the same rows and folds."""
    folders = []
    for models in ({"nb": GaussianNB()}, {"tree": DecisionTreeClassifier(max_depth=2, random_state=0)}):
        said = pv.run({**models, "line": LogisticRegression()}, X, Y, plan="5-fold stratified")
        folder = tmp_path_factory.mktemp("run")
        said.save(folder / "predictions.parquet")
        folders.append(str(folder))
    return folders[0], folders[1]


def test_whatever_one_entry_accepts_all_accept(runs: tuple[str, str], tmp_path, capsys) -> None:
    folder = runs[0]
    said = pv.read(folder)
    table = pv.evaluate(folder)
    first, second = (pv.evaluate(given).to_dict() for given in (folder, said))
    assert first["about"].pop("command") != second["about"].pop("command")
    assert first == second
    for given in (folder, said):
        verdict = pv.compare(given)
        assert {name: value for c in verdict.contests for name, value in zip((c.a, c.b), c.values, strict=True)} == (
            pytest.approx(values(table))
        )
    with pytest.raises(SystemExit) as left:
        main(["compare", folder, "--json", str(tmp_path / "verdict.json")])
    assert left.value.code == 0
    plain = json.loads((tmp_path / "verdict.json").read_text())
    assert plain["comparisons"][0]["values"] == pytest.approx(list(pv.compare(folder).contests[0].values))
    capsys.readouterr()


def test_two_runs_are_compared_from_python_and_the_command_line(runs: tuple[str, str], tmp_path, capsys) -> None:
    verdict = pv.compare(*runs)
    assert [(c.a, c.b) for c in verdict.contests] == [("line (A)", "line (B)")]
    assert verdict.contests[0].result.effect == 0
    first, second = (pv.read(folder) for folder in runs)
    assert pv.compare(first, second).to_dict() == verdict.to_dict()
    with pytest.raises(SystemExit):
        main(["compare", *runs, "--json", str(tmp_path / "two.json")])
    assert json.loads((tmp_path / "two.json").read_text()) == verdict.to_dict()
    capsys.readouterr()


def test_folds_made_elsewhere_are_like_our_own(runs: tuple[str, str]) -> None:
    said = pv.Predictions.load(runs[0])
    columns = said.columns()
    frame = {name: columns[name] for name in ("row", "fold", "repeat", "model", "truth", "predicted", "score")}
    words = {"row": "row", "fold": "fold", "repeat": "repeat", "model": "model", "truth": "truth"}
    theirs = pv.read(frame, **words, scores="score", predicted="predicted")
    for name, measure in (("nb", "auc"), ("line", "accuracy")):
        ours, other = (pv.resampled(some, measure, model=name) for some in (said, theirs))
        assert other.folds == pytest.approx(ours.folds)
        mean = (other.fold_mean.value, other.fold_mean.low, other.fold_mean.high)
        assert mean == pytest.approx((ours.fold_mean.value, ours.fold_mean.low, ours.fold_mean.high))
    a, b = (pv.compare(some, measure="auc").contests[0] for some in (said, theirs))
    assert (a.result.method, a.result.p) == (b.result.method, pytest.approx(b.result.p))


def test_a_model_called_baseline_keeps_its_warnings() -> None:
    backwards = {"y": Y, "score_baseline": -SIGNED, "score_other": SIGNED}
    codes = [note.code for note in pv.evaluate(backwards, truth="y").notes]
    assert "auc-below-half" in codes
    said = pv.run({"baseline": LogisticRegression(), "nb": GaussianNB()}, X[:, 2:], 1 - Y, plan="hold-out 70/30")
    flipped = pv.read({**said.columns(), "score": 1 - PROBABLE[said.columns()["row"]]}, model="model", row="row")
    assert flipped.spoke == ("baseline", "nb")


def test_each_column_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    from probative.sources.sql import SqlSource

    lines = [f"{y},{a},{b}" for y, a, b in zip(Y, PROBABLE, SIGNED, strict=True)]
    file = tmp_path / "said.csv"
    file.write_text("\n".join(["y,score_A,score_B", *lines]))
    asked: list[tuple[str, ...]] = []
    for name in ("listed", "grouped"):
        original = getattr(SqlSource, name)

        def spy(self, names, *rest, original=original):
            asked.append(tuple(names))
            return original(self, names, *rest)

        monkeypatch.setattr(SqlSource, name, spy)
    found = pv.evaluate(file, truth="y")
    assert found.comparisons
    assert asked == [("y", "score_A", "score_B")]


def test_predictions_answer_the_same_as_evidence_by_hand() -> None:
    frame = {"y": Y, "score_A": PROBABLE, "site": np.arange(N) % 3}
    said = pv.read(frame, truth="y", by="site")
    ladder = pv.Ladder.from_scores(Y, PROBABLE)
    assert said.evidence(pv.Ladder, "A").total() == ladder
    assert said.evidence("accuracy", "A").total() == ladder.at(0.5)
    parts = said.evidence("auc", "A", by=["site"])
    for site in range(3):
        assert parts[site,] == pv.Ladder.from_scores(Y[np.arange(N) % 3 == site], PROBABLE[np.arange(N) % 3 == site])
    assert said.evidence("auc", "A") is said.evidence("auc", "A")


def test_all_pairs_of_models_agree_with_the_table_whatever_they_give() -> None:
    frame = {"y": Y, "score_A": PROBABLE, "score_B": SIGNED, "pred_C": LABELS}
    found = pv.evaluate(frame, truth="y", scores=["score_A", "score_B"], predicted="pred_C")
    assert {frozenset((contest.a, contest.b)) for contest in found.comparisons} == set(
        map(frozenset, combinations(found.models, 2))
    )
    for name, value in values(found).items():
        assert value == pytest.approx(found.models[name].measures["accuracy"].value)


def test_the_gate_takes_runs_and_judges_them_by_their_folds(runs: tuple[str, str]) -> None:
    one, two = (pv.run({"m": model}, X, Y, plan="5-fold stratified") for model in (GaussianNB(), LogisticRegression()))
    found = pv.gate(one, two, measure="auc", margin=0.05).checks[0]
    both = pv.compare(two, one, measure="auc", level=0.9).contests[0]
    assert (found.change, found.low) == pytest.approx((both.result.effect, both.result.low))
    assert found.test == both.result.method


def test_probabilities_of_both_classes_are_taken_as_predict_proba_gives_them() -> None:
    both = np.column_stack([1 - PROBABLE, PROBABLE])
    one, two = (pv.evaluate(truth=Y, scores=scores).models["model"].measures for scores in (PROBABLE, both))
    assert {name: found.value for name, found in one.items()} == {name: found.value for name, found in two.items()}
