"""Two models on the same rows and one measure of the registry: tables where counts are enough, else rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.errors import WrongEvidence
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, conventional_positive
from probative.measurement.registry import Measure, Parameters, find, measures
from probative.stats.joint import Joint
from probative.stats.joint_resampling import bootstrapped, permuted
from probative.stats.meaning import Alternative
from probative.stats.result import Remarks
from probative.stats.rows import LadderRows, Rows, gap, replicated

ROUNDED = 1e-12
"""Relative size of a difference of two values that may be rounding."""
BLOCKS = 200
"""Blocks that groups of rows are put together to, where each leaves out takes a look at all rows."""
LISTED = 11
"""Differing rows up to which all swaps are listed instead of drawn."""


class TwoModels:
    """Two models, a measure, and how its differences are resampled; rows that were counted come as one `Joint`."""

    def __init__(
        self,
        name: str,
        y_true: object,
        a: object,
        b: object,
        pos_label: Label | None,
        labels: Sequence[Label] | None,
        parameters: Parameters,
        *,
        swap: bool,
        groups: Array | None = None,
    ) -> None:
        known = {m.needs: m for m in measures() if m.name == find(name).name}
        self.joint: Joint | None = None
        self.rows: Rows | None = None
        self.parameters = parameters
        if Outcomes in known or ConfusionMatrix in known:
            self.joint = y_true if isinstance(y_true, Joint) else Joint.from_labels(y_true, a, b, groups)
            self.measure = self._of_counts(known, pos_label)
            values = np.array(self.joint.values(self.measure, self.joint.counts, parameters)).ravel()
            self.n, self.same = self.joint.n, bool((self.joint.a == self.joint.b).all())
        else:
            self.measure = _of_rows(known, a)
            if self.measure.needs is Ladder:
                self.rows = LadderRows(self.measure, y_true, a, b, pos_label, swap)
            else:
                self.rows = Rows(self.measure, y_true, a, b, labels)
            values = self.rows.values(self.measure.checked(parameters))
            self.n, self.same = self.rows.n, not len(self.rows.differing())
        self.both, self.effect = values, gap(values)
        self.size = float(np.abs(values).max())

    def _of_counts(self, known: dict[type, Measure], pos_label: Label | None) -> Measure:
        """Binary measures where one label is positive, else those of the whole matrix."""
        assert self.joint is not None
        binary = pos_label is not None or len(self.joint.labels) <= 2
        if ConfusionMatrix in known and not (binary and Outcomes in known and self._has_positive(pos_label)):
            return known[ConfusionMatrix]
        self.joint = self.joint.binary(pos_label)
        return known[Outcomes]

    def _has_positive(self, pos_label: Label | None) -> bool:
        assert self.joint is not None
        return pos_label is not None or conventional_positive(self.joint.labels) is not None

    def bootstrap(self, replicates: int, seed: int) -> Floats:
        """Differences on resampled rows."""
        if self.joint is not None:
            rng = np.random.default_rng(seed)
            return self._settled(bootstrapped(self.joint, self.measure, self.parameters, replicates, rng))
        assert self.rows is not None
        n, seeds = self.n, np.random.SeedSequence(seed)
        values = replicated(self.rows, self.parameters, replicates, seeds, lambda rng: {"rows": rng.integers(0, n, n)})
        return self._settled(values)

    def _settled(self, values: Floats) -> Floats:
        """Differences, those 0 that rounding alone keeps from it."""
        return np.where(np.abs(values) <= ROUNDED * self.size, 0.0, values)

    def by_groups(self, codes: Array, drawn: Array) -> Floats:
        """Differences on resampled groups of rows: `codes` number each row's group, `drawn` says how often it is in."""
        if self.joint is not None:
            assert self.joint.by_group is not None
            both = np.array(self.joint.values(self.measure, drawn @ self.joint.by_group, self.parameters))
            return self._settled(np.array([gap(values) for values in both.T]))
        assert self.rows is not None
        every = np.arange(self.n)
        resampled = (np.repeat(every, times[codes]) for times in drawn)
        return self._settled(np.array([gap(self.rows.values(self.parameters, rows=rows)) for rows in resampled]))

    def without_each(self, codes: Array) -> Floats:
        """Differences on all rows but those of one group (or, where rows are many, of one block of groups)."""
        if self.joint is not None:
            assert self.joint.by_group is not None
            both = np.array(self.joint.values(self.measure, self.joint.counts - self.joint.by_group, self.parameters))
            return self._settled(np.array([gap(values) for values in both.T]))
        assert self.rows is not None
        sizes = np.bincount(codes)
        place = np.empty(len(sizes), np.int64)
        place[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes)) % BLOCKS
        blocks = place[codes]
        kept = (np.flatnonzero(blocks != block) for block in range(min(len(sizes), BLOCKS)))
        return self._settled(np.array([gap(self.rows.values(self.parameters, rows=rows)) for rows in kept]))

    def effective_groups(self, codes: Array) -> float:
        """How many equally large groups would vary as much (Kish), of the class whose rows have fewer."""
        parts = [np.bincount(codes)]
        if self.measure.needs in (Outcomes, Ladder):
            if self.joint is not None:
                assert self.joint.by_group is not None
                of_positives = self.joint.by_group[:, self.joint.truth == 1].sum(axis=1)
            else:
                assert self.rows is not None
                of_positives = np.bincount(codes, self.rows.truth, len(parts[0]))
            parts = [of_positives, parts[0] - of_positives]
        return float(min(part.sum() ** 2 / np.square(part, dtype=np.float64).sum() for part in parts if part.any()))

    def permutation(self, replicates: int, seed: int) -> tuple[Floats, Floats | None]:
        """Differences under swaps of the models, and the chances of those swaps if all were listed."""
        if self.joint is not None:
            return permuted(self.joint, self.measure, self.parameters, replicates, np.random.default_rng(seed))
        assert self.rows is not None
        differing, n, rows = self.rows.differing(), self.n, self.rows
        if len(differing) <= LISTED:
            bits = np.arange(2 ** len(differing))[:, None] >> np.arange(len(differing)) & 1
            values = [gap(rows.values(self.parameters, swap=_mask(n, differing, row))) for row in bits]
            return np.array(values), np.full(len(bits), 1 / len(bits))
        seeds = np.random.SeedSequence(seed)
        return replicated(
            rows, self.parameters, replicates, seeds, lambda rng: {"swap": rng.integers(0, 2, n, dtype=bool)}
        ), None

    def why(self) -> str:
        """Why there is no difference."""
        if not np.isnan(self.effect):
            return ""
        model = "a" if not np.isfinite(self.both[0]) else "b"
        return f"{self.measure.name} has no finite value for {model}"

    def words(self, side: Alternative, level: float) -> Remarks:
        """What every result says."""
        name = f"difference of {self.measure.name}"
        return {"n": self.n, "level": level, "alternative": side, "symbol": "d", "effect_name": name}

    def reached(self, low: float, high: float) -> tuple[float, float]:
        """Limits no further out than two values of the measure can be apart; open ends stay open."""
        reach = self.measure.high - self.measure.low
        return low if low == -np.inf else max(low, -reach), high if high == np.inf else min(high, reach)

    def both_values(self) -> dict[str, float]:
        """Both values."""
        return {"a": float(self.both[0]), "b": float(self.both[1])}

    def details(self, replicates: int, seed: int) -> dict[str, float]:
        """Both values, and what it takes to repeat this."""
        return self.both_values() | {"replicates": replicates, "seed": seed}


def _of_rows(known: dict[type, Measure], a: object) -> Measure:
    order = (ClassScores, Ladder) if np.ndim(a) == 2 else (Ladder, ClassScores)  # type: ignore[arg-type]
    for kind in (*order, Residuals, ValuePairs, Moments):
        if kind in known:
            return known[kind]
    name = next(iter(known.values())).name
    raise WrongEvidence(f"{name} is no measure of a single model.", remedy="a measure of one model, such as accuracy")


def _mask(n: int, places: Array, bits: Array) -> Array:
    mask = np.zeros(n, bool)
    mask[places] = bits
    return mask
