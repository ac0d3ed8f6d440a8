"""Contests: models of which it is known whether they differ, as `compare` takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

Question = Mapping[str, Any]
"""What `compare` is asked: columns, the measure, what the numbers are of."""


class ContestWorld(Protocol):
    """Models that are equally good, or else differ as the alternative says."""

    @property
    def setting(self) -> str:
        """What is compared and how much of it, in words."""

    @property
    def alternative(self) -> str:
        """How the models differ where they do, in words."""

    @property
    def difference(self) -> float | None:
        """What the first model's measure is then more than the second's, where that is known exactly."""

    @property
    def everyone(self) -> bool:
        """Whether all tests that are valid here are judged; else only the one that is chosen."""

    @property
    def normal(self) -> bool:
        """Whether what is compared is normal, as some tests assume."""

    def question(self, rng: np.random.Generator, *, equal: bool) -> Question:
        """One sample, as a question to `compare`."""
