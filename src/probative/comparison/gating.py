"""The gate: may the candidate replace the baseline? Passed, failed, or not enough data to tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, isfinite, isnan, nan
from typing import Any, Literal
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from probative.comparison.choice import for_rows
from probative.comparison.held import SameRows
from probative.comparison.pairing import side_by_side
from probative.comparison.row_tests import default_measure, row_test, value_of
from probative.comparison.verdict import points
from probative.errors import BadParameter
from probative.evidence.labels import encode
from probative.findings.text import number
from probative.inference.estimate import json_number
from probative.inference.proportion import normal_quantile
from probative.measures import find
from probative.stats import TestResult
from probative.tally import Missing

Status = Literal["passed", "failed", "inconclusive"]
EXIT = {"passed": 0, "failed": 1, "inconclusive": 3}
POWER = 0.8


@dataclass(frozen=True, slots=True)
class Check:
    """One measure on one slice: how far the candidate is from the baseline, and what follows.

    `low` and `high` are one-sided limits of the change in the better direction (positive: improved): `low` at the
    gate's level, `high` at a level that allows for the number of checks.
    """

    measure: str
    slice: str
    status: Status
    baseline: float
    candidate: float
    change: float
    low: float
    high: float
    margin: float
    n: int
    needed: float
    test: str
    why: str = ""

    def sentence(self) -> str:
        """What the check found, in one sentence."""
        scale, unit = points(self.measure)
        where = f" for {self.slice}" if self.slice else ""
        if self.why:
            return f"{self.status}: {self.measure}{where}: {self.why}"
        change, low = (number(x * scale, 2) for x in (self.change, self.low))
        text = (
            f"{self.status}: {self.measure}{where} changed by {change}{unit} "
            f"(at least {low} with confidence; allowed is a loss of {number(self.margin * scale, 2)}; "
            f"{self.test}, n = {self.n:,})"
        )
        if self.status == "inconclusive" and isfinite(self.needed):
            text += f"; about {int(self.needed):,} rows would tell"
        return text


@dataclass(frozen=True, slots=True)
class Gate:
    """All checks of a gate; it passes only if every one of them does."""

    checks: tuple[Check, ...]
    level: float
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """Failed if a check failed, else inconclusive if one is, else passed."""
        found = {check.status for check in self.checks}
        return "failed" if "failed" in found else "inconclusive" if "inconclusive" in found else "passed"

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed, 3 inconclusive."""
        return EXIT[self.status]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        numbers = ("baseline", "candidate", "change", "low", "high", "margin", "needed")
        words = ("measure", "slice", "status", "n", "test", "why")
        checks = []
        for check in self.checks:
            plain: dict[str, Any] = {name: getattr(check, name) for name in words}
            checks.append(plain | {name: json_number(getattr(check, name)) for name in numbers})
        about = {"level": self.level, "checks": checks, "notes": list(self.notes)}
        return {"probative": 1, "kind": "gate", "status": self.status, **about}

    def markdown(self) -> str:
        """A summary for a pull request."""
        lines = [f"### Model gate: {self.status}", "", "| check | baseline | candidate | change | limit | margin | |"]
        lines.append("|---|---|---|---|---|---|---|")
        for c in self.checks:
            name = f"{c.measure} ({c.slice})" if c.slice else c.measure
            cells = [number(x, 4) for x in (c.baseline, c.candidate, c.change, c.low, c.margin)]
            more = f" (about {int(c.needed):,} rows would tell)" if isfinite(c.needed) else ""
            lines.append(f"| {name.replace('|', chr(92) + '|')} | {' | '.join(cells)} | {c.status}{more} |")
        return "\n".join([*lines, "", *(f"- {note}" for note in self.notes)]) + "\n"

    def junit(self) -> str:
        """JUnit XML: a test case per check; an inconclusive one is an error, not a failure."""
        failures = sum(c.status == "failed" for c in self.checks)
        errors = sum(c.status == "inconclusive" for c in self.checks)
        cases = []
        for c in self.checks:
            name = quoteattr(f"{c.measure} {c.slice}".strip())
            tag = {"failed": "failure", "inconclusive": "error"}.get(c.status)
            inside = f"<{tag} message={quoteattr(c.sentence())}/>" if tag else ""
            cases.append(f'<testcase classname="probative.gate" name={name}>{inside}</testcase>')
        head = f'<testsuite name="probative gate" tests="{len(self.checks)}" failures="{failures}" errors="{errors}">'
        notes = f"<system-out>{escape('; '.join(self.notes))}</system-out>"
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}{notes}</testsuite>\n'

    def __str__(self) -> str:
        return "\n".join([f"gate {self.status}", *(check.sentence() for check in self.checks), *self.notes])


