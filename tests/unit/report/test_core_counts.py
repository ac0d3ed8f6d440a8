"""core.js: columns, counts, and which threshold a model stands at."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from probative.curves.packing import falling, pack
from probative.curves.ticks import quantile_ticks

from .cases import CASES, DEGENERATE, Case, made, spots
from .node import ask, call, outline

# --- columns and counts ----------------------------------------------------------------------------------------------


def test_packed_columns_are_read():
    rng = np.random.default_rng(0)
    columns = [
        np.zeros(0),
        np.zeros(5),
        np.array([0, 1, 127, 128, 16383, 16384, 2**32, 2**52, 2**53 - 1]),
        np.array([2**52]),
        np.array([inf, 0.5, -inf, -0.0, 5e-324, 1.7976931348623157e308]),
        np.array([nan, 1.5]),
        np.arange(1, 40) / 3,
        np.arange(1, 40) / 49,
        *(np.cumsum(rng.integers(0, 2 ** int(power), 30)) for power in rng.integers(1, 47, 200)),
        *(rng.normal(size=20) * 10.0 ** rng.integers(-200, 200, 20) for _ in range(100)),
    ]
    for column, found in zip(columns, ask([call("unpack", pack(column)) for column in columns]), strict=True):
        np.testing.assert_array_equal(np.array(found, float), column)
    assert str(ask([call("unpack", pack(np.array([-0.0, -1.0])))])[0][0]) == "-0.0"


def test_thresholds_that_were_packed_as_decimals_come_back_to_the_last_bit():
    rng = np.random.default_rng(1)
    columns = [
        np.zeros(0),
        np.array([inf]),
        np.array([inf, 0.75, -1.0, -inf]),
        np.array([1e300, 1e16, 1e15, 3.0, 0.1, 1e-15, 1e-16, 5e-324, 0.0]),
        *(np.sort(rng.random(300).round(digits))[::-1] for digits in range(1, 18)),
        *(np.sort(rng.normal(size=130).round(digits))[::-1] for digits in range(6)),
        np.sort(np.append(1 - rng.random(200).round(4) / 1e9, rng.random(200).round(4)))[::-1],
    ]
    for column, found in zip(columns, ask([call("unpack", falling(column)) for column in columns]), strict=True):
        assert [number_of(v) for v in found] == column.tolist()


def number_of(value):
    return float(value) if isinstance(value, (int, float, str)) else float(value["number"])


def test_counts_at_every_tick_are_those_of_the_rows():
    questions = [call("atTick", outline(k), i) for k in range(len(CASES)) for i in spots(CASES[k], 20)]
    answers = iter(ask(questions, [case.plain for case in CASES]))
    for case in CASES:
        for i in spots(case, 20):
            found = next(answers)
            cells = [found[c] for c in ("tp", "fn", "fp", "tn")]
            if case.weight is None:
                assert cells == case.cells(case.at[i])
                assert found["squares"] is None
            else:
                np.testing.assert_allclose(cells, case.cells(case.at[i]), rtol=1e-9, atol=1e-9)
                squared = Case(case.truth, case.scores, case.weight**2).cells(case.at[i])
                np.testing.assert_allclose(
                    [found["squares"][c] for c in ("tp", "fn", "fp", "tn")], squared, rtol=1e-9, atol=1e-9
                )
                # What no row is in is empty, not a trace that rounding left.
                assert [cell == 0 for cell in cells] == [cell == 0 for cell in case.cells(case.at[i])]


def test_counts_at_all_ticks_of_one_case_are_those_of_the_rows():
    case = made(7)
    found = ask([call("atTick", outline(0), i) for i in range(1001)], [case.plain])
    assert [[c["tp"], c["fn"], c["fp"], c["tn"]] for c in found] == [case.cells(i / 1000) for i in range(1001)]


def test_counts_at_the_vertices_are_those_of_their_thresholds():
    opened = ask([{"outline": k} for k in range(len(CASES))], [case.plain for case in CASES])
    questions = [call("atVertex", outline(k), v) for k, o in enumerate(opened) for v in range(len(o["hullAt"]))]
    answers = iter(ask(questions, [case.plain for case in CASES]))
    for case, o in zip(CASES, opened, strict=True):
        assert o["hullAt"][0] == inf
        for v, cut in enumerate(o["hullAt"]):
            found = next(answers)
            known = case.cells(None if v == 0 else cut)
            np.testing.assert_allclose([found[c] for c in ("tp", "fn", "fp", "tn")], known, rtol=1e-9, atol=1e-9)
            if case.weight is not None:
                squared = Case(case.truth, case.scores, case.weight**2).cells(None if v == 0 else cut)
                np.testing.assert_allclose(
                    [found["squares"][c] for c in ("tp", "fn", "fp", "tn")], squared, rtol=1e-9, atol=1e-9
                )


def test_rates_and_places():
    cells = {"tp": 3, "fn": 1, "fp": 2, "tn": 8}
    found = ask([call("rates", cells), call("place", outline(0), 0), call("place", outline(0), 1000)], [CASES[0].plain])
    assert found == [{"fpr": 0.2, "tpr": 0.75}, 1000, 0]


# --- which threshold -------------------------------------------------------------------------------------------------


def groups() -> list[list[Case]]:
    """Models that share a slider."""
    found = [[made(seed), made(seed + 100), made(seed + 200, weighted=True)] for seed in range(12)]
    found.append(DEGENERATE[:8])
    for seed in range(6):
        cases = [made(seed, raw=True), made(seed + 300, raw=True)]
        ticks = quantile_ticks([case.ladder for case in cases])
        for case in cases:
            case.ticks = ticks
        found.append(cases)
    return found


@pytest.mark.parametrize("prior", [None, 0.05])
@pytest.mark.parametrize("mode", ["threshold", "fpr", "alert"])
def test_all_models_follow_the_first(mode, prior):
    families = groups()
    plains = [case.plain for family in families for case in family]
    asked, questions, first = [], [], 0
    for family in families:
        places = [outline(first + j) for j in range(len(family))]
        for i in spots(family[0], 10):
            reference = i % len(family)
            asked.append((family, reference, i))
            questions.append(call("locked", mode, places, reference, i, prior))
        first += len(family)
    for (family, reference, i), found in zip(asked, ask(questions, plains), strict=True):
        assert found[reference] == i
        wanted = rate(family[reference], mode, prior)[i]
        for m, case in enumerate(family):
            if m == reference or mode == "threshold":
                assert found[m] == i
                continue
            own = rate(case, mode, prior)
            good = np.flatnonzero(own <= wanted + 1e-9)
            exact = np.flatnonzero(own <= wanted + 1e-15)
            # The lowest threshold whose rate does not exceed the wanted one; none where even the highest tick does.
            assert found[m] in (good[0] if len(good) else None, exact[0] if len(exact) else None)


def rate(case: Case, mode: str, prior: float | None) -> np.ndarray:
    """The false positive rate or the share of alarms at every slider position."""
    above = case.scores[None, :] >= np.array(case.at)[:, None]
    fpr, tpr = ((above @ (case.w * (case.truth == c))) / case.w[case.truth == c].sum() for c in (0, 1))
    share = case.share if prior is None else prior
    return fpr if mode == "fpr" else share * tpr + (1 - share) * fpr


def test_the_nearest_tick_is_the_nearest():
    rng = np.random.default_rng(41)
    asked = [(k, t) for k in range(0, len(CASES), 2) for t in [*rng.normal(0.5, 1, 6).tolist(), 0.5, -1e9, 1e9]]
    asked += [(k, t) for k in range(0, len(CASES), 2) for t in CASES[k].at[::200]]
    questions = [call("nearest", outline(k), t) for k, t in asked]
    for (k, t), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        gaps = np.abs(np.array(CASES[k].at) - t)
        assert gaps[found] == gaps.min()
