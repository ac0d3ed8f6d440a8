"""Functions of one variable by name, for the command line: f and g of a noisy function."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.theory.quadrature import Function


def _sine(x: Floats) -> Floats:
    return np.sin(2 * np.pi * x)


FUNCTIONS: dict[str, tuple[str, Function]] = {
    "sine": ("sin(2πx)", _sine),
    "zero": ("0", np.zeros_like),
    "line": ("x", lambda x: x),
    "square": ("x²", lambda x: x**2),
    "cube": ("x³", lambda x: x**3),
    "exp": ("eˣ", np.exp),
    "step": ("1 for x ≥ ½, else 0", lambda x: np.where(x >= 0.5, 1.0, 0.0)),
    "bell": ("1 / (1 + 25 (2x − 1)²)", lambda x: 1 / (1 + 25 * (2 * x - 1) ** 2)),
}
"""By name: how it is written, and the function."""


def function_named(name: str) -> tuple[str, Function]:
    """A function by name, or a polynomial by its coefficients: "1,0,-2" is 1 - 2x².

    >>> words, f = function_named("1,0,-2")
    >>> f(np.array([0.0, 2.0])).tolist()
    [1.0, -7.0]
    """
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    try:
        coefficients = [float(part) for part in name.split(",")]
    except ValueError:
        raise BadParameter(
            f"there is no function {name!r}.",
            found=", ".join(FUNCTIONS),
            remedy="one of these, or coefficients of a polynomial, lowest first: 1,0,-2 for 1 - 2x²",
        ) from None
    shown = " + ".join(f"{c:g}·x^{i}" for i, c in enumerate(coefficients) if c) or "0"
    return shown, lambda x: np.polynomial.polynomial.polyval(x, coefficients)
