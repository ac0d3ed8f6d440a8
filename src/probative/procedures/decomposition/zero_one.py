"""Bias and variance under zero-one loss: four published definitions, which agree on the total and on little else.

All take the noise as 0, because one label per row cannot show it: what is called bias here includes the noise.
"""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.procedures.decomposition.terms import Terms, monte_carlo_error


def zero_one_terms(predicted: Array, truth: Array, classes: int) -> dict[str, Terms]:
    """Domingos, Kohavi-Wolpert, Breiman and James; codes of labels, predicted with one row per training set.

    The main prediction is the most frequent one, and the first label among equals.

    >>> found = zero_one_terms(np.array([[0, 1], [0, 1], [1, 0]]), np.array([0, 0]), 2)
    >>> {name: [round(v, 3) for v in array.tolist()] for name, array in found["domingos"].values.items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'bias': [0.0, 1.0], 'variance': [0.333, 0.333], 'unbiased_variance': [0.333, 0.0],
     'biased_variance': [0.0, 0.333], 'net_variance': [0.333, -0.333], 'total': [0.333, 0.667]}
    """
    counts = np.array([(predicted == label).sum(axis=0) for label in range(classes)])
    share = counts / len(predicted)
    wrong = predicted != truth
    error = monte_carlo_error(wrong * 1.0)
    loss, biased = wrong.mean(axis=0), counts.argmax(axis=0) != truth
    found = {
        "domingos": _domingos(share, truth, biased),
        "kohavi-wolpert": _kohavi_wolpert(share, truth),
        "breiman": _breiman(biased, loss),
        "james": _james(biased, loss),
    }
    return {
        name: Terms(words, parts, "total", values | {"total": loss.copy()}, standard_error=error)
        for name, (words, parts, values) in found.items()
    }


_Found = tuple[str, tuple[str, ...], dict[str, Floats]]


def _domingos(share: Floats, truth: Array, biased: Array) -> _Found:
    """Domingos (2000). Where the main prediction is wrong, straying from it helps if, and only if, it hits the truth.

    With two classes every stray prediction does; with more, only the share of right ones lowers the loss.
    """
    variance = 1 - share.max(axis=0)
    hurts, helps = np.where(biased, 0.0, variance), np.where(biased, share[truth, np.arange(len(truth))], 0.0)
    words = (
        "Domingos 2000: bias = main prediction wrong; variance = share of predictions that differ from it; "
        "unbiased variance raises the loss, biased variance (predictions that stray to the truth) lowers it; "
        "net variance = unbiased - biased"
    )
    values = {"bias": biased * 1.0, "variance": variance, "unbiased_variance": hurts, "biased_variance": helps}
    return words, ("bias", "net_variance"), values | {"net_variance": hurts - helps}


def _kohavi_wolpert(share: Floats, truth: Array) -> _Found:
    """Kohavi and Wolpert (1996): half the squared distance of two distributions over the labels."""
    actual = np.arange(len(share))[:, None] == truth
    values = {"bias2": ((actual - share) ** 2).sum(axis=0) / 2, "variance": (1 - (share**2).sum(axis=0)) / 2}
    words = (
        "Kohavi-Wolpert 1996: bias2 = half the summed squares of actual minus predicted label shares; "
        "variance = half of 1 minus the summed squares of the predicted shares"
    )
    return words, ("bias2", "variance"), values


def _breiman(biased: Array, loss: Floats) -> _Found:
    """Breiman (1996): the loss where the main prediction is wrong is bias, the loss elsewhere variance."""
    values = {"bias": np.where(biased, loss, 0.0), "variance": np.where(biased, 0.0, loss)}
    words = "Breiman 1996: bias = loss on rows whose main prediction is wrong; variance = loss on the others"
    return words, ("bias", "variance"), values


def _james(biased: Array, loss: Floats) -> _Found:
    """James (2003): what the main prediction costs, and what straying from it costs more. Kong and Dietterich's too."""
    values = {"systematic_effect": biased * 1.0, "variance_effect": loss - biased}
    words = (
        "James 2003: systematic effect = loss of the main prediction; variance effect = loss beyond it "
        "(without noise: Domingos's bias and net variance, Kong and Dietterich's 1995 bias and variance)"
    )
    return words, ("systematic_effect", "variance_effect"), values
