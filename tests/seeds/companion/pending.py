"""Slides whose calls are still being built elsewhere, by what they wait for: none may be forgotten here."""

PENDING: dict[str, set[str]] = {}
TITLES: set[str] = set().union(*PENDING.values())
