"""Guards about classes: which there are, and what their sizes say about accuracy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from probative.evidence import ConfusionMatrix
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.inference.estimate import not_rounded_up

RARE = 0.1
"""A share of the other classes below which accuracy flatters."""

ONE_CLASS = Guard(
    "one-class",
    "warning",
    "R3",
    "all rows are of one class",
    "whatever compares classes (AUC, balanced accuracy, MCC) does not exist; what does exist is evaluated, "
    "but the numbers left say how one class was treated and no more",
    "evaluate on rows of every class",
)
ONLY_PREDICTED = Guard(
    "class-only-predicted",
    "warning",
    "R49",
    "a class is predicted that no row has",
    "labels may be spelled in two ways, or the sample may lack a class; averages over classes leave it out",
    "check the labels' spelling, or the sample",
)
BELOW_BASELINE = Guard(
    "accuracy-below-baseline",
    "warning",
    "R176",
    "accuracy is no higher than the share of the largest class",
    "a rule that looks at nothing does as well: 99 % accuracy at 99:1 is nothing",
    "look at balanced accuracy, MCC and the curves instead",
    "000, 002, 004",
)
UNBALANCED = Guard(
    "accuracy-unbalanced",
    "warning",
    "R176",
    f"the largest class has more than {1 - RARE:.0%} of the rows",
    "most of a high accuracy is the share of that class",
    "look at balanced accuracy, MCC and precision-recall beside accuracy",
    "000, 002, 004",
)


def of_classes(model: str, cm: ConfusionMatrix, accuracy: Estimate | None) -> Iterator[Note]:
    """What the class sizes say about accuracy."""
    actual = cm.counts.sum(axis=1)
    total, largest = float(actual.sum()), cm.labels[int(actual.argmax())]
    if (actual > 0).sum() < 2:
        yield ONE_CLASS(f"all rows are of class {largest!r}; whatever compares classes is undefined.", model=model)
        return
    absent = [
        str(label)
        for label, size, said in zip(cm.labels, actual, cm.counts.sum(axis=0), strict=True)
        if not size and said
    ]
    if absent:
        yield ONLY_PREDICTED(f"predicted but never actual: {', '.join(absent[:5])}.", model=model)
    baseline = float(actual.max()) / total
    if accuracy is None or not accuracy.defined:
        return
    if accuracy.value <= baseline:
        yield BELOW_BASELINE(
            f"accuracy {not_rounded_up(accuracy.value)} is no higher than the {not_rounded_up(baseline)} of always "
            f"predicting {largest!r}.",
            model=model,
            accuracy=accuracy.value,
            baseline=baseline,
        )
    elif baseline > 1 - RARE:
        yield UNBALANCED(
            f"always predicting {largest!r} would already reach an accuracy of {not_rounded_up(baseline)}.",
            model=model,
            accuracy=accuracy.value,
            baseline=baseline,
        )


def together(notes: Iterable[Note]) -> list[Note]:
    """The notes, those of models that do not beat one and the same baseline as one, with the range of their accuracies.

    >>> told = [BELOW_BASELINE(f"accuracy 0.{i} is no higher than the 0.9 of A.", model=f"m{i}") for i in (7, 8)]
    >>> [note.text for note in together(told)]
    ['m7, m8: accuracy 0.7 to 0.8 is no higher than the 0.9 of A.']
    """
    alike: dict[str, list[Note]] = {}
    rest = []
    for note in notes:
        if note.code == BELOW_BASELINE.code:
            alike.setdefault(note.message.split(" is no ", 1)[1], []).append(note)
        else:
            rest.append(note)
    return [*rest, *(_ranging(same, ending) for ending, same in alike.items())]


def _ranging(notes: list[Note], ending: str) -> Note:
    if len(notes) == 1:
        return notes[0]
    said = sorted(note.message.split()[1] for note in notes)
    shown = said[0] if said[0] == said[-1] else f"{said[0]} to {said[-1]}"
    names = tuple(dict.fromkeys(name for note in notes for name in note.models))
    best = max(notes, key=lambda note: note.message.split()[1])
    return replace(best, message=f"accuracy {shown} is no {ending}", model=", ".join(names), models=names)
