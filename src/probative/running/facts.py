"""Facts about the data that guard rails look at; what they mean is said there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.predictions.provenance import DataFacts
from probative.running.problem import Problem


def data_facts(problem: Problem) -> DataFacts:
    """How the rows look: classes, groups, times."""
    groups = None if problem.groups is None else len(np.unique(problem.groups.astype(str)))
    facts = DataFacts(groups, problem.time is not None)
    if problem.classifies:
        sizes = np.bincount(problem.codes)
        classes = {str(label): int(size) for label, size in zip(problem.target.labels, sizes, strict=True)}
        facts = replace(facts, classes=classes)
    return facts
