"""What diagnostics share: decimals worth printing, and notes as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, isfinite, log10, nan

from probative.inference.estimate import decimals as decimals_of
from probative.records import Document
from probative.report.charts.values import finite
from probative.report.words import sentence


def decimals(values: Iterable[float], error: float = nan) -> int:
    """Decimals worth printing: two significant digits of the error, or else four of the largest value."""
    if isfinite(error) and error > 0:
        return decimals_of(error)
    largest = max((abs(value) for value in finite(values)), default=0.0)
    return min(max(3 - floor(log10(largest)), 0), 12) if largest else 4


def remarks(notes: Iterable[str | Document]) -> list[str]:
    """Notes of a result as sentences, escaped."""
    words = [str(note).strip() for note in notes]
    return [sentence(note[0].upper() + note[1:] + ("" if note[-1] in ".!?" else ".")) for note in words if note]


def remark_list(notes: Iterable[str | Document]) -> str:
    """Notes of a result as a list."""
    items = "".join(f"<li>{line}</li>" for line in remarks(notes))
    return f"<ul>{items}</ul>" if items else ""
