"""Strips: the models under one another, the ranking on the left, the cost on the right."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from probative.answers.which import Standing, without_inputs
from probative.answers.words import decimals, thousands, titled
from probative.decisions.costs import COST
from probative.findings import Findings
from probative.findings.contest import in_units
from probative.findings.text import number, plus
from probative.inference import Estimate
from probative.measurement import find
from probative.pictures.words import clipped
from probative.predictions.resampled import Resampled
from probative.report.charts.folds import fold_values
from probative.report.charts.kind import ranked, series_of
from probative.report.sections.strip import BRACKET, TOP, Strip, drawn

MOST = 12
"""Models that have a strip; the others are in the tables."""


def strips(findings: Findings) -> str:
    """The ranking on the left, the cost on the right, where there are any."""
    if not findings.models:
        return ""
    series, standing = series_of(findings), Standing.of(findings)
    order = [name for name in ranked(findings) if name != findings.about.baseline or len(findings.models) == 1][:MOST]
    ranking = _ranking(findings, standing, order)
    second = _gaps(findings, standing) if standing and ranking and ranking.folds else _costs(findings, order)
    made = [strip for strip in (ranking, second) if strip is not None]
    if not made:
        return ""
    level = set() if standing is None else _not_told(standing)
    # Strips stand side by side: their rows begin at one height.
    top = TOP + BRACKET * any(strip.bracketed for strip in made)
    made_of = "".join(drawn(strip, series, order, level, top, first=not i) for i, strip in enumerate(made))
    return f'<div class="strips">{made_of}</div>'


def _not_told(standing: Standing) -> set[str]:
    """The leader and all that cannot be told from it, where some can."""
    # Costs are compared at one cut, and drawn at each model's cheapest: these are other numbers.
    if len(standing.others) < 2 or not standing.contests or standing.measure == COST:
        return set()
    return {standing.leader, *(name for name in standing.others if name not in standing.beaten())}


def _ranking(findings: Findings, standing: Standing | None, order: list[str]) -> Strip | None:
    if standing is None:
        return None
    measure = standing.measure
    if measure == "expected_cost":
        there = [name for name in ("auc", "accuracy") if all(name in findings.models[m].measures for m in order)]
        if not there:
            return None
        measure = there[0]
    values = {name: findings.models[name].led(measure) for name in order if measure in findings.models[name].measures}
    values = {name: value for name, value in values.items() if value.defined}
    if not values:
        return None
    trivial = findings.models[next(iter(values))].baseline.get(measure)
    known = isinstance(trivial, int | float) and isfinite(trivial)
    beside: dict[str, str] = {}
    bracket = ""
    if measure == standing.measure and standing.contests:
        if len(values) == 2:
            bracket = standing.ahead(standing.others[0]).split(" (")[0]
        else:
            beside = {
                name: f"behind by {standing.ahead(name)}" for name in standing.others if name in standing.contests
            }
    rule = without_inputs(findings, measure) if known else ""
    folds = _folds(findings, measure, values)
    if folds:
        beside = {}
    title = titled(measure)
    return Strip(
        f"Ranking: {title}" if find(measure).order_only else title[:1].upper() + title[1:],
        find(measure).better,
        values,
        {name: decimals(measure, value) for name, value in values.items()},
        float(trivial or 0.0) if known else None,
        rule,
        beside,
        bracket,
        folds=folds,
        below={name: _below(findings.models[name].resampling[measure], measure) for name in folds},
    )


def _folds(findings: Findings, measure: str, names: Iterable[str]) -> dict[str, list[float]]:
    """The defined values of single folds, of models whose value is their mean."""
    found = {}
    for name in names:
        told = findings.models[name].resampling.get(measure)
        if told is not None and len(told.folds) > 1 and told.fold_mean.defined:
            found[name] = [float(value) for value in told.folds if isfinite(value)]
    return found


def _below(told: Resampled, measure: str) -> str:
    """How many folds reach the best value that there is, which one mark hides."""
    best = find(measure).high if find(measure).better == "higher" else find(measure).low
    there = sum(1 for value in told.folds if value == best)
    return f"{there} of {len(told.folds)} at {best:g}" if there else ""


def _gaps(findings: Findings, standing: Standing) -> Strip | None:
    """The leader's differences from the others: by the test, and fold by fold."""
    measure, leader = standing.measure, standing.leader
    scale, unit = in_units(measure)
    whole = _by_fold(findings, measure, leader)
    values, told, folds, below = {}, {}, {}, {}
    for name in standing.others[: MOST - 1]:
        contest = standing.contests.get(name)
        if contest is None or contest.unit != "value" or not contest.difference.defined:
            continue
        sign = scale if contest.a == leader else -scale
        low, high = sorted((sign * contest.difference.low, sign * contest.difference.high))
        values[name] = found = Estimate(sign * contest.difference.value, low, high)
        digits = 1 if scale == 100 else found.digits()
        value, *ends = (number(part, digits) for part in (found.value, low, high))
        told[name] = (plus(value), ends[0], ends[1])
        others = _by_fold(findings, measure, name)
        gaps = [scale * (whole[key] - others[key]) for key in whole if key in others]
        ahead = sum(1 for gap in gaps if (gap > 0) == (standing.better == "higher") and gap)
        folds[name] = gaps
        apart = "told apart" if contest.winner else "not told apart"
        below[name] = f"{apart}; ahead in {ahead} of {len(gaps)}"
    if not values:
        return None
    title = f"{clipped(leader, 14)} − model, {(unit.strip() or titled(measure))}, fold by fold"
    return Strip(title, "neither", values, told, role="lead", folds=folds, below=below, zero=True)


def _by_fold(findings: Findings, measure: str, name: str) -> dict[tuple[int, int], float]:
    found = findings.models[name].resampling.get(measure)
    return {} if found is None else fold_values(found.to_dict())


def _costs(findings: Findings, order: list[str]) -> Strip | None:
    best = {name: findings.models[name].decisions.cheapest for name in order}
    known = {name: cut for name, cut in best.items() if cut is not None}
    if not known:
        return None
    first = next(iter(known.values()))
    rule = min(first.trivial, key=first.trivial.__getitem__)
    values = {name: _scaled(cut.cost) for name, cut in known.items()}
    unit = "false alarms" if findings.about.costs is None or findings.about.costs.fp == 1 else "units of cost"
    told: dict[str, tuple[str, str, str]] = {}
    for name, cut in known.items():
        value, low, high = thousands(cut.cost.value, cut.cost.low, cut.cost.high)
        told[name] = value, low, high
    words = {"all positive": "call everyone", "all negative": "call nobody"}[rule]
    return Strip(
        f"Cost of 1,000 rows, in {unit}", "lower", values, told, 1000 * first.trivial[rule], words, role="cost"
    )


def _scaled(found: Estimate) -> Estimate:
    return Estimate(1000 * found.value, 1000 * found.low, 1000 * found.high)
