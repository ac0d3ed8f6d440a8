"""The paired difference of two runs: fold by fold, row by row, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from probative.comparison import Contest, Verdict
from probative.comparison.runs import model_pairs
from probative.comparison.saved_folds import fold_verdicts, why_not_by_fold
from probative.comparison.saved_predictions import prediction_verdicts
from probative.errors import ProbativeError
from probative.findings import Findings
from probative.measurement import leading
from probative.stats import adjust


@dataclass(frozen=True, slots=True)
class SavedPair:
    """A model of A and one of B, with the difference A - B of every measure that could be paired."""

    a: str
    b: str
    contests: dict[str, Contest]


@dataclass(frozen=True, slots=True)
class Paired:
    """Paired differences and how they came about; without pairs, `refused` says why there are none.

    Only the main measure is tested, its p-values adjusted for the number of pairs; the other measures are shown
    with intervals and without a claim.
    """

    pairs: tuple[SavedPair, ...] = ()
    main: str | None = None
    how: str = ""
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """What may be said about every pair."""
        return [pair.contests[self.main].sentence() for pair in self.pairs] if self.main else []


Verdicts = dict[tuple[str, str], dict[str, Verdict]]
"""By pair of models and measure."""


def paired(a: Findings, b: Findings, files: tuple[Path | None, Path | None] = (None, None)) -> Paired:
    """The paired difference of two runs, by the strongest pairing that what was saved can prove.

    `files` are the predictions that stand beside the findings, where there are any.
    """
    if a.task != b.task or a.positive != b.positive:
        return Paired(refused=(_other_question(a, b),))
    pairs, words = model_pairs(a.rivals, b.rivals)
    if not pairs:
        return Paired(refused=("one of the two holds no models.",))
    obstacles = why_not_by_fold(a, b)
    if not obstacles:
        found, gaps = fold_verdicts(a, b, pairs)
        if found:
            return _judged(found, "fold by fold, from the values saved with the findings", (words, *gaps), a)
        obstacles = gaps or ["no measure was saved for at least two folds of both"]
    missing = [side for side, file in zip("AB", files, strict=True) if file is None]
    if missing:
        absent = f"predictions.parquet of the same run does not stand beside {' and '.join(missing)}"
        return Paired(refused=(*obstacles, f"{absent}, so rows cannot be paired either."))
    assert files[0] is not None
    assert files[1] is not None
    try:
        found, notes = prediction_verdicts((a, b), (files[0], files[1]), pairs)
    except ProbativeError as error:
        return Paired(refused=(*obstacles, " ".join(filter(None, (error.what, error.found)))))
    return _judged(found, "by the predictions that stand beside the findings", (words, *notes), a)


def _other_question(a: Findings, b: Findings) -> str:
    if a.task != b.task:
        return f"the tasks differ: {a.task} in A, {b.task} in B."
    return f"the positive classes differ: {a.positive!r} in A, {b.positive!r} in B."


def _judged(found: Verdicts, how: str, notes: Sequence[str], a: Findings) -> Paired:
    """The verdicts with the p-values of the main measure adjusted for the number of pairs."""
    everywhere = [name for name in _measures(found) if all(name in verdicts for verdicts in found.values())]
    main = leading("default", everywhere) or next(iter(everywhere), None)
    made = {pair: {name: v.contests[0] for name, v in verdicts.items()} for pair, verdicts in found.items()}
    said, reasons = [*notes], tuple[str, ...]()
    if main is not None:
        adjusted = adjust([contests[main].result.p for contests in made.values()], "holm").tolist()
        for contests, p in zip(made.values(), adjusted, strict=True):
            contests[main] = replace(contests[main], p_adjusted=p, together=False if len(made) > 1 else None)
        reasons = next(iter(found.values()))[main].reasons
        said += [note for verdicts in found.values() for note in verdicts[main].notes]
    if len(made) > 1:
        said.append(
            f"{len(made)} pairs: p-values are adjusted for their number (Holm), intervals are of each pair by itself"
        )
    said.append(f"intervals of differences are at {a.level * 100:g} %")
    pairs = tuple(SavedPair(*names, contests) for names, contests in made.items())
    return Paired(pairs, main, how, reasons, tuple(dict.fromkeys(said)))


def _measures(found: Verdicts) -> list[str]:
    return list(dict.fromkeys(name for verdicts in found.values() for name in verdicts))
