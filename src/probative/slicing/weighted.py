"""The excess of slices whose rows weigh differently, from sums alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.excess import PRIOR
from probative.slicing.found import Null, Tested
from probative.slicing.kinds import Kinds
from probative.slicing.lattice import Choice
from probative.slicing.settings import Settings, dealings


@dataclass(frozen=True, slots=True)
class WeightedLosses:
    """Losses less their weighted mean, and the weights of their rows.

    As for rows that weigh the same, but with the linearised variance of a weighted mean and as many rows as would vary
    as much (Kish's effective number).
    """

    mean: float
    values: Floats
    weight: Floats

    @classmethod
    def of(cls, losses: Floats, weight: Floats) -> WeightedLosses:
        """Losses of rows, centred."""
        scaled = weight / weight.mean()
        mean = float(np.average(losses, weights=scaled))
        return cls(mean, losses - mean, scaled)

    def parts(self, dealt: Floats) -> Floats:
        """By row what sums are needed of: weighted losses, and both of their powers under squared weights."""
        once = self.weight * dealt
        twice = self.weight * once
        return np.stack([once, twice, twice * dealt])

    def t(self, kinds: Kinds, sums: Floats) -> tuple[Floats, Floats, Floats]:
        """In standard errors, the excess itself, and its standard error: from sums by kind of row."""
        fixed = np.stack([kinds.summed(self.weight), kinds.summed(np.square(self.weight))])
        # Linearised: how one row varies, whatever it weighs.
        variance = float(np.average(np.square(self.values), weights=self.weight))
        means, errors = [], []
        for belongs in (kinds.belongs, 1 - kinds.belongs):
            total, squared = (belongs @ part for part in fixed)
            first, second, third = (belongs @ part for part in sums)
            mean = first / total
            rows = total**2 / squared
            spread = (third - 2 * mean * second + mean**2 * squared) / squared * rows
            means.append(mean)
            errors.append((PRIOR * variance + np.maximum(spread, 0.0)) / (PRIOR + rows - 1) / rows)
        gap, error = means[0] - means[1], np.sqrt(errors[0] + errors[1])
        return gap / error, gap, error

    def tested(self, choices: Sequence[Choice], masks: Sequence[Array]) -> list[Tested]:
        """Every slice by its rows."""
        kinds = Kinds.of(masks)
        found = self.t(kinds, np.stack([kinds.summed(part) for part in self.parts(self.values)]))
        columns = zip(choices, *(part.tolist() for part in found), masks, strict=True)
        return [Tested(choice, t, gap, error, int(mask.sum())) for choice, t, gap, error, mask in columns]

    def null(
        self, masks: Sequence[Array], settings: Settings, rng: np.random.Generator, move: Callable[[int], None]
    ) -> Null:
        """The largest and smallest t of these slices when losses are dealt anew to rows, which keep their weights."""
        kinds, dealt = Kinds.of(masks), self.values.copy()
        count = dealings(settings, len(dealt))
        highs, lows = np.empty(count), np.empty(count)
        for number in range(count):
            rng.shuffle(dealt)
            t = self.t(kinds, np.stack([kinds.summed(part) for part in self.parts(dealt)]))[0]
            highs[number], lows[number] = t.max(), t.min()
            move(1)
        return Null(highs, lows, settings.level, settings.families)

    def means(self, mask: Array) -> tuple[float, float]:
        """The weighted mean loss of a slice, and that elsewhere."""
        inside, outside = (np.average(self.values[part], weights=self.weight[part]) for part in (mask, ~mask))
        return self.mean + float(inside), self.mean + float(outside)
