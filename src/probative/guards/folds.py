"""Guards about values of folds that do not exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.predictions import Resampled

UNDEFINED = Guard(
    "folds-undefined",
    "warning",
    "R9",
    "a measure does not exist on some test sets",
    "means of folds leave these folds out, and so are of the other folds only",
    "larger or stratified folds, or the pooled value",
)


def of_folds(
    models: Mapping[str, Mapping[str, Resampled]], pooled: Mapping[str, Mapping[str, Estimate]]
) -> Iterator[Note]:
    """Folds without a value, of the measures of every model; `pooled` are their values over all folds."""
    for name, found in models.items():
        gaps = {measure: part.undefined for measure, part in found.items() if part.undefined}
        if gaps:
            measure = max(gaps, key=gaps.__getitem__)
            whole = pooled[name].get(measure)
            remedy = (
                f"larger or stratified folds, or the pooled {measure}"
                if whole is not None and whole.defined
                else f"another threshold, or a measure that exists here: the pooled {measure} is undefined too"
            )
            yield UNDEFINED(
                f"{', '.join(f'{m} in {k} folds' for m, k in gaps.items())} undefined; "
                f"their means leave these folds out.",
                remedy,
                model=name,
                folds=max(gaps.values()),
            )
