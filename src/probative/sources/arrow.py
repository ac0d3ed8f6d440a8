"""Batches of numbers out of DuckDB as it finds them, through Arrow's C interface: nothing else has to be installed.

The layout of the structures is that of the Arrow C data interface and its stream, which are frozen.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from probative.evidence.arrays import Array

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

_FORMATS = {b"c": "i1", b"C": "u1", b"s": "i2", b"i": "i4", b"l": "i8", b"L": "u8", b"f": "f4", b"g": "f8"}


class _Schema(ctypes.Structure):
    pass


class _Batch(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))),
    ("private_data", ctypes.c_void_p),
]
_Batch._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Batch))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Batch))),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Batch))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))),
    ("private_data", ctypes.c_void_p),
]


class BrokenStream(Exception):
    """The engine stopped in the middle; the message is its own."""


def numeric_batches(relation: DuckDBPyRelation) -> Iterator[tuple[Array, ...]]:
    """The columns of a query, batch by batch, in the order of its rows; every column holds numbers without gaps.

    >>> import duckdb
    >>> [[column.tolist() for column in part] for part in numeric_batches(duckdb.sql("SELECT 2::DOUBLE, 1::BIGINT"))]
    [[[2.0], [1]]]
    """
    capsule = relation.__arrow_c_stream__()
    stream = ctypes.cast(_pointer(capsule, b"arrow_array_stream"), ctypes.POINTER(_Stream))
    kinds = _kinds(stream)
    while True:
        batch = _Batch()
        if stream.contents.get_next(stream, ctypes.byref(batch)):
            text = stream.contents.get_last_error(stream)
            raise BrokenStream(text.decode(errors="replace") if text else "no message")
        if not batch.release:
            return
        try:
            yield tuple(_column(batch.children[i].contents, kind) for i, kind in enumerate(kinds))
        finally:
            batch.release(ctypes.byref(batch))


def _pointer(capsule: object, name: bytes) -> int:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    found: int = get(capsule, name)
    return found


def _kinds(stream: Any) -> list[str]:
    schema = _Schema()
    if stream.contents.get_schema(stream, ctypes.byref(schema)):
        text = stream.contents.get_last_error(stream)
        raise BrokenStream(text.decode(errors="replace") if text else "no message")
    try:
        return [_FORMATS[schema.children[i].contents.format] for i in range(schema.n_children)]
    finally:
        schema.release(ctypes.byref(schema))


def _column(part: Any, kind: str) -> Array:
    """A copy of a column's numbers: the buffer is the engine's, and is given back."""
    size = part.length * np.dtype(kind).itemsize
    if not size:
        return np.zeros(0, kind)
    start = part.buffers[1] + part.offset * np.dtype(kind).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(start), kind).copy()
