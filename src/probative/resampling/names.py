"""Plans by name: "10x10 stratified", "5x2", "leave-one-out", "hold-out 2/3", "bootstrap 200", "nested 10/5"."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.resampling.base import Marks, Plan, known_plans, plan_named
from probative.resampling.given import Given
from probative.resampling.kfold import KFold
from probative.resampling.nested import Nested

_SPELLINGS = {"group": "grouped", "strat": "stratified", "blocked": "unshuffled"}


def plan(scheme: Any = "10-fold", *, random_state: int = 0) -> Plan:
    """A resampling scheme: by name, a number of folds, a scikit-learn splitter, or pairs of train and test rows.

    >>> import probative as pv
    >>> pv.plan("10x10 stratified").get_n_splits()
    100
    >>> pv.plan("leave-2-out").describe(range(20))
    'leave-2-out: 190 trainings'
    """
    if isinstance(scheme, Plan):
        return scheme
    if isinstance(scheme, int | np.integer) and not isinstance(scheme, bool):
        return KFold(int(scheme), random_state=random_state)
    if not isinstance(scheme, str):
        return Given(scheme)
    text = re.sub(r"\s+", " ", scheme.strip().lower().replace("×", "x").replace("_", "-"))
    # "nested 10-fold stratified/5-fold" says the same as "nested 10-fold/5-fold stratified".
    text = re.sub(r"\b(stratified|grouped|unshuffled)/", r"/ \1 ", text)
    return _named(text, random_state, scheme)


def examples() -> tuple[str, ...]:
    """Names of every kind of plan."""
    return tuple(name for kind in known_plans() for name in kind.examples)


def _named(text: str, seed: int, given: str) -> Plan:
    words = [_SPELLINGS.get(word, word) for word in text.split(" ") if word not in ("cross-validation", "cv")]
    wanted = {word for word in words if word in ("stratified", "grouped", "unshuffled")}
    rest = [word for word in words if word not in wanted]
    marks = Marks("stratified" in wanted, "grouped" in wanted, "unshuffled" in wanted, seed)
    made = plan_named(rest, marks)
    if made is None or any(not _has(made, mark) for mark in wanted):
        raise BadParameter(
            f"there is no resampling scheme {given!r}.",
            found=f"{made.name} cannot be {' and '.join(sorted(wanted))}" if made is not None else None,
            remedy="one like " + ", ".join(repr(name) for name in examples()),
        )
    return made


def _has(made: Plan, mark: str) -> bool:
    sides = (made.outer, made.inner) if isinstance(made, Nested) else (made,)
    return any(not side.shuffled if mark == "unshuffled" else bool(getattr(side, mark)) for side in sides)


# Every file of this room may declare plans: they are known by name as soon as it is there.
for _file in iter_modules([str(Path(__file__).parent)]):
    import_module(f"{__package__}.{_file.name}")
