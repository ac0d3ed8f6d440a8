"""The three Gaussian tasks of the decks: a border that is a hyperbola, another, and a circle."""

from __future__ import annotations

from probative.errors import BadParameter
from probative.theory.gaussian_task import GaussianTask

_LOW = [[0.011875, -0.016238], [-0.016238, 0.030625]]
_HIGH = [[0.011875, 0.016238], [0.016238, 0.030625]]
_ROUND = [[0.00398011, -0.00730159], [-0.00730159, 0.0385199]]
EXAMPLES = {
    1: ([0.3, 0.7], _HIGH, [0.5, 0.3], _LOW, 55 / 120),
    2: ([0.4, 0.8], [[0.09, 0.0], [0.0, 0.0049]], [0.5, 0.3], _ROUND, 55 / 120),
    3: ([0.3, 0.7], [[0.0016, 0.0], [0.0, 0.0016]], [0.6, 0.3], [[0.09, 0.0], [0.0, 0.09]], 1 / 12),
}
"""Mean and covariance of the positive class, of the negative class, and the prior of the positive."""
COUNTS = {1: (55, 65), 2: (55, 65), 3: (10, 110)}
"""Positives and negatives of 120 rows that have exactly the priors."""


def gaussian_example(number: int) -> GaussianTask:
    """One of the three Gaussian tasks of the decks.

    >>> [(round(gaussian_example(i).bayes_risk, 10), gaussian_example(i).quadric.kind) for i in (1, 2, 3)]
    [(0.0345468196, 'hyperbola'), (0.0198798342, 'hyperbola'), (0.0161678081, 'circle')]
    """
    if not isinstance(number, int) or number not in EXAMPLES:
        raise BadParameter(
            "the examples are 1, 2 and 3.", found=repr(number), remedy="gaussian_example(1) (--example 1)"
        )
    return GaussianTask(*EXAMPLES[number])
