"""Errors of a regression: actual against predicted on equal axes, residuals against predicted, and normal quantiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite

import numpy as np

from probative.curves.planes import finite_ends
from probative.evidence.arrays import Floats
from probative.findings import Findings
from probative.findings.text import percent
from probative.pictures import Axis, Band, Chart, Cloud, Dots, Guide, Intervals, Line, Marks, Shape
from probative.pictures.axis import WIDTH
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.values import brief, known, numbers
from probative.report.tolerance import opening

FAR, AIR = 0.01, 1.0
"""Rows beyond this share at either end, by this part of the span between, lie at the edge of the frame."""


def _gather(findings: Findings, _: Options) -> Data | None:
    """The sampled rows and the quantiles of all residuals, by model; ends of the axes that all models share."""
    found = {name: model.curves["errors"] for name, model in findings.models.items() if model.curves.get("errors")}
    if not found:
        return None
    rows = [_rows(model) for model in found.values()]
    ends = {
        "values": _ends(part for pair in rows for part in pair),
        "predictions": _ends(said for _, said in rows),
        "residuals": _ends(actual - said for actual, said in rows),
    }
    return {"models": found, "ends": ends, "level": findings.level, "within": opening(findings)}


def _ends(parts: Iterable[Floats]) -> list[float]:
    """The ends of the bulk: a row far off would press all others into one point."""
    values = np.concatenate([part[np.isfinite(part)] for part in parts] or [np.empty(0)])
    if not len(values):
        return []
    low, high = np.quantile(values, [FAR, 1 - FAR])
    air = AIR * (high - low)
    inside = values[(values >= low - air) & (values <= high + air)] if air > 0 else values
    return finite_ends(inside)


def _beyond(x: Floats, y: Floats, across: Axis, up: Axis) -> str:
    """How many rows have no place in the frame."""
    far = int(((x < across.low) | (x > across.high) | (y < up.low) | (y > up.high)).sum())
    return f" {far:,} {'rows' if far > 1 else 'row'} beyond the frame at its edge." if far else ""


def _within_frame(values: Floats, axis: Axis) -> Floats:
    return np.clip(values, axis.low, axis.high)


@chart("predicted", place=110, gather=_gather, section="errors", most=1)
def predicted(data: Data, series: Series) -> Chart:
    """Actual against predicted values; on the line a prediction is right, filled within the tolerance."""
    found = {name: _rows(model) for name, model in data["models"].items()}
    # One range for both axes and all models: the identity is the diagonal, and pictures can be compared.
    across = Axis.over("predicted", data["ends"]["values"], width=WIDTH)
    low, high = across.low, across.high
    far = "".join(_beyond(said, actual, across, across) for actual, said in found.values())
    within = known(data["within"])
    drawn: list[Shape] = []
    if isfinite(within) and len(found) == 1:
        drawn.append(diagonal_band(low, high, within, series[next(iter(found))]))
    drawn.append(Line([low, high], [low, high], role="zero"))
    places = {
        name: (_within_frame(said, across), _within_frame(actual, across), np.abs(actual - said))
        for name, (actual, said) in found.items()
    }
    drawn += _clouds(data, series, places)
    words = f"Filled: within ±{brief(within)}. " if isfinite(within) else ""
    notes = (f"{_sample(data)}{far} {words}On the line: predicted = actual.".strip(),)
    shapes = tuple(drawn) if any(len(actual) for actual, _ in found.values()) else ()
    title = _title("Actual against predicted", data)
    return Chart(
        title, across, replace(across, name="actual"), shapes, "Actual against predicted", notes=notes, square=True
    )


def diagonal_band(low: float, high: float, within: float, series: int) -> Band:
    """What lies within a tolerance of the diagonal of a square."""
    x = (
        [low, low + within, high - within, high]
        if 2 * within <= high - low
        else [low, high - within, low + within, high]
    )
    down, up = ([min(max(at + side * within, low), high) for at in x] for side in (-1, 1))
    return Band(x, down, up, series=series, data={"tolerance": "diagonal"})


@chart("residuals", place=120, gather=_gather, section="errors", most=1)
def residuals(data: Data, series: Series) -> Chart:
    """Actual minus predicted against predicted values, with the means of eight groups of equally many rows."""
    found = {name: _rows(model) for name, model in data["models"].items()}
    x = Axis.over("predicted", data["ends"]["predictions"], width=WIDTH)
    y = Axis.over("actual − predicted", data["ends"]["residuals"], include=[0])
    within = known(data["within"])
    drawn: list[Shape] = []
    if isfinite(within) and len(found) == 1:
        look = series[next(iter(found))]
        edges = [max(-within, y.low)] * 2, [min(within, y.high)] * 2
        drawn.append(Band([x.low, x.high], *edges, series=look, data={"tolerance": "level"}))
    drawn.append(Line([x.low, x.high], [0, 0], role="zero"))
    spots = {name: (_within_frame(said, x), _within_frame(actual - said, y)) for name, (actual, said) in found.items()}
    drawn += _dots(data, series, spots)
    for name, model in data["models"].items():
        at, mean, low, high = (
            _within_frame(numbers((model.get("eighths") or {}).get(part)), axis)
            for part, axis in (("at", x), ("mean", y), ("low", y), ("high", y))
        )
        drawn.append(Marks(at, mean, series=series[name], hint="mean of an eighth of the rows"))
        drawn.append(Intervals(low, high, at, across=False, series=series[name], role="eighth"))
    far = "".join(_beyond(said, actual - said, x, y) for actual, said in found.values())
    notes = [f"{_sample(data)}{far} On the line: no error."]
    if any(model.get("eighths", {}).get("at") for model in data["models"].values()):
        notes.append(
            f"Marks and bars: mean of an eighth of all rows, by prediction, and {percent(data['level'])} interval; "
            "a trend in them would be bias."
        )
    return Chart(
        _title("Residuals against predicted", data),
        x,
        y,
        tuple(drawn) if any(len(actual) for actual, _ in found.values()) else (),
        caption="Residuals against predicted",
        heading="marks: means of eighths of the rows",
        notes=tuple(notes),
    )


@chart("quantiles", place=130, gather=_gather, section="errors", most=1)
def quantiles(data: Data, series: Series) -> Chart:
    """Quantiles of the standardised residuals against those of a normal distribution."""
    found = {
        name: (numbers(model.get("normal")), numbers(model.get("quantiles"))) for name, model in data["models"].items()
    }
    found = {name: pair for name, pair in found.items() if len(pair[0]) == len(pair[1]) and pair[1].any()}
    across = Axis.over("Normal quantile", [end for x, _ in found.values() for end in finite_ends(x)], width=WIDTH)
    ends = [end for _, y in found.values() for end in finite_ends(y)]
    # The identity must fit in, whatever the residuals do.
    up = Axis.over("Standardised residual", ends, include=[across.low, across.high])
    dots = [Dots(x, y, series=series[name], name=name) for name, (x, y) in found.items()]
    line = Guide([across.low, across.high], [across.low, across.high])
    count = max((len(y) for _, y in found.values()), default=0)
    words = (
        f"{count:,} quantiles of the residuals of all rows, less their mean, in standard deviations. Dotted: "
        "a normal distribution; ends that leave it are tails heavier or lighter than normal."
    )
    shapes = (line, *dots) if dots else ()
    title = _title("Normal quantiles of the residuals", data)
    return Chart(title, across, up, shapes, "Normal Q–Q", notes=(words,))


def _rows(model: Data) -> tuple[Floats, Floats]:
    """Actual and predicted values of the rows that can be drawn."""
    actual, said = numbers(model.get("actual")), numbers(model.get("predicted"))
    rows = min(len(actual), len(said))
    some = np.isfinite(actual[:rows]) & np.isfinite(said[:rows])
    return actual[:rows][some], said[:rows][some]


def _clouds(data: Data, series: Series, places: dict[str, tuple[Floats, Floats, Floats]]) -> list[Shape]:
    """The rows of each model: hollow beyond the tolerance, filled within it."""
    within, made = known(data["within"]), list[Shape]()
    for name, (x, y, errors) in places.items():
        if not len(x):
            continue
        inside = errors <= within if isfinite(within) else np.ones(len(x), bool)
        look, detail = series[name], _drawn(data["models"][name])
        made.append(Cloud(x[~inside], y[~inside], hollow=True, series=look, data={"spots": "beyond"}))
        made.append(Cloud(x[inside], y[inside], series=look, name=name, detail=detail, data={"spots": "within"}))
    return made


def _dots(data: Data, series: Series, places: dict[str, tuple[Floats, Floats]]) -> list[Dots]:
    models = data["models"]
    return [
        Dots(x, y, series=series[name], name=name, detail=_drawn(models[name]))
        for name, (x, y) in places.items()
        if len(x)
    ]


def _drawn(model: Data) -> str:
    """How many rows there are, and how many of them are drawn."""
    drawn, n = len(model.get("actual") or ()), model.get("n")
    return f"{drawn:,} rows" if not _more(n, drawn) else f"{drawn:,} of {n:,} rows, at random"


def _sample(data: Data) -> str:
    """How many rows are drawn, where the picture is of one model."""
    model = next(iter(data["models"].values()))
    drawn, n = len(model.get("actual") or ()), model.get("n")
    if len(data["models"]) > 1:
        return ""
    return f"All {drawn:,} rows." if not _more(n, drawn) else f"{drawn:,} of {n:,} rows drawn at random."


def _more(n: float | None, drawn: int) -> bool:
    return isinstance(n, int | float) and isfinite(n) and n > drawn


def _title(words: str, data: Data) -> str:
    return f"{words}: {', '.join(data['models'])}"
