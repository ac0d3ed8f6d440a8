"""The page of performance says what the figures beside it are."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks import page
from benchmarks.growth import exponent
from benchmarks.timing import Ratio

MACHINE = {"machine": "a chip, 2 cores", "software": "Python", "day": "2020-01-01", "load": "0.1"}


def points(slope: float, memory: float) -> list[dict[str, float]]:
    sizes = (1e4, 3e4, 1e5, 3e5, 1e6)
    return [{"size": n, "cpu": 1e-6 * n**slope, "peak": 1e3 * n**memory, "load": 1.0} for n in sizes]


def test_an_exponent_is_the_slope_over_the_last_decade() -> None:
    assert exponent(points(1.5, 0.0), "cpu") == pytest.approx(1.5)
    assert exponent(points(1.5, 0.0), "peak") == pytest.approx(0.0, abs=1e-9)
    flat_before = [{"size": 10.0, "cpu": 5.0}, *({"size": n, "cpu": n} for n in (1e3, 1e4))]
    assert exponent(flat_before, "cpu") == pytest.approx(1.0)
    assert exponent([{"size": 10.0, "cpu": 5.0}], "cpu") is None
    assert exponent([], "cpu") is None


def test_the_page_tells_figures_goals_and_what_was_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "KEPT", tmp_path / "performance.json")
    monkeypatch.setattr(page, "described", lambda: MACHINE)
    page.keep_ratios({"one": [Ratio("fast", 1.0, 30.0, 20), Ratio("slow", 3.0, 1.0, 2, at_most=True)]})
    large = [point | {"size": 1e2 * point["size"]} for point in points(1.2, 0.05)]
    # Smaller ones are read into memory, and tell nothing of what stays on disk.
    page.keep_growth("disk", [point | {"peak": 1.0} for point in points(1.0, 1.0)] + large, 5.0)
    page.keep_growth("memory", points(1.0, 1.0), 5.0)
    page.write(tmp_path)
    text = (tmp_path / "performance.md").read_text(encoding="utf-8")
    assert "| fast | 1 s | 30 s | 30 | at least 20 | reached | 0.1 |" in text
    assert "| slow | 3 s | 1 s | 3 | at most 2 | MISSED | 0.1 |" in text
    assert "1.20 (goal at most 1.1: MISSED) | 0.05 (goal at most 0.1: reached)" in text
    for kind in ("time", "memory"):
        drawn = ElementTree.parse(tmp_path / f"performance-rows-{kind}.svg")
        assert sum("line" in node.get("class", "").split() for node in drawn.iter()) == 2
        assert f"(performance-rows-{kind}.svg)" in text


def test_measuring_one_group_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "KEPT", tmp_path / "performance.json")
    monkeypatch.setattr(page, "described", lambda: MACHINE)
    page.keep_growth("auc", points(1.0, 1.0), 5.0)
    page.keep_ratios({"one": [Ratio("fast", 1.0, 30.0, 20)]})
    page.keep_ratios({"two": [Ratio("far", 1.0, 30.0, 20)]})
    kept = json.loads((tmp_path / "performance.json").read_text())
    assert list(kept["ratios"]) == ["one", "two"]
    assert list(kept["growth"]["points"]) == ["auc"]


def test_the_page_is_what_its_figures_give(tmp_path: Path) -> None:
    page.write(tmp_path)
    for made in tmp_path.iterdir():
        assert made.read_text(encoding="utf-8") == (page.DOCS / made.name).read_text(encoding="utf-8"), made.name
