"""Schemes by name: "10x10 stratified", "5x2", "leave-one-out", "hold-out 2/3", "bootstrap 200", "nested 10/5"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.resampling.draws import Bootstrap, MonteCarlo, ThreeWay
from probative.resampling.exhaustive import LeavePairOut, LeavePOut
from probative.resampling.given import Given
from probative.resampling.kfold import KFold, LeaveOneGroupOut, LeaveOneOut
from probative.resampling.nested import Nested
from probative.resampling.ordered import TimeOrdered
from probative.resampling.scheme import Plan

EXAMPLES = (
    "10-fold stratified",
    "10x10 stratified",
    "5x2",
    "5-fold grouped",
    "leave-one-out",
    "leave-2-out",
    "leave-one-group-out",
    "leave-pair-out",
    "hold-out 70/30",
    "60/20/20",
    "monte-carlo 100 80/20",
    "bootstrap 200",
    "time 5 sliding gap 3",
    "nested 10-fold/5-fold",
)
_SPELLINGS = {"group": "grouped", "strat": "stratified", "blocked": "unshuffled"}
_FIXED: dict[str, type[Plan]] = {
    "leave-one-out": LeaveOneOut,
    "loo": LeaveOneOut,
    "leave-one-group-out": LeaveOneGroupOut,
    "leave-one-subject-out": LeaveOneGroupOut,
    "logo": LeaveOneGroupOut,
    "loso": LeaveOneGroupOut,
    "leave-pair-out": LeavePairOut,
}


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


def _named(text: str, seed: int, given: str) -> Plan:
    flags = dict.fromkeys(("stratified", "grouped", "unshuffled"), False)
    rest = []
    for word in text.split(" "):
        flag = _SPELLINGS.get(word, word)
        if flag in flags:
            flags[flag] = True
        elif word not in ("cross-validation", "cv"):
            rest.append(word)
    made = _nested(rest[1:], flags, seed) if rest[:1] == ["nested"] else _scheme(rest, flags, seed)
    wanted = {word for word, on in flags.items() if on}
    if made is None or any(not _has(made, flag) for flag in wanted):
        raise BadParameter(
            f"there is no resampling scheme {given!r}.",
            found=f"{made.name} cannot be {' and '.join(sorted(wanted))}" if made is not None else None,
            remedy="one like " + ", ".join(repr(name) for name in EXAMPLES),
        )
    return made


def _has(made: Plan, flag: str) -> bool:
    return not made.shuffled if flag == "unshuffled" else bool(getattr(made, flag))


def _scheme(words: list[str], flags: dict[str, bool], seed: int) -> Plan | None:
    """The scheme that the words name, or None."""
    head, tail = (words[0], words[1:]) if words else ("10-fold", [])
    both = {"stratified": flags["stratified"], "grouped": flags["grouped"]}
    if head in _FIXED and not tail:
        return _FIXED[head]()
    if match := re.fullmatch(r"leave-(\d+)-out", head):
        return LeavePOut(int(match[1])) if not tail else None
    if head in ("hold-out", "holdout", "monte-carlo", "montecarlo", "mc"):
        return _monte_carlo(head, tail, both, seed)
    if head == "bootstrap" and len(tail) <= 1 and all(word.isdecimal() for word in tail):
        return Bootstrap(int(tail[0]) if tail else 200, flags["grouped"], seed)
    if head in ("time", "time-ordered", "expanding", "sliding"):
        return _time(head, tail)
    if head in ("train/validation/test", "three-way"):
        head, tail = (tail[0], tail[1:]) if tail else ("60/20/20", [])
    if (shares := _shares(head)) and len(shares) == 3 and not tail:
        return ThreeWay(*shares, **both, random_state=seed)
    if shares and len(shares) == 2 and not tail:
        return MonteCarlo(1, shares[0], **both, random_state=seed)
    if match := re.fullmatch(r"(?:(\d+) ?x ?)?(\d+)(?:[- ]?folds?)?", " ".join([head, *tail])):
        repeats = int(match[1] or 1)
        return KFold(int(match[2]), repeats, **both, shuffled=not flags["unshuffled"], random_state=seed)
    return None


def _monte_carlo(head: str, tail: list[str], both: dict[str, bool], seed: int) -> Plan | None:
    once = head.startswith("hold")
    counts = [int(word) for word in tail if word.isdecimal()]
    shares = [_shares(word) or () for word in tail if not word.isdecimal()]
    if len(counts) > (not once) or len(shares) > 1 or any(len(parts) != 2 for parts in shares):
        return None
    repeats = counts[0] if counts else 1 if once else 100
    return MonteCarlo(repeats, shares[0][0] if shares else 0.7, **both, random_state=seed)


def _shares(word: str) -> tuple[float | Fraction, ...] | None:
    """Shares such as 70/30, 60/20/20, 2/3, 2/3-1/3, 0.7 and 80%: of the training rows first."""
    if match := re.fullmatch(r"(\d/[1-9])(?:-(\d/[1-9]))?", word):
        share = Fraction(match[1])
        return (share, 0) if 0 < share < 1 and (match[2] is None or share + Fraction(match[2]) == 1) else None
    if match := re.fullmatch(r"(0?\.\d+)|(\d+(?:\.\d+)?)%", word):
        return (float(match[1]) if match[1] else float(match[2]) / 100, 0)
    parts = re.fullmatch(r"\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?){1,2}", word)
    if not parts:
        return None
    numbers = [Fraction(part) for part in word.split("/")]
    total = sum(numbers, Fraction(0))
    close = any(abs(total - whole) < Fraction(1, 10**9) for whole in (1, 10, 100))
    return tuple(number / total for number in numbers) if close and all(numbers) else None


def _time(head: str, tail: list[str]) -> Plan | None:
    options: dict[str, Any] = {"window": "sliding" if head == "sliding" else "expanding"}
    place = "k"
    for word in tail:
        if word in ("sliding", "expanding"):
            options["window"], place = word, "train_size"
        elif word in ("gap", "test"):
            place = "gap" if word == "gap" else "test_size"
        elif word in ("blocks", "splits"):
            continue
        elif word.isdecimal() and place not in options:
            options[place] = int(word)
        else:
            return None
    return TimeOrdered(**options)


def _nested(words: list[str], flags: dict[str, bool], seed: int) -> Plan | None:
    """Outer and inner scheme, separated by a slash; marks such as stratified hold for both."""
    text = " ".join(words) or "10-fold/5-fold"
    for cut in (i for i, sign in enumerate(text) if sign == "/"):
        # Shares have slashes too: the first slash with a scheme on either side is the one meant.
        outer, inner = (_scheme(side.strip().split(" "), flags, seed) for side in (text[:cut], text[cut + 1 :]))
        if outer is not None and inner is not None:
            return Nested(outer, inner)
    return None
