"""Charts as plain SVG text, drawn from findings."""

from __future__ import annotations

import unicodedata
from html import escape

from probative.findings import Findings

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
"""Okabe and Ito's palette, told apart with every kind of colour vision; dashes differ as well."""
DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "1 2", "4 2 1 2")
_SIZE, _LEFT, _TOP = 300, 48, 10


def roc_chart(findings: Findings) -> str:
    """True against false positive rate, all models in one picture."""
    lines = {
        f"{name} (AUC {model.measures['auc'].value:.3f})": (model.roc["fpr"], model.roc["tpr"])
        for name, model in findings.models.items()
        if model.roc
    }
    return _chart("ROC curves", "False positive rate", "True positive rate", lines, diagonal=True)


def precision_recall_chart(findings: Findings) -> str:
    """Precision against recall, all models in one picture."""
    lines = {
        f"{name} (AP {model.measures['average_precision'].value:.3f})": (
            model.precision_recall["recall"],
            model.precision_recall["precision"],
        )
        for name, model in findings.models.items()
        if model.precision_recall
    }
    return _chart("Precision-recall curves", "Recall", "Precision", lines)


def _chart(
    title: str, x_name: str, y_name: str, lines: dict[str, tuple[list[float], list[float]]], *, diagonal: bool = False
) -> str:
    """A square from 0 to 1 with one line per entry and a legend below."""
    if not lines:
        return ""
    height = _TOP + _SIZE + 46 + 18 * len(lines)
    parts = [_axes(x_name, y_name)]
    if diagonal:
        parts.append(f'<path class="guide" d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}"/>')
    for i, (name, (xs, ys)) in enumerate(lines.items()):
        colour, dash = COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]
        points = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]
        path = "M" + "L".join(f"{_x(x)} {_y(y)}" for x, y in points)
        parts.append(f'<path class="line" stroke="{colour}" stroke-dasharray="{dash}" d="{path}"/>')
        y = _TOP + _SIZE + 52 + 18 * i
        parts.append(f'<path class="line" stroke="{colour}" stroke-dasharray="{dash}" d="M{_LEFT} {y - 4}h30"/>')
        parts.append(f'<text x="{_LEFT + 38}" y="{y}">{escape(_short(name), quote=True)}</text>')
    names = escape(f"{title}: {', '.join(lines)}", quote=True)
    return f'<svg viewBox="0 0 {_LEFT + _SIZE + 16} {height}" role="img" aria-label="{names}">{"".join(parts)}</svg>'


def _axes(x_name: str, y_name: str) -> str:
    parts = [f'<rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_SIZE}" height="{_SIZE}"/>']
    for step in range(6):
        at = step / 5
        parts.append(f'<path class="grid" d="M{_x(at)} {_y(0)}V{_y(1)}M{_x(0)} {_y(at)}H{_x(1)}"/>')
        parts.append(f'<text x="{_x(at)}" y="{_y(0) + 16}" text-anchor="middle">{at:g}</text>')
        parts.append(f'<text x="{_LEFT - 6}" y="{_y(at) + 4}" text-anchor="end">{at:g}</text>')
    middle = _TOP + _SIZE / 2
    parts.append(f'<text x="{_LEFT + _SIZE / 2}" y="{_y(0) + 34}" text-anchor="middle">{x_name}</text>')
    parts.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{y_name}</text>')
    return "".join(parts)


def _x(value: float) -> float:
    return round(_LEFT + value * _SIZE, 2)


def _y(value: float) -> float:
    return round(_TOP + (1 - value) * _SIZE, 2)


def _short(name: str) -> str:
    """A legend that fits; wide characters count double."""
    width = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in name)
    if width <= 40:
        return name
    keep = 17 if width <= len(name) else 8
    return name[:keep] + "…" + name[-(keep + 3) :]
