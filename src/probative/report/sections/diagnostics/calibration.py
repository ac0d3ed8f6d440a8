"""Calibration as a picture: observed frequency against predicted probability, all models in one frame."""

from __future__ import annotations

from math import isfinite

from probative.findings import Findings, ModelFindings
from probative.findings.text import measure_cells, percent
from probative.report.drawing import Axis, Plot
from probative.report.sections.diagnostics.parts import card, finite, keys, numbers
from probative.report.words import short, text

MOST = 8
"""Models in one frame; more than these cannot be told apart."""
ERROR = "expected_calibration_error"


def calibration_cards(findings: Findings) -> list[str]:
    """Reliability diagrams of the models whose scores are probabilities, some models in each."""
    known = [
        (series, name, model)
        for series, (name, model) in enumerate(findings.models.items())
        if model.curves.get("calibration")
    ]
    groups = [known[start : start + MOST] for start in range(0, len(known), MOST)]
    return [_diagram(group, findings) for group in groups]


def _diagram(group: list[tuple[int, str, ModelFindings]], findings: Findings) -> str:
    names = ", ".join(name for _, name, _ in group)
    plot = Plot(f"Calibration: {names}", Axis.unit("Mean predicted probability"), Axis.unit("Observed frequency"))
    plot.guide([0, 1], [0, 1])
    sizes: list[float] = []
    for series, _, model in group:
        curve = model.curves["calibration"]
        x, y, low, high = (numbers(curve.get(column)) for column in ("predicted", "observed", "low", "high"))
        for at, start, end in zip(x, low, high, strict=False):
            if isfinite(at):
                plot.interval(start, end, at, series, across=False)
        plot.line(x, y, series)
        plot.marks(x, y, series)
        sizes += finite(numbers(curve.get("n")))
    below = [
        f"Bins of equal mass{_sizes(sizes)}; tied scores are never split. Bars: {percent(findings.level)} intervals "
        "(Wilson) of the observed frequency, rows taken as independent. Dotted: perfect calibration.",
        _error_words(group, findings.level),
    ]
    return card(
        "Calibration", plot, legend=keys((series, _named(name, model)) for series, name, model in group), below=below
    )


def _sizes(sizes: list[float]) -> str:
    if not sizes:
        return ""
    low, high = f"{min(sizes):,.0f}", f"{max(sizes):,.0f}"
    return f", {low} rows each" if low == high else f", {low} to {high} rows each"


def _named(name: str, model: ModelFindings) -> str:
    error = model.measures.get(ERROR)
    if error is None:
        return short(name)
    value, interval = measure_cells(error)
    method = f" ({text(error.method)})" if error.method else ""
    return f"{short(name)} <small>ECE {text(value)} {text(interval)}{method}</small>"


def _error_words(group: list[tuple[int, str, ModelFindings]], level: float) -> str:
    if not any(ERROR in model.measures for _, _, model in group):
        return ""
    return (
        "ECE: expected calibration error, the mean distance of observed from predicted over the bins, with its "
        f"{percent(level)} interval and the interval's method."
    )
