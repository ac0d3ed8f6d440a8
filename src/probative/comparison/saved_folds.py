"""Pairing fold by fold: two runs of one plan on the same data, from the values saved with their findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np

from probative.comparison import Verdict, compare
from probative.comparison.runs import called
from probative.errors import ProbativeError
from probative.findings import Findings
from probative.predictions.resampled import Resampled
from probative.resampling import Given, plan

Folds = dict[tuple[int, int], float]
"""A value by repeat and fold."""


def why_not_by_fold(a: Findings, b: Findings) -> list[str]:
    """What keeps the folds of two runs from being known to be the same; nothing if they are."""
    obstacles = []
    for side, found in (("A", a), ("B", b)):
        if not any(_folds_of(model.resampling) for model in found.models.values()):
            obstacles.append(f"{side} holds no values of two folds or more.")
    for words, mine, other in (
        ("plans", a.about.plan, b.about.plan),
        ("seeds of the plans", a.about.plan_seed, b.about.plan_seed),
        ("fingerprints of the data", a.about.data, b.about.data),
    ):
        if mine is None or other is None:
            obstacles.append(f"the {words} are not both known.")
        elif mine != other:
            obstacles.append(f"the {words} differ: {mine} in A, {other} in B.")
    if obstacles:
        return obstacles
    # A plan object brings its own seed, which only the description tells.
    mine, other = (_told(found.about.description) for found in (a, b))
    if mine != other:
        return [f"the plans differ: {mine} in A, {other} in B."]
    if not _named(a.about.plan):
        return [f"the plan {a.about.plan!r} was made elsewhere: its name does not say which rows a fold holds."]
    for tool in ("probative", "numpy"):
        first, second = (found.about.software.get(tool) for found in (a, b))
        if first != second:
            return [f"{tool} {first} made A and {tool} {second} made B: equal seeds may have drawn other folds."]
    if share_tested(a) is None:
        return ["how many rows were trained on and tested is not in the findings."]
    return []


def fold_verdicts(
    a: Findings, b: Findings, pairs: Sequence[tuple[str, str]]
) -> tuple[dict[tuple[str, str], dict[str, Verdict]], list[str]]:
    """The comparison of every pair by every measure that both have for two folds or more, and what was left out."""
    ratio = share_tested(a)
    assert ratio is not None
    made: dict[tuple[str, str], dict[str, Verdict]] = {}
    gaps: list[str] = []
    for names in pairs:
        first, second = (_folds_of(found.models[name].resampling) for found, name in zip((a, b), names, strict=True))
        title = " and ".join(called(name, side) for side, name in enumerate(names))
        verdicts = {}
        for measure in [name for name in first if name in second]:
            values = first[measure], second[measure]
            both = sorted(key for key in values[0] if key in values[1])
            left = len(values[0].keys() | values[1].keys()) - len(both)
            if len(both) < 2:
                continue
            if left:
                gaps.append(f"{measure} of {title}: {left} folds without a value of both left out")
            given = {
                called(name, side): _shaped(a, [values[side][key] for key in both], both)
                for side, name in enumerate(names)
            }
            try:
                verdicts[measure] = compare(
                    scores=given, of="folds", n_train=1.0, n_test=ratio, measure=measure, level=a.level
                )
            except ProbativeError as error:
                gaps.append(f"{measure} of {title}: {error.what}")
        if verdicts:
            made[names] = verdicts
        else:
            gaps.append(f"{title} have no measure in two folds of both")
    return made, gaps


def share_tested(found: Findings) -> float | None:
    """Test rows per training row, as stored; of older findings only k folds tell."""
    for model in found.models.values():
        for part in model.resampling.values():
            if isfinite(part.test_over_train):
                return part.test_over_train
    scheme = found.about.scheme
    if scheme is not None and scheme.kind == "k-fold" and scheme.k is not None and scheme.k > 1:
        return 1 / (scheme.k - 1)
    return None


def _folds_of(resampling: Mapping[str, Resampled]) -> dict[str, Folds]:
    """Values by repeat and fold, without the undefined ones, of the measures that have two or more."""
    known = {
        measure: {place: value for place, value in part.by_fold().items() if value == value}
        for measure, part in resampling.items()
    }
    return {measure: folds for measure, folds in known.items() if len(folds) > 1}


def _shaped(found: Findings, values: list[float], places: list[tuple[int, int]]) -> Any:
    """Five repeats of two folds as a table of their own, which has its own test; else a list."""
    scheme = found.about.scheme
    whole = places == [(repeat, fold) for repeat in range(5) for fold in range(2)]
    two_fold = whole and scheme is not None and scheme.k == 2
    return np.array(values).reshape(5, 2) if two_fold else np.array(values)


def _told(description: str | None) -> str:
    """A plan's description without the number of trainings, which depends on the number of models."""
    text = str(description)
    cut = max(text.rfind(": "), text.rfind("; "))
    return text if cut < 0 else text[:cut]


def _named(name: str | None) -> bool:
    """Whether a plan's name and seed determine its splits."""
    try:
        made = plan(str(name))
    except ProbativeError:
        return False
    return not isinstance(made, Given) and made.name == name
