"""Curves drawn with matplotlib: colours that everybody can tell apart, and dashes and markers besides."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.curves.averaging import AverageRoc
from probative.curves.axes import TradeOff
from probative.curves.bands import RocBand
from probative.curves.calibration import CalibrationCurve
from probative.curves.cost import CostByThreshold, CostCurve
from probative.curves.hull import Hull
from probative.curves.points import RocPoints
from probative.curves.precision_recall import PrecisionRecallCurve
from probative.curves.roc import RocCurve
from probative.errors import MissingExtra

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
DASHES = ("-", "--", "-.", ":", (0, (8, 2)), (0, (1, 1)), (0, (4, 1, 1, 1)))
MARKERS = ("o", "D", "s", "^", "v", "P", "X")


def draw(curve: Any, ax: Any = None, **style: Any) -> Any:
    """Draw a curve on the axes given, or on new ones."""
    for kind, drawer in _DRAWERS.items():
        if isinstance(curve, kind):
            axes = new_axes() if ax is None else ax
            # Each further curve on the same axes gets the next colour, dash and marker.
            style = next_style(axes) | style
            drawer(curve, axes, style)
            return axes
    raise AssertionError(f"no picture of a {type(curve).__name__}")


def new_axes() -> Any:
    """Empty axes of a figure of their own."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(
            "plots need matplotlib, which is not installed.", remedy="pip install 'probative[plots]'"
        ) from None
    return Figure(figsize=(5.2, 5.2), layout="constrained").add_subplot()


def next_style(axes: Any) -> dict[str, Any]:
    """The colour and dash of the next curve on these axes."""
    i = getattr(axes, "_probative_curves", 0)
    axes._probative_curves = i + 1
    return {"color": COLOURS[i % len(COLOURS)], "linestyle": DASHES[i % len(DASHES)]}


def _unit_square(axes: Any, x: str, y: str) -> None:
    axes.set(xlabel=x, ylabel=y, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    axes.grid(color="#e3e3e3", linewidth=0.6)
    axes.set_axisbelow(True)


def legend(axes: Any) -> None:
    """A legend in which every explanation stands once."""
    handles, labels = axes.get_legend_handles_labels()
    # Two curves may come with the same explanation; one line of it is enough.
    once = dict(zip(labels, handles, strict=True))
    if once:
        axes.legend(once.values(), once.keys(), frameon=False, loc="best", fontsize=9)


def _roc(curve: RocCurve, axes: Any, style: dict[str, Any]) -> None:
    shown = curve.thinned()
    positives, negatives = curve.ladder.totals
    name = style.pop("label", "ROC")
    label = f"{name}: AUC {curve.auc:.3f} ({positives:g} positives, {negatives:g} negatives)"
    axes.plot(shown.fpr, shown.tpr, label=label, **style)
    _unit_square(axes, "False positive rate", "True positive rate")
    if axes._probative_curves == 1:
        axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, linestyle=":")
    legend(axes)


def _hull(hull: Hull, axes: Any, style: dict[str, Any]) -> None:
    style = {"marker": "o", "markersize": 4, "markerfacecolor": "white", "linewidth": 1, "label": "hull"} | style
    axes.plot(hull.fpr, hull.tpr, **style)
    _unit_square(axes, "False positive rate", "True positive rate")
    legend(axes)


def _points(points: RocPoints, axes: Any, style: dict[str, Any]) -> None:
    # After the colours that curves on the same axes have taken.
    taken = axes._probative_curves - 1
    axes._probative_curves += len(points.names) - 1
    for i, (name, x, y) in enumerate(zip(points.names, points.fpr, points.tpr, strict=True), taken):
        axes.plot([x], [y], linestyle="", marker=MARKERS[i % len(MARKERS)], color=COLOURS[i % len(COLOURS)], label=name)
    hull = points.hull()
    axes.plot(hull.fpr, hull.tpr, color="#999999", linewidth=0.8, linestyle="--", label="hull")
    _unit_square(axes, "False positive rate", "True positive rate")
    legend(axes)


