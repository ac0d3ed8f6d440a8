"""Weak slices: where a model is worse than elsewhere, without fooling anybody."""

from __future__ import annotations

from math import ceil, isfinite
from typing import Any, Unpack

import numpy as np

from probative.errors import BadParameter
from probative.findings.weak_slices import WeakSlice, WeakSlices
from probative.guards.weak_slices import of_weak_slice
from probative.inference import Estimate
from probative.inference.levels import checked_level
from probative.predictions import Predictions
from probative.predictions.words import Words, takes_words
from probative.resampling.sizes import whole as whole_number
from probative.running.progress import progress as progress_bar
from probative.slicing.asked import Asked
from probative.slicing.excess import Losses
from probative.slicing.few import few
from probative.slicing.found import Outcome, Proven, enough
from probative.slicing.halves import by_halves
from probative.slicing.lattice import Lattice
from probative.slicing.looked_at import Rows, called
from probative.slicing.row_losses import LossLike, RowLoss
from probative.slicing.settings import Method, Settings, chosen_method
from probative.slicing.whole import whole
from probative.sources import TableLike

LEAST_ROWS, LEAST_SHARE = 30, 0.01
"""Rows and share of all rows that a slice has, unless another number is named."""


@takes_words
def weak_slices(
    data: TableLike | Predictions | None = None,
    *,
    features: Any,
    loss: LossLike = None,
    threshold: float | None = None,
    depth: int = 3,
    bins: int = 4,
    min_rows: int | None = None,
    method: Method | None = None,
    n_permutations: int = 999,
    most: int = 10,
    level: float = 0.95,
    random_state: int = 0,
    progress: bool | None = None,
    **words: Unpack[Words],
) -> WeakSlices:
    """The slices on which a model is proven to be worse than elsewhere; none where nothing is proven.

    Slices are conjunctions of up to `depth` conditions on `features`: quantile bins of numbers (and everything below
    or above an edge), categories; a missing value is a category. Features are columns of the data, or a table with a
    row for each row. What a row loses is any measure that is a mean over rows (`loss="log_loss"`), a loss of
    `pv.losses`, or a function of truth and answer.

    With the method "permutation" every slice is held against the largest excess that any slice has when losses are
    dealt to rows at random; with "halves" slices are found on one half of the rows and confirmed on the other. Where
    none is named, it is the first where rows are independent and not too many (see `reasons`). On data without weak
    slices nothing is found in at least 95 % of all cases (`level`), however many slices are looked at.

    >>> import numpy as np, probative as pv
    >>> rng = np.random.default_rng(0)
    >>> table = {"age": rng.integers(18, 90, 2000), "site": rng.choice(["north", "south"], 2000)}
    >>> weak = (table["age"] > 70) & (table["site"] == "south")
    >>> table["y"] = rng.integers(0, 2, 2000)
    >>> table["said"] = np.where(rng.random(2000) < np.where(weak, 0.4, 0.1), 1 - table["y"], table["y"])
    >>> found = pv.weak_slices(table, truth="y", predicted="said", features=["age", "site"])
    >>> [one.condition for one in found.slices]
    ['age > 72 and site = south']
    """
    checked_level(level)
    depth, bins = whole_number(depth, "depth", 1), whole_number(bins, "bins", 2)
    if depth > 3:
        raise BadParameter("slices have at most three conditions.", found=f"depth={depth}", remedy="1, 2 or 3")
    asked = Asked.of(data, features, words)
    said = asked.predictions.cut_at(threshold)
    asked = Asked(said, asked.table, asked.names, asked.origin, asked.by_id)
    models = said.spoke
    needed = enough(level, len(models))
    if whole_number(n_permutations, "n_permutations", 1) < needed:
        raise BadParameter(
            "so few permutations cannot prove anything.",
            found=f"{n_permutations} for {len(models)} model{'s' * (len(models) > 1)} at level {level:g}",
            remedy=f"at least {needed}",
        )
    how = RowLoss.of(loss, said)
    rows = {model: asked.rows(model, how) for model in models}
    n = max(map(len, rows.values()))
    least = max(LEAST_ROWS, ceil(LEAST_SHARE * n)) if min_rows is None else whole_number(min_rows, "min_rows", 2)
    lattice = Lattice(tuple(asked.features(bins, least)), depth)
    alike = not (said.roles.groups or said.roles.weight)
    used, reasons = chosen_method(method, lattice, n, n_permutations, independent=alike)
    most = whole_number(most, "most", 1)
    settings = Settings(used, level, least, n_permutations, most, len(models), random_state, progress)
    found: list[WeakSlice] = []
    looked_at = 0
    for model, mine in rows.items():
        outcome = searched(mine, lattice.only(mine.at), settings)
        looked_at = max(looked_at, outcome.looked_at)
        reasons += [f"{model}: {outcome.why}"] if outcome.why else []
        found += [_told(one, lattice.only(mine.at), mine, how, model, level, used) for one in outcome.proven]
    if dropped := [name for name in asked.names if name not in {feature.name for feature in lattice.features}]:
        reasons.append(f"no slice of at least {least} rows can be made by {', '.join(dropped)}")
    notes = [
        of_weak_slice(
            *(one.condition, how.title),
            **{"model": one.model, "inside": one.inside, "outside": one.outside, "n": one.n, "p": one.p},
            rows=one.rows,
            columns=[condition.column for condition in one.conditions],
        )
        for one in found
    ]
    told = (how.title, n, level, tuple(models), tuple(asked.names), tuple(found), used, looked_at, least, depth)
    return WeakSlices(*told, n_permutations, random_state, tuple(reasons), tuple(notes))


def searched(rows: Rows, lattice: Lattice, settings: Settings) -> Outcome:
    """What can be proven of one model."""
    n = len(rows)
    if not lattice.features:
        return Outcome(why="no feature splits the rows")
    if n < 2 * settings.least:
        return Outcome(why=f"{n} rows are too few for slices of {settings.least} and a rest of as many")
    losses = rows.signed
    if np.ptp(losses) == 0:
        return Outcome(why="all rows lose the same")
    if settings.method == "halves":
        return by_halves(losses, lattice, settings, rows.weight, rows.groups)
    among = Losses.of(losses)
    rng = np.random.default_rng(settings.seed)
    with progress_bar("permuting", settings.n_permutations, settings.progress) as move:
        beyond, null, looked_at = whole(among, lattice, settings, rng, move)
    kept = few(beyond, among, lattice, null.upper, settings.most)
    return Outcome(tuple(null.proven(one, among) for one in kept), looked_at)


def _told(
    one: Proven, lattice: Lattice, rows: Rows, how: RowLoss, model: str, level: float, method: str
) -> WeakSlice:
    """A proven slice in the words and units of the measure."""
    held = lattice.rows(one.tested.choice)
    sign = how.sign
    ends = sorted((sign * one.low, sign * one.high))
    if isfinite(how.span):
        ends = [min(max(end, -how.span), how.span) for end in ends]
    gap, inside = sign * one.tested.gap, sign * one.inside
    effect = Estimate(gap, *ends, level, f"max-t, {method}", float(one.tested.inside))
    conditions = tuple(lattice.features[place].conditions[number - 1] for place, number in one.tested.choice)
    n = int(held.sum())
    means = (inside, inside - gap)
    return WeakSlice(model, conditions, n, n / len(rows), *means, effect, one.p, one.at_most, called(rows.names[held]))
