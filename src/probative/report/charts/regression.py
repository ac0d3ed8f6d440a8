"""Errors of a regression: predicted against actual, residuals against predicted, and normal quantiles."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

import numpy as np

from probative.curves.planes import finite_ends
from probative.evidence.arrays import Floats
from probative.findings import Findings
from probative.pictures import Axis, Band, Chart, Dots, Guide, Line, Shape
from probative.pictures.axis import WIDTH
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.values import numbers


def _gather(findings: Findings, _: Options) -> Data | None:
    """The sampled rows and the quantiles of all residuals, by model."""
    found = {name: model.curves["errors"] for name, model in findings.models.items() if model.curves.get("errors")}
    return {"models": found} if found else None


@chart("predicted", place=110, gather=_gather, section="errors", most=1)
def predicted(data: Data, series: Series) -> Chart:
    """Predicted against actual values; on the line a prediction is right."""
    found = {name: _rows(model) for name, model in data["models"].items()}
    # One range for both axes, so that the identity is the diagonal.
    across = Axis.over("Actual", [end for rows in found.values() for end in finite_ends(np.array(rows))], width=WIDTH)
    dots = _dots(data, series, {name: (actual, said) for name, (actual, said) in found.items()})
    line = Guide([across.low, across.high], [across.low, across.high])
    up, notes = replace(across, name="Predicted"), (f"{_sample(data)} Dotted: predicted = actual.",)
    shapes, title = (line, *dots) if dots else (), _title("Predicted against actual", data)
    return Chart(title, across, up, shapes, "Predicted against actual", notes=notes, square=True)


@chart("residuals", place=120, gather=_gather, section="errors", most=1)
def residuals(data: Data, series: Series) -> Chart:
    """Actual minus predicted against predicted values, with the middle 80 % of all rows as a band."""
    found = {name: _rows(model) for name, model in data["models"].items()}
    bands = {name: _bands(model) for name, model in data["models"].items()}
    places = [said for _, said in found.values()] + [band[0] for band in bands.values() if band]
    heights = [actual - said for actual, said in found.values()]
    heights += [line for band in bands.values() if band for line in (band[1], band[3])]
    x = Axis.over("Predicted", [end for place in places for end in finite_ends(place)], width=WIDTH)
    y = Axis.over("Actual − predicted", [end for height in heights for end in finite_ends(height)], include=[0])
    dots = _dots(data, series, {name: (said, actual - said) for name, (actual, said) in found.items()})
    drawn: list[Shape] = [Guide([x.low, x.high], [0, 0])]
    drawn += [Band(band[0], band[1], band[3], series=series[name]) for name, band in bands.items() if band]
    drawn += dots
    # Not dashed: a line among dots is hard to see.
    medians = ((name, band) for name, band in bands.items() if band)
    drawn += [Line(band[0], band[2], dashed=False, series=series[name], role="median") for name, band in medians]
    notes = [f"{_sample(data)} Dotted: no error."]
    for name, band in bands.items():
        notes += [_band_words(data["models"][name].get("n"), len(band[0]))] if band else []
    return Chart(
        _title("Residuals against predicted", data),
        x,
        y,
        tuple(drawn) if dots else (),
        caption="Residuals against predicted",
        heading="band and line: 10, 50 and 90 % quantiles of all rows",
        notes=tuple(dict.fromkeys(notes)),
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


def _bands(model: Data) -> tuple[Floats, Floats, Floats, Floats] | None:
    """Centres of the bins, and three quantiles of the residuals there; None where they do not fit together."""
    levels, centres = model.get("bands") or {}, numbers(model.get("centres"))
    low, middle, high = (numbers(levels.get(level)) for level in ("0.1", "0.5", "0.9"))
    whole = len(low) == len(middle) == len(high) == len(centres) > 0
    return (centres, low, middle, high) if whole else None


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


def _band_words(n: float | None, bins: int) -> str:
    of_all = f" of all {n:,} rows" if isinstance(n, int | float) else ""
    return (
        f"Band and line: 10 % to 90 % quantiles and median of the residuals{of_all}, in {bins} bins of equally "
        "many rows by prediction. The band shows where residuals lie; it is no interval of uncertainty."
    )


def _title(words: str, data: Data) -> str:
    return f"{words}: {', '.join(data['models'])}"
