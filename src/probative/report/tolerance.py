"""The tolerance of a regression's page: where it opens, and how many rows every model keeps within it."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from probative.curves.packing import unpack
from probative.curves.paired_cuts import Interval, PairedCells
from probative.curves.tolerances import Tolerances
from probative.findings import Findings
from probative.findings.text import number, plus
from probative.inference.proportion import wilson

HALF = "median_absolute_error"
ALONE = "no interval"


def opening(findings: Findings) -> float | None:
    """The tolerance nearest to the error that half of the first model's rows stay within; None without tolerances.

    >>> import probative as pv
    >>> opening(pv.evaluate(truth=[1.0, 2.5, 4.0, 6.0], predicted=[1.5, 2.0, 4.5, 6.5]))
    0.5
    """
    held = findings.tolerances
    if held is None:
        return None
    return float(held.at()[first_place(findings, held)])


def first_place(findings: Findings, held: Tolerances) -> int:
    """The place of that tolerance among all."""
    halves = [found.measures[HALF] for found in findings.models.values() if HALF in found.measures]
    best = min((half.value for half in halves if half.defined), default=nan)
    at = held.at()
    return int(abs(at - best).argmin()) if best == best else len(at) // 2


@dataclass(frozen=True, slots=True)
class Kept:
    """What a model keeps within a tolerance: rows, their share and its interval, and the leader's lead, as text."""

    rows: str
    share: str
    spread: str
    lead: str = ""
    told: str = ""


def kept(findings: Findings, held: Tolerances, name: str, leader: str, place: int) -> Kept:
    """One model's line at one tolerance."""
    count, rows, level = held.count(name, place), held.rows[name], findings.level
    plain = findings.about.weight is None and findings.about.groups is None
    spread = "{} to {} %".format(*(number(100 * end, 0) for end in wilson(count, rows, level))) if plain else ALONE
    told = lead = ""
    if name != leader:
        value, low, high = gap(held, leader, name, place, level)
        lead = plus(number(100 * value, 1))
        told = f"{number(100 * low, 1)} to {number(100 * high, 1)}" if low == low else ALONE
        if low == low:
            told += " ● told apart" if low > 0 or high < 0 else " ○ not told apart"
    return Kept(number(count, 0), f"{number(100 * count / rows, 0)} %", spread, lead, told)


def gap(held: Tolerances, a: str, b: str, place: int, level: float) -> Interval:
    """How many more rows A keeps than B, as a share with Tango's limits; nan where they are not paired."""
    both = held.both(a, b)
    if both is None:
        return held.count(a, place) / held.rows[a] - held.count(b, place) / held.rows[b], nan, nan
    cells = round(held.count(a, place)), round(held.count(b, place)), round(both[place])
    return PairedCells(round(held.rows[a]), 1, cells, (0, 0, 0)).recall(level)


def rule_share(held: Tolerances, model: str, place: int) -> str:
    """What saying the mean to all keeps."""
    return f"{number(100 * float(unpack(held.rule)[place]) / held.rows[model], 0)} %"
