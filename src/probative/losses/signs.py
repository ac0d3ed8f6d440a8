"""Two classes as -1 and +1, whatever they are called."""

from __future__ import annotations

import numpy as np

from probative.errors import BadLabels, LengthMismatch
from probative.evidence.arrays import Array, Floats, at_home

USUAL = ((-1, 1), (0, 1))
"""Labels of which the larger is the positive class."""


def signs(labels: object, name: str, pos_label: object = None, *, nameable: bool = True) -> Floats:
    """+1 for the positive class, -1 for the other; without a named positive label, only -1/+1 and 0/1 say which it is.

    >>> signs([True, False], "y").tolist(), signs(["ill", "well"], "y", "ill").tolist()
    ([1.0, -1.0], [1.0, -1.0])
    """
    found = np.asarray(at_home(labels))
    seen = np.unique(found[found == found])
    if pos_label is None:
        if not any(np.isin(seen, pair).all() for pair in USUAL) or seen.dtype.kind not in "biuf":
            raise BadLabels(
                f"{name} must hold two classes as -1 and 1, or 0 and 1.",
                found=", ".join(map(str, seen[:6].tolist())),
                remedy=_coded(name, seen, nameable=nameable),
            )
        pos_label = 1
    elif len(seen) > 2:
        raise BadLabels(f"{name} must hold two classes.", found=", ".join(map(str, seen[:6].tolist())))
    if found.dtype.kind == "f" and np.isnan(found).any():
        raise BadLabels(f"{name} has missing values.", found="NaN", remedy="drop those rows")
    return np.where(found == pos_label, 1.0, -1.0)


def _coded(name: str, seen: Array, *, nameable: bool) -> str:
    """How such labels become two classes, in a call that takes the name of the positive one, and in others."""
    if len(seen) != 2:
        return "keep two classes"
    # Texts come as they are, numbers of NumPy's as plain ones.
    word = seen[0].item() if isinstance(seen[0], np.generic) else seen[0]
    return f"name the positive one: {f'pos_label={word!r}' if nameable else f'{name} == {word!r}'} (--positive {word})"


def broadcast(y: Array, g: Array) -> tuple[Array, Array]:
    """Targets and answers of the same shape: one answer for each target, or one for all."""
    if y.ndim and g.ndim and y.shape != g.shape:
        raise LengthMismatch(
            "targets and answers differ in shape.",
            found=f"y {y.shape}, g {g.shape}",
            remedy="give one answer for each target",
        )
    return y, g


def real(values: object, name: str) -> Floats:
    """Numbers without gaps, in any shape."""
    found = np.asarray(at_home(values))
    if found.dtype.kind not in "biuf":
        raise BadLabels(
            f"{name} must be numbers.", found=f"{found.dtype} values", remedy="the loss zero_one takes any labels"
        )
    result = found.astype(np.float64)
    if np.isnan(result).any():
        raise BadLabels(f"{name} has missing values.", found=f"{int(np.isnan(result).sum())} NaN", remedy="drop them")
    return result
