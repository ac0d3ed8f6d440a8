"""Sizes: a page of two models is small, however many rows it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import probative as pv

from .kinds import KINDS, binary, of_classes, several_classes, two_models

SMALL, FIVE = 150 * 1024, 220 * 1024
ROWS = 20_000


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


def models(count: int) -> tuple[np.ndarray[Any, Any], dict[str, np.ndarray[Any, Any]], np.random.Generator]:
    """Truth and continuous scores of so many models."""
    rng = np.random.default_rng(0)
    truth = rng.random(ROWS) < 0.3
    pulls = np.linspace(3, 1, count)
    scores = {f"model {i}": 1 / (1 + np.exp(-rng.normal(pull * (truth - 0.5), 1.2))) for i, pull in enumerate(pulls)}
    return truth, scores, rng


def plain(count: int) -> pv.Findings:
    truth, scores, _ = models(count)
    return pv.evaluate(truth=truth, scores=scores)


def weighted(count: int) -> pv.Findings:
    truth, scores, rng = models(count)
    return pv.evaluate(truth=truth, scores=scores, weight=rng.gamma(2, 1, ROWS))


def grouped(count: int) -> pv.Findings:
    truth, scores, rng = models(count)
    return pv.evaluate(truth=truth, scores=scores, groups=rng.integers(0, ROWS // 20, ROWS))


def three_classes(count: int) -> pv.Findings:
    return of_classes(*several_classes(3, count, ROWS, 8)).findings


def numbers(count: int) -> pv.Findings:
    rng = np.random.default_rng(1)
    truth = rng.normal(100, 30, ROWS)
    return pv.evaluate(truth=truth, predicted={f"model {i}": truth + rng.normal(0, 5 + i, ROWS) for i in range(count)})


def in_folds(count: int) -> pv.Findings:
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 2000)
    inputs = rng.normal(size=(2000, 4)) + truth[:, None] * np.array([1.2, 0.6, 0, 0])
    learners = {f"C {10.0**i:g}": LogisticRegression(C=10.0**i) for i in range(-count, 0)}
    return pv.evaluate(pv.run(learners, inputs, truth, plan="10-fold stratified"))


@pytest.mark.parametrize("made", [plain, weighted, grouped, three_classes, numbers, in_folds])
@pytest.mark.parametrize(("count", "limit"), [(2, SMALL), (5, FIVE)])
def test_pages_of_continuous_scores_keep_to_their_limits(made: Any, count: int, limit: int, tmp_path: Path) -> None:
    assert made(count).save(tmp_path / "page.html").stat().st_size <= limit


def test_a_page_of_ten_classes_is_small(tmp_path: Path) -> None:
    found = of_classes(*several_classes(10, 2, 240, 8)).findings
    assert found.save(tmp_path / "page.html").stat().st_size <= SMALL


def test_what_is_shown_twice_is_the_same_file(tmp_path: Path) -> None:
    found = KINDS["pair"]().findings
    first, second = (found.save(tmp_path / f"{i}.html").read_bytes() for i in range(2))
    assert first == second
