"""The best of several models: its value and interval allow for having been chosen."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from scipy.special import expit, logit
from scipy.stats import norm
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.evaluation import leading
from probative.evaluation.leading import leader_of, leader_of_run
from probative.findings import Leader
from probative.predictions.same_rows import same_tests
from probative.report.terminal import print_findings


def equal_models(rng: np.random.Generator, n: int, count: int, shift: float = 1.0, shared: float = 0.3) -> Any:
    truth = (np.arange(n) % 10 < 4).astype(int)
    common = rng.normal(size=n)
    return truth, {
        f"m{i}": truth * shift + shared**0.5 * common + (1 - shared) ** 0.5 * rng.normal(size=n) for i in range(count)
    }


def chosen(truth: Any, scores: Any, measure: str, folds: bool = False) -> Leader:
    """The leader without all else that an evaluation finds out."""
    said = pv.read(truth=truth, scores=scores)
    if folds:
        said = pv.read(
            {"y": truth, **scores, "row": np.arange(len(truth)), "fold": np.arange(len(truth)) % 5},
            truth="y", scores=list(scores), row="row", fold="fold",
        )  # fmt: skip
    said = said.cut_at(0.5)

    def again(model: str, level: float) -> pv.Estimate:
        return pv.estimate(measure, said.evidence(measure, model).total(), level=level)

    found = {model: again(model, 0.95) for model in scores}
    if folds:
        leader = leader_of_run(measure, found, same_tests(said, list(scores)), 0.95, 0)
    else:
        leader = leader_of(measure, found, said.paired(), again)
    assert leader is not None
    return leader


# --- what is found ---------------------------------------------------------------------------------------------------


def test_the_flattered_limit_moves_and_the_other_stays() -> None:
    truth, scores = equal_models(np.random.default_rng(1), 300, 6)
    found = pv.evaluate(truth=truth, scores=scores)
    assert found.leader is not None
    areas = {name: roc_auc_score(truth, score) for name, score in scores.items()}
    best = max(areas, key=areas.__getitem__)
    leader = found.leader
    assert (leader.model, leader.measure, leader.models) == (best, "auc", 6)
    assert leader.apparent == found.models[best].measures["auc"]
    assert leader.corrected.low < leader.apparent.low
    assert leader.corrected.high == leader.apparent.high
    assert leader.corrected.low < leader.corrected.value < leader.apparent.value
    assert leader.corrected.method == "max-t"


def test_lower_is_better_mirrors() -> None:
    rng = np.random.default_rng(2)
    target = rng.normal(size=200)
    said = {f"m{i}": target + rng.normal(size=200) for i in range(5)}
    leader = pv.evaluate(truth=target, predicted=said).leader
    assert leader is not None
    losses = {name: np.mean(np.abs(target - x)) for name, x in said.items()}
    assert leader.model == min(losses, key=losses.__getitem__)
    assert leader.corrected.low == leader.apparent.low
    assert leader.corrected.high > leader.apparent.high
    assert leader.corrected.value > leader.apparent.value


def test_independent_models_are_at_sidaks_level() -> None:
    truth, scores = equal_models(np.random.default_rng(3), 2000, 10, shared=0.0)
    leader = chosen(truth, scores, "auc")
    value = leader.apparent.value
    error = (leader.apparent.high - value) / norm.isf(0.025) / (value * (1 - value))
    wanted = expit(logit(value) - norm.isf(1 - 0.975 ** (1 / 10)) * error)
    assert leader.corrected.low == pytest.approx(wanted, abs=0.002)


def test_rows_that_cannot_be_paired_have_bonferronis_bound() -> None:
    truth, scores = equal_models(np.random.default_rng(4), 200, 4)
    weight = 1 + 1e-9 * np.arange(200)  # a weight that all rows have would be none
    leader = pv.evaluate(truth=truth, scores=scores, weight=weight).leader
    assert leader is not None
    assert leader.corrected.method == "bonferroni"
    assert leader.corrected.low < chosen(truth, scores, "auc").corrected.low + 2e-3


def test_one_model_leads_nobody() -> None:
    truth, scores = equal_models(np.random.default_rng(5), 100, 1)
    assert pv.evaluate(truth=truth, scores=scores).leader is None


def test_runs_are_bootstrapped_without_training_anything_again() -> None:
    X, y = make_classification(200, random_state=0)
    models = {"logistic": LogisticRegression(), "stump": DecisionTreeClassifier(max_depth=1)}
    said = pv.run(models, X, y, plan="2x5 stratified")
    found = pv.evaluate(said)
    leader = found.leader
    assert leader is not None
    assert leader.corrected.method == "bbc-cv"
    assert leader.apparent == found.models[leader.model].measures[leader.measure]
    assert leader.corrected.low < leader.corrected.value < leader.corrected.high


def test_bbc_is_that_of_the_definition() -> None:
    truth, scores = equal_models(np.random.default_rng(6), 120, 4)
    leader = chosen(truth, scores, "accuracy", folds=True)
    labels = {name: (score >= 0.5).astype(int) for name, score in scores.items()}
    rng, values = np.random.default_rng(9), []
    for _ in range(1500):
        rows = rng.integers(0, 120, 120)
        out = np.setdiff1d(np.arange(120), rows)
        best = max(labels, key=lambda name: accuracy_score(truth[rows], labels[name][rows]))
        values.append(accuracy_score(truth[out], labels[best][out]))
    assert leader.corrected.value == pytest.approx(np.mean(values), abs=0.01)
    wanted = np.quantile(values, [0.025, 0.975])
    assert (leader.corrected.low, leader.corrected.high) == pytest.approx(tuple(wanted), abs=0.035)


def test_it_is_said_in_terminal_page_and_json() -> None:
    truth, scores = equal_models(np.random.default_rng(7), 150, 3)
    found = pv.evaluate(truth=truth, scores=scores)
    assert found.leader is not None
    words = found.leader.sentence()
    assert words.startswith(f"{found.leader.model} has the best auc of 3 models: ")
    assert "allowing for having been chosen as the best" in words
    out = StringIO()
    print_findings(found, Console(file=out, width=400))
    assert "llowing for its having been chosen as the best of 3: AUC 0." in out.getvalue()
    assert "allowing for having been chosen as the best" in found._repr_html_() + _page(found)
    plain = json.loads(found.to_json())["leader"]
    assert (plain["model"], plain["measure"], plain["models"]) == (found.leader.model, "auc", 3)
    assert pv.Findings.from_dict(found.to_dict()).leader == found.leader


def _page(found: pv.Findings) -> str:
    from probative.findings.renderers import renderer

    text: str = renderer(".html")(found)
    return text


# --- simulations -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["accuracy", "auc"])
@pytest.mark.parametrize(("n", "count"), [(100, 5), (100, 20), (1000, 20)])
def test_the_best_of_equal_models_is_covered(measure: str, n: int, count: int) -> None:
    rng, covered, apparent, repeats = np.random.default_rng(n + count), 0, 0, 300
    true = norm.cdf(1 / 2**0.5) if measure == "auc" else norm.cdf(0.5)
    for _ in range(repeats):
        leader = chosen(*equal_models(rng, n, count), measure)
        covered += leader.corrected.low <= true <= leader.corrected.high
        apparent += leader.apparent.low <= true <= leader.apparent.high
    assert covered / repeats >= 0.93
    assert covered > apparent


@pytest.mark.slow
@pytest.mark.parametrize(("n", "count"), [(100, 5), (200, 20)])
def test_the_best_of_equal_models_of_a_run_is_covered(n: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "MOST", 200)
    rng, covered, repeats = np.random.default_rng(n + count), 0, 120
    for _ in range(repeats):
        leader = chosen(*equal_models(rng, n, count), "auc", folds=True)
        covered += leader.corrected.low <= norm.cdf(1 / 2**0.5) <= leader.corrected.high
    assert covered / repeats >= 0.93
