"""Limits and p-values are those at which they were judged: what is written in kept.json, to the seventh digit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from . import kept

KEPT: dict[str, kept.Made] = json.loads(kept.PLACE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("needs", kept.NEEDED)
def test_limits_that_were_judged_have_not_moved(needs: str) -> None:
    _unmoved(kept.limits(needs), {name: one for name, one in KEPT["limits"].items() if name.split()[0] == needs})


def test_all_limits_are_asked_for() -> None:
    assert {name.split()[0] for name in KEPT["limits"]} == set(kept.NEEDED)


@pytest.mark.parametrize("part", ["tests", "verdicts"])
def test_what_was_judged_has_not_moved(part: str) -> None:
    _unmoved({"tests": kept.tests, "verdicts": kept.verdicts}[part](), KEPT[part])


def _unmoved(found: kept.Made, written: kept.Made) -> None:
    assert found.keys() == written.keys(), "settings came or went: write the file anew"
    moved = {name: (one, found[name]) for name, one in written.items() if not _alike(one, found[name])}
    assert not moved, (
        "judge what moved on purpose by `probative validate`, then write kept.json anew (kept.py says how)"
    )


def _alike(a: list[Any], b: list[Any]) -> bool:
    return len(a) == len(b) and all(map(_same, a, b))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, str | bool | None) or isinstance(b, str | bool | None):
        return bool(a == b)
    return bool(b == pytest.approx(a, rel=1e-7, abs=1e-9))
