"""Weak slices: where a model is worse than elsewhere, without fooling anybody."""

from __future__ import annotations

from math import ceil
from typing import Any, Unpack

from probative.errors import BadParameter
from probative.findings.weak_slices import WeakSlice, WeakSlices
from probative.guards.forced import of_forced
from probative.inference.levels import checked_level
from probative.predictions import Predictions
from probative.predictions.words import Words, takes_words
from probative.resampling.sizes import whole as whole_number
from probative.slicing.asked import Asked
from probative.slicing.lattice import Lattice
from probative.slicing.row_losses import LossLike, RowLoss
from probative.slicing.searching import noted, searched, told
from probative.slicing.settings import Method, Settings, chosen_method, enough
from probative.sources import TableLike

LEAST_ROWS, LEAST_SHARE = 30, 0.01
"""Rows and share of all rows that a slice has, unless another number is named."""
MOST_BINS = 20


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
    if whole_number(depth, "depth", 1) > 3:
        raise BadParameter("slices have at most three conditions.", found=f"depth={depth}", remedy="1, 2 or 3")
    if whole_number(bins, "bins", 2) > MOST_BINS:
        raise BadParameter(f"a number has at most {MOST_BINS} bins.", found=f"bins={bins}")
    asked = Asked.of(data, features, words, threshold, random_state)
    how, models = RowLoss.of(loss, asked.predictions), asked.models
    _require_enough(whole_number(n_permutations, "n_permutations", 1), level, len(models))
    rows = {model: asked.rows(model, how) for model in models}
    n = max(map(len, rows.values()))
    least = max(LEAST_ROWS, ceil(LEAST_SHARE * n)) if min_rows is None else whole_number(min_rows, "min_rows", 2)
    lattice = Lattice(tuple(asked.features(bins, least)), depth)
    used, why = chosen_method(method, lattice, n, n_permutations, independent=asked.independent)
    most = whole_number(most, "most", 1)
    settings = Settings(used, level, least, n_permutations, most, len(models), random_state, progress)
    found: list[WeakSlice] = []
    reasons, looked_at = [why, *asked.left_out(lattice, least)], 0
    for model, mine in rows.items():
        part = lattice.only(mine.at)
        outcome = searched(mine, part, settings)
        looked_at = max(looked_at, outcome.looked_at)
        reasons += [f"{model}: {outcome.why}"] if outcome.why else []
        found += [told(one, part, mine, how, model, settings) for one in outcome.proven]
    notes = (*of_forced(asked.predictions), *noted(found, how.title))
    made = (how.title, n, level, tuple(models), tuple(asked.names), tuple(found), used, looked_at, least, depth)
    return WeakSlices(*made, n_permutations, random_state, tuple(reasons), notes)


def _require_enough(n_permutations: int, level: float, models: int) -> None:
    needed = enough(level, models)
    if n_permutations < needed:
        raise BadParameter(
            "so few permutations cannot prove anything.",
            found=f"{n_permutations} for {models} model{'s' * (models > 1)} at level {level:g}",
            remedy=f"at least {needed}",
        )
