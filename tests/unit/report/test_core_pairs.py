"""Two models on the same rows: the page's intervals are the library's, and typed cuts give the counts of the rows."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.curves.paired_cuts import PairedCells
from probative.inference.proportion import normal_quantile
from probative.measurement import placed

from .cases import CASES
from .node import ask, call, outline

Z = normal_quantile(0.95)
TABLES = [
    PairedCells(100, 200, (80, 70, 65), (30, 40, 20)),
    PairedCells(3972, 16028, (2777, 2418, 2100), (2028, 2307, 1200)),
    PairedCells(12, 30, (12, 3, 3), (0, 5, 0)),
    PairedCells(7, 9, (7, 7, 7), (9, 9, 9)),
    PairedCells(40, 60, (0, 10, 0), (5, 5, 5)),
    PairedCells(5, 5, (5, 0, 0), (0, 5, 0)),
]


def asked(cells: PairedCells) -> dict[str, object]:
    tp, fp = (dict(zip(("a", "b", "both"), column, strict=True)) for column in (cells.tp, cells.fp))
    return {"p": cells.positives, "n": cells.negatives, "tp": tp, "fp": fp}


@pytest.mark.parametrize("prior", [None, 0.02, 0.6])
def test_intervals_of_paired_differences_are_the_librarys(prior: float | None) -> None:
    costs = {"fp": 1.5, "fn": 5.0}
    questions = [
        question
        for cells in TABLES
        for question in (
            call("recallGap", asked(cells), Z),
            *(call("pairedGap", measure, asked(cells), prior, costs, Z) for measure in placed("operating")),
        )
    ]
    found = iter(ask(questions))
    for cells in TABLES:
        assert next(found) == pytest.approx(cells.recall(), abs=1e-9)
        for measure in placed("operating"):
            known = cells.gap(measure, prior, **(costs if measure == "expected_cost" else {}))
            assert next(found) == pytest.approx(known, abs=1e-9, nan_ok=True), measure


def test_a_typed_cut_is_used_exactly_or_not_at_all() -> None:
    generator = np.random.default_rng(1)
    typed = [0.0, 1.0, 0.5, -3.0, 7.0, *generator.random(40).tolist(), *generator.normal(0, 3, 20).tolist()]
    places = [k for k, case in enumerate(CASES) if np.isfinite(case.scores).all()]
    questions = [call("typedAt", [outline(k)], value) for k in places for value in typed]
    answers = iter(ask(questions, [case.plain for case in CASES]))
    exact = 0
    for k in places:
        case, ticks = CASES[k], pv.curves.outline.Outline.from_dict(CASES[k].plain).ticks[::-1]
        for value in typed:
            found = next(answers)
            used = ticks[found["tick"]]
            if found["exact"]:
                exact += 1
                assert ((case.scores >= used) == (case.scores >= value))[case.w > 0].all()
            else:
                assert abs(used - value) == pytest.approx(np.abs(ticks - value).min())
    assert exact > 100
