"""Roots in brackets, beside SciPy's and closed forms."""

from __future__ import annotations

from math import exp, inf, log

import pytest
from scipy.optimize import brentq

from probative.errors import BadInput
from probative.inference.roots import root

CASES = {
    "cubic": (lambda x: x**3 - 2, 0.0, 2.0, 2 ** (1 / 3)),
    "turned": (lambda x: 2 - x**3, 2.0, 0.0, 2 ** (1 / 3)),
    "far": (lambda x: exp(x) - 1e-8, -50.0, 5.0, log(1e-8)),
    "steep": (lambda x: x**21 - 1e-9, 0.0, 1.0, 1e-9 ** (1 / 21)),
    "infinite": (lambda x: -inf if x < 0.2 else x - 0.7, 0.0, 1.0, 0.7),
    "jump": (lambda x: -1.0 if x < 0.3 else 1.0, 0.0, 1.0, 0.3),
    "end": (lambda x: x - 1, 0.0, 1.0, 1.0),
    "start": (lambda x: x, 0.0, 1.0, 0.0),
    "near nothing": (lambda x: x - 1e-12, -1.0, 1.0, 1e-12),
}


@pytest.mark.parametrize("case", CASES)
def test_a_root_is_where_closed_forms_and_scipy_have_it(case: str) -> None:
    function, low, high, known = CASES[case]
    calls: list[float] = []

    def counted(x: float) -> float:
        calls.append(x)
        return function(x)

    assert root(counted, low, high) == pytest.approx(known, rel=1e-15, abs=2e-15)
    assert brentq(function, low, high, xtol=1e-15) == pytest.approx(known, rel=1e-14, abs=2e-15)
    assert len(calls) < 60


def test_as_near_as_was_asked() -> None:
    calls: list[float] = []

    def counted(x: float) -> float:
        calls.append(x)
        return x**3 - 2

    assert root(counted, 0.0, 2.0, within=1e-3) == pytest.approx(2 ** (1 / 3), abs=1e-3)
    assert len(calls) < 12


@pytest.mark.parametrize("function", [lambda x: x + 1, lambda x: float("nan"), lambda x: 1e-300])
def test_no_change_of_sign_is_refused(function: object) -> None:
    with pytest.raises(BadInput, match="sign"):
        root(function, 0.0, 1.0)  # type: ignore[arg-type]
