"""The gate: may the candidate replace the baseline? Passed, failed, or not enough data to tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, isfinite, isnan, nan
from typing import Any

import numpy as np

from probative.comparison.choice import choose
from probative.comparison.comparing import by_fold
from probative.comparison.facts import row_facts
from probative.comparison.gate_result import Check, Gate, Status
from probative.comparison.taking import RowColumns
from probative.errors import BadInput, BadParameter
from probative.evidence.labels import encode
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.predictions import Predictions, read
from probative.predictions.guesses import Guesses
from probative.predictions.joining import joined
from probative.predictions.reading import listed
from probative.predictions.same_rows import SameRows
from probative.predictions.tally import Missing
from probative.predictions.target import Task
from probative.stats import TestResult

POWER = 0.8
NO_SPREAD = "the sample shows no spread of the difference, so nothing bounds it"


def gate(
    baseline: Any,
    candidate: Any = None,
    *,
    measure: str | Sequence[str] | None = None,
    margin: float | Sequence[float] = 0.0,
    level: float = 0.95,
    by: str | Sequence[str] = (),
    truth: str | None = None,
    scores: str | Sequence[str] | None = None,
    predicted: str | Sequence[str] | None = None,
    positive: Any = None,
    model: str | None = None,
    row: str | None = None,
    fold: str | None = None,
    repeat: str | None = None,
    groups: str | None = None,
    threshold: float | None = None,
    task: Task | None = None,
    missing: Missing = "error",
    random_state: int = 0,
) -> Gate:
    """Whether a candidate is worse than the baseline by no more than a margin, on the same rows.

    `baseline` and `candidate` are two tables (paths, dataframes, dicts) of the same rows, paired by `row` or by their
    order; or one table with two columns of scores or labels, the baseline's first. A check passes when the one-sided
    `level` limit of the change lies above -margin, fails when even the limit on the other side lies below it, and is
    inconclusive in between. All checks must pass, which needs no correction; failing is corrected for their number.

    >>> import probative as pv
    >>> y = [1] * 100 + [0] * 100
    >>> old, new = [1] * 90 + [0] * 110, [1] * 89 + [0] * 111
    >>> print(pv.gate({"y": y, "pred": old}, {"y": y, "pred": new}, truth="y", measure="accuracy", margin=0.05).status)
    passed
    """
    wanted = [measure] if isinstance(measure, str) else list(measure or [None])  # type: ignore[list-item]
    margins = _margins(margin, len(wanted))
    if not 0.5 < level < 1:
        raise BadParameter("a gate's level lies between 0.5 and 1.", found=level, remedy="0.95")
    cuts = [by] if isinstance(by, str) else list(by)
    words: dict[str, Any] = {"truth": truth, "positive": positive, "model": model, "task": task, "missing": missing}
    words |= {"row": row, "fold": fold, "repeat": repeat}
    said = _two(baseline, candidate, listed(scores), listed(predicted), groups, cuts, words).cut_at(threshold)
    if by_fold(said):
        raise BadParameter(
            "a gate judges rows that were each tested once.",
            found="predictions of several folds",
            remedy="compare the runs, or gate on one test set",
        )
    held = said.paired("baseline", "candidate")
    parts = list(_parts(held))
    count = len(parts) * len(wanted)
    how = _How(level, count, random_state)
    checks = []
    for name, limit in zip(wanted, margins, strict=True):
        known = said.default_measure() if name is None else find(name).name
        checks += [_check(part, label, known, limit, how) for label, part in parts]
    notes = f"{count} checks: all must pass; failing is judged at a level corrected for their number"
    return Gate(tuple(checks), level, (*held.cautions, *((notes,) if count > 1 else ())))


def _two(
    baseline: Any,
    candidate: Any,
    scores: list[str],
    predicted: list[str],
    groups: str | None,
    by: Sequence[str],
    words: dict[str, Any],
) -> Predictions:
    """Baseline and candidate as one table of the same rows, with the baseline's columns to slice and cluster by."""
    if candidate is None:
        both = read(baseline, scores=scores or None, predicted=predicted or None, groups=groups, by=by, **words)
        if len(both.spoke) != 2:
            raise BadInput(
                "one table must hold exactly two models, the baseline first.",
                found=", ".join(both.spoke),
                remedy="name two columns with scores= or predicted= (--score, --predicted)",
            )
        first, second = both.spoke
        if both.roles.model is not None:
            return joined(both, both, ({first: "baseline"}, {second: "candidate"}))
        named = {"baseline": both.by_model[first], "candidate": both.by_model[second]}
        return replace(both, by_model={title: replace(columns, name=title) for title, columns in named.items()})
    parts = []
    for i, data in enumerate((baseline, candidate)):
        mine: dict[str, Any] = {"scores": scores, "predicted": predicted}
        mine = {word: (given[i : i + 1] if len(given) > 1 else given) or None for word, given in mine.items()}
        part = read(data, **mine, groups=None if i else groups, by=() if i else by, **words)
        if len(part.spoke) != 1:
            raise BadInput(
                "each table must hold one model.",
                found=", ".join(part.spoke),
                remedy="name its column with scores= or predicted= (--score, --predicted)",
            )
        parts.append(part)
    return joined(parts[0], parts[1], ({parts[0].spoke[0]: "baseline"}, {parts[1].spoke[0]: "candidate"}))


