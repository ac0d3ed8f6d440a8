"""Guards about rows that come already graded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.regression import HEAVY
from probative.inference import Estimate
from probative.inference.doubting import HEAVY_TAIL

SAMPLES = Guard(
    "samples-averaged",
    "note",
    "R18",
    "rows were graded several times",
    "samples of one row are no further rows: intervals are those of the rows",
    "more rows narrow the intervals, more samples of the same rows only a little",
)


def of_samples(samples: int) -> Iterator[Note]:
    """Samples of one row are no further rows."""
    if samples > 1:
        yield SAMPLES(
            f"up to {samples} samples of a row were averaged: a row counts once, however often it was graded.",
            samples=samples,
        )


def of_grades(model: str, measures: Mapping[str, Estimate]) -> Iterator[Note]:
    """What the mean of a model's grades must not be read without."""
    for name, found in measures.items():
        if found.why is not None and found.why.startswith(HEAVY_TAIL):
            yield HEAVY(
                f"a few rows decide the {name.replace('_', ' ')}, whose interval cannot be trusted then.",
                "look at the rows with the largest values, and at the median",
                model=model,
            )
