"""Pairing fold by fold: two runs of one plan on the same data, from the values saved with their findings."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from probative.comparison import Verdict, compare
from probative.comparison.runs import called
from probative.errors import ProbativeError
from probative.findings import Findings
from probative.inference import Estimate
from probative.inference.estimate import number_from_json
from probative.measurement import find
from probative.resampling import Given, plan

Folds = dict[tuple[int, int], float]
"""A value by repeat and fold."""


def why_not_by_fold(a: Findings, b: Findings) -> list[str]:
    """What keeps the folds of two runs from being known to be the same; nothing if they are."""
    obstacles = []
    for side, found in (("A", a), ("B", b)):
        if not any(_folds_of(model.resampling) for model in found.models.values()):
            obstacles.append(f"{side} holds no values of two folds or more.")
    for key, words in (("plan", "plans"), ("plan_seed", "seeds of the plans"), ("data", "fingerprints of the data")):
        mine, other = a.about.get(key), b.about.get(key)
        if mine is None or other is None:
            obstacles.append(f"the {words} are not both known.")
        elif mine != other:
            obstacles.append(f"the {words} differ: {mine} in A, {other} in B.")
    if obstacles:
        return obstacles
    # A plan object brings its own seed, which only the description tells.
    mine, other = (_told(found.about.get("description")) for found in (a, b))
    if mine != other:
        return [f"the plans differ: {mine} in A, {other} in B."]
    if not _named(a.about["plan"]):
        return [f"the plan {a.about['plan']!r} was made elsewhere: its name does not say which rows a fold holds."]
    for tool in ("probative", "numpy"):
        first, second = (_software(found).get(tool) for found in (a, b))
        if first != second:
            return [f"{tool} {first} made A and {tool} {second} made B: equal seeds may have drawn other folds."]
    if share_tested(a) is None:
        return ["how many rows were trained on and tested cannot be told from the findings."]
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
            values = _values(first[measure]), _values(second[measure])
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
    """Test rows per training row: k folds say so; else it is what the intervals of fold means were made with."""
    scheme = found.about.get("scheme")
    scheme = scheme if isinstance(scheme, dict) else {}
    k = scheme.get("k")
    if scheme.get("kind") == "k-fold" and isinstance(k, int) and k > 1:
        return 1 / (k - 1)
    for model in found.models.values():
        for measure, folds in _folds_of(model.resampling).items():
            ratio = _from_interval(measure, folds)
            if ratio is not None:
                return ratio
    return None


def _from_interval(measure: str, folds: dict[str, Any]) -> float | None:
    """The ratio in Nadeau and Bengio's variance (1/J + ratio) S^2, from an end of the interval that was not cut."""
    from scipy.special import stdtrit

    mean = Estimate.from_dict(folds["fold_mean"])
    values = np.array([value for value in _values(folds).values() if isfinite(value)])
    if mean.method != "corrected-t" or len(values) < 2 or not values.var() > 0:
        return None
    try:
        known = find(measure)
    except ProbativeError:
        return None
    if mean.high < known.high:
        half = mean.high - mean.value
    elif mean.low > known.low:
        half = mean.value - mean.low
    else:
        return None
    error = half / float(stdtrit(len(values) - 1, 0.5 + mean.level / 2))
    ratio = error**2 / float(values.var(ddof=1)) - 1 / len(values)
    return ratio if isfinite(ratio) and ratio > 1e-6 else None


def _folds_of(resampling: Any) -> dict[str, dict[str, Any]]:
    """The measures that have values for two folds or more."""
    known = resampling if isinstance(resampling, dict) else {}
    return {measure: folds for measure, folds in known.items() if len(_values(folds)) > 1}


def _values(folds: dict[str, Any]) -> Folds:
    """Values by repeat and fold, without the undefined ones; none where the record is damaged."""
    try:
        places = zip(folds["repeat"], folds["fold"], folds["folds"], strict=True)
        found = {(int(repeat), int(fold)): number_from_json(value) for repeat, fold, value in places}
        whole = len(found) == len(folds["folds"])
    except (KeyError, TypeError, ValueError):
        return {}
    return {place: value for place, value in found.items() if value == value} if whole else {}


def _shaped(found: Findings, values: list[float], places: list[tuple[int, int]]) -> Any:
    """Five repeats of two folds as a table of their own, which has its own test; else a list."""
    k = (found.about.get("scheme") or {}).get("k")
    two_fold = k == 2 and places == [(repeat, fold) for repeat in range(5) for fold in range(2)]
    return np.array(values).reshape(5, 2) if two_fold else np.array(values)


def _told(description: Any) -> str:
    """A plan's description without the number of trainings, which depends on the number of models."""
    text = str(description)
    cut = max(text.rfind(": "), text.rfind("; "))
    return text if cut < 0 else text[:cut]


def _named(name: Any) -> bool:
    """Whether a plan's name and seed determine its splits."""
    try:
        made = plan(str(name))
    except ProbativeError:
        return False
    return not isinstance(made, Given) and made.name == name


def _software(found: Findings) -> dict[str, Any]:
    known = found.about.get("software")
    return known if isinstance(known, dict) else {}
