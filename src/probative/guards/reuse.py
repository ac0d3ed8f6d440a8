"""Guards against choosing by what is reported: the best of several, tuning by hand, test sets that decide again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from probative.decisions.costs import COST, thousand
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.some import some
from probative.inference.best_of import adaptive_maximum, expected_maximum

BEST_OF_SEVERAL = Guard(
    "best-of-several",
    "note",
    "R171",
    "several models were tested on the same rows",
    "the luckiest of equal models is taken for the best one: its number is a selection score, and optimistic",
    "choose inside the training rows, grid= (--grid), or test the winner on rows that no choice has seen",
    "000, 002",
)
BEST_OF_MANY = Guard(
    "best-of-many",
    "warning",
    "R171",
    "ten or more models were tested on the same rows",
    "the best of so many is mostly lucky: of twenty equal models the best looks better by nearly two standard errors",
    "choose inside the training rows, grid= (--grid), 'nested 10-fold/5-fold'; or test the winner on rows that no "
    "choice has seen",
    "000, 002",
)
TUNED_BY_HAND = Guard(
    "tuned-by-hand",
    "error",
    "R172",
    "three or more variants of one learner were run side by side",
    "the cross-validated value of the best variant is a selection score (optimistic), and no estimate of the "
    "generalisation error; it is labelled so",
    "tune inside the training rows: select, grid= (--grid FILE), a plan such as 'nested 10-fold/5-fold'",
    "000",
)
USED = Guard(
    "used-for-selection",
    "warning",
    "R171",
    "the ledger of test sets (`ledger=`, `--ledger`) knows of a second choice, or a later one, made by these rows",
    "every choice fits the test set a little; what is reported after many is a selection score",
    "choose inside the training rows (select, 'nested 10-fold/5-fold'), and test the winner once on rows that no "
    "choice has seen",
    "000, 002",
)
MANY = 10
"""Models from which on the best of them is mostly lucky."""
VARIANTS = 3
"""Models of one kind from which on they are a grid."""


def of_rivals(
    models: Sequence[str],
    kinds: Mapping[str, str],
    measure: str | None = None,
    error: float = 0.0,
    *,
    same: bool = True,
) -> Iterator[Note]:
    """What is to be said of the best of several models, whose value by a measure has this standard error.

    `kinds` names the learner of each, where that is known. Counts do not tell whether rows were the `same`.
    """
    k = len(models)
    if k < 2:
        return
    told = (BEST_OF_MANY if k >= MANY else BEST_OF_SEVERAL)(
        f"{k} models were tested{' on the same rows' if same else ''}: whoever takes the best of them has chosen by "
        "these numbers. Its value is a selection score (optimistic), and no estimate of its risk.",
        compared=k,
    )
    fixed = expected_maximum(k) * error
    yield told if measure is None or not fixed > 0 else _with(told, f"{_flattered(k, fixed, measure)}.", optimism=fixed)
    for kind, count in Counter(kinds[name] for name in models if name in kinds).items():
        if count >= VARIANTS and kind not in WRAPPERS:
            yield TUNED_BY_HAND(
                f"{count} variants of {kind} were run side by side: the value of the best is a selection score "
                "(optimistic), and no estimate of the generalisation error.",
                variants=count,
                learner=kind,
            )


def of_used_rows(
    evaluations: int, models: Sequence[str], choices: int, measure: str | None, error: float
) -> Iterator[Note]:
    """A test set that decides for the second time or more; `error` is the standard error of the best model's value."""
    if choices < 2:
        return
    k = len(models)
    fixed, adaptive = expected_maximum(k) * error, adaptive_maximum(k) * error
    told = USED(
        f"these test rows are used for selection: evaluated {evaluations} times with {k} models ({some(models)}), and "
        f"{choices} choices were made by them.",
        evaluations=evaluations,
        compared=k,
        choices=choices,
    )
    if measure is None or not fixed > 0:
        yield told
        return
    amount = thousand(adaptive) if measure == COST else f"{adaptive:.2g}"
    later = f"by up to {amount} if each was made after the results of those before were seen."
    yield _with(told, f"{_flattered(k, fixed, measure)}; {later}", optimism=fixed, optimism_adaptive=adaptive)


def _flattered(k: int, fixed: float, measure: str) -> str:
    amount = f"{thousand(fixed)} per 1,000 rows" if measure == COST else f"{fixed:.2g} {measure}"
    return f"Of {k} equally good models the best looks better by {amount} at most, on average"


def _with(told: Note, bound: str, **numbers: float) -> Note:
    """A note with a bound on the optimism."""
    return replace(told, message=f"{told.message} {bound}", numbers={**told.numbers, **numbers})


WRAPPERS = ("Tuned", "CostSensitiveClassifier")
"""What models are put into so as to choose inside the training rows or to mind costs: many of them are no variants."""
