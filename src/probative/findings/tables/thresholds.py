"""The table of thresholds: where each model's scores are cut, why there, and what comes of it."""

from __future__ import annotations

from probative.findings.column import Cell, Column
from probative.findings.model import ModelFindings
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.tables.models import estimates
from probative.findings.text import at_level, percent

OUTCOMES = ("TP", "FN", "FP", "TN")
CHOSEN = ("chosen by", "ties", "resamples choose", "on these rows", "allowing for the choice")
BOUND = ("constraint", "constrained rate")


def thresholds_table(findings: Evaluated) -> Table | None:
    """The threshold of every model that has one, and its outcomes; where it was chosen, by what and what that is worth.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], scores=[0.9, 0.2, 0.6, 0.7])
    >>> print(thresholds_table(found))
    Thresholds: positive is a score of at least this
    model  threshold  TP  FN  FP  TN
    model        0.5   2   0   1   1
    """
    cut = {name: model for name, model in findings.models.items() if model.threshold is not None}
    if not cut:
        return None
    columns = (
        Column("model", "name"),
        Column("threshold", "number", 6),
        *(Column(name, "count") for name in OUTCOMES),
        Column(CHOSEN[0]),
        Column(CHOSEN[1], "count"),
        *estimates(CHOSEN[2:]),
        Column(BOUND[0]),
        *estimates(BOUND[1:]),
    )
    rows = tuple(row for name, model in cut.items() for row in _rows(name, model))
    title = "Thresholds: positive is a score of at least this"
    chosen = any(model.decisions.operating for model in cut.values())
    made = Table(title, columns, rows)
    if not chosen:
        return made.without(*CHOSEN, *BOUND)
    made = Table(title + at_level(findings.level), columns, rows, findings.level)
    bound = any(model.decisions.operating and model.decisions.operating.constraints for model in cut.values())
    return made if bound else made.without(*BOUND)


def _rows(name: str, model: ModelFindings) -> list[tuple[Cell, ...]]:
    """One row; where several constraints were kept, one for each of them."""
    counts = [] if model.confusion is None else [float(n) for row in model.confusion.counts for n in row]
    cells: list[Cell] = [name, model.threshold, *(counts if len(counts) == 4 else [None] * 4)]
    choice = model.decisions.operating
    if choice is None:
        return [(*cells, *[None] * len(CHOSEN + BOUND))]
    if choice.analytic:
        cells += ["costs alone (calibrated)", None, None, choice.apparent, None]
    else:
        cells += [choice.by, len(choice.ties), choice.chosen, choice.apparent, choice.achieved]
    surely = "" if choice.confidence is None else f" ({percent(choice.confidence)} sure)"
    kept: list[tuple[Cell, Cell]] = [(f"{c.measure} {c.sign} {c.bound:g}{surely}", c.rate) for c in choice.constraints]
    return [(*cells, *bound) for bound in kept or [(None, None)]]