def _average(curve: AverageRoc, axes: Any, style: dict[str, Any]) -> None:
    spread = f" ± {curve.auc_spread:.3f} SD" if len(curve.aucs) > 1 else ""
    label = style.pop("label", f"{curve.how} average of {len(curve.aucs)}: AUC {curve.auc:.3f}{spread}")
    axes.plot(curve.fpr, curve.tpr, label=label, **style)
    if curve.how != "threshold" and len(curve.aucs) > 1:
        low, high = np.clip(curve.tpr - curve.tpr_spread, 0, 1), np.clip(curve.tpr + curve.tpr_spread, 0, 1)
        axes.fill_between(curve.fpr, low, high, color=style["color"], alpha=0.15, linewidth=0, label="± 1 SD")
    _unit_square(axes, "False positive rate", "True positive rate")
    legend(axes)


def _band(band: RocBand, axes: Any, style: dict[str, Any]) -> None:
    kind = "simultaneous" if band.simultaneous else "pointwise"
    axes.fill_between(
        band.fpr,
        band.low,
        band.high,
        color=style["color"],
        alpha=0.2,
        linewidth=0,
        label=f"{band.level:.0%} {kind} band",
    )
    axes.plot(band.fpr, band.tpr, **style)
    _unit_square(axes, "False positive rate", "True positive rate")
    legend(axes)


def _precision_recall(curve: PrecisionRecallCurve, axes: Any, style: dict[str, Any]) -> None:
    grid = np.linspace(0.0, 1.0, 1001)[1:]
    name = style.pop("label", "PR")
    axes.plot(
        grid,
        curve.at(grid),
        label=f"{name}: AP {curve.average_precision:.3f} ({curve.prevalence:.1%} positives)",
        **style,
    )
    axes.axhline(curve.prevalence, color=style["color"], linewidth=0.8, linestyle=":")
    _unit_square(axes, "Recall", "Precision")
    legend(axes)


def _calibration(curve: CalibrationCurve, axes: Any, style: dict[str, Any]) -> None:
    limits = [curve.observed - curve.low, curve.high - curve.observed]
    marker = MARKERS[(axes._probative_curves - 1) % len(MARKERS)]
    label = style.pop("label", f"bins with {curve.level:.0%} limits")
    axes.errorbar(curve.predicted, curve.observed, yerr=limits, marker=marker, capsize=2, label=label, **style)
    scores, rates = curve.isotonic()
    axes.step(scores, rates, color=style["color"], linewidth=0.8, alpha=0.6, where="mid", label="isotonic (ROC hull)")
    if axes._probative_curves == 1:
        axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, linestyle=":")
    _unit_square(axes, "Mean predicted probability", "Observed frequency")
    legend(axes)


def _cost_by_threshold(curve: CostByThreshold, axes: Any, style: dict[str, Any]) -> None:
    finite = np.isfinite(curve.thresholds)
    label = style.pop("label", f"at {curve.prior:.1%} positives")
    axes.step(curve.thresholds[finite], curve.cost[finite], where="post", label=label, **style)
    axes.set(xlabel="Threshold", ylabel="Expected cost per row")
    axes.relim()
    axes.autoscale(axis="y")
    axes.set_ylim(0, axes.get_ylim()[1])
    axes.grid(color="#e3e3e3", linewidth=0.6)
    legend(axes)


def _cost_curve(curve: CostCurve, axes: Any, style: dict[str, Any]) -> None:
    axes.plot(curve.pc, curve.cost, **({"label": "lower envelope"} | style))
    if axes._probative_curves == 1:
        axes.plot([0, 0.5, 1], [0, 0.5, 0], color="#999999", linewidth=0.8, linestyle=":", label="better trivial rule")
    axes.set(xlabel="PC(+): probability times cost", ylabel="Normalised expected cost", xlim=(0, 1), ylim=(0, 0.55))
    axes.grid(color="#e3e3e3", linewidth=0.6)
    legend(axes)


def _trade_off(curve: TradeOff, axes: Any, style: dict[str, Any]) -> None:
    axes.plot(curve.x, curve.y, **style)
    axes.set(xlabel=curve.x_name, ylabel=curve.y_name)
    axes.grid(color="#e3e3e3", linewidth=0.6)
    legend(axes)


_DRAWERS: dict[type, Any] = {
    RocCurve: _roc,
    Hull: _hull,
    RocPoints: _points,
    AverageRoc: _average,
    RocBand: _band,
    PrecisionRecallCurve: _precision_recall,
    CalibrationCurve: _calibration,
    CostByThreshold: _cost_by_threshold,
    CostCurve: _cost_curve,
    TradeOff: _trade_off,
}
