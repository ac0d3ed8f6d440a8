"""Parts of the area under the ROC curve: as they are, as a share of the most there can be, or rescaled."""

from __future__ import annotations

import numpy as np

from probative.curves.partial import first_negatives
from probative.curves.roc import roc
from probative.errors import BadParameter
from probative.explanation.convention import Rule
from probative.explanation.ranking import duels
from probative.explanation.rows import Scored
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement.ladder import one_class

RAW = Rule("raw", "the area under the curve up to that false positive rate", ("pROC (partial.auc)", "ROCR (fpr.stop)"))
WIDTH = Rule("divided by the width", "the mean true positive rate in the range")
MCCLISH = Rule(
    "McClish",
    "rescaled so that chance is 0.5 and the best is 1",
    ("scikit-learn (roc_auc_score with max_fpr)",),
)
ABOVE = Rule("McClish above chance", "as McClish, undefined below the diagonal", ("pROC (partial.auc.correct = TRUE)",))
ALL = Rule(
    "all positives",
    "area up to the n-th negative (or the last one) over that many negatives times all positives",
    ("Gribskov and Robinson (1996)",),
)
FOUND = Rule("positives found", "the same area over that many negatives times the positives above the n-th")
ALWAYS = Rule("always n negatives", "the same area over n times all positives, even where there are fewer negatives")
LOST = Rule("ties lost", "positives strictly above each of the first n negatives, over n times all positives")


@topic("scores", "partial_auc", "pauc", "partial_area")
def explain_partial_auc(rows: Scored, max_fpr: float = 0.1) -> Found:
    """The raw area up to a false positive rate, the mean height, and McClish's standardised area.

    >>> from probative.explanation import explain
    >>> explain("partial_auc", truth=[1, 0], scores=[0.9, 0.2], max_fpr=0.5)["McClish"].value
    1.0
    """
    if not (isinstance(max_fpr, int | float) and 0 < max_fpr <= 1):
        raise BadParameter("max_fpr lies above 0 and is at most 1.", found=max_fpr)
    if why := one_class(rows.ladder):
        return [RAW.gives(np.nan, why=why)], [why]
    area = roc(rows.ladder).partial_auc(fpr=(0.0, float(max_fpr)))
    chance, most = max_fpr**2 / 2, float(max_fpr)
    standard = (1 + (area - chance) / (most - chance)) / 2
    below = "the curve lies below the diagonal" if area < chance else ""
    width = f"the range of false positive rates is {max_fpr:g} wide"
    scaled = f"{width}, in which chance has an area of {chance:.6g}"
    conventions = [
        RAW.gives(area),
        WIDTH.gives(area / most, cause=width),
        MCCLISH.gives(standard, cause=scaled),
        ABOVE.gives(np.nan if below else standard, why=below, cause=below or scaled),
    ]
    return conventions, [width]


@topic("scores", "auc_n", "auc50", "roc50", "roc_n", "aucn", "rocn")
def explain_auc_n(rows: Scored, n: int = 50) -> Found:
    """The area up to the n-th false positive, as a share of all positives or of those found by then.

    >>> from probative.explanation import explain
    >>> explain("auc50", truth=[1, 0, 1], scores=[0.9, 0.5, 0.2], n=1)["positives found"].value
    1.0
    """
    if why := one_class(rows.ladder):
        return [ALL.gives(np.nan, why=why)], [why]
    everything, found = (first_negatives(rows.ladder, n, how) for how in ("all", "found"))
    positives, negatives = rows.ladder.totals
    fewer = ", fewer than n" if negatives < n else ""
    held = f"there {'is' if negatives == 1 else 'are'} {count(negatives, 'negative')}{fewer}"
    missed = f"{everything.found:g} of {count(positives, 'positive')} score above the n-th negative"
    conventions = [
        ALL.gives(everything.area),
        FOUND.gives(found.area, why=found.why or "", cause=missed),
        ALWAYS.gives(everything.area * everything.n / n, cause=held),
        LOST.gives(_above(rows, int(everything.n)), cause=duels(rows.positive, rows.score).cause),
    ]
    return conventions, [missed, held]


def _above(rows: Scored, n: int) -> float:
    first = np.sort(rows.score[~rows.positive])[::-1][:n]
    high = np.sort(rows.score[rows.positive])
    above = len(high) - np.searchsorted(high, first, side="right")
    return float(above.sum()) / (n * len(high))
