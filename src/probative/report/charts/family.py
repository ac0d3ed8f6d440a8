"""A measure against a parameter: models of one kind that differ in one number."""

from __future__ import annotations

import re

from probative.findings import Findings
from probative.findings.text import percent
from probative.pictures import Axis, Chart, Intervals, Line, Shape
from probative.report.charts.kind import Data, Options, Series, chart, chosen_measure
from probative.report.charts.values import numbers, stored_estimate

NAMED = re.compile(r"^(?P<learner>[^(]+)\((?P<inside>.*)\)$")
NUMBER = re.compile(r"(\w+)\s*=\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)(?=\s*[,)]|\s*$)")


def _gather(findings: Findings, options: Options) -> Data | None:
    """By learner, the values of one measure along the parameter in which its models differ."""
    measures = [name for model in findings.models.values() for name in model.measures]
    if not measures:
        return None
    families = _families(list(findings.models))
    measure = chosen_measure(options.measure, measures) if families else ""
    found = {}
    for (learner, parameter), steps in families.items():
        estimates = [stored_estimate(findings.models[name], measure) for name in steps]
        found[f"{learner}, {parameter}"] = {
            "parameter": parameter,
            "at": list(steps.values()),
            "models": list(steps),
            "values": estimates,
        }
    return {"measure": measure, "level": findings.level, "models": found} if found else None


@chart("family", place=55, gather=_gather, options=("measure",), most=4)
def family(data: Data, series: Series) -> Chart:
    """A measure with its intervals against the parameter in which models of one kind differ."""
    drawn: list[Shape] = []
    ends, names, at, level = [], [], [], percent(data["level"])
    for name, one in data["models"].items():
        x = numbers(one["at"])
        low, value, high = (numbers([found[part] for found in one["values"]]) for part in ("low", "value", "high"))
        drawn.append(Intervals(low, high, x, across=False, series=series[name]))
        drawn.append(Line(x, value, marked=True, series=series[name], name=name, detail=f"{level} intervals"))
        ends += [*low, *value, *high]
        names.append(one["parameter"])
        at += [*x]
    across = " / ".join(dict.fromkeys(names))
    title = f"{data['measure']} against {across}"
    return Chart(title, Axis.over(across, at), Axis.over(data["measure"], ends), tuple(drawn), title)


def _families(models: list[str]) -> dict[tuple[str, str], dict[str, float]]:
    """Models by learner and parameter, in the order of the parameter, where at least three differ in it alone.

    >>> _families(["knn(n_neighbors=5)", "knn(n_neighbors=1)", "knn(n_neighbors=3)", "tree"])
    {('knn', 'n_neighbors'): {'knn(n_neighbors=1)': 1.0, 'knn(n_neighbors=3)': 3.0, 'knn(n_neighbors=5)': 5.0}}
    """
    found: dict[tuple[str, str], dict[str, float]] = {}
    for name in models:
        if (parts := NAMED.match(name.strip())) is None:
            continue
        for parameter, value in NUMBER.findall(parts["inside"]):
            rest = re.sub(rf"\b{parameter}\s*=\s*{re.escape(value)}", "", parts["inside"]).strip(", ")
            learner = f"{parts['learner']}({rest})" if rest else parts["learner"]
            found.setdefault((learner, parameter), {})[name] = float(value)
    kept = {key: one for key, one in found.items() if len(set(one.values())) > 2}
    return {key: dict(sorted(one.items(), key=lambda pair: pair[1])) for key, one in kept.items()}
