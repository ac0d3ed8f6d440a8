"""Labels of any type to small integer codes, without sorting rows."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from probative.errors import BadLabels, MissingValues, nearest
from probative.evidence.arrays import EXACT, Array, vector
from probative.evidence.words import word_codes

Label = Hashable
"""The name of a class, a group or a slice: text, a number, a boolean, or whatever else can be told from others."""
SMALL_RANGE = 1024
"""Integer labels spanning fewer values than this are counted directly, with no look-up."""


def tidy(label: Label) -> Label:
    """A label as a plain Python value; 1.0 is the label 1, dates and bytes are text."""
    if isinstance(label, np.generic):
        label = label.item()
    if isinstance(label, float) and label.is_integer():
        return int(label)
    if isinstance(label, datetime.datetime):
        return label.isoformat(sep=" ")
    if isinstance(label, datetime.date | datetime.time):
        return label.isoformat()
    return label.decode(errors="replace") if isinstance(label, bytes) else label


def plain(label: Label) -> str | int | float:
    """A label that JSON can hold: text, whole numbers, finite numbers and booleans as they are, others as text."""
    label = tidy(label)
    if isinstance(label, str | bool | int) or (isinstance(label, float) and np.isfinite(label)):
        return label
    return str(label)


def ordered(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Labels without repeats, sorted; those of mixed types by their text."""
    distinct: list[Any] = list(dict.fromkeys(labels))  # whether they can be sorted shows when it is tried
    try:
        return tuple(sorted(distinct))
    except TypeError:
        return tuple(sorted(distinct, key=lambda label: (type(label).__name__, str(label))))


def encode(values: object, name: str) -> tuple[tuple[Label, ...], Array]:
    """The distinct labels, sorted, and the code of each row.

    >>> labels, codes = encode(["b", "a", "b"], "y_true")
    >>> labels, codes.tolist()
    (('a', 'b'), [1, 0, 1])
    """
    array = vector(values, name)
    if array.dtype.kind == "c":
        raise BadLabels(f"{name} holds complex numbers, which are no labels.", found=str(array.dtype))
    if array.dtype.kind == "M":
        _refuse_missing(int(np.isnat(array).sum()), len(array), name)
        # Finer units than microseconds would come out as plain integers.
        array = array.astype("M8[us]") if np.datetime_data(array.dtype)[0] != "D" else array
    if array.dtype.kind == "b":
        found: list[Label] = [False, True]
        codes = array.astype(np.intp)
    elif array.dtype.kind in "iu":
        found, codes = _encode_integers(array)
    elif array.dtype.kind == "f":
        _refuse_missing(int(np.isnan(array).sum()), len(array), name)
        distinct, codes = np.unique(array, return_inverse=True)
        found = distinct.tolist()
        _refuse_rounded(found, name)
    elif array.dtype.kind in "US" and array.dtype.itemsize:
        found, codes = _encode_text(array)
    else:
        found, codes = _encode_objects(array, name)
    tidied = [tidy(label) for label in found]
    # Of at most two integers, the lowest and the highest, none is absent.
    ends = array.dtype.kind in "iu" and len(tidied) <= 2
    present = [True] * len(tidied) if ends else np.bincount(codes, minlength=len(tidied)) > 0
    labels = ordered(label for label, seen in zip(tidied, present, strict=True) if seen)
    position = {label: i for i, label in enumerate(labels)}
    recode = np.array([position.get(label, 0) for label in tidied], dtype=np.intp)
    return labels, codes if np.array_equal(recode, np.arange(len(tidied))) else recode[codes]


def _refuse_missing(count: int, n: int, name: str) -> None:
    if count:
        raise MissingValues(
            f"{name} has missing labels.",
            found=f"{count} of {n} rows",
            remedy="drop or fill those rows, or evaluate with missing='drop' (--missing drop)",
        )


def _refuse_rounded(found: Sequence[Label], name: str) -> None:
    """Whole numbers beyond 2^53 that came as floats may be several labels that were made one."""
    beyond = [label for label in found if isinstance(label, float) and EXACT <= abs(label) < float("inf")]
    if beyond:
        raise BadLabels(
            f"{name} holds labels beyond 2^53 as floating-point numbers, which cannot tell neighbours apart.",
            found=repr(beyond[0]),
            remedy="labels as text or as integers",
        )


def _encode_integers(array: Array) -> tuple[list[Label], Array]:
    if not len(array):
        return [], np.zeros(0, np.intp)
    low, high = int(array.min()), int(array.max())
    if high - low < SMALL_RANGE:
        return list(range(low, high + 1)), _from_zero(array, low)
    distinct, codes = np.unique(array, return_inverse=True)
    return distinct.tolist(), codes


def _from_zero(array: Array, low: int) -> Array:
    """Integers less the lowest of them; those that begin at 0 are their own codes, closed for writing."""
    if array.dtype == np.intp and not low:
        codes = array.view()
        codes.setflags(write=False)
        return codes
    # Numbers beyond 2^63 have to be brought down before they are indices.
    return (array - array.min()).astype(np.intp) if array.dtype == np.uint64 else array.astype(np.intp) - low


