"""The exception tree: every error says what is wrong, what was found, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

NOUNS = (
    "answer bin candidate cluster column dimension draw evaluation feature file fold group input label measure member "
    "model negative outcome pair permutation point positive repeat replicate result row sample set slice split "
    "threshold training value"
)
MANY = {f"{one}s": one for one in NOUNS.split()} | {"classes": "class", "matrices": "matrix", "data sets": "data set"}
"""Nouns that sentences count, by their plural."""
VERBS = {"were": "was", "are": "is", "have": "has", "do": "does", "stand": "stands", "lack": "lacks", "tie": "ties"}
KINDS = "training|test|tested|distinct|paired|actual|predicted|different|true|other|more"
_ALONE = r"(?<![\w.,'\"/-])(?<!class )(?<!label )(?<!fold )(?<!model )(?<!split )(?<!repeat )(?<!\+ )1 "
_NOUN, _VERB = rf"({'|'.join(MANY)})\b", rf"({'|'.join(VERBS)})\b"
ONE = re.compile(rf"{_ALONE}((?:{KINDS}) )?{_NOUN}(?: {_VERB})?")
ONE_OF = re.compile(rf"{_ALONE}(of [\d,]+ {_NOUN}) {_VERB}")


def printable(text: str, most: int = 600) -> str:
    """Text fit for a message: no control or direction characters, and not endless."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= most else f"{clean[: most - 60]} ... {clean[-50:]}"


def spoken(error: BaseException) -> str:
    """The kind and the words of somebody else's error, which may be unable to say any.

    >>> spoken(ValueError("no rows"))
    'ValueError: no rows'
    """
    try:
        words = str(error)
    except Exception:  # whatever __str__ raises, the error itself is what matters
        words = "(it cannot say what)"
    return f"{type(error).__name__}: {words}"


def in_number(sentence: str) -> str:
    """The sentence with one thing in the singular, whatever counted it: the only place that knows what one is called.

    >>> in_number("only 1 rows were left out of 21 rows"), in_number("0 of 1 tested rows"), in_number("at 0.1 rows")
    ('only 1 row was left out of 21 rows', '0 of 1 tested row', 'at 0.1 rows')
    >>> in_number("1 of 4 rows are of class 0")
    '1 of 4 rows is of class 0'
    """
    if "1 " not in sentence:
        return sentence
    return ONE_OF.sub(lambda found: f"1 {found[1]} {VERBS[found[3]]}", ONE.sub(_singular, sentence))


def _singular(found: re.Match[str]) -> str:
    between, noun, verb = found.groups()
    return f"1 {between or ''}{MANY[noun]}" + (f" {VERBS[verb]}" if verb else "")


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
            hints.append(f"Found: {in_number(printable(self.found))}.")
        if self.remedy:
            hints.append(f"Try: {printable(self.remedy)}")
        return in_number(printable(self.what)) + ("\n  " + "   ".join(hints) if hints else "")

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.what, self.found, self.remedy))


def _rebuild(kind: type[ProbativeError], what: str, found: str | None, remedy: str | None) -> ProbativeError:
    return kind(what, found=found, remedy=remedy)


def no_such_file(text: str) -> UnreadableFile:
    """What is said of a path that leads nowhere, wherever it is noticed."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    shown = clean if len(clean) < 120 else f"{clean[:60]}...{clean[-50:]}"
    return UnreadableFile(f"there is no file {shown!r}.", remedy="check the path")


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
