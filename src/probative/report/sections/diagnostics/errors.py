"""Errors of a regression as three pictures: predicted against actual, residuals, and their quantiles."""

from __future__ import annotations

from math import isfinite
from typing import Any

from probative.findings import Findings
from probative.report.drawing import Axis, Plot
from probative.report.drawing.looks import series_class
from probative.report.drawing.plot import key
from probative.report.sections.diagnostics.parts import card, cards, finite, fitting, numbers
from probative.report.tables import details
from probative.report.words import short

MOST = 3
"""Models in view; the others are there on demand."""


def error_pictures(findings: Findings) -> str:
    """The pictures of every regression, each model under its own heading."""
    found = [
        f"<h3>Errors of {key(series)}{short(name)}</h3>{cards(_three(model.curves['errors'], name, series))}"
        for series, (name, model) in enumerate(findings.models.items())
        if model.curves.get("errors")
    ]
    rest = found[MOST:]
    return "".join(found[:MOST]) + details(f"{len(rest)} more: errors of further models", "".join(rest))


def _three(errors: dict[str, Any], name: str, series: int) -> list[str]:
    actual, predicted = numbers(errors.get("actual")), numbers(errors.get("predicted"))
    pairs = [(a, f) for a, f in zip(actual, predicted, strict=False) if isfinite(a) and isfinite(f)]
    found = []
    if pairs:
        sample = _sample_words(len(actual), errors.get("n"))
        found.append(_predicted(pairs, name, series, sample))
        found.append(_residuals(pairs, errors, name, series, sample))
    normal, quantiles = numbers(errors.get("normal")), numbers(errors.get("quantiles"))
    if any(finite(quantiles)):
        found.append(_quantiles(normal, quantiles, name, series))
    return found


def _sample_words(drawn: int, n: Any) -> str:
    if not isinstance(n, int | float) or drawn >= n:
        return f"All {drawn:,} rows."
    return f"{drawn:,} of {n:,} rows drawn at random."


def _predicted(pairs: list[tuple[float, float]], name: str, series: int, sample: str) -> str:
    """One range for both axes, so that the identity is the diagonal."""
    values = [value for pair in pairs for value in pair]
    across = fitting("Actual", values)
    up = Axis("Predicted", across.low, across.high, across.ticks)
    plot = Plot(f"Predicted against actual: {name}", across, up)
    plot.guide([across.low, across.high], [across.low, across.high])
    plot.dots([a for a, _ in pairs], [f for _, f in pairs], series)
    return card("Predicted against actual", plot, below=[f"{sample} Dotted: predicted = actual."])


def _residuals(pairs: list[tuple[float, float]], errors: dict[str, Any], name: str, series: int, sample: str) -> str:
    """Residuals of the rows drawn, and quantiles of the residuals of all rows."""
    bands = errors.get("bands") or {}
    centres = numbers(errors.get("centres"))
    low, middle, high = (numbers(bands.get(level)) for level in ("0.1", "0.5", "0.9"))
    whole = len(low) == len(middle) == len(high) == len(centres) > 0
    left = [a - f for a, f in pairs]
    ends = [*left, *(low + high if whole else [])]
    x = fitting("Predicted", [*(f for _, f in pairs), *centres])
    plot = Plot(f"Residuals against predicted: {name}", x, Axis.over("Actual − predicted", ends, include=[0]))
    plot.guide([x.low, x.high], [0, 0])
    if whole:
        plot.area(centres, low, high, series)
    plot.dots([f for _, f in pairs], left, series)
    if whole:
        # Not dashed: the line is alone, and dashes among dots are hard to see.
        plot.add(f'<path class="line {series_class(series)}" d="{plot.path(centres, middle)}"/>')
    of_all = f" of all {errors['n']:,} rows" if isinstance(errors.get("n"), int | float) else ""
    band = (
        f"Band and line: 10 % to 90 % quantiles and median of the residuals{of_all}, in {len(centres)} bins of equally "
        "many rows by prediction. The band shows where residuals lie; it is no interval of uncertainty."
    )
    return card("Residuals against predicted", plot, below=[f"{sample} Dotted: no error.", band if whole else ""])


def _quantiles(normal: list[float], quantiles: list[float], name: str, series: int) -> str:
    """Quantiles of the residuals against those of a normal distribution."""
    across = fitting("Normal quantile", normal)
    # The identity must fit in, whatever the residuals do.
    up = Axis.over("Standardised residual", quantiles, include=[across.low, across.high])
    plot = Plot(f"Normal quantiles of the residuals: {name}", across, up)
    plot.guide([across.low, across.high], [across.low, across.high])
    plot.dots(normal, quantiles, series)
    words = (
        f"{len(quantiles):,} quantiles of the residuals of all rows, less their mean, in standard deviations. Dotted: "
        "a normal distribution; ends that leave it are tails heavier or lighter than normal."
    )
    return card("Normal Q–Q", plot, below=[words])
