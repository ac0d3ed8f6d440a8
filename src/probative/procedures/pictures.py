"""Pictures of what retraining showed (matplotlib, extra `plots`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from probative.curves import plotting

if TYPE_CHECKING:
    from probative.procedures.permuted import PermutationTest


def draw_null(found: PermutationTest, ax: Any = None, **style: Any) -> Any:
    """The null distribution as a histogram, the observed value as a line."""
    axes = plotting.new_axes() if ax is None else ax
    values = found.null[np.isfinite(found.null)]
    bins = min(max(int(np.sqrt(len(values))), 5), 40)
    axes.hist(values, bins=bins, color=plotting.COLOURS[0], alpha=0.6, label=f"{len(values)} permutations", **style)
    label = f"observed {found.observed:.4g}, p = {found.p:.3g}"
    axes.axvline(found.observed, color=plotting.COLOURS[1], linewidth=2, label=label)
    axes.set(xlabel=found.measure, ylabel="Permutations")
    plotting.legend(axes)
    return axes
