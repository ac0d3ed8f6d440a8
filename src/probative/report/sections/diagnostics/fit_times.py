"""Times of training as bars."""

from __future__ import annotations

from collections import Counter
from math import isfinite

from probative.findings import Findings
from probative.report.drawing import Axis, Plot
from probative.report.drawing.plot import LETTER
from probative.report.sections.diagnostics.parts import brief, card, columns, fitting, known
from probative.report.words import label, short

MOST, WIDTH, ROW = 8, 210, 30


def fit_time_cards(findings: Findings) -> list[str]:
    """Seconds of training by model, with how many trainings failed; some models in each card."""
    seconds = findings.about.fit_seconds
    order = list(findings.models)
    rows = [(order.index(name) if name in order else len(order), name, known(s)) for name, s in seconds.items()]
    rows = sorted((row for row in rows if isfinite(row[2])), key=lambda row: row[0])
    failed = Counter(fit.model for fit in findings.about.failed)
    groups = [rows[start : start + MOST] for start in range(0, len(rows), MOST)]
    return [_bars(group, failed) for group in groups]


def _bars(rows: list[tuple[int, str, float]], failed: Counter[str]) -> str:
    words = [label(name, 16) for _, name, _ in rows]
    # From top to bottom, but the axis runs upwards.
    y = Axis.choices("", reversed(words))
    # The numbers stand behind their bars, within the frame.
    x = fitting("Seconds of training", [1.4 * max(s for _, _, s in rows) or 1.0], include=[0], width=WIDTH)
    plot = Plot("Training times", x, y, width=WIDTH, height=ROW * len(rows))
    # The frame counts letters; wide ones need twice the room, and escaped ones less than their spelling.
    plot.left = round(10 + LETTER * max(columns(word) for word in words))
    for place, (series, _, seconds) in enumerate(reversed(rows)):
        plot.bar(0, seconds, place - 0.32, place + 0.32, series)
        plot.add(f'<text x="{plot.x(seconds) + 5:g}" y="{plot.y(place) + 4:g}">{brief(seconds, 3)} s</text>')
    below = [
        "All trainings of a model together, as measured while the run was made: other work on the same machine, and "
        "trainings side by side, make them longer.",
        _failures(rows, failed),
    ]
    return card("Training times", plot, below=below)


def _failures(rows: list[tuple[int, str, float]], failed: Counter[str]) -> str:
    wrong = [f"{short(name)} {failed[name]:,}" for _, name, _ in rows if failed[name]]
    return f"Trainings that failed: {', '.join(wrong)}." if wrong else "No training failed."
