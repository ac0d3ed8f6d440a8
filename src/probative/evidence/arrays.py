"""Array types and the checks that every kind of evidence shares."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import numpy as np
import numpy.typing as npt

from probative.errors import BadScores, BadWeights, LengthMismatch, MissingValues

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
Number = float | Floats
"""A number, or an array of numbers: measures are written once for both."""
EXACT = 2**53
"""Up to here floating-point numbers know all whole numbers."""
PROTOCOLS = ("__array__", "__dlpack__", "__arrow_array__")
"""By which libraries hand arrays to one another."""
LARGEST = 1e50
"""Numbers whose sixth power, of which variances of variances are made, is still one."""


def single(value: Number) -> float:
    """The one number that is meant where arrays of them are possible; a whole count stays whole.

    >>> single(3), single(np.array(0.5))
    (3, 0.5)
    """
    return float(value) if isinstance(value, np.ndarray) else value


def read_only(array: Array) -> Array:
    """The array itself, closed for writing: for arrays that nobody else holds."""
    array.setflags(write=False)
    return array


def frozen(values: object) -> Array:
    """The values as an array closed for writing; a copy where somebody else could still write to it."""
    array = np.asarray(values)
    return array if not array.flags.writeable else read_only(array.copy())


def inner(a: Array, b: Array) -> float:
    """Sum of products. BLAS would spin threads on short arrays and sum in an order that depends on their number."""
    return float((a * b).sum())


def at_home(values: Any) -> Any:
    """An array of another library where NumPy can read it: off its device, without its gradients, in numbers it knows.

    What NumPy reads by itself (`__array__`) is left as it is; tensors say by `detach` that they need help. Masked
    entries are missing ones, which `np.asarray` would forget.
    """
    if isinstance(values, np.ma.MaskedArray):
        return _unmasked(values)
    if not hasattr(values, "detach"):
        # What speaks DLPack alone would be one object to NumPy.
        alone = hasattr(values, "__dlpack__") and not hasattr(values, "__array__")
        return np.from_dlpack(values) if alone else _known_floats(values)
    near = values.detach().cpu()
    try:
        return np.asarray(near)
    except TypeError:
        # Half precision of a kind that NumPy does not have.
        return np.asarray(near.float())


def _known_floats(values: Any) -> Any:
    """Half precision of a kind that NumPy does not have, such as JAX's, is bytes to it that it can make floats of."""
    kind = getattr(values, "dtype", None)
    if not isinstance(kind, np.dtype) or kind.kind != "V" or kind.names is not None:
        return values
    return np.asarray(values).astype(np.float64) if np.can_cast(kind, np.float64) else values


def gapped(data: Array, gone: Array) -> Array:
    """Whole numbers with gaps: as floats, whose gap is NaN, where these are exact; else as objects with None.

    >>> gapped(np.array([1, 0]), np.array([False, True])).tolist()
    [1.0, nan]
    >>> gapped(np.array([2**53 + 1, 0]), np.array([False, True])).tolist()
    [9007199254740993, None]
    """
    known = data[~gone]
    if not len(known) or (int(known.min()) >= -EXACT and int(known.max()) <= EXACT):
        floats: Array = data.astype(np.float64)
        floats[gone] = np.nan
        return floats
    objects: Array = data.astype(object)
    objects[gone] = None
    return objects


def _unmasked(values: Any) -> Array:
    gone, plain = np.ma.getmaskarray(values), np.ma.getdata(values)
    if not gone.any():
        return np.asarray(plain)
    if plain.dtype.kind == "f":
        return np.where(gone, np.nan, plain)
    if plain.dtype.kind in "iu":
        return gapped(plain, gone)
    objects: Array = plain.astype(object)
    objects[gone] = None
    return objects


def rectangular(values: object, name: str) -> Array:
    """The values as an array; lists of several lengths in one another are none."""
    try:
        return np.asarray(at_home(values))
    except ValueError as error:
        raise LengthMismatch(
            f"{name} holds lists among its values, which are not all as long.", remedy="pass one value per row"
        ) from error


def vector(values: object, name: str) -> Array:
    """The values as a one-dimensional array; a single column is accepted as one."""
    array = rectangular(values, name)
    if array.dtype.kind in "US" and isinstance(values, list | tuple) and not all(isinstance(v, str) for v in values):
        # NumPy would turn [1, "a", None] into text, and a gap into the label "None".
        array = np.empty(len(values), object)
        array[:] = values
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise LengthMismatch(
            f"{name} must be one-dimensional.", found=f"shape {array.shape}", remedy="pass one value per row"
        )
    return array


def same_length(**columns: Sized | None) -> int:
    """The common length of the columns given."""
    sizes = {name: len(column) for name, column in columns.items() if column is not None}
    if len(set(sizes.values())) > 1:
        found = ", ".join(f"{name} {size}" for name, size in sizes.items())
        raise LengthMismatch("the columns differ in length.", found=found, remedy="pass one value per row in each")
    return next(iter(sizes.values()))


