"""Two normal classes with known means, covariances and prior: everything about their best separation, computed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from probative.errors import BadParameter, LengthMismatch
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label
from probative.losses import Asymmetric
from probative.losses.declared import Loss
from probative.theory.computed import Computed, total
from probative.theory.gaussian import Gaussian
from probative.theory.known_classes import DRAWS as RISK_DRAWS
from probative.theory.known_classes import ClassTask
from probative.theory.optimum import complement, loss_of, rates_by_measure
from probative.theory.quadrature import whole
from probative.theory.quadric import Quadric
from probative.theory.quadric_share import DRAWS, SquaredNormals
from probative.theory.rules import Rule, linear_border
from probative.theory.theoretical_roc import TheoreticalRoc, computed_roc, drawn_roc, no_information, thresholds_for

ROC_DRAWS = 200_000
ROC_AGREED = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class GaussianTask:
    """p(x | +1) = N(mean_pos, cov_pos), p(x | -1) = N(mean_neg, cov_neg), p(+1) = prior_pos.

    Up to two dimensions, and wherever the border is flat, numbers are computed to ten digits or more; in others they
    are drawn and carry their standard error.

    >>> task = GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0, prior_pos=0.5)
    >>> round(task.bayes_risk, 10), round(task.auc, 8), task.quadric.kind
    (0.1586552539, 0.9213504, 'point')
    """

    mean_pos: Any
    """Numbers, or vectors of equal length; covariances are variances, or matrices. Kept as arrays."""
    cov_pos: Any
    mean_neg: Any
    cov_neg: Any
    prior_pos: float = 0.5
    positive: Gaussian = field(init=False)
    negative: Gaussian = field(init=False)

    def __post_init__(self) -> None:
        given = isinstance(self.prior_pos, int | float | np.number) and not isinstance(self.prior_pos, bool)
        if not (given and 0 < self.prior_pos < 1):
            raise BadParameter(
                "the prior of the positive class must be a number between 0 and 1, both excluded.",
                found=repr(self.prior_pos),
                remedy="with one class only there is nothing to decide",
            )
        positive = Gaussian(self.mean_pos, self.cov_pos, "cov_pos")
        negative = Gaussian(self.mean_neg, self.cov_neg, "cov_neg")
        if positive.dimension != negative.dimension:
            raise LengthMismatch(
                "both classes need the same number of dimensions.",
                found=f"{positive.dimension} and {negative.dimension}",
                remedy="give means of equal length",
            )
        for name, one in (("positive", positive), ("negative", negative)):
            object.__setattr__(self, name, one)
            object.__setattr__(self, f"mean_{name[:3]}", one.mean)
            object.__setattr__(self, f"cov_{name[:3]}", one.cov)

    def __str__(self) -> str:
        size = f"{self.dimension} dimension{'s' * (self.dimension > 1)}"
        return f"two normal classes in {size}, p(+1) = {self.prior_pos:.4g}, border: {self.quadric.kind}"

    @property
    def dimension(self) -> int:
        """The number of features."""
        return self.positive.dimension

    @property
    def log_prior_odds(self) -> float:
        """Ln p(+1) - ln p(-1)."""
        return math.log(self.prior_pos) - math.log1p(-self.prior_pos)

    @property
    def quadric(self) -> Quadric:
        """The log odds as a function of x: -½ x A xᵀ + b xᵀ + c."""
        return Quadric.between(self.positive, self.negative, self.log_prior_odds)

    def log_joint(self, x: object) -> Floats:
        """Ln p(x, +1) and ln p(x, -1), one row for each point."""
        logs = self.positive.log_density(x) + math.log(self.prior_pos)
        return np.stack([logs, self.negative.log_density(x) + math.log1p(-self.prior_pos)], axis=1)

    def density(self, x: object) -> Floats:
        """p(x)."""
        return np.asarray(np.exp(self.log_joint(x)).sum(axis=1))

    def g_hat(self, x: object) -> Floats:
        """The log odds ln p(+1 | x) - ln p(-1 | x)."""
        return np.asarray(self.log_joint(x) @ [1.0, -1.0])

    def g_bar(self, x: object) -> Floats:
        """The difference of the posteriors, p(+1 | x) - p(-1 | x) = tanh(log odds / 2)."""
        return np.tanh(self.g_hat(x) / 2)

    def g_tilde(self, x: object) -> Floats:
        """The difference of the joint densities, p(x, +1) - p(x, -1)."""
        return np.asarray(np.exp(self.log_joint(x)) @ [1.0, -1.0])

    def posterior(self, x: object) -> Floats:
        """p(+1 | x); p(-1 | x) is its complement."""
        from scipy.special import expit

        return np.asarray(expit(self.g_hat(x)))

    def predict(self, x: object, loss: Asymmetric | None = None) -> Array:
        """Bayes' rule, +1 or -1: +1 where the log odds are at least ln(fp / fn), which is 0 for equal losses.

        >>> gaussian = GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
        >>> gaussian.predict([0.0, -0.1]).tolist(), gaussian.predict([-0.1], Asymmetric(fp=1, fn=5)).tolist()
        ([1, -1], [1])
        """
        return np.where(self.g_hat(x) >= _cut(loss), 1, -1)

    def rates(
        self,
        loss: Asymmetric | None = None,
        *,
        border: Quadric | None = None,
        draws: int = DRAWS,
        random_state: int = 0,
    ) -> tuple[Computed, Computed]:
        """True and false positive rate of Bayes' rule under a loss; or of the rule that another border makes."""
        used, cut = self.quadric if border is None else border, _cut(loss)
        # Draws of the two classes must not be the same.
        seeds = random_state, random_state + 1
        both = zip((self.positive, self.negative), seeds, strict=True)
        tpr, fpr = (SquaredNormals.of(used, one).share_above(cut, draws=draws, random_state=seed) for one, seed in both)
        return tpr, fpr

    def minimal_risk(self, loss: Asymmetric | None = None, *, draws: int = DRAWS, random_state: int = 0) -> Computed:
        """R_min = ∫ min(fp p(x, -1), fn p(x, +1)) dx, the risk of Bayes' rule; equal unit losses unless given.

        >>> task = GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
        >>> round(task.minimal_risk(Asymmetric(fp=1, fn=5)), 8)
        0.30019157
        """
        return self.border_risk(self.quadric, loss, draws=draws, random_state=random_state)

    def border_risk(
        self, border: Quadric, loss: Asymmetric | None = None, *, draws: int = DRAWS, random_state: int = 0
    ) -> Computed:
        """The risk of the rule that says +1 where the border's function is at least ln(fp / fn)."""
        fp, fn = (1.0, 1.0) if loss is None else (float(loss.fp), float(loss.fn))
        tpr, fpr = self.rates(loss, border=border, draws=draws, random_state=random_state)
        missed = Computed(1 - tpr, tpr.method, tpr.standard_error, draws=tpr.draws, seed=tpr.seed)
        return total(missed.scaled(fn * self.prior_pos), fpr.scaled(fp * (1 - self.prior_pos)))

    def classes(self) -> ClassTask:
        """The same task as classes of any densities: for any rule, and any loss."""
        from scipy.stats import multivariate_normal

        of = {1: self.positive, -1: self.negative}
        made: dict[Label, Any] = {label: multivariate_normal(one.mean, one.cov) for label, one in of.items()}
        return ClassTask(made, {1: self.prior_pos, -1: 1 - self.prior_pos})

    def risk(
        self, g: Rule, loss: str | Loss = "zero_one", *, draws: int = RISK_DRAWS, random_state: int = 0
    ) -> Computed:
        """R(g) of any rule that answers +1 or -1 for rows of points, under any loss: drawn, with its standard error.

        The rule is a fitted classifier, or a function of rows; the error rate of a fitted linear one has a closed form.

        >>> task = GaussianTask([1, 0], np.eye(2), [-1, 0], np.eye(2))
        >>> risk = task.risk(lambda x: np.where(x[:, 0] >= 0, 1, -1))
        >>> abs(risk - task.bayes_risk) < 4 * risk.standard_error
        True
        """
        border = linear_border(g, self.dimension, (-1, 1)) if loss == "zero_one" else None
        if border is not None:
            return self.border_risk(border)
        return self.classes().risk(g, loss, draws=draws, random_state=random_state)

    def pointwise_risk(self, x: object, g: Rule, loss: str | Loss = "zero_one") -> Floats:
        """E[L(y, g(x)) | x] at every point."""
        return self.classes().pointwise_risk(x, g, loss)

    @property
    def bayes_risk(self) -> Computed:
        """The least misclassification probability that any rule can have."""
        return self.minimal_risk()

    def optimum(self, costs: Any = None, positive: Label | None = None) -> dict[str, Computed]:
        """By measure, what no rule can surpass on rows of this task; and the rates of Bayes' rule.

        With costs (`fp`, `fn` and perhaps another `prior`), the least expected cost, and the rates of the rule that has
        it. `positive` is the class that the measures call positive, +1 unless -1 is named.

        >>> task = GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
        >>> {name: round(value, 4) for name, value in task.optimum().items()}  # doctest: +NORMALIZE_WHITESPACE
        {'accuracy': 0.8413, 'error_rate': 0.1587, 'auc': 0.9214, 'recall': 0.8413, 'specificity': 0.8413,
         'false_positive_rate': 0.1587, 'false_negative_rate': 0.1587}
        """
        risk, swapped = self.bayes_risk, positive is not None and positive == -1
        found = {"accuracy": complement(risk), "error_rate": risk, "auc": self.auc}
        loss, there = loss_of(costs, swapped), self
        if costs is not None and costs.prior is not None:
            there = replace(self, prior_pos=1 - costs.prior if swapped else costs.prior)
        if loss is not None:
            found["expected_cost"] = there.minimal_risk(loss)
        tpr, fpr = there.rates(loss)
        return found | (rates_by_measure(complement(fpr), complement(tpr)) if swapped else rates_by_measure(tpr, fpr))

    @property
    def tpr(self) -> Computed:
        """The true positive rate of Bayes' rule."""
        return self.rates()[0]

    @property
    def fpr(self) -> Computed:
        """The false positive rate of Bayes' rule."""
        return self.rates()[1]

    @property
    def auc(self) -> Computed:
        """The area under the ROC curve of the log odds: no score can have a larger one."""
        return self.roc().auc

    def roc(self, *, draws: int = ROC_DRAWS, random_state: int = 0) -> TheoreticalRoc:
        """The theoretical ROC curve of the log odds; drawn where there are more than two directions."""
        seen = [SquaredNormals.of(self.quadric, one) for one in (self.positive, self.negative)]
        if any(one.drawn for one in seen):
            rng = np.random.default_rng(random_state)
            positive, negative = (one.draw(whole(draws, "draws", 2), rng) for one in seen)
            return drawn_roc(positive, negative, random_state)
        if not any(len(one.bend) for one in seen):
            return no_information(self.log_prior_odds)
        centre = self.quadric.centre
        turning = np.empty(0) if centre is None else self.quadric(centre)
        dense = all(len(one.bend) < 2 for one in seen)  # closed forms cost next to nothing
        cuts = thresholds_for([(one.mean, one.sd) for one in seen], self.log_prior_odds, turning, 10 if dense else 1)
        up, down = (partial(one.share_above, agreed=ROC_AGREED) for one in seen)
        return computed_roc(up, down, cuts, self.log_prior_odds)

    def sample(
        self, n: int | tuple[int, int] | None = None, *, counts: tuple[int, int] | None = None, random_state: int = 0
    ) -> tuple[Floats, Array]:
        """Points and labels: n with labels drawn from the prior, or fixed counts (positives, negatives), in that order.

        >>> X, y = GaussianTask([0, 0], np.eye(2), [2, 2], np.eye(2)).sample(counts=(55, 65), random_state=1)
        >>> X.shape, int((y == 1).sum())
        ((120, 2), 55)
        """
        if (n is None) == (counts is None):
            raise BadParameter("a sample needs its size, or the counts of both classes.", remedy="sample(120)")
        rng = np.random.default_rng(random_state)
        fixed = n if counts is None else counts
        if isinstance(fixed, tuple | list | np.ndarray):
            if len(fixed) != 2:
                raise BadParameter(
                    "counts are those of both classes.", found=repr(fixed), remedy="(positives, negatives): (55, 65)"
                )
            y = np.repeat([1, -1], [whole(count, "a count", 0) for count in fixed])
        else:
            y = np.where(rng.random(whole(fixed, "n", 1)) < self.prior_pos, 1, -1)
        x = np.empty((len(y), self.dimension))
        for label, one in ((1, self.positive), (-1, self.negative)):
            x[y == label] = one.sample(int((y == label).sum()), rng)
        return x, y


def _cut(loss: Asymmetric | None) -> float:
    return 0.0 if loss is None else loss.thresholds.log_odds
