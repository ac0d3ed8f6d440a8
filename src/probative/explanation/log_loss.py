"""Log-loss: what a probability of 0 costs when it meets the event."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Scored
from probative.explanation.topics import Found, topic
from probative.measurement.probabilities import log_loss
from probative.measurement.ruled_out import ruled_out

UNCLIPPED = Rule(
    "unclipped",
    "mean of -ln(probability given to what happened); infinite if that was ever 0",
    ("Metrics (logLoss)",),
)
CAPPED = Rule("at most 100", "the loss of a row is at most 100", ("PyTorch (BCELoss)",))
CLIPS: dict[float, tuple[str, tuple[str, ...]]] = {
    float(np.finfo(np.float64).eps): ("2.2e-16", ("scikit-learn (log_loss, since 1.2)", "yardstick (mn_log_loss)")),
    1e-15: ("1e-15", ("scikit-learn (log_loss, before 1.2)", "MLmetrics (LogLoss)")),
    1e-7: ("1e-7", ("Keras (BinaryCrossentropy)",)),
}


@topic("scores", "log_loss")
def explain_log_loss(rows: Scored) -> Found:
    """No clipping, clipping at several bounds, and losses of at most 100.

    >>> from probative.explanation import explain
    >>> explain("log_loss", truth=[1, 0], scores=[0.0, 0.0])["at most 100"].value
    50.0
    """
    rows.ladder.require_probabilities()
    given = np.where(rows.positive, rows.score, 1 - rows.score)
    wrong = int((given <= 0).sum())
    zero = ruled_out(wrong)
    with np.errstate(divide="ignore"):
        capped = np.minimum(-np.log(given), 100.0).mean()
    conventions = [
        UNCLIPPED.gives(log_loss(rows.ladder)),
        *(_clipped(given, eps, zero) for eps in CLIPS),
        CAPPED.gives(capped, cause=zero or "some losses are above 100"),
    ]
    return conventions, [zero or "no row was given probability 0 for what happened"]


def _clipped(given: Floats, eps: float, zero: str) -> Convention:
    shown, tools = CLIPS[eps]
    rule = Rule(f"clip {shown}", f"probabilities are moved into [{shown}, 1 - {shown}] first", tools)
    moved = int(((given < eps) | (given > 1 - eps)).sum())
    lie = "probability lies" if moved == 1 else "probabilities lie"
    cause = zero or f"{moved} {lie} nearer to 0 or 1 than {shown}"
    return rule.gives(-np.log(np.clip(given, eps, 1 - eps)).mean(), cause=cause)
