"""Records: what every result of ours can do, which is to travel as JSON by the types of its fields."""

from probative.records.brackets import bracketed
from probative.records.files import put, put_by, replaced, synced
from probative.records.plain import Document, Json, json_count, number_from_json, plain
from probative.records.record import Record, read_record
from probative.records.schema import schema_of
from probative.records.shown import Shown
from probative.records.traits import INHERITED, OMITTED, OPTIONAL, SCATTERED, Shared, Written, key

__all__ = [
    "INHERITED",
    "OMITTED",
    "OPTIONAL",
    "SCATTERED",
    "Document",
    "Json",
    "Record",
    "Shared",
    "Shown",
    "Written",
    "bracketed",
    "json_count",
    "key",
    "number_from_json",
    "plain",
    "put",
    "put_by",
    "read_record",
    "replaced",
    "schema_of",
    "synced",
]
