"""How long the models took to train, as bars."""

from __future__ import annotations

from collections import Counter
from math import isfinite

from probative.findings import Findings
from probative.pictures import Axis, Bars, Chart, Shape, Words
from probative.pictures.words import named
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.values import brief, known

WIDTH, ROW = 210, 30


def _gather(findings: Findings, _: Options) -> Data | None:
    """Seconds of training, all folds together, for each model, and how many trainings failed."""
    seconds = findings.about.fit_seconds
    found = {name: taken for name, taken in seconds.items() if isfinite(known(taken))}
    failed = Counter(fit.model for fit in findings.about.failed)
    # Folds made elsewhere were trained there: nobody knows how long.
    return {"models": found, "failed": dict(failed)} if any(found.values()) else None


@chart("fit-times", place=100, gather=_gather, section="diagnostics")
def fit_times(data: Data, series: Series) -> Chart:
    """A bar for each model, with the seconds behind it."""
    order = sorted(data["models"], key=lambda name: series.get(name, len(series)))
    drawn: list[Shape] = []
    for row, name in enumerate(order):
        seconds = known(data["models"][name])
        drawn.append(Bars([0], [seconds], [row - 0.32], [row + 0.32], series=series.get(name, len(series))))
        drawn.append(Words(seconds, row, f"{brief(seconds, 3)} s", shift=(5, 4)))
    # The numbers stand behind their bars, within the frame.
    longest = 1.4 * max(known(data["models"][name]) for name in order) or 1.0
    x = Axis.over("Seconds of training", [longest], include=[0], width=WIDTH)
    failed = [f"{named(name)} {data['failed'][name]:,}" for name in order if data["failed"].get(name)]
    notes = (
        "All trainings of a model together, as measured while the run was made: other work on the same machine, and "
        "trainings side by side, make them longer.",
        f"Trainings that failed: {', '.join(failed)}." if failed else "No training failed.",
    )
    return Chart(
        "Training times",
        x,
        Axis.rows(order),
        tuple(drawn),
        caption="Training times",
        heading="all folds together",
        notes=notes,
        width=WIDTH,
        height=ROW * len(order),
    )
