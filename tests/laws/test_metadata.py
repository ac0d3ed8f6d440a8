"""What a measure says about itself is true, and nobody else says it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import BadScores
from probative.measurement import default_measure, leading

MEASURES = pv.measures()
HOUSE = Path(__file__).parents[2]
RNG = np.random.default_rng(3)
N = 80
LABEL, GUESS = RNG.integers(0, 3, (2, N))
SHARES = RNG.dirichlet([1, 1, 1], N)
POSITIVE, SCORE = LABEL > 0, SHARES[:, 0].round(2).clip(0.05, 0.95)
NUMBER = RNG.normal(3, 1, N)
GUESSED = NUMBER + RNG.normal(size=N)
AMOUNT, AMOUNTED = np.exp(NUMBER / 3), np.exp(GUESSED / 3)


def _name(measure: Any) -> str:
    return f"{measure.needs.__name__}-{measure.name}"


def of(*kinds: type) -> Any:
    return pytest.mark.parametrize("measure", [m for m in MEASURES if m.needs in kinds], ids=_name)


def class_scores(scores: np.ndarray) -> pv.ClassScores:
    return pv.ClassScores.from_probabilities(LABEL, scores, labels=[0, 1, 2])


def ladder(scores: np.ndarray) -> pv.Ladder:
    return pv.Ladder.from_scores(POSITIVE, scores)


@pytest.mark.parametrize("measure", MEASURES, ids=_name)
def test_a_title_is_a_name_for_people_and_the_same_for_all_evidence(measure):
    assert measure.title[0].isupper()
    assert "_" not in measure.title
    assert {other.title for other in MEASURES if other.name == measure.name} == {measure.title}


def test_no_two_measures_share_a_title():
    titles = Counter(title for _, title in {(m.name, m.title) for m in MEASURES})
    assert [title for title, times in titles.items() if times > 1] == []


@of(pv.Ladder, pv.ClassScores)
def test_measures_of_probabilities_refuse_other_scores_and_only_they_do(measure):
    evidence = ladder(SCORE * 3 - 1) if measure.needs is pv.Ladder else class_scores(SHARES * 3 - 1)
    if measure.probabilities:
        for ask in (pv.value, pv.estimate):
            with pytest.raises(BadScores):
                ask(measure.name, evidence)
    else:
        assert np.isfinite(pv.value(measure.name, evidence))


@of(pv.Ladder, pv.ClassScores)
def test_measures_of_the_order_do_not_see_the_scale_and_others_do(measure):
    """A rising function keeps the order, but makes no probabilities of probabilities."""
    if measure.probabilities:
        assert not measure.order_only
        return
    make, scores = (ladder, SCORE) if measure.needs is pv.Ladder else (class_scores, SHARES)
    same = pv.value(measure.name, make(scores)) == pytest.approx(pv.value(measure.name, make(scores**3)), rel=1e-12)
    assert measure.order_only == same


@of(pv.Outcomes)
def test_measures_of_the_rates_alone_do_not_see_the_prevalence_and_others_do(measure):
    rare, common = (pv.Outcomes(tp=80 * m, fn=20 * m, fp=10, tn=90) for m in (1, 7))
    same = pv.value(measure.name, rare) == pytest.approx(pv.value(measure.name, common), rel=1e-12)
    assert measure.prevalence_free == same


ROWS: dict[type, tuple[Any, Any, Any]] = {
    pv.Outcomes: (POSITIVE, GUESS > 0, lambda: pv.ConfusionMatrix.from_labels(POSITIVE, GUESS > 0).outcomes(True)),
    pv.ConfusionMatrix: (LABEL, GUESS, lambda: pv.ConfusionMatrix.from_labels(LABEL, GUESS)),
    pv.Ladder: (POSITIVE, SCORE, lambda: ladder(SCORE)),
    pv.ClassScores: (LABEL, SHARES, lambda: class_scores(SHARES)),
    pv.Residuals: (NUMBER, GUESSED, lambda: pv.Residuals.from_values(NUMBER, GUESSED)),
    pv.ValuePairs: (AMOUNT, AMOUNTED, lambda: pv.ValuePairs.from_values(AMOUNT, AMOUNTED)),
    pv.Moments: (NUMBER, GUESSED, lambda: pv.Moments.from_values(GUESSED)),
}
ADDED = [(m, {"scale": 2.0} if m.name == "mase" else {}) for m in MEASURES if m.row_loss is not None]
ADDED += [(m, {"alpha": 0.1}) for m, _ in ADDED if m.name == "pinball"]
ADDED += [(m, {"clip": 0.2}) for m, _ in ADDED if m.name == "log_loss"]


@pytest.mark.parametrize(("measure", "parameters"), ADDED, ids=lambda x: _name(x) if hasattr(x, "needs") else str(x))
def test_the_mean_of_what_rows_add_is_the_value(measure, parameters):
    truth, said, evidence = ROWS[measure.needs]
    added = measure.row_loss(truth, said, **parameters)
    assert added.shape == (N,)
    assert added.dtype == np.float64
    assert added.mean() == pytest.approx(pv.value(measure.name, evidence(), **parameters), rel=1e-12)


def test_every_mean_over_all_rows_says_what_rows_add():
    # The mean of any number says nothing of rows and models; those of losses and grades do.
    means = {m.name for m in MEASURES if m.losses is not None} - {"mean"}
    assert {m.name for m, _ in ADDED} == means | {"accuracy", "error_rate"}


@pytest.mark.parametrize("place", ["default", "headline"])
def test_one_measure_of_each_kind_leads(place):
    kinds = [m.needs for m in MEASURES if place in m.places and m.needs is not pv.Moments]
    assert sorted(kinds, key=str) == sorted([pv.Ladder, pv.Outcomes, pv.ConfusionMatrix, pv.Residuals], key=str)
    graded = [m.better for m in MEASURES if place in m.places and m.needs is pv.Moments]
    assert sorted(graded) == ["higher", "lower"], "one of each direction, which whoever names the values says"


def test_scores_lead_where_there_are_scores():
    assert leading("headline", ["rmse", "mae"]) == "mae"
    assert leading("default", ["rmse", "mse"]) == default_measure(pv.Residuals) == "mse"
    assert leading("default", ["accuracy", "auc"]) == default_measure(pv.Ladder, pv.Outcomes) == "auc"
    assert leading("headline", []) is None


@pytest.mark.parametrize("scores", [SCORE, SCORE * 5 - 2], ids=["probabilities", "scores"])
def test_an_evaluation_has_every_measure_that_needs_no_request(scores):
    found = pv.evaluate(truth=POSITIVE, scores=scores, positive=True).models["model"].measures
    wanted = [m for m in MEASURES if m.needs in (pv.Outcomes, pv.Ladder) and not m.on_request]
    wanted = [m for m in wanted if scores is SCORE or not m.probabilities]
    assert set(found) == {m.name for m in wanted} - {"expected_cost"}


def test_a_measure_on_request_has_no_place_of_its_own():
    assert all(not m.places for m in MEASURES if m.on_request)


def _listed(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Strings that stand together: in tuples, lists and sets anywhere, and as keys of a dictionary that is a table.

    A dictionary inside a function is a record in the making, not a list of names.
    """
    inside = {id(node) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for node in ast.walk(f)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            parts: list[Any] = node.elts
        elif isinstance(node, ast.Dict) and id(node) not in inside:
            parts = node.keys
        else:
            continue
        yield node.lineno, [p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)]


