"""Seeds: whole numbers that can be recorded, and generators that do not depend on each other."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.errors import BadParameter


def seeded(seed: int, repeat: int) -> np.random.Generator:
    """The generator of one repeat: the same whatever the number of repeats."""
    return np.random.default_rng([seed, repeat])


def checked_seed(random_state: Any) -> int:
    """A seed that can be recorded; None is 0."""
    if random_state is None:
        return 0
    if isinstance(random_state, bool) or not isinstance(random_state, int | np.integer) or random_state < 0:
        raise BadParameter(
            "random_state must be a whole number of at least 0, so that it can be recorded.", found=repr(random_state)
        )
    return int(random_state)
