"""Measures of Bayes' rule by name: what they would be if nothing had to be learned."""

from __future__ import annotations

from typing import Any

from probative.losses import Asymmetric
from probative.theory.computed import Computed


def complement(one: Computed) -> Computed:
    """1 minus a number, its error with it.

    >>> complement(Computed(0.25, "Monte Carlo", 0.01)).standard_error
    0.01
    """
    return Computed(1 - one, one.method, one.standard_error, draws=one.draws, seed=one.seed, digits=one.digits)


def rates_by_measure(tpr: Computed, fpr: Computed) -> dict[str, Computed]:
    """The four rates of a rule, by measure.

    >>> {name: float(rate) for name, rate in rates_by_measure(Computed(0.75), Computed(0.5)).items()}
    {'recall': 0.75, 'specificity': 0.5, 'false_positive_rate': 0.5, 'false_negative_rate': 0.25}
    """
    return {
        "recall": tpr,
        "specificity": complement(fpr),
        "false_positive_rate": fpr,
        "false_negative_rate": complement(tpr),
    }


def loss_of(costs: Any, swapped: bool = False) -> Asymmetric | None:
    """Declared costs as a loss of +1 against -1; swapped where the class called positive is the task's negative one.

    >>> from types import SimpleNamespace
    >>> loss_of(SimpleNamespace(fp=1, fn=5), swapped=True)
    Asymmetric(fp=5.0, fn=1.0, pos_label=None)
    """
    if costs is None:
        return None
    fp, fn = float(costs.fp), float(costs.fn)
    return Asymmetric(fn, fp) if swapped else Asymmetric(fp, fn)
