"""What runs must do: means of folds, choices, combinations, the delivered model, and what is said about them."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import MissingValues

from .entry import Entry

IRIS = load_iris(return_X_y=True)
PAIR = (IRIS[0][50:, :2], IRIS[1][50:] == 2)
MODELS = {"line": LogisticRegression(), "near": KNeighborsClassifier(7)}


@cache
def prior() -> pv.Predictions:
    """A rule that only knows the class shares, over alternating labels."""
    rows = np.arange(100.0).reshape(-1, 1)
    return pv.run(DummyClassifier(strategy="prior"), rows, np.tile([0, 1], 50), plan="5-fold")


@cache
def pair() -> pv.Predictions:
    """Two models of two kinds of iris."""
    return pv.run(MODELS, *PAIR, plan="5-fold stratified")


@cache
def monte_carlo() -> pv.Predictions:
    """Splits by chance, which may leave rows out."""
    return pv.run(DecisionTreeClassifier(random_state=0), *PAIR, plan="monte-carlo 5 80/20")


def selected() -> pv.Selection:
    """A choice of three neighbourhoods."""
    return pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, *PAIR, plan="nested 3-fold/4-fold")


def written() -> list[str]:
    """The files of a delivered model."""
    made = pv.deliver(MODELS, *PAIR, predictions=pair(), model="line")
    with tempfile.TemporaryDirectory() as folder:
        made.save(Path(folder) / "model.pickle")
        return sorted(path.name for path in Path(folder).iterdir())


def gaps() -> type:
    """What a table with gaps raises under the policy "error"."""
    try:
        table = {"a": [1.0, None, 3.0, 4.0] * 5, "y": ["n", "n", "p", "p"] * 5}
        pv.experiment(table, target="y", models=["tree"], missing_features="error")
    except MissingValues as error:
        return type(error)
    return type(None)


def folds_of(model: str) -> list[float]:
    """AUC of every fold, by counting pairs."""
    told, found = pair().model(model), []
    for fold in range(5):
        part = told.fold == fold
        truth, score = told.truth[part].astype(bool), told.scores[part, 0]
        gap = score[truth][:, None] - score[~truth][None]
        found.append(float(((gap > 0) + 0.5 * (gap == 0)).mean()))
    return found


def regression() -> pv.Findings:
    """A ridge regression under a hold-out."""
    X, y = load_diabetes(return_X_y=True)
    return pv.evaluate(pv.run(Ridge(), X[:100], y[:100], plan="hold-out 70/30"))


def held_out() -> tuple[np.ndarray, np.ndarray]:
    """Training and test targets of that hold-out."""
    X, y = load_diabetes(return_X_y=True)
    part = next(iter(pv.plan("hold-out 70/30").parts(X[:100], y[:100])))
    return y[part.train], y[part.test]


ENTRIES = [
    Entry("R103", "pv.evaluate(pv.run(DummyClassifier(), X, y, plan='5-fold')).models[...].measures['auc'].value",
          lambda: pv.evaluate(prior()).models["DummyClassifier"].measures["auc"].value, 0.5,
          source="a constant score has AUC 1/2 in every fold"),
    Entry("R103", "'auc-below-half' in [note.code for note in pv.evaluate(said).notes]",
          lambda: "auc-below-half" in [note.code for note in pv.evaluate(prior()).notes], False,
          source="a constant model is not worse than chance"),
    Entry("R103", "[pv.value('auc', ladder) for ladder in said.ladders('line').values()]",
          lambda: [pv.value("auc", ladder) for ladder in pair().ladders("line").values()], folds_of("line"), 1e-12,
          source="pairs counted one by one"),
    Entry("R103", "pv.evaluate(said).models['line'].measures['auc'].value",
          lambda: pv.evaluate(pair()).models["line"].measures["auc"].value, float(np.mean(folds_of("line"))), 1e-12,
          source="mean of pairs counted fold by fold"),
    Entry("R138", "'selection score (optimistic' in str(pv.select(model, grid, X, y))",
          lambda: "selection score (optimistic" in str(selected()), True, source="the wording of R138"),
    Entry("R139", "found.corrected_selection_score <= found.final_selection_score",
          lambda: (found := selected()).corrected_selection_score <= found.final_selection_score, True,
          source="Tibshirani and Tibshirani 2009: the correction is never negative"),
    Entry("R216", "pv.combine(said).model('mean of line, near').scores.mean()",
          lambda: float(pv.combine(pair()).model("mean of line, near").scores.mean()),
          float(np.mean([pair().model(name).scores.mean() for name in MODELS])), 1e-12, "the mean of the means"),
    Entry("R220", "pv.deliver(models, X, y, predictions=said, model='line').save('model.pickle')",
          written, ["model.pickle", "model.pickle.json"], source="the model, and what is known about it"),
    Entry("R220", "pv.deliver(models, X, y, predictions=said, model='line').model.coef_.sum()",
          lambda: float(pv.deliver(MODELS, *PAIR, predictions=pair(), model="line").model.coef_.sum()),
          float(LogisticRegression().fit(*PAIR).coef_.sum()), 1e-9, "scikit-learn on all rows"),
    Entry("R136", "pv.deliver(models, X, y, predictions=said, model='near').models",
          lambda: "does not declare" in pv.deliver(MODELS, *PAIR, predictions=pair(), model="near").models, True,
          source="off unless the learner declares it, and the reason is said"),
    Entry("R109", "pv.evaluate(said).models['Ridge'].training_baseline['mse']",
          lambda: regression().models["Ridge"].training_baseline["mse"],
          float(np.mean((held_out()[1] - held_out()[0].mean()) ** 2)), 1e-9, "NumPy"),
    Entry("R109", "pv.evaluate(said).models['Ridge'].baseline['mse']",
          lambda: regression().models["Ridge"].baseline["mse"], float(np.var(held_out()[1])), 1e-9, "NumPy"),
    Entry("R113", "sum(said.times_tested().times)", lambda: sum(monte_carlo().times_tested().times), 5 * 20,
          source="five test sets of 20 rows"),
    Entry("R116", "'Luntz and Brailovsky' in str(pv.resampled(said, 'auc', model='line'))",
          lambda: "trained on 80 of 100 rows (Luntz and Brailovsky)" in str(pv.resampled(pair(), "auc", model="line")),
          True, source="l - l/n = 100 - 20 rows"),
    Entry("R9", "'5 of 5 folds undefined' in str(pv.resampled(said, 'mcc'))",
          lambda: "5 of 5 folds undefined" in str(pv.resampled(prior(), "mcc")), True,
          source="one class only is ever predicted"),
    Entry("R8", "pv.best_threshold(ladder, 'youden', random_state=7).seed",
          lambda: pv.best_threshold(pair().ladders("line")[0, 0], "youden", replicates=20, random_state=7).seed, 7),
    Entry("R1", "pv.experiment(table, target='y', missing_features='error')", gaps, MissingValues,
          source="a gap in an input is an error where that is the policy"),
]  # fmt: skip