def gate(
    baseline: Any,
    candidate: Any = None,
    *,
    measure: str | Sequence[str] | None = None,
    margin: float | Sequence[float] = 0.0,
    level: float = 0.95,
    by: str | Sequence[str] = (),
    truth: str | None = None,
    score: str | Sequence[str] | None = None,
    predicted: str | Sequence[str] | None = None,
    positive: Any = None,
    row: str | None = None,
    groups: str | None = None,
    threshold: float | None = None,
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
    held, slices = side_by_side(
        baseline,
        candidate,
        truth=truth,
        score=score,
        predicted=predicted,
        positive=positive,
        row=row,
        groups=groups,
        by=cuts,
        missing=missing,
    )
    parts = list(_parts(held, slices))
    count = len(parts) * len(wanted)
    checks = []
    for name, limit in zip(wanted, margins, strict=True):
        known = default_measure(held) if name is None else find(name).name
        checks += [_check(part, label, known, limit, level, count, threshold, random_state) for label, part in parts]
    notes = f"{count} checks: all must pass; failing is judged at a level corrected for their number"
    return Gate(tuple(checks), level, (notes,) if count > 1 else ())


def _margins(margin: float | Sequence[float], count: int) -> list[float]:
    given = [float(m) for m in (margin if isinstance(margin, Iterable) else [margin])]
    given = given * count if len(given) == 1 else given
    if len(given) != count or any(not m >= 0 for m in given):
        raise BadParameter("a margin is a number of at least 0, one for all measures or one for each.", found=margin)
    return given


def _parts(held: SameRows, slices: dict[str, Any]) -> Iterable[tuple[str, SameRows]]:
    """The whole, then every slice."""
    yield "", held
    for column, values in slices.items():
        labels, codes = encode(values, column)
        for code, label in enumerate(labels):
            yield f"{column} = {label}", held.only(np.flatnonzero(codes == code))


def _check(
    held: SameRows,
    label: str,
    measure: str,
    margin: float,
    level: float,
    count: int,
    threshold: float | None,
    seed: int,
) -> Check:
    """One measure on one part of the rows."""
    test = for_rows(held, measure).test
    better = find(measure).better
    if better == "neither":
        raise BadParameter(f"{measure} has no better direction to gate on.")
    sign = 1.0 if better == "higher" else -1.0
    values = [value_of(held, name, measure, threshold, {}) for name in held.models]

    def tested(one_sided: float) -> TestResult:
        how = {"level": 2 * one_sided - 1, "seed": seed, "threshold": threshold}
        return row_test(held, "candidate", "baseline", measure, test, **how)  # type: ignore[arg-type]

    result = tested(level)
    change = sign * result.effect
    low, _ = _better_limits(result, sign)
    _, high = _better_limits(tested(1 - (1 - level) / count), sign)
    status, why = _status(change, low, high, margin, values, result)
    needed = _needed(held.n, change, low, margin, level) if status == "inconclusive" else nan
    old, new = values
    return Check(measure, label, status, old, new, change, low, high, margin, held.n, needed, result.method, why)


def _better_limits(result: TestResult, sign: float) -> tuple[float, float]:
    """The interval of the change in the better direction."""
    if not isnan(result.effect) and not result.effect and isnan(result.low):
        # Models that never differ: nothing changed, and nothing can have.
        return 0.0, 0.0
    ends = sorted((sign * result.low, sign * result.high))
    return (nan, nan) if isnan(result.low) or isnan(result.high) else (ends[0], ends[1])


def _status(
    change: float, low: float, high: float, margin: float, values: list[float], result: TestResult
) -> tuple[Status, str]:
    if any(isnan(value) for value in values):
        return "inconclusive", "the measure is undefined for one of the models"
    if isnan(low) or isnan(high):
        return "inconclusive", "; ".join(result.notes) or "the difference has no interval"
    if low > -margin or (low == high == 0.0):
        return "passed", ""
    return ("failed", "") if high < -margin else ("inconclusive", "")


def _needed(n: int, change: float, low: float, margin: float, level: float) -> float:
    """Rows at which a true change of this size would be judged 4 times in 5, if the spread stays as it is."""
    room = abs(change + margin)
    error = (change - low) / normal_quantile(2 * level - 1)
    if not (room > 0 and error > 0 and isfinite(error)):
        return nan
    return float(ceil(n * ((normal_quantile(2 * level - 1) + normal_quantile(2 * POWER - 1)) * error / room) ** 2))
