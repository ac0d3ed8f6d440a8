"""Absolute values beside what a trivial rule reaches, and ranks beside the test of ranks."""

from __future__ import annotations

from .entry import Entry

SCORED = "y, s = [1, 0, 0, 0, 1, 0, 0, 0], [0.9, 0.2, 0.4, 0.1, 0.6, 0.3, 0.7, 0.2]"
RANKED = 'three = {"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]}'
"""Ranks by hand: A 2 2 2 2 2, B 1 3 1 1 1, C 3 1 3 3 3."""
REACHED = 'pv.evaluate(truth=y, scores=s).models["model"].baseline["{measure}"]'

ENTRIES = [
    Entry("R161", REACHED.format(measure="brier"), 3 / 16, 1e-12, "p (1 - p) at a prevalence of 1/4", SCORED),
    Entry(
        "R161",
        REACHED.format(measure="log_loss"),
        "-0.25 * np.log(0.25) - 0.75 * np.log(0.75)",
        1e-12,
        "the entropy of the prevalence",
        SCORED,
    ),
    Entry("R161", REACHED.format(measure="average_precision"), 0.25, 1e-12, "the prevalence", SCORED),
    Entry(
        "R161",
        'None in pv.evaluate(truth=y, scores=s).table().column("baseline rule")',
        False,
        source="any absolute value has its baseline",
        setup=SCORED,
    ),
    Entry(
        "R109",
        'pv.evaluate(truth=y, predicted=h).models["model"].baseline["mae"]',
        1.25,
        1e-12,
        "by hand: |1.5 - 3|, |2 - 3|, |3 - 3|, |5.5 - 3|",
        "y, h = [1.5, 2.0, 3.0, 5.5], [1.5, 2.0, 3.5, 5.0]",
    ),
    Entry(
        "R156",
        'str(pv.compare(three, of="datasets")).splitlines()[1]',
        "average ranks, the best first: B 1.4, A 2, C 2.6",
        source="ranks by hand",
        setup=RANKED,
    ),
]
