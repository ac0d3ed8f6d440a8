"""What an evaluation asks of every ladder, in two passes: worth it where each walk is a pass over many machines.

A question that is missing here has a pass of its own; none is answered otherwise for being listed.
"""

from __future__ import annotations

from probative.curves.ticks import ENDS, SHARES, reached
from probative.evidence import Ladder
from probative.evidence.condensed import nodes_within
from probative.evidence.stretch_tasks import even_groups
from probative.evidence.stretches import Stretches, Walk
from probative.evidence.thinning import FINEST, evenly
from probative.inference.areas import placement_sums
from probative.inference.delta import spread_within
from probative.measurement.isotonic import pools_within
from probative.measurement.ladder import widest_within, won_within
from probative.measurement.mean_precision import powers_within, precision_within
from probative.measurement.partial_areas import crossing_within
from probative.measurement.registry import find
from probative.measurement.score_bins import bins_within, sums_in_bins

BINS = (10, "mass")


def foresee(ladder: Ladder) -> None:
    """Make two passes of what would be twenty: the second needs what the first finds."""
    if not isinstance(ladder, Stretches) or not all(ladder.totals) or ladder.foreseen:
        return
    first: list[Walk] = [(won_within,), (precision_within,), (widest_within,), (crossing_within,), (pools_within,)]
    first += [(evenly, FINEST)]
    first += [(reached, tuple(ENDS.tolist()), 0.0, ladder.n, None)]
    shares = tuple(SHARES.tolist())
    first += [(reached, shares, 0.0, rows, label) for label, rows in zip((True, False), ladder.totals, strict=True)]
    second: list[Walk] = [(placement_sums,), (powers_within,)]
    if ladder.are_probabilities:
        first += [(bins_within, *BINS), (even_groups, 5000)]
        first += [] if ladder.weighted else [(nodes_within,)]
        second += [(sums_in_bins, *BINS)]
        second += [] if ladder.weighted else [(spread_within, find("brier_reliability", ladder).slopes, ())]
    ladder.foresee(first)
    ladder.foresee(second)