def numbers(values: object, name: str) -> Floats:
    """The values as float64, with -0.0 made 0.0; NaN and text are refused, infinities are kept."""
    array = vector(values, name)
    if array.dtype == np.float64:
        result = array
    elif array.dtype.kind in "biuf":
        result = array.astype(np.float64)
    else:
        result = _parsed(array, name)
    # A sum is NaN exactly when a NaN (or both infinities) is in it: one pass and no temporary.
    with np.errstate(invalid="ignore", over="ignore"):
        suspicious = bool(np.isnan(result.sum()))
    if suspicious and (count := int(np.isnan(result).sum())):
        raise MissingValues(
            f"{name} has missing values.",
            found=f"NaN in {count} of {len(result)} rows",
            remedy="drop or fill those rows, or evaluate with missing='drop' (--missing drop)",
        )
    return result


def _parsed(array: Array, name: str) -> Floats:
    if array.dtype.kind == "O" and any(value is None for value in array):
        count = sum(value is None for value in array)
        raise MissingValues(
            f"{name} has missing values.", found=f"null in {count} of {len(array)} rows", remedy="--missing drop"
        )
    texts = [value for value in array.ravel().tolist() if isinstance(value, str | bytes)]
    try:
        if texts or array.dtype.kind == "c":
            raise ValueError
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        flat = array.ravel()
        bad = np.flatnonzero(not_numbers(flat))
        # What can be read as a number is no example of what cannot.
        sample = flat[bad[0] if len(bad) else 0]
        raise BadScores(
            f"{name} must be numbers.", found=f"{array.dtype} values such as {sample!r}", remedy="name a numeric column"
        ) from None


def not_numbers(values: Array) -> Array:
    """Which entries cannot be read as numbers; a text such as '0.5' can.

    >>> not_numbers(np.array(["0.5", "n/a", 2, None], object)).tolist()
    [False, True, False, True]
    """
    return np.fromiter((not _reads(value) for value in values.tolist()), bool, len(values))


def _reads(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def weights(values: object, n: int, name: str = "sample_weight") -> Floats | None:
    """Row weights as float64, or None for unit weights."""
    if values is None:
        return None
    result = numbers(values, name)
    same_length(**{"rows": np.empty(n, bool), name: result})
    if n and (result.min() < 0 or not np.isfinite(result).all()):
        raise BadWeights(
            "weights must be finite and at least 0.",
            found=f"smallest {result.min():g}, largest {result.max():g}",
            remedy="remove the offending rows",
        )
    if n and not result.any():
        raise BadWeights("all weights are zero.", remedy="give at least one row a positive weight")
    require_weighable(float(result.max(initial=0.0)))
    return result


def require_weighable(heaviest: float) -> None:
    """Refuse weights so large, or so small throughout, that sums of their squares are no numbers.

    >>> require_weighable(1e-40)
    """
    if heaviest and not 1 / LARGEST <= heaviest <= LARGEST:
        raise BadWeights(
            f"the largest weight must lie between {1 / LARGEST:g} and {LARGEST:g}.",
            found=f"{heaviest:g}",
            remedy="divide all weights by the same number: only their ratios count",
        )


MOST = 1e100
"""No table has as many rows; counts beyond have squares that are no numbers."""


def counts_flaw(**columns: object) -> str:
    """What is wrong with numbers that must be counts or sums of weights: finite and at least 0.

    >>> counts_flaw(tp=-5, fn=2), counts_flaw(tp=1.5)
    ('tp holds -5', '')
    """
    for name, values in columns.items():
        if values is None:
            continue
        array = np.asarray(values)
        if array.dtype.kind not in "biuf":
            return f"{name} holds no numbers"
        flat = array.ravel()
        bad = flat[~(flat <= MOST) | (flat < 0)]
        if len(bad):
            return f"{name} holds {bad[0]}"
    return ""


def largest(*columns: Floats) -> float:
    """The largest absolute value."""
    return max((float(np.abs(column).max(initial=0.0)) for column in columns), default=0.0)


def require_room(*columns: Floats) -> None:
    """Refuse numbers so large that sums of their powers are none."""
    top = largest(*columns)
    if top > LARGEST:
        raise BadScores(
            f"numbers beyond {LARGEST:g} cannot be evaluated: sums of their powers overflow.",
            found=f"{top:g}",
            remedy="divide targets and predictions by the same unit",
        )


def require_size(*columns: Floats) -> None:
    """Refuse numbers that are all so small that their powers are 0, unless all are 0."""
    top = largest(*columns)
    if 0 < top < 1 / LARGEST:
        raise BadScores(
            f"numbers that all lie within {1 / LARGEST:g} of 0 cannot be evaluated: their powers vanish.",
            found=f"{top:g}",
            remedy="multiply targets and predictions by the same unit",
        )
