"""Any known classes: two or more, of any densities, with Bayes' rule and its risk."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.errors import BadInput, BadParameter
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, conventional_positive
from probative.losses.declared import Loss
from probative.theory.computed import Computed, total
from probative.theory.gaussian import rows
from probative.theory.integrated_roc import integrated_roc
from probative.theory.mixture import dimension_of
from probative.theory.optimum import complement, rates_by_measure
from probative.theory.quadrature import piecewise_integral, whole
from probative.theory.rules import Rule, answers
from probative.theory.theoretical_roc import TheoreticalRoc, drawn_roc

DRAWS = 200_000
MARKS = (1e-12, 1e-6, 1e-3, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98, 0.999, 1 - 1e-6, 1 - 1e-12)
"""Quantiles of every class at which quadrature starts anew."""
PIECES = 200
"""Pieces besides: a rule may jump where no quantile knows."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassTask:
    """Classes with known densities p(x | y) and priors p(y): frozen distributions of SciPy, or a `Mixture` of them.

    >>> from scipy import stats
    >>> task = ClassTask({"low": stats.norm(-1), "mid": stats.norm(0), "high": stats.norm(1)}, {"mid": 0.5, "low": 0.25,
    ...     "high": 0.25})
    >>> round(task.bayes_risk, 8), task.predict([-2.0, 0.1, 3.0]).tolist()
    (0.40469494, ['low', 'mid', 'high'])
    """

    densities: Mapping[Label, Any]
    priors: Mapping[Label, float] | None = None
    dimension: int = field(init=False)

    def __post_init__(self) -> None:
        for given, what in ((self.densities, "densities"), (self.priors, "priors")):
            if not (isinstance(given, Mapping) or (given is None and what == "priors")):
                raise BadParameter(
                    f"{what} are given by class.",
                    found=f"{type(given).__name__} {given!r}",
                    remedy='densities {"a": stats.norm(0), "b": stats.norm(1)}, priors {"a": 0.5, "b": 0.5}',
                )
        if len(self.densities) < 2:
            raise BadParameter("a task needs at least two classes.", found=f"{len(self.densities)}")
        priors = dict.fromkeys(self.densities, 1 / len(self.densities)) if self.priors is None else dict(self.priors)
        if set(priors) != set(self.densities):
            raise BadParameter("priors and densities name other classes.", found=f"{[*priors]} and {[*self.densities]}")
        values = [float(prior) for prior in priors.values()]
        if min(values) <= 0 or abs(math.fsum(values) - 1) > 1e-9:
            raise BadParameter(
                "priors must be greater than 0 and sum to 1.", found=values, remedy="leave out classes that never occur"
            )
        dimensions = {label: dimension_of(one, label) for label, one in self.densities.items()}
        if len(set(dimensions.values())) > 1:
            raise BadParameter("all classes need the same number of dimensions.", found=dimensions)
        object.__setattr__(self, "densities", dict(self.densities))
        object.__setattr__(self, "priors", {label: float(priors[label]) for label in self.densities})
        object.__setattr__(self, "dimension", next(iter(dimensions.values())))

    def __str__(self) -> str:
        shares = ", ".join(f"p({label}) = {share:.4g}" for label, share in zip(self.labels, self.prior, strict=True))
        return f"{len(self.labels)} known classes in {self.dimension} dimension{'s' * (self.dimension > 1)}, {shares}"

    @property
    def labels(self) -> list[Label]:
        """The classes, in their order."""
        return list(self.densities)

    @property
    def prior(self) -> Floats:
        """p(y), in the order of the labels."""
        assert self.priors is not None
        return np.array([self.priors[label] for label in self.densities])

    def log_joint(self, x: object) -> Floats:
        """Ln p(x, y): a row for each point, a column for each class; -inf where a class has no density."""
        points = rows(x, self.dimension)
        given = points[:, 0] if self.dimension == 1 else points
        with np.errstate(divide="ignore"):
            logs = [np.reshape(one.logpdf(given), len(points)) for one in self.densities.values()]
        return np.asarray(np.stack(logs, axis=1) + np.log(self.prior))

    def density(self, x: object) -> Floats:
        """p(x), the sum of the joint densities."""
        return np.asarray(np.exp(self.log_joint(x)).sum(axis=1))

    def posterior(self, x: object) -> Floats:
        """p(y | x), a column for each class; nan where p(x) = 0: there it is undefined."""
        logs = self.log_joint(x)
        top = logs.max(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            shares = np.exp(logs - top)
            return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def predict(self, x: object, costs: object = None) -> Array:
        """Bayes' rule: the class of the largest posterior, the first of the order among equals.

        With a table of costs, a row for each actual and a column for each said class in the order of the labels, the
        class whose expected cost is least.

        >>> from scipy import stats
        >>> ClassTask({"ill": stats.norm(1), "well": stats.norm(-1)}).predict([-0.5], [[0, 5], [1, 0]]).tolist()
        ['ill']
        """
        logs = self.log_joint(x)
        if nowhere := int(np.isneginf(logs).all(axis=1).sum()):
            raise BadInput(
                "no class has a density there, so that no posterior exists.",
                found=f"p(x) = 0 at {nowhere} of {len(logs)} points",
                remedy="ask where p(x) > 0",
            )
        said = logs.argmax(axis=1) if costs is None else (self.posterior(x) @ self._table(costs)).argmin(axis=1)
        return np.asarray(np.array(self.labels)[said])

    def least_cost(self, costs: object) -> Computed:
        """The expected cost of Bayes' rule: ∫ min over answers of Σ_y cost(y, answer) p(x, y) dx.

        >>> from scipy import stats
        >>> task = ClassTask({"ill": stats.norm(1), "well": stats.norm(-1)})
        >>> round(task.least_cost([[0, 5], [1, 0]]), 8)
        0.30019157
        """
        table = self._table(costs)
        found = self._expected(lambda x: (np.nan_to_num(self.posterior(x)) @ table).min(axis=1), DRAWS, 0)
        # The border need not lie where quadrature starts anew.
        found.digits = min(found.digits, 7)
        return found

    def roc(self, positive: Label | None = None, *, draws: int = DRAWS, random_state: int = 0) -> TheoreticalRoc:
        """The ROC curve of the log odds of two classes, which no score surpasses.

        Of numbers by quadrature (of distributions that have a `cdf` and a `ppf`); of vectors drawn, its area with its
        error.

        >>> from scipy import stats
        >>> print(ClassTask({1: stats.norm(1), -1: stats.norm(-1)}).roc().auc)
        0.9213504
        """
        if len(self.labels) != 2:
            raise BadParameter("a ROC curve is of two classes.", found=f"{len(self.labels)} classes")
        known = conventional_positive(tuple(self.labels)) if positive is None else positive
        if known not in self.labels:
            raise BadParameter(
                "which label is positive is not clear.", found=f"labels {self.labels}", remedy="roc(positive=...)"
            )
        there = self.labels.index(known)
        if self.dimension == 1:
            log_prior_odds = math.log(self.prior[there] / self.prior[1 - there])
            curve = integrated_roc(self.densities[known], self.densities[self.labels[1 - there]], log_prior_odds)
            if curve is not None:
                return curve
        rng = np.random.default_rng(random_state)
        sizes = whole(draws, "draws", 4) // 2
        signs = np.where(np.arange(2) == there, 1.0, -1.0)
        drawn = [
            self.log_joint(np.reshape(one.rvs(size=sizes, random_state=rng), (sizes, self.dimension))) @ signs
            for one in self.densities.values()
        ]
        return drawn_roc(drawn[there], drawn[1 - there], random_state)

    def _table(self, costs: object) -> Floats:
        k, table = len(self.labels), np.asarray(costs, np.float64)
        if table.shape != (k, k) or not np.isfinite(table).all() or table.min() < 0 or np.diag(table).any():
            raise BadParameter(
                f"costs must be a {k} x {k} table (rows actual), 0 for right answers and above 0 for wrong ones.",
                found=f"shape {table.shape}" if table.shape != (k, k) else table.tolist(),
                remedy="[[0, 5], [1, 0]]: what missing the first class costs, then what missing the second costs",
            )
        if (table + np.eye(k) <= 0).any():
            raise BadParameter("a wrong answer must cost more than 0.", found=table.tolist(), remedy="costs above 0")
        return table

    @property
    def bayes_risk(self) -> Computed:
        """R_min = 1 - ∫ max_y p(x, y) dx: 0 where classes do not overlap."""
        return self._expected(lambda x: 1 - np.nan_to_num(self.posterior(x)).max(axis=1), DRAWS, 0)

    def optimum(self, costs: Any = None, positive: Label | None = None) -> dict[str, Computed]:
        """By measure, what no rule can surpass on rows of this task; of two classes also the rates of Bayes' rule.

        With costs (`fp`, `fn` and perhaps another `prior`), the least expected cost, and the rates of the rule that has
        it; with a table of costs (its `labels` and its `table`, rows actual) the least expected cost.
        """
        risk = self.bayes_risk
        found = {"accuracy": complement(risk), "error_rate": risk}
        if hasattr(costs, "table"):
            return found | self._least(tuple(costs.labels), np.asarray(costs.table, np.float64))
        # Files that describe classes name them in words, also those that are numbers in a table.
        positive = {str(label): label for label in self.labels}.get(str(positive))
        if len(self.labels) != 2 or positive is None:
            return found
        found["auc"] = self.roc(positive).auc
        if costs is None:
            return found | self._rates(self.labels.index(positive), 1.0, 1.0)
        there = self
        if costs.prior is not None:
            shares = {label: costs.prior if label == positive else 1 - costs.prior for label in self.labels}
            there = ClassTask(self.densities, shares)
        rates = there._rates(self.labels.index(positive), float(costs.fp), float(costs.fn))
        share = float(there.prior[self.labels.index(positive)])
        alarm, miss = (rates[name] for name in ("false_positive_rate", "false_negative_rate"))
        return (
            found
            | {"expected_cost": total(miss.scaled(share * costs.fn), alarm.scaled((1 - share) * costs.fp))}
            | rates
        )

    def _least(self, labels: tuple[str, ...], table: Floats) -> dict[str, Computed]:
        """The least expected cost by a table for classes in this order; none of other classes."""
        own = [str(label) for label in self.labels]
        if {*own} != {*labels} or (table + np.eye(len(table)) <= 0).any():
            return {}
        order = [labels.index(name) for name in own]
        return {"expected_cost": self.least_cost(table[np.ix_(order, order)])}

    def _rates(self, positive: int, fp: float, fn: float) -> dict[str, Computed]:
        """Of the rule that says the positive class where that costs less."""

        def share(of: int) -> Computed:
            def called(x: Floats) -> Floats:
                known = np.nan_to_num(self.posterior(x))
                return np.asarray(known[:, of] * (fn * known[:, positive] >= fp * known[:, 1 - positive]))

            found = self._expected(called, DRAWS, of).scaled(1 / float(self.prior[of]))
            # The border need not lie where quadrature starts anew.
            found.digits = 6
            return found

        return rates_by_measure(share(positive), share(1 - positive))

    def pointwise_risk(self, x: object, g: Rule, loss: str | Loss = "zero_one") -> Floats:
        """E[L(y, g(x)) | x] = Σ_y p(y | x) L(y, g(x)), at every point."""
        return np.asarray((self.posterior(x) * self._losses(x, g, loss)).sum(axis=1))

    def risk(self, g: Rule, loss: str | Loss = "zero_one", *, draws: int = DRAWS, random_state: int = 0) -> Computed:
        """R(g) = Σ_y ∫ L(y, g(x)) p(x, y) dx of any rule under any loss: by quadrature for numbers, else drawn.

        The rule is a fitted classifier, or a function of rows of points.

        >>> from scipy import stats
        >>> task = ClassTask({1: stats.norm(1), -1: stats.norm(-1)})
        >>> round(task.risk(lambda x: np.where(x[:, 0] >= 0, 1, -1)), 8)
        0.15865525
        """
        return self._expected(lambda x: self.pointwise_risk(x, g, loss), draws, random_state)

    def sample(self, n: int, *, random_state: int = 0) -> tuple[Floats, Array]:
        """N points with labels drawn from the priors."""
        rng = np.random.default_rng(random_state)
        which = rng.choice(len(self.labels), size=whole(n, "n", 1), p=self.prior)
        x = np.empty((n, self.dimension))
        for i, one in enumerate(self.densities.values()):
            count = int((which == i).sum())
            x[which == i] = np.reshape(one.rvs(size=count, random_state=rng), (count, self.dimension))
        return x, np.array(self.labels)[which]

    def _losses(self, x: object, g: Rule, loss: str | Loss) -> Floats:
        from probative.losses import loss_named

        points, used = rows(x, self.dimension), loss_named(loss)
        said = answers(g, points)
        of = [np.asarray(used(np.full(len(points), label), said), np.float64) for label in self.labels]
        return np.stack(of, axis=1)

    def _expected(self, function: Callable[[Floats], Floats], draws: int, seed: int) -> Computed:
        """E[function(x)] over p(x)."""
        if self.dimension == 1 and all(hasattr(one, "ppf") for one in self.densities.values()):
            marks = {float(one.ppf(share)) for one in self.densities.values() for share in MARKS}
            ends = np.unique([*marks, *np.linspace(min(marks), max(marks), PIECES)])
            found = piecewise_integral(lambda x: self._weighted(function, x), ends)
            return Computed(found, "quadrature", digits=8)
        x, _ = self.sample(draws, random_state=seed)
        drawn = function(x)
        error = float(drawn.std(ddof=1)) / math.sqrt(draws)
        return Computed(float(drawn.mean()), "Monte Carlo", error, draws=draws, seed=seed)

    def _weighted(self, function: Callable[[Floats], Floats], x: Floats) -> Floats:
        share, found = self.density(x), np.zeros(len(x))
        some = share > 0
        found[some] = share[some] * function(x[some].reshape(-1, 1))
        return found
