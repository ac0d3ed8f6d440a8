"""F-measure: of one class or averaged, and of what is averaged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.explanation.by_counts import four_counts
from probative.explanation.convention import Convention, Rule
from probative.explanation.f_averages import MACRO, MICRO, WEIGHTED, averages, empty_classes, f_by_class
from probative.explanation.ratios import outcomes_of
from probative.explanation.rows import Labelled
from probative.explanation.topics import Found, topic
from probative.explanation.words import label_name
from probative.measurement.registry import find

_SK = "scikit-learn (f1_score, average="
BINARY = Rule(
    "positive class", "F of the positive class from its counts; undefined if it is never actual and never predicted"
)
AS_0 = Rule("0/0 as 0", "the same, 0/0 counts as 0", (f"{_SK}'binary')",))
AS_1 = Rule("0/0 as 1", "the same, 0/0 counts as 1", (f"{_SK}'binary', zero_division=1)",))
HARMONIC = Rule(
    "from precision and recall",
    "harmonic mean; undefined where precision or recall is, 0 where both are 0",
    ("yardstick (f_meas)",),
)
STRICT = Rule(
    "from precision and recall, 0/0 undefined",
    "harmonic mean; undefined where precision or recall is, or both are 0",
    ("caret (F_meas)",),
)
ARITHMETIC = Rule(
    "arithmetic mean",
    "of precision and recall, not F: one of them being high is enough for it, where F is nearer the lower one",
)
_OURS = {"binary": BINARY, "macro": MACRO, "micro": MICRO, "weighted": WEIGHTED}


@topic("labels", "f1")
def explain_f1(
    rows: Labelled | None, tp: int | None = None, fn: int | None = None, fp: int | None = None, tn: int | None = None
) -> Found:
    """F of the positive class if there is one, else the mean over classes; and every other way to average.

    >>> from probative.explanation import explain
    >>> explain("f1", truth=[0, 0], predicted=[0, 0])["0/0 as 1"].value
    1.0
    >>> explain("f1", tp=2, fn=8, fp=0, tn=5)["arithmetic mean"].value
    0.6
    """
    rows = four_counts(rows, {"tp": tp, "fn": fn, "fp": fp, "tn": tn})
    return _explained(rows, _asked(rows), 1.0)


@topic("labels", "f_beta")
def explain_f_beta(
    rows: Labelled | None,
    beta: float = 1.0,
    tp: int | None = None,
    fn: int | None = None,
    fp: int | None = None,
    tn: int | None = None,
) -> Found:
    """The same for any weight of recall against precision.

    >>> from probative.explanation import explain
    >>> explain("f_beta", truth=[1, 1, 0], predicted=[1, 0, 0], beta=2).value
    0.5555555555555556
    """
    if not (isinstance(beta, int | float) and 0 < beta < np.inf):
        raise BadParameter("beta must be a number above 0.", found=beta)
    rows = four_counts(rows, {"tp": tp, "fn": fn, "fp": fp, "tn": tn})
    return _explained(rows, _asked(rows), float(beta))


@topic("labels", "macro_f1", "f1_macro")
def explain_macro_f1(rows: Labelled) -> Found:
    """The mean of F over the classes, and every other way to average.

    >>> from probative.explanation import explain
    >>> explain("macro_f1", truth=list("aab"), predicted=list("abb"))["micro"].value
    0.6666666666666666
    """
    return _explained(rows, "macro", 1.0)


@topic("labels", "micro_f1", "f1_micro")
def explain_micro_f1(rows: Labelled) -> Found:
    """F of the outcomes of all classes added up, and every other way to average.

    >>> from probative.explanation import explain
    >>> explain("micro_f1", truth=list("aab"), predicted=list("abb")).value
    0.6666666666666666
    """
    return _explained(rows, "micro", 1.0)


@topic("labels", "weighted_f1", "f1_weighted")
def explain_weighted_f1(rows: Labelled) -> Found:
    """The mean of F weighted by actual rows, and every other way to average.

    >>> from probative.explanation import explain
    >>> explain("weighted_f1", truth=list("aab"), predicted=list("aab")).value
    1.0
    """
    return _explained(rows, "weighted", 1.0)


def _asked(rows: Labelled) -> str:
    """With two classes one must be the positive one; naming it is asked for where it is used."""
    return "binary" if rows.positive is not None or len(rows.matrix.labels) <= 2 else "macro"


def _explained(rows: Labelled, how: str, beta: float) -> Found:
    binary = _binary(rows, beta) if how == "binary" or rows.positive is not None else []
    averaged, each = averages(rows, beta), f_by_class(rows, beta)
    # Between one class and an average of all, it is always the other classes that make the difference.
    if how == "binary":
        averaged = [replace(row, cause=f"all classes count: {each}") for row in averaged]
    else:
        binary = [replace(row, cause=f"only class {label_name(rows.positive)} counts: {each}") for row in binary]
    found = {row.name: row for row in (*binary, *averaged)}
    ours = found.pop(_OURS[how].name)
    return [ours, *found.values()], [empty_classes(rows)]


def _binary(rows: Labelled, beta: float) -> list[Convention]:
    """F of the positive class, and what its 0/0 may count."""
    cells, measure = outcomes_of(rows), find("f_beta")
    value = float(measure(cells, beta=beta))
    why = measure.why(cells) if np.isnan(value) else ""
    nothing = f"there are {why}" if why else "the denominator is not 0"
    no_ratio = "there are no actual positives" if not cells.tp + cells.fn else ""
    no_ratio = no_ratio or ("there are no predicted positives" if not cells.tp + cells.fp else "")
    strict = no_ratio or ("" if cells.tp else "no positive was found")
    return [
        BINARY.gives(value, why=why),
        AS_0.gives(0.0 if why else value, cause=nothing),
        AS_1.gives(1.0 if why else value, cause=nothing),
        HARMONIC.gives(np.nan if no_ratio else value, why=no_ratio, cause=no_ratio),
        STRICT.gives(np.nan if strict else value, why=strict, cause=strict),
        _arithmetic(cells, beta, no_ratio),
    ]


def _arithmetic(cells: Outcomes, beta: float, no_ratio: str) -> Convention:
    """The arithmetic mean with the weights that precision and recall have in F."""
    if no_ratio:
        return ARITHMETIC.gives(np.nan, why=no_ratio, cause=no_ratio)
    precision, recall = (float(find(name)(cells)) for name in ("precision", "recall"))
    weight = beta**2 / (1 + beta**2)
    apart = f"precision is {precision:.4g} and recall {recall:.4g}"
    return ARITHMETIC.gives((1 - weight) * precision + weight * recall, cause=apart)
