"""What the user asked of an evaluation, apart from the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from probative.decisions.class_costs import DeclaredCosts
from probative.evaluation.operating import Aim
from probative.measurement.registry import Parameters


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user asked for, apart from the data."""

    level: float
    aim: Aim
    costs: DeclaredCosts | None
    seed: int
    measure: str | None = None
    """What models are compared by; None leaves it to what is known of them."""
    undefined: str = "propagate"
    """Whether values that do not exist stay undefined, or count as 0 ("zero")."""
    training_mean: float | None = None
    force: bool = False
    """Whether to go on where a guard refuses."""
    requested: Mapping[str, Parameters] = field(default_factory=dict)
    """Measures that were named, with their parameters: shown even if they are shown on request only."""