def _margins(margin: float | Sequence[float], count: int) -> list[float]:
    several = isinstance(margin, Iterable) and not isinstance(margin, str)
    try:
        given = [float(m) for m in (margin if several else [margin])]  # type: ignore[union-attr,arg-type]
    except (TypeError, ValueError):
        given = []
    given = given * count if len(given) == 1 else given
    if len(given) != count or any(not 0 <= m < np.inf for m in given):
        raise BadParameter("a margin is a number of at least 0, one for all measures or one for each.", found=margin)
    return given


def _parts(held: SameRows) -> Iterable[tuple[str, SameRows]]:
    """The whole, then every slice."""
    yield "", held
    for column, values in held.slices.items():
        labels, codes = encode(values, column)
        for code, label in enumerate(labels):
            yield f"{column} = {label}", held.only(np.flatnonzero(codes == code))


@dataclass(frozen=True, slots=True)
class _How:
    """What all checks of a gate have in common."""

    level: float
    count: int
    seed: int

    @property
    def strict(self) -> float:
        """The one-sided level at which a check fails, corrected for the number of checks (Bonferroni)."""
        return self.level if self.count == 1 else 1 - (1 - self.level) / self.count


def _check(held: SameRows, label: str, measure: str, margin: float, how: _How) -> Check:
    """One measure on one part of the rows."""
    better = find(measure).better
    if better == "neither":
        raise BadParameter(f"{measure} has no better direction to gate on.")
    test = choose(row_facts(held, measure)).test
    if not test.interval:
        raise BadParameter(f"no interval is known for differences of {measure}.", remedy="another measure")
    sign = 1.0 if better == "higher" else -1.0
    guesses = Guesses.of(held, measure)
    old, new = (guesses.value(name, {}) for name in ("baseline", "candidate"))

    def tested(one_sided: float) -> TestResult:
        columns = RowColumns.of(held, measure, test, 2 * one_sided - 1, how.seed)
        return test.of_two(columns.two("candidate", "baseline"))

    result = tested(how.level)
    low, _ = _better_limits(result, sign)
    _, high = _better_limits(result if how.strict == how.level else tested(how.strict), sign)
    change, needed = 0.0 + sign * result.effect, nan
    status: Status = "passed"
    why = ""
    if isnan(old) or isnan(new):
        status, why = "inconclusive", "the measure is undefined for one of the models"
    elif guesses.same("candidate", "baseline"):
        # The candidate says what the baseline says: nothing changed, and nothing can have.
        change = low = high = 0.0
    else:
        status, why = _status(low, high, margin, result)
        needed = _needed(held.n, change, low, margin, how) if status == "inconclusive" else nan
    return Check(measure, label, status, old, new, change, low, high, margin, held.n, needed, result.method, why)


def _better_limits(result: TestResult, sign: float) -> tuple[float, float]:
    """The interval of the change in the better direction."""
    return (result.low, result.high) if sign > 0 else (0.0 - result.high, 0.0 - result.low)


def _status(low: float, high: float, margin: float, result: TestResult) -> tuple[Status, str]:
    if isnan(low) or isnan(high):
        return "inconclusive", NO_SPREAD if result.p == 1 else "; ".join(result.notes) or NO_SPREAD
    if low > -margin:
        return "passed", ""
    return ("failed", "") if high < -margin else ("inconclusive", "")


def _needed(n: int, change: float, low: float, margin: float, how: _How) -> float:
    """Rows at which a true change of this size would be judged 4 times in 5, if the spread stays as it is."""
    room = change + margin
    error = (change - low) / normal_quantile(2 * how.level - 1)
    if not (room and error > 0 and isfinite(error)):
        return nan
    reach = normal_quantile(2 * (how.level if room > 0 else how.strict) - 1) + normal_quantile(2 * POWER - 1)
    times = reach * error / room
    rows = n * times * times
    return float(ceil(rows)) if isfinite(rows) else nan
