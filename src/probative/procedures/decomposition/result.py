"""What bias_variance found: tables of terms, how they were found, and what to keep in mind."""

from __future__ import annotations

from dataclasses import dataclass

from probative.errors import BadParameter, in_number
from probative.procedures.decomposition.terms import Terms
from probative.records import Record

TRADE_OFF = (
    "Unbiasedness alone does not give a low error. That less bias means more variance is a tendency under finite "
    "data, not a law: prior knowledge about the problem can lower both."
)


@dataclass(frozen=True, slots=True, eq=False)
class BiasVariance(Record):
    """Bias and variance of a learner: one table of terms per set of points, or per definition.

    Tables: "test" (data, squared loss); "domingos", "kohavi-wolpert", "breiman", "james" (data, zero-one loss);
    "design" and "midpoints" or "at" (a task with known f and sigma). The first is the one that `means` is about.

    >>> from sklearn.linear_model import LinearRegression
    >>> from probative.procedures.decomposition import bias_variance
    >>> from probative.theory import NoisyFunction
    >>> found = bias_variance(LinearRegression(), task=NoisyFunction(lambda x: 2 * x, 0.5), n=6)
    >>> found.method, round(found.means["variance"], 6), round(found.means["error_vs_y"], 6)
    ('exact', 0.083333, 0.333333)
    """

    loss: str
    method: str
    """"bootstrap", "simulation" or "exact"."""
    tables: dict[str, Terms]
    n: int
    """Rows in each training set."""
    repeats: int | None
    """Training sets; None for the exact method, which averages over all of them."""
    seed: int
    redraws: int = 0
    """Bootstrap draws thrown away because a class was missing."""
    notes: tuple[str, ...] = ()
    model: str = ""
    """The kind of learner that was trained."""

    def __getitem__(self, table: str) -> Terms:
        if table not in self.tables:
            raise BadParameter(f"there is no table {table!r}.", found=", ".join(self.tables))
        return self.tables[table]

    @property
    def definitions(self) -> dict[str, str]:
        """What the terms of each table mean."""
        return {name: terms.definition for name, terms in self.tables.items()}

    @property
    def points(self) -> Terms:
        """The first table, point by point."""
        return next(iter(self.tables.values()))

    @property
    def means(self) -> dict[str, float]:
        """Terms of the first table, averaged over its points."""
        return self.points.means

    def table(self) -> dict[str, dict[str, float]]:
        """Terms of every table, averaged over its points."""
        return {name: terms.means for name, terms in self.tables.items()}

    def __str__(self) -> str:
        how = "exact" if self.repeats is None else f"{self.method}, {self.repeats} training sets"
        lines = [f"Bias and variance, {self.loss} loss: {how} of {self.n} rows, seed {self.seed}"]
        for name, terms in self.tables.items():
            lines.append(in_number(f"{name} ({len(terms[terms.total])} points): {terms.equation}"))
            lines.extend(f"  {term:<18}{_shown(value)}" for term, value in terms.means.items())
            if terms.standard_error is not None:
                lines.append(f"  {terms.total} has a Monte Carlo standard error of {terms.standard_error:.2g}")
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])


def _shown(value: float) -> str:
    # Rounding errors are shown as what they are: nothing.
    return "0" if abs(value) < 1e-14 else f"{value:.6g}"
