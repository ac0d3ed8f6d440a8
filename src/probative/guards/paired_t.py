"""Guards about Student's paired t: few pairs, and results of folds."""

from __future__ import annotations

from collections.abc import Iterator

from probative.guards.guard import Guard
from probative.guards.note import Note

PAIRED_T = "paired-t"
"""The test by its name."""
FEW_PAIRS = 30
"""Pairs below which the t-test rests on differences that are normal."""
INSTEAD = (
    "of folds of one plan: of='folds' (--of folds), which takes the corrected resampled t, test='corrected-t' (--test "
    "corrected-t), or, of five times two folds, test='5x2-t' (--test 5x2-t) or test='5x2-f' (--test 5x2-f)"
)

FEW = Guard(
    "paired-t-few-pairs",
    "warning",
    "R184",
    f"a paired t-test of fewer than {FEW_PAIRS} pairs",
    "it holds only if the differences are normal, which so few cannot show",
    f"an exact test, test='wilcoxon' (--test wilcoxon) or test='sign' (--test sign); {INSTEAD}",
    "001",
)
OF_FOLDS = Guard(
    "paired-t-of-folds",
    "warning",
    "R184",
    "a plain paired t-test of results of folds, however many; it is refused unless forced",
    "training sets overlap, so that results are not independent: two equal learners are told apart at 0.05 in 0.12 "
    "(5 folds), 0.13 (10), 0.41 (3 x 10) and 0.64 (10 x 10) of runs; more repeats make it worse",
    "the corrected resampled t, test='corrected-t' (--test corrected-t); of five times two folds, test='5x2-t' (--test "
    "5x2-t) or test='5x2-f' (--test 5x2-f); or, of the rows of one hold-out, an exact test, McNemar's: test='mcnemar' "
    "(--test mcnemar)",
    "001",
)
ASKED = Guard(
    "perhaps-folds",
    "note",
    "R184",
    f"a paired t-test of a plain table of {FEW_PAIRS} rows or more, which may be folds",
    "reaching 30 by repeating folds makes the false alarms more, not fewer",
    f"if they are folds, {INSTEAD.removeprefix('of folds of one plan: ')}",
    "001",
)


def of_paired_t(pairs: int, *, folds: bool) -> Iterator[Note]:
    """What a paired t-test of so many results must not be read without."""
    if folds:
        yield OF_FOLDS(
            f"a plain paired t-test of {pairs} results of folds: their training sets overlap, and it finds differences "
            "between equal learners far too often.",
            pairs=pairs,
        )
    elif pairs < FEW_PAIRS:
        yield FEW(f"a paired t-test of {pairs} pairs holds only if their differences are normal.", pairs=pairs)
    else:
        yield ASKED(f"are these {pairs} results those of folds?", pairs=pairs)