def test_no_other_room_keeps_a_list_of_measures():
    names = {alias for measure in MEASURES for alias in (measure.name, *measure.aka)}
    found = []
    for path in sorted((HOUSE / "src" / "probative").rglob("*.py")):
        # `on_request` chooses one value for each parameter: a question, not something that is known of a measure.
        if {"measurement", "explanation", "on_request"} & set(path.parts):
            continue
        for line, words in _listed(ast.parse(path.read_text(encoding="utf-8"))):
            known = [word for word in words if word in names]
            if len(known) >= 3 and 2 * len(known) > len(words):
                found.append(f"{path.relative_to(HOUSE)}:{line} {known}")
    assert found == [], "say it with the measure (places, order_only, row_loss ...), and ask the registry"


NUMBERS = [m for m in MEASURES if m.needs in (pv.Residuals, pv.ValuePairs) and m.name != "max_error"]


@pytest.mark.parametrize("measure", NUMBERS, ids=lambda m: m.name)
def test_one_large_error_moves_a_measure_as_far_as_it_says(measure):
    """An error a million times as large: a tenth or less of the range where that is bounded, and more elsewhere."""
    rng = np.random.default_rng(4)
    truth = rng.gamma(4, 1, 200)
    said = truth * rng.gamma(20, 0.05, 200)
    given = {"mase": {"scale": 1.0}, "adjusted_r2": {"n_features": 1}}.get(measure.name, {})

    def with_factor(factor):
        wild = said.copy()
        wild[np.argmin(truth)] *= factor
        return measure(measure.needs.from_values(truth, wild), **given)

    assert (abs(with_factor(1e6) - with_factor(1)) < 0.1) == (measure.pull == "bounded")
    if measure.pull == "square" and measure.low != -1:  # a correlation has no room to grow
        flip = 1 if measure.high == 1 else 0
        grown = (flip - with_factor(1e7)) / (flip - with_factor(1e6))
        assert grown == pytest.approx(10 if "root" in measure.doc.lower() else 100, rel=0.01)
