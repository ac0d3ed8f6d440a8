"""Guards: checks that find what is wrong with an evaluation, and say what to do about it."""

from probative.guards.every import guards
from probative.guards.guard import GUARDS, Guard
from probative.guards.note import Note, by_severity

__all__ = ["GUARDS", "Guard", "Note", "by_severity", "guards"]
