"""One measure of all models: a mark and an interval in a row for each."""

from __future__ import annotations

from probative.answers.words import titled
from probative.findings import Findings
from probative.findings.text import percent
from probative.pictures import Axis, Chart, Guide, Intervals, Marks, Shape
from probative.report.charts.kind import Data, Options, Series, chart, chosen_measure
from probative.report.charts.values import direction, known, values_beside

WIDTH, ROW = 310, 30


def _gather(findings: Findings, options: Options) -> Data | None:
    """The estimates of one measure, and what the trivial rule reaches."""
    there = [name for model in findings.models.values() for name in model.measures]
    if not there:
        return None
    measure = chosen_measure(options.measure, there)
    rules = {(m.baseline.get("rule"), m.baseline.get(measure)) for m in findings.models.values()}
    rule, reached = rules.pop() if len(rules) == 1 else (None, None)
    return {
        "measure": measure,
        "better": direction(measure),
        "level": findings.level,
        "reference": None if reached is None else {"rule": rule, "value": reached},
        "models": {
            name: model.measures[measure].to_dict()
            for name, model in findings.models.items()
            if measure in model.measures
        },
    }


@chart("measures", place=50, gather=_gather, options=("measure",))
def measures(data: Data, series: Series) -> Chart:
    """A mark and an interval for each model; the numbers stand beside them."""
    rows = Axis.rows(list(data["models"]), beside=values_beside(data["measure"], data["models"].values()))
    drawn: list[Shape] = []
    ends: list[float] = []
    for row, (name, found) in enumerate(data["models"].items()):
        value, low, high = (known(found.get(part)) for part in ("value", "low", "high"))
        ends += [value, low, high]
        drawn.append(Intervals([low], [high], [row], series=series[name]))
        drawn.append(Marks([value], [row], series=series[name]))
    if reference := data["reference"]:
        at = known(reference["value"])
        words = f"{reference['rule']}: {at:.4g}"
        ends.append(at)
        drawn.append(Guide([at, at], [rows.low, rows.high], hint=words))
    better = "" if data["better"] == "neither" else f"{data['better']} is better; "
    words = f"{titled(data['measure'])} ({better}{percent(data['level'])} intervals)"
    x = Axis.around(words, ends, width=WIDTH)
    title = f"{titled(data['measure'])} of {len(data['models'])} models"
    return Chart(title, x, rows, tuple(drawn), width=WIDTH, height=ROW * len(data["models"]))
