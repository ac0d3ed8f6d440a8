"""Arrays and models as people have them: by position, in scikit-learn's words, from other libraries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, log_loss, r2_score, roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import probative as pv
from probative.errors import AmbiguousColumn, BadInput, BadLabels

RNG = np.random.default_rng(5)
N = 240
Y = RNG.integers(0, 2, N)
X = RNG.normal(size=(N, 3)) + Y[:, None]
MODEL = LogisticRegression().fit(X[:120], Y[:120])
TEST, TRUTH = X[120:], Y[120:]
PROBA = MODEL.predict_proba(TEST)
AUC = roc_auc_score(TRUTH, PROBA[:, 1])
WORDS = np.array(["cat", "dog", "owl"])


def auc(found: pv.Findings, model: str = "model") -> float:
    return float(found.models[model].measures["auc"])


@pytest.mark.parametrize(
    "given",
    [
        (TRUTH, PROBA),
        (TRUTH, PROBA[:, 1]),
        (TRUTH.tolist(), PROBA[:, 1].tolist()),
        (TRUTH, PROBA[:, [1]]),
        (TRUTH[:, None], PROBA),
    ],
    ids=["table", "column", "lists", "one column", "truth as a column"],
)
def test_truth_and_scores_in_a_row(given: tuple[Any, Any]) -> None:
    assert auc(pv.evaluate(*given)) == pytest.approx(AUC, abs=1e-12)


def test_words_of_scikit_learn() -> None:
    weight = RNG.random(len(TRUTH)) + 0.5
    found = pv.evaluate(y_true=TRUTH, y_score=PROBA[:, 1], sample_weight=weight)
    assert auc(found) == pytest.approx(roc_auc_score(TRUTH, PROBA[:, 1], sample_weight=weight))
    labels = pv.evaluate(y_true=TRUTH, y_pred=MODEL.predict(TEST), pos_label=1)
    assert float(labels.models["model"].measures["accuracy"]) == accuracy_score(TRUTH, MODEL.predict(TEST))
    verdict = pv.compare(y_true=TRUTH, y_score={"A": PROBA[:, 1], "B": PROBA[:, 1] ** 2 * RNG.random(len(TRUTH))})
    assert {verdict.contests[0].a, verdict.contests[0].b} == {"A", "B"}
    assert pv.explain("f1", y_true=TRUTH, y_pred=MODEL.predict(TEST)).measure == "f1"


def test_a_word_that_is_said_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="truth was said twice"):
        pv.evaluate(y_true=TRUTH, truth=TRUTH, scores=PROBA)
    with pytest.raises(BadInput, match="by position and by name"):
        pv.evaluate(TRUTH, PROBA, scores=PROBA)


def test_labels_numbers_and_dicts_are_told_apart() -> None:
    said = MODEL.predict(TEST)
    assert float(pv.evaluate(TRUTH, said).models["model"].measures["accuracy"]) == accuracy_score(TRUTH, said)
    assert auc(pv.evaluate(TRUTH, {"A": PROBA, "B": PROBA[:, 1]}), "B") == pytest.approx(AUC)
    numbers, guess = RNG.normal(size=50), RNG.normal(size=50)
    r2 = pv.evaluate(numbers, guess).models["model"].measures["r2"].value
    assert r2 == pytest.approx(r2_score(numbers, guess))
    with pytest.raises(AmbiguousColumn, match="others like labels"):
        pv.evaluate(TRUTH, {"A": PROBA, "B": said})


def test_a_model_with_its_rows() -> None:
    found = pv.evaluate(MODEL, TEST, TRUTH)
    assert auc(found, "LogisticRegression") == pytest.approx(AUC)
    piped = make_pipeline(StandardScaler(), SVC()).fit(X[:120], Y[:120])
    expected = roc_auc_score(TRUTH, piped.decision_function(TEST))
    assert auc(pv.evaluate(piped, TEST, TRUTH), "SVC") == pytest.approx(expected)
    two = pv.compare({"logistic": MODEL, "svc": piped}, TEST, TRUTH)
    assert {two.contests[0].a, two.contests[0].b} == {"logistic", "svc"}
    forest = RandomForestRegressor(5, random_state=0).fit(X[:120], X[:120, 0])
    r2 = pv.evaluate(forest, TEST, TEST[:, 0]).models["RandomForestRegressor"].measures["r2"].value
    assert r2 == pytest.approx(r2_score(TEST[:, 0], forest.predict(TEST)))


def test_the_positive_class_turns_a_decision_function() -> None:
    piped = SVC().fit(X[:120], np.where(Y[:120] == 1, "sick", "well"))
    truth = np.where(TRUTH == 1, "sick", "well")
    for positive, sign in (("well", 1), ("sick", -1)):
        found = pv.evaluate(piped, TEST, truth, positive=positive)
        assert auc(found, "SVC") == pytest.approx(
            roc_auc_score(truth == positive, sign * piped.decision_function(TEST))
        )


def test_classes_that_the_test_rows_lack() -> None:
    three = RNG.integers(0, 3, N)
    model = LogisticRegression().fit(X, WORDS[three])
    few = three != 0
    found = pv.evaluate(model, X[few], WORDS[three][few]).models["LogisticRegression"]
    expected = log_loss(WORDS[three][few], model.predict_proba(X[few]), labels=WORDS)
    assert found.measures["log_loss"].value == pytest.approx(expected)
    assert float(found.measures["accuracy"]) == accuracy_score(WORDS[three][few], model.predict(X[few]))


def test_a_model_needs_rows_and_truth() -> None:
    with pytest.raises(BadInput, match="needs rows"):
        pv.evaluate(MODEL, TEST)
    with pytest.raises(BadInput, match="neither truth and predictions nor a model"):
        pv.evaluate({"y": TRUTH}, PROBA)


def test_single_precision_gives_the_same_area() -> None:
    found = pv.evaluate(TRUTH, PROBA.astype(np.float32))
    assert auc(found) == pytest.approx(roc_auc_score(TRUTH, PROBA[:, 1].astype(np.float32)), abs=1e-12)


class Tensor:
    """An array on a device, with gradients, as PyTorch's are: NumPy may not read it before `detach` and `cpu`."""

    def __init__(self, values: Any, *, near: bool = False, half: bool = False) -> None:
        self.values, self.near, self.half = np.asarray(values), near, half

    def detach(self) -> Tensor:
        return Tensor(self.values, near=self.near, half=self.half)

    def cpu(self) -> Tensor:
        return Tensor(self.values, near=True, half=self.half)

    def float(self) -> Tensor:
        return Tensor(self.values, near=self.near)

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if not self.near or self.half:
            raise TypeError("can't convert")
        return self.values if dtype is None else self.values.astype(dtype)


