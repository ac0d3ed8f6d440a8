"""How models are trained: what every procedure that trains them can be told."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from probative.errors import BadParameter
from probative.resampling.seeding import checked_seed
from probative.running.timing import checked_timeout
from probative.running.workers import Hands

OnError = Literal["record", "stop"]
"""A failing training is kept as a record, or stops everything."""
Folder = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Training:
    """The seed, who trains, where finished ones are kept, and what a failing one does."""

    seed: int = 0
    n_jobs: Hands = 1
    checkpoint: Folder | None = None
    progress: bool | None = False
    on_error: OnError = "record"
    shortcuts: bool = True
    """Whether closed forms may take the place of trainings where they are exact."""
    timeout: float | None = None
    """Seconds after which a training is stopped, and fails."""
    say: Callable[[str], object] | None = None
    """Who is told what was reused of a run that had been stopped."""

    def __post_init__(self) -> None:
        if self.on_error not in ("record", "stop"):
            raise BadParameter("on_error must be 'record' or 'stop'.", found=self.on_error)
        if self.n_jobs == 0:
            raise BadParameter("n_jobs must not be 0.", remedy="1, 2, ... or -1 for all cores")
        checked_timeout(self.timeout)
        object.__setattr__(self, "seed", checked_seed(self.seed))
