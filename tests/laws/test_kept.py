"""Limits and p-values are those at which they were judged: what is written in kept.json, to the seventh digit."""

from __future__ import annotations

import json

import pytest

from . import kept

KEPT: dict[str, kept.Made] = json.loads(kept.PLACE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("part", ["limits", "tests"])
def test_what_was_judged_has_not_moved(part: str) -> None:
    found = {"limits": kept.limits, "tests": kept.tests}[part]()
    assert found.keys() == KEPT[part].keys(), "settings came or went: write the file anew"
    moved = {name: (one, found[name]) for name, one in KEPT[part].items() if not _alike(one, found[name])}
    assert not moved, (
        "judge what moved on purpose by `probative validate`, then write kept.json anew (kept.py says how)"
    )


def _alike(a: list[float | None], b: list[float | None]) -> bool:
    return len(a) == len(b) and all(
        (x is None) == (y is None) and (x is None or y == pytest.approx(x, rel=1e-7, abs=1e-9))
        for x, y in zip(a, b, strict=True)
    )