@pytest.mark.parametrize("half", [False, True], ids=["single", "bfloat16"])
def test_tensors_come_home(half: bool) -> None:
    found = pv.evaluate(Tensor(TRUTH), Tensor(PROBA, half=half))
    assert auc(found) == pytest.approx(AUC)
    ladder = pv.Ladder.from_scores(Tensor(TRUTH), Tensor(PROBA[:, 1], half=half))
    assert pv.value("auc", ladder) == pytest.approx(AUC)


class Exchanged:
    """An array that speaks the array protocol and nothing else, as JAX's do."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values if dtype is None else self.values.astype(dtype)


def test_arrays_of_any_library_by_the_protocol() -> None:
    assert auc(pv.evaluate(Exchanged(TRUTH), Exchanged(PROBA))) == pytest.approx(AUC)


@pytest.mark.parametrize("words", [("no", "yes"), ("No", "Yes"), ("negative", "positive"), ("false", "true")])
def test_yes_is_positive(words: tuple[str, str]) -> None:
    found = pv.evaluate(np.array(words)[TRUTH], PROBA[:, 1])
    assert auc(found) == pytest.approx(AUC)
    assert found.positive == words[1]
    assert any(f"{words[1]} is positive" in guess for guess in found.about.guesses)


class Packed:
    """An array that speaks DLPack alone."""

    def __init__(self, values: Any) -> None:
        self.values = np.ascontiguousarray(values)

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.values.__dlpack_device__()


class Known:
    """An array that says no more than how NumPy reads it."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.values, dtype)


