"""What is said of risk estimators, held against a study's numbers and their Monte Carlo errors."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, isfinite, sqrt
from typing import Protocol

from probative.procedures.risk_study.judged import Judged

SURE = 2.0
"""Monte Carlo errors that a difference must exceed to say something."""
NEAR = 0.02
"""A bias of less than this is nearly none."""
SHOWS, CANNOT_TELL, CONTRADICTS = "shown here", "cannot be told with so few repeats", "contradicted here"


class Studied(Protocol):
    """What claims need of a study."""

    @property
    def repeats(self) -> int:
        """Samples."""
        ...

    @property
    def risk_sd(self) -> float:
        """The standard deviation of the true risk over samples."""
        ...

    @property
    def estimators(self) -> tuple[Judged, ...]:
        """What was judged."""
        ...


def sign_verdict(difference: float, error: float) -> str:
    """What a study says of "this is greater than 0", by its estimate and the Monte Carlo error of that.

    >>> [sign_verdict(difference, 0.01) for difference in (0.03, 0.01, -0.03)]
    ['shown here', 'cannot be told with so few repeats', 'contradicted here']
    """
    if not isfinite(difference) or not isfinite(error) or abs(difference) <= SURE * error:
        return CANNOT_TELL
    return SHOWS if difference > 0 else CONTRADICTS


def near_verdict(difference: float, error: float) -> str:
    """What a study says of "this is nearly 0": all or none of the likely values must lie that near.

    >>> [near_verdict(*one) for one in ((0.004, 0.002), (0.004, 0.03), (-0.09, 0.02))]
    ['shown here', 'cannot be told with so few repeats', 'contradicted here']
    """
    if not isfinite(difference) or not isfinite(error):
        return CANNOT_TELL
    if abs(difference) + SURE * error <= NEAR:
        return SHOWS
    return CONTRADICTS if abs(difference) - SURE * error > NEAR else CANNOT_TELL


def spread_verdict(larger: float, smaller: float, repeats: int) -> str:
    """What a study says of "this standard deviation is the larger": each is known to 1/√(2(repeats - 1)) of itself.

    >>> spread_verdict(0.12, 0.08, 200), spread_verdict(0.12, 0.08, 3), spread_verdict(0.08, 0.12, 200)
    ('shown here', 'cannot be told with so few repeats', 'contradicted here')
    """
    return sign_verdict(larger - smaller, hypot(larger, smaller) / sqrt(2 * (repeats - 1)))


def _has(study: Studied, start: str) -> list[Judged]:
    """The first estimator whose name begins so, if there is one."""
    return [one for one in study.estimators if one.estimator.startswith(start)][:1]


def _pair(study: Studied, first: str, second: str) -> Iterator[tuple[Judged, Judged]]:
    """Two estimators, if both were studied."""
    return zip(_has(study, first), _has(study, second), strict=False)


def _unbiased(study: Studied) -> Iterator[str]:
    for one in _has(study, "10-fold"):
        yield (
            f"Nearly unbiased, {near_verdict(one.own_bias, one.own_error)}: {one.estimator} says {one.mean:.4f} "
            f"of models whose true risk is {one.own_risk:.4f}; difference {one.own_bias:+.4f} ± {one.own_error:.4f}."
        )
    for plain, kept in _pair(study, "10-fold", "10-fold stratified"):
        if plain is not kept:
            yield (
                f"Stratified folds train and test on the sample's own class shares: they say {kept.mean:.4f} "
                f"of the same samples, {plain.estimator} {plain.mean:.4f}."
            )


def _shares(study: Studied) -> Iterator[str]:
    for half, most in _pair(study, "hold-out 50/50", "hold-out 90/10"):
        gain, error = half.own_risk - most.own_risk, hypot(half.own_risk_error, most.own_risk_error)
        yield (
            f"More training rows, better model, {sign_verdict(gain, error)}: from 50/50 to 90/10 the true risk "
            f"of the model goes from {half.own_risk:.4f} to {most.own_risk:.4f}, by {-gain:+.4f} ± {error:.4f}."
        )
        yield (
            f"Fewer test rows, coarser estimate, {spread_verdict(most.sd, half.sd, study.repeats)}: "
            f"its sd goes from {half.sd:.4f} to {most.sd:.4f}."
        )


def _few_folds(study: Studied) -> Iterator[str]:
    for two, ten in _pair(study, "2-fold", "10-fold"):
        yield (
            f"Few folds overstate the risk, {sign_verdict(two.bias, two.bias_error)}: bias {two.bias:+.4f} ± "
            f"{two.bias_error:.4f} with 2 folds, {ten.bias:+.4f} ± {ten.bias_error:.4f} with 10."
        )
        yield (
            f"Few folds let the chance of the training set be seen, "
            f"{spread_verdict(two.within, ten.within, study.repeats)}: the true risks of its models differ by "
            f"{two.within:.4f}, those of 10 folds by {ten.within:.4f}."
        )


def _left_out(study: Studied) -> Iterator[str]:
    for one in _has(study, "leave-one-out"):
        yield (
            f"Leave-one-out hides the chance of the training set, "
            f"{spread_verdict(study.risk_sd, one.within, study.repeats)}: the true risks of its models differ by "
            f"{one.within:.4f}, those of fresh samples by {study.risk_sd:.4f}; {one.trainings} trainings, "
            f"bias {one.bias:+.4f} ± {one.bias_error:.4f}."
        )


CLAIMS = (_unbiased, _shares, _few_folds, _left_out)
