"""Sizes: a page of two models is small, however many rows it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .kinds import KINDS, binary, two_models

SMALL = 150 * 1024


@pytest.mark.parametrize(
    "kind", ["pair", "priced", "classes", "raw", "both", "clustered", "weighted", "slices", "folds", "demo"]
)
def test_a_page_of_two_models_is_small(kind: str, page_of: Any) -> None:
    assert page_of(kind).stat().st_size <= SMALL


def test_the_size_does_not_grow_with_the_rows(show: Any, tmp_path: Path) -> None:
    sizes = []
    for n in (10_000, 1_000_000):
        truth, scores = two_models(n)
        kind = binary(truth, scores, title=f"{n:,} rows")
        sizes.append(kind.findings.save(tmp_path / f"{n}.html").stat().st_size)
        shown = show(kind.findings)
        shown.set("threshold", 623)
        assert shown.counts() == [kind.counts(name, 0.623) for name in scores]
        assert shown.complaints == []
    assert max(sizes) <= SMALL
    assert sizes[1] <= 1.15 * sizes[0]


def test_what_is_shown_twice_is_the_same_file(tmp_path: Path) -> None:
    found = KINDS["pair"]().findings
    first, second = (found.save(tmp_path / f"{i}.html").read_bytes() for i in range(2))
    assert first == second
