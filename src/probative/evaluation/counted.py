"""Counts: an evaluation where no rows are left, only confusion matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from probative.decisions import Costs
from probative.errors import BadCounts, BadLabels, BadParameter
from probative.evaluation.call import call_text
from probative.evaluation.matrices import matrices_of
from probative.evaluation.operating import Aim
from probative.evaluation.settings import Settings
from probative.evaluation.study import Study
from probative.evidence import ConfusionMatrix
from probative.evidence.labels import Label, conventional_positive, match_label
from probative.findings import Findings
from probative.inference.levels import checked_level
from probative.measurement import find
from probative.predictions import Predictions, read


def counts(
    matrices: Any,
    *,
    labels: Sequence[Label] | None = None,
    positive: Label | None = None,
    transposed: bool = False,
    measure: str | None = None,
    costs: Costs | None = None,
    undefined: Literal["propagate", "zero"] = "propagate",
    level: float = 0.95,
    random_state: int = 0,
    title: str | None = None,
) -> Findings:
    """Every measure, with intervals, of one confusion matrix or of several by name; several are also compared.

    A matrix is the four counts (tp, fn, fp, tn), a square with actual classes in rows (predicted ones if `transposed`),
    evidence, or a .csv file with the names of the classes. Of two classes the first is positive, unless `positive`
    names the other or they are 0 and 1. Matrices by name are taken as independent samples and compared by `measure`
    (accuracy): shares as two proportions, other measures by their intervals.

    >>> import probative as pv
    >>> found = pv.counts([40, 10, 5, 45])
    >>> print(found.models["model"].measures["accuracy"])
    0.850 (95 % interval 0.767 to 0.907, wilson, n = 100)
    >>> pv.counts({"C1": [[80, 20], [50, 50]], "C2": [[60, 40], [20, 80]]}).verdict.test
    'two independent proportions (miettinen-nurminen)'
    """
    call = call_text(counts, locals())
    checked_level(level)
    found = matrices_of(matrices, labels, transposed=transposed)
    said = _said(found, positive)
    if costs is not None and not said.binary:
        found_classes = f"{len(said.labels)} classes"
        raise BadParameter("two costs describe two classes.", found=found_classes, remedy="leave them out")
    by = None if measure is None else find(measure).name
    settings = Settings(level, Aim(), costs, random_state, by, undefined)
    findings = Study(said, settings, title or "Confusion matrices").findings()
    return replace(findings, about=replace(findings.about, command=call, guesses=(), columns=None))


def _said(matrices: Mapping[str, ConfusionMatrix], positive: Label | None) -> Predictions:
    """The matrices as lines of a table: a model, an actual and a predicted class, and how many rows that were."""
    first = next(iter(matrices.values())).labels
    lines: dict[str, list[Any]] = {"model": [], "actual": [], "predicted": [], "rows": []}
    for name, matrix in matrices.items():
        if set(matrix.labels) != set(first):
            raise BadLabels(
                "the matrices are about different classes.",
                found=f"{', '.join(map(str, first))}; {', '.join(map(str, matrix.labels))} of {name}",
                remedy="the same names in every matrix; labels= (--label) names those of squares of numbers",
            )
        if not matrix.n:
            raise BadCounts(f"the matrix of {name} holds no rows.", remedy="counts of at least one row")
        if matrix.squares is not None:
            raise BadCounts(f"the matrix of {name} holds weights, not counts.", remedy="evaluate the rows")
        for (i, j), count in np.ndenumerate(matrix.counts):
            cells = (name, matrix.labels[i], matrix.labels[j], int(count))
            for column, cell in zip(lines.values(), cells, strict=True):
                column.append(cell)
    return read(
        lines,
        truth="actual",
        predicted="predicted",
        model="model",
        count="rows",
        positive=_positive(first, positive),
        task="classification",
    )


def _positive(labels: tuple[Label, ...], named: Label | None) -> Label | None:
    """The positive class of two: the one named, 1 of 0 and 1, else the first."""
    if len(labels) != 2:
        return named
    if named is not None:
        return match_label(named, labels)
    known = conventional_positive(labels)
    return labels[0] if known is None else known
