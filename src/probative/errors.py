"""The exception tree: every error says what is wrong, what was found, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def printable(text: str, most: int = 600) -> str:
    """Text fit for a message: no control or direction characters, and not endless."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= most else f"{clean[: most - 60]} ... {clean[-50:]}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a wrong one is likely to mean, as a question; None where nothing is near.

    >>> nearest("acuracy", ["auc", "accuracy"]), nearest("Score", ["score"]), nearest("weight", ["auc"])
    ("did you mean 'accuracy'?", "did you mean 'score'?", None)
    """
    folded = {_folded(other): other for other in reversed([*known])}
    wanted = _folded(name)
    near = get_close_matches(wanted, folded, 1) or [other for other in folded if len(wanted) > 2 and wanted in other]
    return f"did you mean {folded[near[0]]!r}?" if near else None


def _folded(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


class ProbativeError(Exception):
    """Base of all errors that a user of probative can cause and mend."""

    def __init__(self, what: str, *, found: object = None, remedy: str | None = None) -> None:
        self.what = what
        self.found = None if found is None else str(found)
        self.remedy = remedy
        super().__init__(what)

    def __str__(self) -> str:
        hints = []
        if self.found:
            hints.append(f"Found: {printable(self.found)}.")
        if self.remedy:
            hints.append(f"Try: {printable(self.remedy)}")
        return printable(self.what) + ("\n  " + "   ".join(hints) if hints else "")

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.what, self.found, self.remedy))


def _rebuild(kind: type[ProbativeError], what: str, found: str | None, remedy: str | None) -> ProbativeError:
    return kind(what, found=found, remedy=remedy)


class BadInput(ProbativeError, ValueError):
    """The data handed in cannot be evaluated as they are."""


class MissingColumn(BadInput):
    """A named column is not in the table."""


class AmbiguousColumn(BadInput):
    """A column was not named and there is not exactly one sensible guess."""


class LengthMismatch(BadInput):
    """Columns that belong together have different lengths."""


class EmptyData(BadInput):
    """There are no rows."""


class MissingValues(BadInput):
    """A label, score or weight is NaN or null."""


class BadLabels(BadInput):
    """Labels that cannot be read as classes, or a positive label that is not there."""


class BadScores(BadInput):
    """Scores that are not numbers, or not probabilities where probabilities are needed."""


class BadWeights(BadInput):
    """Weights that are negative, infinite or all zero."""


class BadCounts(BadInput):
    """Counts that are negative, not whole, or not square."""


class BadParameter(BadInput):
    """An argument outside its range."""


class UnreadableFile(BadInput):
    """A file that is missing, truncated, a directory, or of an unknown kind."""


class BadFormat(BadInput):
    """A saved file that is not one of ours, or of a version we do not know."""


class UnknownMeasure(BadInput):
    """No measure has that name."""


class WrongEvidence(BadInput):
    """The measure exists, but not for this kind of evidence."""


class InvalidMethod(BadInput):
    """The interval method does not exist or is not valid for this measure."""


class NotMergeable(BadInput):
    """Two pieces of evidence that do not describe the same kind of rows."""


class NotPaired(BadInput):
    """Two models were not scored on the same rows."""


class Leakage(BadInput):
    """Training would know of rows that it is tested on; `force` overrules, and what was forced stays marked."""


class NoRoom(ProbativeError):
    """Memory or disk ran out."""


class MissingExtra(ProbativeError, ImportError):
    """An optional dependency is not installed."""


class UnknownModel(BadInput):
    """No model has that name."""


class FitFailed(ProbativeError):
    """A model could not be trained or asked; a traceback from where it happened is kept as a note."""
