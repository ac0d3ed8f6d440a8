"""Checklists: items of TRIPOD+AI, STARD 2015 and REFORMS that an evaluation can answer, and whether this one does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from probative.answers.words import titled
from probative.findings import Findings
from probative.papers.design import inputs_of
from probative.papers.phrases import adjustment_phrase
from probative.papers.reference import told
from probative.records import Record

TRIPOD, STARD, REFORMS = "TRIPOD+AI", "STARD 2015", "REFORMS"
WORKS = {TRIPOD: "collins2024", STARD: "bossuyt2015", REFORMS: "kapoor2024"}
"""By checklist: where it is printed."""
ELSEWHERE = {
    TRIPOD: "1-9, 12b, 12f, 16-20, 22 and 24-27 are about patients, predictors, models and conclusions",
    STARD: "1-11, 12b, 13, 19-22 and 25-30 are about patients, tests and conclusions",
    REFORMS: "1, 2a-2b, 2d, 3a-3d, 3g, 4b-4c, 5b, 6c and 8 are about the study and its data",
}
"""By checklist: the items that no evaluation can answer."""
Asked = Callable[[Findings], str]
"""What findings say to an item; nothing where they leave it open."""


@dataclass(frozen=True, slots=True)
class Item(Record):
    """An item of a checklist, and what the findings say to it; open where they say nothing."""

    checklist: str
    number: str
    about: str
    answer: str = ""

    @property
    def answered(self) -> bool:
        """Whether the findings answer it."""
        return bool(self.answer)

    def __str__(self) -> str:
        return f"{self.checklist} {self.number}, {self.about}: {self.answer or 'open, to be written by the authors'}"


def _split(found: Findings) -> str:
    return found.about.description or found.about.plan or ""


def _missing(found: Findings) -> str:
    if told := inputs_of(found):
        return "; ".join(told)
    if found.about.dropped:
        return f"{found.about.dropped:,} rows with missing values were left out"
    # Gaps are an error unless somebody asks for them to be dropped, and then they are counted.
    return "no evaluated row lacked its truth or a prediction"


def _measures(found: Findings) -> str:
    return "measures, definitions and formulas are in the table “method” of the findings" if found.models else ""


def _intervals(found: Findings) -> str:
    known = any(isfinite(value.low) for model in found.models.values() for value in model.measures.values())
    return f"measures have intervals at {found.level * 100:g} %, or say why not" if known else ""


def _tests(found: Findings) -> str:
    verdict = found.verdict
    if verdict is None or not verdict.contests:
        return ""
    adjusted = f", adjusted by {told(adjustment_phrase(verdict.adjustment))}" if len(verdict.contests) > 1 else ""
    return f"{verdict.test} by {titled(verdict.measure)}{adjusted}"


def _slices(found: Findings) -> str:
    return f"by {', '.join(found.about.by)}, with a test of heterogeneity" if found.slices else ""


def _clusters(found: Findings) -> str:
    return f"intervals and tests let whole clusters of {found.about.groups} vary" if found.about.groups else ""


def _cut(found: Findings) -> str:
    chosen = [model.decisions.operating for model in found.models.values() if model.decisions.operating is not None]
    if chosen:
        return f"chosen on these rows by {chosen[0].by}, which is exploratory; optimism was estimated"
    cuts = {model.threshold for model in found.models.values() if model.threshold is not None}
    return f"scores of at least {', '.join(f'{cut:g}' for cut in sorted(cuts))} were called positive" if cuts else ""


def _matrix(found: Findings) -> str:
    known = any(model.confusion is not None for model in found.models.values())
    return "the table “confusion” of the findings" if known else ""


def _baseline(found: Findings) -> str:
    rule = next((str(model.baseline["rule"]) for model in found.models.values() if "rule" in model.baseline), "")
    return f"beside every measure: {rule}" if rule else ""


def _tuned(found: Findings) -> str:
    return f"inside the training parts, for {', '.join(found.about.chosen)}" if found.about.chosen else ""


def _software(found: Findings) -> str:
    known = found.about.software or {"probative": found.about.version}
    return ", ".join(f"{name} {version}" for name, version in known.items())


def _command(found: Findings) -> str:
    return found.about.command or ""


def _rows(found: Findings) -> str:
    return f"{found.n:,.10g} evaluated rows"


def _events(found: Findings) -> str:
    """Rows, and how many of them are of the positive class."""
    share = next(iter(found.models.values())).measures.get("prevalence") if found.models else None
    if found.positive is None or share is None or not isfinite(share.value):
        return _rows(found)
    return f"{_rows(found)}, {100 * share.value:.3g} % of them of the positive class “{found.positive}”"


def _named(found: Findings) -> str:
    """The models of a run; what they are elsewhere, their files do not say."""
    return ", ".join(found.rivals) if found.about.scheme is not None and found.about.plan else ""


def _separate(found: Findings) -> str:
    if found.about.scheme is None or not found.about.plan or found.about.forced:
        return ""
    return "no row was tested by a model that had been trained on it"


def _dependent(found: Findings) -> str:
    scheme = found.about.scheme
    if scheme is not None and scheme.grouped:
        return "groups were kept on one side of every split"
    return _clusters(found)


def _balance(found: Findings) -> str:
    named = dict.fromkeys(
        note.message.partition(":")[0] for note in found.notes if "imbalan" in note.code or "rare" in note.code
    )
    return "; ".join(named)


ITEMS: tuple[tuple[str, str, str, Asked], ...] = (
    (TRIPOD, "10", "sample size, and how it was arrived at", lambda found: ""),
    (TRIPOD, "11", "missing data", _missing),
    (TRIPOD, "12a", "how data were used for development and evaluation", _split),
    (TRIPOD, "12c", "models, building steps, tuning, internal validation", _tuned),
    (TRIPOD, "12d", "heterogeneity between clusters", _clusters),
    (TRIPOD, "12e", "measures and plots of performance, and how models were compared", _measures),
    (TRIPOD, "12g", "how predictions were calculated", lambda found: ""),
    (TRIPOD, "13", "class imbalance", _balance),
    (TRIPOD, "14", "fairness", _slices),
    (TRIPOD, "15", "output of the model, and thresholds", _cut),
    (TRIPOD, "21", "rows and events in each analysis", _events),
    (TRIPOD, "23a", "performance with intervals, also of subgroups", _intervals),
    (TRIPOD, "23b", "heterogeneity of performance between clusters", lambda found: ""),
    (STARD, "12a", "cut-offs of the index test, fixed beforehand or explored", _cut),
    (STARD, "14", "how accuracy was estimated and compared", _tests),
    (STARD, "15", "indeterminate results", lambda found: ""),
    (STARD, "16", "missing data", _missing),
    (STARD, "17", "variability of accuracy", _slices),
    (STARD, "18", "intended sample size", lambda found: ""),
    (STARD, "23", "cross tabulation of test and reference", _matrix),
    (STARD, "24", "accuracy with its precision", _intervals),
    (REFORMS, "2c", "computing environment", _software),
    (REFORMS, "2e", "script that makes the results again", _command),
    (REFORMS, "3e", "sample size", _rows),
    (REFORMS, "3f", "missing data", _missing),
    (REFORMS, "4a", "rows left out, and why", _missing),
    (REFORMS, "5a", "models", _named),
    (REFORMS, "5c", "evaluation method", _split),
    (REFORMS, "5d", "how the final model was selected", lambda found: ""),
    (REFORMS, "5e", "how parameters were selected", _tuned),
    (REFORMS, "5f", "baselines", _baseline),
    (REFORMS, "6a", "separation of training and test rows", _separate),
    (REFORMS, "6b", "dependencies and duplicates between training and test rows", _dependent),
    (REFORMS, "7a", "measures, and why these", _measures),
    (REFORMS, "7b", "uncertainty", _intervals),
    (REFORMS, "7c", "tests, and why these", _tests),
)


def fitting(found: Findings) -> tuple[str, ...]:
    """The checklists that fit a task: those of medicine where rows have an outcome, STARD for two classes."""
    if found.task == "graded":
        return (REFORMS,)
    return (TRIPOD, STARD, REFORMS) if found.positive is not None else (TRIPOD, REFORMS)


def checked(found: Findings) -> tuple[Item, ...]:
    """Every item that an evaluation can answer, with what these findings say to it.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], scores=[0.9, 0.2, 0.6, 0.7])
    >>> print(next(item for item in checked(found) if item.number == "24"))
    STARD 2015 24, accuracy with its precision: measures have intervals at 95 %, or say why not
    """
    lists = fitting(found)
    return tuple(Item(name, number, about, asked(found)) for name, number, about, asked in ITEMS if name in lists)
