"""Findings as pictures of matplotlib: which there are, and what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from probative.errors import BadParameter, UnknownModel, nearest
from probative.findings import Context, Findings, Verdict
from probative.findings.weak_slices import WeakSlices
from probative.pictures import draw, draw_panels
from probative.pictures.words import clipped
from probative.report.charts.kind import Data, Options, ranked, series_of
from probative.report.charts.kinds import kinds
from probative.report.charts.rows import POOLED
from probative.report.charts.weak_slices import slices_chart


def drawable(findings: Findings) -> list[str]:
    """The kinds of pictures that these findings have the values for.

    >>> import probative as pv
    >>> drawable(pv.evaluate(truth=[1.0, 2.5, 4.0], predicted=[1.5, 2.0, 4.5]))
    ['measures', 'within', 'predicted', 'residuals', 'quantiles']
    """
    return [name for name, kind in kinds().items() if kind.gather(findings, Options()) is not None]


def picture_data(
    findings: Findings,
    kind: str | None = None,
    *,
    measure: str | None = None,
    models: Sequence[str] | str | None = None,
    hull: bool = False,
) -> Data:
    """The values that a picture shows, ready for JSON.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], scores=[0.9, 0.2, 0.6, 0.7])
    >>> picture_data(found, "measures", measure="auc")["models"]["model"]["value"]
    0.75
    """
    there = drawable(findings)
    name = _usual(there) if kind is None else str(kind).strip().lower().replace("_", "-")
    if name not in there:
        what = "have nothing to draw" if kind is None else f"have no picture {kind!r}"
        remedy = f"one of those there are: {', '.join(there)}" if there else "an evaluation of models has pictures"
        near = nearest(name, there) if kind is not None else None
        raise BadParameter(f"these findings {what}.", remedy=f"{near} {remedy}" if near else remedy)
    picture = kinds()[name]
    for option, given in (("measure", measure is not None), ("hull", hull)):
        if given and option not in picture.options:
            able = ", ".join(kind for kind, other in kinds().items() if option in other.options)
            raise BadParameter(
                f"a picture of kind {name!r} has no {option} to choose.", remedy=f"{option} is for {able}"
            )
    data = picture.gather(_only(findings, models), Options(measure, hull))
    if data is None:
        raise BadParameter(f"the chosen models have no picture {name!r}.", remedy="leave models (--model) out")
    if picture.single and len(data["models"]) > 1:
        raise BadParameter(
            f"a picture of kind {name!r} shows one model.",
            found=", ".join(data["models"]),
            remedy=f"models={next(iter(data['models']))!r} (--model)",
        )
    return {"picture": name, **data}


def draw_findings(
    findings: Findings, kind: str | None = None, ax: Any = None, style: Mapping[str, Any] | None = None, **wanted: Any
) -> Any:
    """Draw a picture of the findings on the axes given, or on new ones, and return the axes.

    What may be wanted is what `picture_data` takes; the style goes to matplotlib.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], scores=[0.9, 0.2, 0.6, 0.7])
    >>> draw_findings(found, "roc").get_xlabel()
    'False positive rate'
    """
    data = picture_data(findings, kind, **wanted)
    # The look of a model is its own, whoever else is drawn.
    series = series_of(findings, *data.get("models", ()))
    return draw(kinds()[data["picture"]].describe(data, series), ax, below=True, **(style or {}))


def draw_findings_panels(findings: Findings, kind: str | None = None, **wanted: Any) -> list[Any]:
    """A picture of each model in a panel of its own, all in one figure; returns their axes.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], scores={"A": [0.9, 0.2, 0.6, 0.7], "B": [0.1, 0.2, 0.3, 0.4]})
    >>> [axes.get_title().splitlines() for axes in draw_findings_panels(found, "roc")]
    [['A', 'AUC 0.75 [0.04, 0.99]'], ['B', 'AUC 0.25 [0.01, 0.96]']]
    """
    data = picture_data(findings, kind, **wanted)
    series = series_of(findings, *data.get("models", ()))
    charts = []
    for name in data["models"]:
        alone = data | {"models": {name: data["models"][name]}}
        chart = kinds()[data["picture"]].describe(alone, series)
        detail = next((shape.detail for shape in chart.every_shape() if shape.name == name), "")
        pooled = POOLED if POOLED in chart.heading else ""
        charts.append(replace(chart, caption="\n".join(filter(None, (clipped(name), detail, pooled)))))
    return draw_panels(charts, legends=False)


def draw_verdict(
    verdict: Verdict, kind: str | None = None, ax: Any = None, style: Mapping[str, Any] | None = None
) -> Any:
    """Draw the pairs of a verdict: "differences", or "rope" where it has posteriors.

    >>> import probative as pv
    >>> y = [1, 0] * 20
    >>> verdict = pv.compare(truth=y, predicted={"A": y, "B": [1, 0, 0, 1] * 10}, measure="accuracy")
    >>> draw_verdict(verdict).get_xlabel()
    'difference of accuracy, points'
    """
    asked = any(contest.posterior for contest in verdict.contests)
    name = ("rope" if asked else "differences") if kind is None else kind
    held = Findings("comparison", 0, verdict.level, {}, comparisons=verdict.contests, about=Context(verdict=verdict))
    return draw_findings(held, name, ax, style)


def draw_weak_slices(found: WeakSlices, ax: Any = None, style: Mapping[str, Any] | None = None) -> Any:
    """Draw how much worse slices are than the rest."""
    if not found.slices:
        raise BadParameter("there is no slice to draw.", found=found.summary)
    return draw(slices_chart(found), ax, below=True, **(style or {}))


def _usual(there: list[str]) -> str:
    return next((kind for kind in ("roc", "measures", *there) if kind in there), "")


def _only(findings: Findings, models: Sequence[str] | str | None) -> Findings:
    """The findings about some models, in the order asked for; unasked all but the baseline of a run, the best first."""
    if models is None:
        order = [name for name in ranked(findings) if name in findings.rivals]
        return replace(findings, models={name: findings.models[name] for name in order})
    wanted = [models] if isinstance(models, str) else list(dict.fromkeys(models))
    for name in wanted:
        if name not in findings.models:
            near = nearest(name, findings.models)
            raise UnknownModel(f"there is no model {name!r}.", found=", ".join(findings.models), remedy=near)
    about = findings.about
    return replace(
        findings,
        models={name: findings.models[name] for name in wanted},
        comparisons=tuple(c for c in findings.comparisons if c.a in wanted and c.b in wanted),
        about=replace(
            about,
            permutation={name: test for name, test in about.permutation.items() if name in wanted},
            fit_seconds={name: taken for name, taken in about.fit_seconds.items() if name in wanted},
        ),
    )