def _encode_text(array: Array) -> tuple[list[Label], Array]:
    """Few words have places in a table; of many, letters are hashed: NumPy would sort all strings, 10 times slower."""
    array = np.ascontiguousarray(array)
    few = word_codes(array)
    if few is not None:
        return few[0].tolist(), few[1]
    letters: Array = array.view(np.uint32 if array.dtype.kind == "U" else np.uint8)
    words = letters.reshape(len(array), -1)
    keys = np.zeros(len(array), np.uint64)
    for column in range(words.shape[1]):
        keys *= np.uint64(0x9E3779B97F4A7C15)
        keys += words[:, column]
        keys ^= keys >> np.uint64(29)
    distinct, codes = _encode_keys(keys)
    first = np.zeros(len(distinct), np.intp)
    first[codes[::-1]] = np.arange(len(array) - 1, -1, -1)
    # Two strings may share a hash: proof, or the slow way.
    if not np.array_equal(array[first][codes], array):
        texts, codes = np.unique(array, return_inverse=True)
        return texts.tolist(), codes
    return array[first].tolist(), codes


def _encode_keys(keys: Array) -> tuple[Array, Array]:
    """Distinct integer keys and codes by binary search among the few distinct ones."""
    distinct = np.unique(keys[:4096])
    while True:
        codes = np.searchsorted(distinct, keys)
        codes[codes == len(distinct)] = 0
        unseen = distinct[codes] != keys if len(keys) else np.zeros(0, bool)
        if not unseen.any():
            return distinct, codes
        distinct = np.union1d(distinct, keys[unseen])


def _encode_objects(array: Array, name: str) -> tuple[list[Label], Array]:
    values = array.tolist()
    try:
        distinct = list(dict.fromkeys(values))
    except TypeError:
        raise BadLabels(f"{name} holds values that cannot be labels.", found=repr(values[0])) from None
    missing = [label for label in distinct if _missing(label)]
    if missing:
        _refuse_missing(sum(_missing(value) for value in values), len(values), name)
    code = {label: i for i, label in enumerate(distinct)}
    return distinct, np.fromiter(map(code.__getitem__, values), np.intp, len(values))


def _missing(label: Label | None) -> bool:
    """None, NaN, pandas' NA and NaT: whatever is not equal to itself."""
    if label is None:
        return True
    try:
        return bool(label != label)
    except TypeError:
        return True


def match_label(wanted: Label, labels: Sequence[Label]) -> Label:
    """The label that was meant: itself, or the only one whose text is the same."""
    wanted = tidy(wanted)
    for label in labels:
        if label == wanted and isinstance(label, str) == isinstance(wanted, str):
            return label
    same_text = [label for label in labels if str(label).lower() == str(wanted).lower()]
    exact = [label for label in same_text if str(label) == str(wanted)]
    for candidates in (exact, same_text):
        if len(candidates) == 1:
            return candidates[0]
    raise BadLabels(
        f"the positive label {wanted!r} does not occur.",
        found="labels " + ", ".join(repr(label) for label in labels[:12]),
        remedy=nearest(str(wanted), map(str, labels)) or "name one of these with pos_label (--positive)",
    )


def conventional_positive(labels: Sequence[Label]) -> bool | int | None:
    """The positive label that needs no naming: 1 of {0, 1} or {-1, 1}, True of {False, True}."""
    known = [label for label in labels if isinstance(label, bool | int)]
    if len(known) == len(labels) and labels and (set(labels) <= {0, 1} or set(labels) <= {-1, 1}):
        return True if all(isinstance(label, bool) for label in labels) else 1
    return None


def positives(y_true: object, pos_label: Label | None = None) -> Array:
    """Which rows are positive, as booleans; at most two labels may occur.

    >>> positives(["p", "n", "p"], "p").tolist()
    [True, False, True]
    """
    array = vector(y_true, "y_true")
    if array.dtype.kind == "b" and pos_label in (None, True):
        return array
    if array.dtype.kind in "iu" and len(array):
        low, high = array.min(), array.max()
        wanted = high if pos_label is None else pos_label
        usual = (low, high) in ((0, 1), (-1, 1)) and wanted == 1
        mask: Array = array == 1
        if usual and mask.any() and (low == 0 or not (array == 0).any()):
            return mask
    labels, codes = encode(array, "y_true")
    if not labels:
        return np.zeros(0, bool)
    wanted = conventional_positive(labels) if pos_label is None else match_label(pos_label, labels)
    if len(labels) > 2:
        raise BadLabels(
            "a binary score needs two classes.",
            found=f"{len(labels)} labels: " + ", ".join(repr(label) for label in labels[:12]),
            remedy="pass y_true == label for one class against the rest, or a column of probabilities per class",
        )
    if wanted is None:
        raise BadLabels(
            "which label is positive is not clear.",
            found="labels " + ", ".join(repr(label) for label in labels),
            remedy="name it with pos_label (--positive)",
        )
    return np.equal(codes, labels.index(wanted) if wanted in labels else -1)