@pytest.mark.parametrize("kind", [Packed, Known])
def test_arrays_of_the_protocols_alone(kind: Any) -> None:
    assert auc(pv.evaluate(kind(TRUTH), kind(PROBA))) == pytest.approx(AUC)
    assert auc(pv.evaluate(y_true=kind(TRUTH), y_score=kind(PROBA[:, 1]))) == pytest.approx(AUC)


@pytest.mark.parametrize(
    "found",
    [
        lambda: pv.evaluate(TRUTH, y_score=PROBA),
        lambda: pv.evaluate(TRUTH, scores={"model": PROBA[:, 1]}),
        lambda: pv.evaluate(PROBA, y_true=TRUTH),
    ],
    ids=["scores by name", "several by name", "truth by name"],
)
def test_half_by_position_and_half_by_name(found: Any) -> None:
    assert auc(found()) == pytest.approx(AUC)


def test_a_dict_beside_an_array_of_truth_is_not_guessed_at() -> None:
    """It may be of models, and of columns that are none."""
    with pytest.raises(BadInput, match=r"evaluate\(y_true, \{...\}\)"):
        pv.evaluate({"score": PROBA[:, 1], "age": X[120:, 0]}, truth=TRUTH)


def test_two_arrays_beside_their_truth() -> None:
    other = PROBA[:, 1] ** 2 * RNG.random(len(TRUTH))
    contest = pv.compare(PROBA, other, truth=TRUTH).contests[0]
    assert (contest.a, contest.b, contest.values[0]) == ("A", "B", pytest.approx(AUC))
    check = pv.gate(PROBA, other, y_true=TRUTH, measure="auc", margin=0.01).checks[0]
    assert (check.baseline, check.candidate) == pytest.approx((AUC, roc_auc_score(TRUTH, other)))


def test_models_of_a_list_are_called_by_their_class() -> None:
    found = pv.evaluate([MODEL, SVC().fit(X[:120], Y[:120]), MODEL], TEST, TRUTH)
    assert list(found.models) == ["LogisticRegression", "SVC", "LogisticRegression 2"]


def test_columns_of_a_frame_say_their_class() -> None:
    """By their names, wherever they stand, and not by their place."""
    import pandas as pd

    three = RNG.integers(0, 3, N)
    model = LogisticRegression().fit(X, WORDS[three])
    proba, order = model.predict_proba(X), [2, 0, 1]
    for start in ("", "proba_"):
        frame = pd.DataFrame(proba[:, order], columns=[f"{start}{WORDS[i]}" for i in order])
        found = pv.evaluate(WORDS[three], frame).models["model"].measures
        assert float(found["accuracy"]) == accuracy_score(WORDS[three], model.predict(X))
    few = three != 0
    found = pv.evaluate(WORDS[three][few], frame[few]).models["model"].measures
    assert float(found["log_loss"]) == pytest.approx(log_loss(WORDS[three][few], proba[few], labels=WORDS))
    plain = pv.evaluate(WORDS[three], pd.DataFrame(proba)).models["model"].measures
    assert float(plain["accuracy"]) == accuracy_score(WORDS[three], model.predict(X))


def test_messages_about_arrays_call_them_as_calls_do() -> None:
    with pytest.raises(BadLabels, match="'y_pred' looks like the truth, 'y_true' like a score") as swapped:
        pv.evaluate(PROBA[:, 1], TRUTH)
    assert swapped.value.remedy.startswith("turn the two arrays round; ")
    with pytest.raises(BadLabels, match=r"column 'y_pred' holds numbers, not labels") as scores:
        pv.evaluate(y_true=TRUTH, y_pred=PROBA[:, 1])
    assert scores.value.remedy.startswith("these look like scores: an array is y_score=, not y_pred=; ")
