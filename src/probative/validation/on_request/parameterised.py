"""Measures that evaluations show on request only, most of them with parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import asin, isfinite, pi, sqrt
from typing import Any

import numpy as np

from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals, ValuePairs
from probative.evidence.kinds import Measurable
from probative.inference import estimate
from probative.measurement import value
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, answered
from probative.validation.fingerprint import MEASURED
from probative.validation.lines import Line
from probative.validation.worlds.amounts import Amounts
from probative.validation.worlds.independent import Independent
from probative.validation.worlds.profiles import PROFILES, Profiles
from probative.validation.worlds.regressed import LAWS, Regressed, moments
from probative.validation.worlds.world import POPULATION

Asked = Mapping[str, Mapping[str, Any]]
"""The parameters by measure."""
OF_OUTCOMES: Asked = {"f_beta": {"beta": 3.0}, "net_benefit": {"threshold_probability": 0.2}}
OF_SCORES: Asked = {
    "partial_auc": {"fpr": (0.0, 0.2)},
    "h_measure": {},
    "log_loss_skill": {},
    "integrated_calibration_index": {},
    "e50": {},
    "e90": {},
    "precision_at": {"share": 0.2},
    "gain_at": {"share": 0.2},
    "lift_at": {"share": 0.2},
}
OF_MATRICES: Asked = {
    "macro_f_beta": {"beta": 2.0},
    "weighted_f_beta": {"beta": 2.0},
    "micro_f_beta": {"beta": 2.0},
    "weighted_kappa": {"weights": "quadratic"},
}
OF_CLASSES: Asked = {"top_k_accuracy": {"k": 2}, "maximum_calibration_error": {}}
OF_AMOUNTS: Asked = {
    "msle": {},
    "rmsle": {},
    "mase": {"scale": 1.0},
    "poisson_deviance": {},
    "tweedie_deviance": {"power": 1.5},
    "relative_absolute_error": {},
    "root_relative_squared_error": {},
    "d2_pinball": {"alpha": 0.3},
    "d2_tweedie": {"power": 1.0},
    "kendall_tau": {},
    "concordance_index": {},
}
OF_ERRORS: Asked = {"pinball": {"alpha": 0.9}, "adjusted_r2": {"n_features": 0}}
NONE_WRONG = ("integrated_calibration_index", "e50", "e90", "maximum_calibration_error")
"""Distances from calibration, which are 0 in a population whose scores are probabilities."""
OF_KINDS: Mapping[type, Asked] = {
    Outcomes: OF_OUTCOMES,
    Ladder: OF_SCORES,
    ConfusionMatrix: OF_MATRICES,
    ClassScores: OF_CLASSES,
    ValuePairs: OF_AMOUNTS,
    Residuals: OF_ERRORS,
}
STEPS = 400
"""Points of a normal number from which the population of amounts is made up, in either direction."""


@dataclass(frozen=True)
class Parameterised:
    """The intervals of measures that are asked for by name, with one choice of their parameters."""

    world: Independent | Profiles | Amounts | Regressed
    kind: type
    effort: float = 1.0

    @property
    def name(self) -> str:
        """The evidence and the setting."""
        return f"on request, {self.kind.__name__}: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The measures that are judged."""
        return tuple(OF_KINDS[self.kind])

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return MEASURED

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """A line for each measure."""
        asked = {name: told for name, told in OF_KINDS[self.kind].items() if wanted(name, only)}
        truths = self.truths(asked)
        counted = {name: Covering(spelled(name, asked[name]), self.world.setting) for name in truths}
        for evidence, times in self.world.drawn(self.kind, replicates, rng) if truths else ():
            for name, truth in truths.items():
                counted[name].add(answered(estimate, name, evidence, **asked[name]), truth, times)
        return [one.line() for one in counted.values()]

    def truths(self, asked: Iterable[str]) -> dict[str, float]:
        """By measure, its value in the population: by definition, of the whole population written down."""
        if isinstance(self.world, Regressed):
            return {name: _of_errors(self.world.law)[name] for name in asked}
        whole = self._population()
        known = OF_KINDS[self.kind]
        found = {name: 0.0 if name in NONE_WRONG else float(value(name, whole, **known[name])) for name in asked}
        if isinstance(self.world, Amounts):
            found |= {name: truth for name, truth in _of_order(self.world).items() if name in found}
        return {name: truth for name, truth in found.items() if isfinite(truth)}

    def _population(self) -> Measurable:
        world = self.world
        if isinstance(world, Independent):
            if self.kind is Ladder:
                return world.scores.gridded()
            return Outcomes.trusted(*(world.scores.shares() * POPULATION).tolist())
        if isinstance(world, Profiles):
            whole = _profiled(world)
            return whole.confusion() if self.kind is ConfusionMatrix else whole
        assert isinstance(world, Amounts)
        return _amounts(world)


def spelled(name: str, parameters: Mapping[str, Any]) -> str:
    """A measure as it is asked for.

    >>> spelled("top_k_accuracy", {"k": 2}), spelled("msle", {})
    ('top_k_accuracy(k=2)', 'msle')
    """
    told = ", ".join(f"{key}={given!r}" for key, given in parameters.items())
    return f"{name}({told})" if told else name


def _of_errors(law: str) -> dict[str, float]:
    """Means over the law of the errors; without features there is nothing to adjust."""
    steep = float(OF_ERRORS["pinball"]["alpha"])
    return {
        "pinball": LAWS[law].mean(lambda e: max(steep * e, (steep - 1) * e)),
        "adjusted_r2": moments(law)["r2"],
    }


def _profiled(world: Profiles) -> ClassScores:
    """All profiles, as common as each is with each class."""
    counts = np.rint(world.scores / PROFILES * POPULATION)
    profile, label = np.nonzero(counts)
    return ClassScores.from_groups(label, world.scores[profile], world.labels, counts[profile, label], None, None)


def _of_order(world: Amounts) -> dict[str, float]:
    """Of pairs, which a grid makes equal that never are: logarithms of target and prediction are normal together."""
    tau = 2 / pi * asin(1 / sqrt(1 + world.off**2))
    return {"kendall_tau": tau, "concordance_index": (1 + tau) / 2}


def _amounts(world: Amounts) -> ValuePairs:
    """Targets and factors on a grid of two normal numbers, weighted by their density."""
    z = np.linspace(-7, 7, STEPS)
    log_target, off = np.meshgrid(z, z)
    truth = np.exp(log_target.ravel())
    density = np.exp(-(log_target**2 + off**2).ravel() / 2)
    return ValuePairs.from_values(truth, truth * np.exp(world.off * off.ravel()), sample_weight=density)
