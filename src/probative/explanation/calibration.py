"""Expected calibration error: which bins, and of which probability."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Scored
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement.calibration_error import expected_calibration_error as ours

MORE = 15
"""The other common number of bins."""
MASS = Rule("equal mass", "bins of equally many rows, tied scores never split; probability of the positive class")
SPLIT = Rule("equal mass, ties split", "rows sorted by score (ties in row order) and cut into equal parts")
QUANTILES = Rule(
    "edges at quantiles",
    "edges are quantiles of the scores, and belong to the lower bin",
    ("scikit-learn (bins of calibration_curve, strategy='quantile')",),
)
MASS_MORE = Rule(f"equal mass, {MORE} bins", f"as equal mass, with {MORE} bins")
WIDTH = Rule("equal width", "bins of equal width, edges belong to the upper bin")
WIDTH_LOWER = Rule(
    "equal width, lower bin",
    "bins of equal width, edges belong to the lower bin",
    ("scikit-learn (bins of calibration_curve)",),
)
WIDTH_MORE = Rule(
    f"equal width, {MORE} bins",
    f"{MORE} bins of equal width, edges belong to the upper bin, scores of exactly 1 stand alone",
    ("torchmetrics (BinaryCalibrationError)",),
)
LIKELIER = "bins of equal width of the likelier class's probability, edges belong to the lower bin"


def gap(place: Array, confidence: Floats, happened: Array) -> float:
    """Mean distance between summed confidences and events over the bins.

    >>> gap(np.array([0, 0, 1]), np.array([0.2, 0.4, 0.9]), np.array([False, True, True])).__round__(12)
    0.166666666667
    """
    return float(np.abs(np.bincount(place, happened - confidence)).sum() / len(place))


def cut_in_order(score: Floats, bins: int) -> Array:
    """Bins of equally many rows by rising score, whatever is tied.

    >>> cut_in_order(np.array([0.5, 0.1, 0.5]), 2).tolist()
    [0, 0, 1]
    """
    place = np.empty(len(score), np.intp)
    for i, part in enumerate(np.array_split(np.argsort(score, kind="stable"), bins)):
        place[part] = i
    return place


@topic("scores", "expected_calibration_error")
def explain_calibration_error(rows: Scored, bins: int = 10) -> Found:
    """Equal mass or width, 10 or 15 bins, ties split or not, edges, and the positive class or the likelier one.

    >>> from probative.explanation import explain
    >>> explain("ece", truth=[0, 1], scores=[0.25, 0.75], bins=2)["equal width"].value
    0.25
    """
    rows.ladder.require_probabilities()
    if not isinstance(bins, int) or bins < 1:
        raise BadParameter("bins must be a whole number of at least 1.", found=bins)
    mass = MASS.gives(ours(rows.ladder, bins=bins))
    conventions = [mass, *_by_mass(rows, bins), *_by_width(rows, bins), *_likelier(rows, bins)]
    return conventions, [_fullest(rows, bins), _distinct(rows)]


def _distinct(rows: Scored) -> str:
    return f"there are {count(len(rows.ladder.scores), 'distinct score')} in {count(len(rows.score), 'row')}"


def _fullest(rows: Scored, bins: int) -> str:
    held = np.bincount(np.minimum((rows.score * bins).astype(np.intp), bins - 1), minlength=bins).max()
    return f"the fullest of {count(bins, 'bin')} of equal width holds {held / len(rows.score):.0%} of the rows"


def _by_mass(rows: Scored, bins: int) -> list[Convention]:
    place = cut_in_order(rows.score, bins)
    order = np.argsort(rows.score, kind="stable")
    cut = len(np.unique(rows.score[order][1:][(np.diff(rows.score[order]) == 0) & (np.diff(place[order]) > 0)]))
    uneven = f"{count(len(place), 'row')} do not fill {count(bins, 'bin')} evenly"
    straddle = f"{count(cut, 'tied score')} {'is' if cut == 1 else 'are'} cut by an edge" if cut else uneven
    edges = np.percentile(rows.score, np.linspace(0, 1, bins + 1) * 100)
    by_quantiles = gap(np.searchsorted(edges[1:-1], rows.score), rows.score, rows.positive)
    finer = f"the number of bins is {MORE} instead of {bins}"
    return [
        SPLIT.gives(gap(place, rows.score, rows.positive), cause=straddle),
        QUANTILES.gives(by_quantiles, cause=straddle),
        MASS_MORE.gives(ours(rows.ladder, bins=MORE), cause=finer),
    ]


def _by_width(rows: Scored, bins: int) -> list[Convention]:
    inner = np.linspace(0, 1, bins + 1)[1:-1]
    on_edge = int(np.isin(rows.score, inner).sum())
    edge = f"; {count(on_edge, 'row')} {'lies' if on_edge == 1 else 'lie'} on an edge" if on_edge else ""
    more = np.searchsorted(np.linspace(0, 1, MORE + 1), rows.score, side="right") - 1
    lower = gap(np.searchsorted(inner, rows.score), rows.score, rows.positive)
    return [
        WIDTH.gives(ours(rows.ladder, bins=bins, strategy="width"), cause=_fullest(rows, bins)),
        WIDTH_LOWER.gives(lower, cause=_fullest(rows, bins) + edge),
        WIDTH_MORE.gives(gap(more, rows.score, rows.positive), cause=_fullest(rows, MORE)),
    ]


def _likelier(rows: Scored, bins: int) -> list[Convention]:
    """The likelier class instead of the positive one; at a score of 0.5 that is the negative one."""
    confidence = np.maximum(rows.score, 1 - rows.score)
    right = np.equal(rows.score > 0.5, rows.positive)
    turned = int((rows.score < 0.5).sum())
    cause = f"{turned} of {count(len(right), 'score')} are below 0.5 and turned round to the likelier class"
    found = []
    for size in dict.fromkeys((bins, MORE)):
        tools = ("Guo et al. (2017)",) if size == MORE else ()
        place = np.searchsorted(np.linspace(0, 1, size + 1)[1:-1], confidence)
        rule = Rule(f"likelier class, {size} bins", f"{size} {LIKELIER}", tools)
        found.append(rule.gives(gap(place, confidence, right), cause=cause))
    return found
