"""The ways in which a learner can be made to mind costs, by name."""

from __future__ import annotations

from typing import Literal

Method = Literal["weight", "resample", "threshold"]
METHODS: tuple[Method, ...] = ("weight", "resample", "threshold")
