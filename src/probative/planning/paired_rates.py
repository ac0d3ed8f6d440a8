"""Two rates counted on the same rows: only discordant rows tell the models apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import ClassVar

from probative.errors import BadParameter
from probative.planning.design import Design
from probative.planning.discordant import summed_power
from probative.stats import disagreements

MANY = 1e5
"""Discordant rows from which on the normal approximation is good to about four digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRates(Design):
    """McNemar's test; with a margin, whether the score interval of the difference (Tango 1998) ends inside it.

    >>> design = PairedRates(level=0.95, side="two-sided", discordance=0.1)
    >>> round(design.power(1000, 0.03), 3)
    0.857
    """

    what: ClassVar[str] = "paired-proportions"
    uses: ClassVar[tuple[str, ...]] = ("expected", "reference", "discordance")
    needs: ClassVar[tuple[str, ...]] = ("reference",)
    methods: ClassVar[tuple[str, ...]] = (*disagreements.METHODS, "asymptotic")
    chooses: ClassVar[bool] = True
    margins: ClassVar[tuple[str, ...]] = ("asymptotic",)

    discordance: float | None = None
    reference: float | None = None
    method: str | None = None

    @classmethod
    def missing(cls, known: Mapping[str, float]) -> str | None:
        """The discordance says more than the reference."""
        return None if {"discordance", "reference"} & set(known) else "reference"

    def check(self, difference: float | None) -> None:
        """Refuse a difference, or a discordance, that these rates cannot have."""
        Design.check(self, difference)
        if self.reference is not None and self.discordance is not None:
            both = 2 * self.reference + (difference or 0.0)
            if self.discordance > min(both, 2 - both) + 1e-12:
                raise BadParameter(
                    "with these rates the two cannot be discordant so often.",
                    found=f"discordance {self.discordance:g}, at most {min(both, 2 - both):g}",
                    remedy="give the discordance or the rates",
                )

    @property
    def test(self) -> str:
        """The test in words."""
        if self.margin is not None:
            return "non-inferiority by Tango's score interval of the paired difference"
        if self.method == "asymptotic":
            return "McNemar's test, normal approximation"
        return f"McNemar's test ({self.method or disagreements.METHODS[0]})"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, in words."""
        if self.discordance is not None:
            return ("independent rows", f"on {self.discordance:.4g} of the rows exactly one of the two is right")
        return (
            "independent rows",
            f"the second model is right on {self.reference:g} of the rows",
            "nothing is known of the discordant rows: the two are taken to err independently, while real models "
            "tend to err on the same rows and need fewer; give the discordance if you can",
        )

    @property
    def reach(self) -> tuple[float, float]:
        """The difference is part of the discordance."""
        if self.discordance is not None:
            return -self.discordance, self.discordance
        assert self.reference is not None
        return -self.reference, 1 - self.reference

    def discordant(self, difference: float) -> float:
        """The share of rows on which exactly one is right."""
        if self.discordance is not None:
            return self.discordance
        assert self.reference is not None
        b, a = self.reference, min(max(self.reference + difference, 0.0), 1.0)
        return a * (1 - b) + b * (1 - a)

    def ripple(self, n: int, difference: float) -> int:
        """As soon as the number of discordant rows varies, the steps of the single numbers cancel."""
        share = self.discordant(difference)
        smooth = self.method == "asymptotic" or self.margin is not None or n * share * (1 - share) > 16
        return 0 if smooth else ceil(8 * sqrt(n / share))

    def power(self, n: int, difference: float) -> float:
        """Probability that the test rejects."""
        share = self.discordant(difference)
        error = sqrt(max(share - difference**2, 0.0) / n)
        if self.margin is not None:
            null = score_variance(share, difference, -self.margin)
            return self.beyond(difference + self.margin, sqrt(null / n), error)
        if self.method == "asymptotic":
            return self.beyond(difference, sqrt(share / n), error)
        if n * share > MANY:
            # The exact test, as the corrected one, wants one row more than the others.
            more = 0.0 if self.method in ("chi2", "mid-p", None) else 1 / (n * self.quantile)
            return self.beyond(difference, sqrt(share / n) + more, error)
        return summed_power(self, self.method, n, share, difference)


def score_variance(discordance: float, difference: float, supposed: float) -> float:
    """Variance of one row's difference that a score test finds on average if it supposes another difference.

    Restricted maximum likelihood (Tango 1998), at the expected counts.

    >>> score_variance(0.2, 0.05, 0.05) == 0.2 - 0.05**2, round(score_variance(0.2, 0.05, -0.05), 4)
    (True, 0.2156)
    """
    lost = (discordance - difference) / 2
    b = (2 - difference) * supposed - discordance
    c = -lost * supposed * (1 - supposed)
    share = (sqrt(max(b * b - 8 * c, 0.0)) - b) / 4
    return max(2 * share + supposed * (1 - supposed), 0.0)
