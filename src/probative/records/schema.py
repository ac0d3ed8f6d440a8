"""A JSON Schema, made from the types of a record."""

from __future__ import annotations

from probative.records.fields import form_of
from probative.records.forms import Schema
from probative.records.record import Record

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: type[Record], title: str) -> Schema:
    """What a file of such a record holds, in the words of JSON Schema; further keys are allowed.

    >>> from probative.inference import Estimate
    >>> schema_of(Estimate, "An estimate")["$defs"]["Estimate"]["required"]
    ['value']
    """
    known: dict[str, Schema] = {}
    whole = form_of(kind).schema(known)
    return {"$schema": DIALECT, "title": title, **whole, "$defs": dict(sorted(known.items()))}
