"""Standard deviation, of fold values for instance: over n or over n - 1."""

from __future__ import annotations

import numpy as np

from probative.errors import BadScores
from probative.evidence import Moments
from probative.evidence.arrays import Floats
from probative.explanation.convention import Rule
from probative.explanation.topics import Found, topic
from probative.explanation.words import count

SAMPLE = Rule(
    "over n - 1",
    "root of the summed squared distances from the mean over n - 1",
    ("R (sd)", "pandas (std)", "MATLAB (std)"),
)
POPULATION = Rule("over n", "the same over n", ("NumPy (std)", "scikit-learn (std_test_score)"))
ERROR = Rule("standard error", "over n - 1, divided by the root of n: the spread of the mean of independent values")


@topic("values", "standard_deviation", "sd", "std")
def explain_standard_deviation(values: Floats) -> Found:
    """Of the values as a sample (n - 1), as all there is (n), and of their mean if they were independent.

    >>> from probative.explanation import explain
    >>> explain("sd", values=[1, 3])["over n"].value
    1.0
    """
    if not np.isfinite(values).all():
        raise BadScores("the values must be finite.", found="an infinity", remedy="remove those rows")
    n = len(values)
    one = "a single value has no spread" if n < 2 else ""
    sample = float(np.sqrt(Moments.from_values(values).variance))
    cause = f"there {'is' if n == 1 else 'are'} {count(n, 'value')}"
    population = float(np.sqrt(np.square(values - values.mean()).mean()))
    conventions = [
        SAMPLE.gives(sample, why=one),
        POPULATION.gives(population, cause=cause),
        ERROR.gives(sample / np.sqrt(n), why=one, cause=cause),
    ]
    return conventions, [one or ("" if np.ptp(values) else "all values are equal") or cause]
