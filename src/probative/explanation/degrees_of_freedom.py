"""Degrees of freedom: how many of n deviations from their own mean are free."""

from __future__ import annotations

from probative.evidence.arrays import Floats
from probative.explanation.convention import Rule
from probative.explanation.topics import Found, topic
from probative.stats.degrees_of_freedom import deviations

SAMPLE = Rule(
    "n - 1",
    "the n deviations from the mean of the sample add up to 0, so that n - 1 of them are free and the last follows",
    ("every sample variance here", "R (var, sd)", "pandas (var)"),
)
KNOWN = Rule("n", "n deviations from a mean that is known and not estimated are all free", ("NumPy (var: ddof=0)",))
MOST = 12
"""Deviations that a sentence still lists."""


@topic("values", "degrees_of_freedom", "df", "deviations", example=(1.0, 2.0, 3.0, 4.0))
def explain_degrees_of_freedom(values: Floats) -> Found:
    """Of the values from their own mean (n - 1), and from a known one (n); what they make of the variance.

    >>> from probative.explanation import explain
    >>> found = explain("degrees_of_freedom")
    >>> found.value, found["n"].value
    (3.0, 4.0)
    >>> found.facts[0][-48:]
    '1.66667; the deviations are -1.5, -0.5, 0.5, 1.5'
    """
    found = deviations(values)
    n = len(values)
    cause = found.sentence
    if n <= MOST:
        listed = ", ".join(f"{round(float(off), 9) + 0.0:.6g}" for off in found.deviations)
        cause = f"{cause}; the deviations are {listed}"
    return [SAMPLE.gives(n - 1), KNOWN.gives(n, cause=cause)], [cause]
