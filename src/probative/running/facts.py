"""Facts about the data that guard rails look at; what they mean is said there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.predictions.provenance import DataFacts
from probative.running.problem import Problem
from probative.running.target_inputs import target_columns, telling_columns


def data_facts(problem: Problem) -> DataFacts:
    """How the rows look: classes, groups, times."""
    groups = None if problem.groups is None else len(np.unique(problem.groups.astype(str)))
    copies = target_columns(problem.X, problem.codes, classifies=problem.classifies, names=problem.names)
    facts = DataFacts(groups, problem.time is not None, target_columns=copies)
    if problem.classifies:
        sizes = np.bincount(problem.codes)
        classes = {str(label): int(size) for label, size in zip(problem.target.labels, sizes, strict=True)}
        telling = telling_columns(problem.X, problem.codes, problem.names, problem.groups)
        facts = replace(facts, classes=classes, telling_columns=tuple(name for name in telling if name not in copies))
    return facts
