"""The cut: the threshold that turns a model's scores into labels, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder

Origin = Literal["given", "chosen", "costs", "probabilities", "signed", "labels", "none"]
REASONS: dict[Origin, str] = {
    "given": "given",
    "chosen": "chosen on these rows",
    "costs": "follows from the costs, for calibrated probabilities",
    "probabilities": "all scores lie between 0 and 1",
    "signed": "the scores are signed",
    "labels": "the model gives labels",
    "none": "the scores are neither probabilities nor signed",
}


@dataclass(frozen=True, slots=True)
class Cut:
    """Positive iff score >= value; without a value the model's own labels count, or there are none.

    >>> Cut.given(0.8).why
    'given'
    """

    value: float | None
    origin: Origin

    @classmethod
    def given(cls, value: float) -> Cut:
        """A threshold that the user names."""
        if isinstance(value, bool) or not isinstance(value, int | float | np.number) or np.isnan(value):
            raise BadParameter("a threshold must be a number.", found=value)
        return cls(float(value), "given")

    @classmethod
    def default(cls, ladder: Ladder) -> Cut:
        """0.5 for probabilities, 0 for scores of both signs, none otherwise.

        >>> Cut.default(Ladder.from_scores([1, 0], [2.5, -1.0]))
        Cut(value=0.0, origin='signed')
        """
        if ladder.are_probabilities:
            return cls(0.5, "probabilities")
        if len(ladder.scores) and ladder.scores[-1] < 0 < ladder.scores[0]:
            return cls(0.0, "signed")
        return cls(None, "none")

    @property
    def decides(self) -> bool:
        """Whether there are labels to count."""
        return self.origin != "none"

    @property
    def why(self) -> str:
        """Where the cut comes from, in words."""
        return REASONS[self.origin]
