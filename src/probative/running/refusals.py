"""Refusals: what makes a run worthless before it is trained, and what of it was forced."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.resampling import Part, Plan
from probative.resampling.kfold import KFold
from probative.running.learner import Learner
from probative.running.problem import Problem

MISSING, ORDER, WEIGHTS = "class-missing-in-training", "time-order-broken", "weights-ignored"
"""The guards that speak of what is refused here, by their codes."""


def overridden(problem: Problem, made: list[Learner], scheme: Plan, *, force: bool | None = None) -> tuple[str, ...]:
    """The codes of the guards that refuse this run and were forced; not forced, a missing class is an error.

    `force` is None where the caller cannot be.
    """
    lacking = lacking_part(problem, scheme)
    if lacking is not None and not force:
        raise _refusal(problem, scheme, *lacking, forcible=force is not None)
    deaf = problem.sample_weight is not None and any(learner.weight_key is None for learner in made)
    found = {MISSING: lacking is not None, ORDER: problem.time is not None and not scheme.ordered, WEIGHTS: deaf}
    return tuple(code for code, true in found.items() if true)


def lacking_part(problem: Problem, scheme: Plan) -> tuple[Part, str] | None:
    """The first training part that lacks a class that there is, with the class."""
    # Bootstrap draws that lack a class are thrown away by the plan.
    if not problem.classifies or scheme.twins:
        return None
    sizes = np.bincount(problem.codes, minlength=len(problem.target.labels))
    smallest = int(sizes[sizes > 0].min())
    if smallest > 1 and isinstance(scheme, KFold) and scheme.stratified and not scheme.grouped:
        # Each fold has its share of every class within one row, so that no fold has all of one.
        return None
    for part in scheme.parts_of(problem.rows):
        left_out = problem.n - len(part.train)
        if left_out >= smallest:
            present = np.bincount(problem.codes[part.train], minlength=len(sizes))
            absent = np.flatnonzero((present == 0) & (sizes > 0))
            if len(absent):
                return part, str(problem.target.labels[int(absent[0])])
        elif scheme.single:
            # Test sets of one row or a pair are all of one size.
            return None
    return None


def _refusal(problem: Problem, scheme: Plan, part: Part, label: str, *, forcible: bool) -> BadParameter:
    has = int((problem.codes == [str(name) for name in problem.target.labels].index(label)).sum())
    forced = "; or force=True (--force), and the findings are marked" if forcible else ""
    rows = f"{has} row{'s' * (has != 1)}"
    return BadParameter(
        f"a training part lacks the class {label!r}: its model could never predict it.",
        found=f"{rows} of class {label!r}, none of them in the {len(part.train)} training rows of repeat "
        f"{part.repeat}, fold {part.fold} of the plan {scheme.name!r}",
        remedy=f"a stratified plan, fewer folds, more rows of that class, or leave the class out{forced}",
    )
