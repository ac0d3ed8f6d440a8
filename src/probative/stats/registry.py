"""The registry: every test declared beside its function, with all that the chooser and the docs need to know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from functools import wraps
from inspect import signature
from typing import Any, ClassVar, Literal, cast

from probative.stats.exports import Thing, public
from probative.stats.facts import Facts
from probative.stats.meaning import HOLDS_NOT, claim
from probative.stats.rare_errors import of_rare_errors
from probative.stats.result import Pairwise, TestResult
from probative.stats.taken import Many, Two

Takes = Literal["rows", "series", "groups", "folds", "pairs", "samples"]
"""Independent rows, rows in the order of time, rows in groups, folds of one plan, independent pairs (or rows) of
results, independent samples."""
ORDER: tuple[Takes, ...] = ("rows", "series", "groups", "folds", "pairs", "samples")
INDEPENDENCE: dict[Takes, tuple[str, ...]] = {
    "rows": ("rows are independent of each other",),
    "series": ("differences further apart than the horizon do not depend on each other",),
    "groups": ("groups are independent of each other",),
    "folds": (),
    "pairs": ("data sets (or measurements) are independent of each other",),
    "samples": ("all values are independent of each other",),
}
"""What every test assumes of what it takes; folds of one plan are known to depend on each other."""
Column = Literal["predictions", "right", "scores", "losses"]
"""What a test of rows takes of a model: what the measure needs, where it is right, its scores, what each row adds."""
Unit = Literal["value", "ranks", "chance"]
"""What differs: values, average ranks (of which lower ones are better), or chances to be the higher one."""
Function = Callable[..., TestResult]

_DECLARED: list[Declared] = []


def _none(facts: Facts) -> None:
    """No objection."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A test with its name, what it doubts (its null hypothesis) and what it assumes; also the decorator of it."""

    __test__: ClassVar[bool] = False  # not a test case, whatever its name suggests to a test runner

    name: str
    _: KW_ONLY
    title: str
    null: str
    assumes: tuple[str, ...] = ()
    function: Callable[..., Any] = _none

    def __call__(self, function: Thing) -> Thing:
        """Declare that function; its results say what it doubts."""
        named = self._naming(function)
        _DECLARED.append(replace(self, function=named))
        return public(named)

    def _naming(self, function: Thing) -> Thing:
        """The function, with H0 in its results; where it is declared twice, the declaration next to it speaks."""
        if any(one.function is function for one in _DECLARED):
            return function

        @wraps(function)
        def named(*given: Any, **words: Any) -> Any:
            found = function(*given, **words)
            if isinstance(found, Pairwise):
                return replace(found, h0=self.null)
            if not isinstance(found, TestResult) or found.h0:
                return found
            return replace(found, h0=self.null, h1=_claimed(function, found))

        return cast("Thing", named)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All that must hold for its p-value to hold."""
        return self.assumes


def _claimed(function: Callable[..., Any], found: TestResult) -> str:
    """What a test claims instead of H0: that it does not hold, in the direction that was asked for if it knows any."""
    return claim(found.alternative) if "alternative" in signature(function).parameters else HOLDS_NOT


@dataclass(frozen=True, slots=True, kw_only=True)
class Test(Declared):
    """A test that the chooser may choose. A function with two uses is declared twice, under one name.

    `about` says why it has nothing to say of what is held, so that it cannot even be forced; `invalid` why its p-value
    would not hold; that it takes something else, or another number of models, need not be said there. Of the valid
    tests the chooser takes the first by `prefer`, and before that one that needs normal values (`normal`) only where
    values are taken to be normal. A test of all models at once is run by `together`, and followed by its `post_hoc`, a
    test of pairs by name; `beside` it stands a test of all pairs together that is shown and not decided by.
    """

    takes: Takes
    effect: str
    unit: Unit = "value"
    models: Literal["two", "more", "any"] = "any"
    column: Column = "predictions"
    about: Callable[[Facts], str | None] = _none
    invalid: Callable[[Facts], str | None] = _none
    because: Callable[[Facts], str] = lambda facts: facts.normality
    prefer: int = 1
    normal: bool | None = None
    interval: bool = True
    run: Callable[[Function, Two], TestResult] = lambda test, two: test(two.a, two.b, **two.asked)
    together: Callable[[Function, Many], TestResult] | None = None
    post_hoc: str = ""
    beside: str = ""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All that must hold for its p-value to hold: what it takes is independent, and what it assumes by itself."""
        return (*INDEPENDENCE[self.takes], *self.assumes)

    @property
    def directed(self) -> bool:
        """Whether it can be asked for one direction only."""
        return "alternative" in signature(self.function).parameters

    @property
    def resamples(self) -> bool:
        """Whether it draws rows, groups or swaps anew, which takes its time."""
        return "replicates" in signature(self.function).parameters

    @property
    def correctable(self) -> bool:
        """Whether it can allow for models whose differences vary unequally."""
        return self.together is not None and "correction" in signature(self.function).parameters

    @property
    def of_rows(self) -> bool:
        """Whether it takes predictions of rows, and not results."""
        return self.takes in ("rows", "series", "groups")

    def senseless(self, facts: Facts) -> str | None:
        """Why it cannot even be forced: it takes something else altogether, or is about another measure."""
        if self.of_rows and facts.of != "rows":
            return "there are no predictions of single rows, only results"
        if not self.of_rows and facts.of == "rows":
            if self.takes == "samples":
                return "the results are paired by row; a test for independent samples would throw that away"
            return "these are predictions of rows, not results of folds or data sets"
        if self.takes == "groups" and facts.groups is None:
            return "no groups are given"
        return self.about(facts)

    def objection(self, facts: Facts) -> str | None:
        """Why it is not valid for what is held; None if it is."""
        return self.senseless(facts) or self._misplaced(facts) or self.invalid(facts) or self._miscounted(facts)

    def of_two(self, two: Two) -> TestResult:
        """The test of two models."""
        found = self.run(self.function, two)
        said = of_rare_errors(two, found) if self.of_rows else ()
        # What was summed up where the rows lie did not pass through the function, which says it otherwise.
        return replace(found, h0=self.null, h1=found.h1 or _claimed(self.function, found), notes=(*found.notes, *said))

    def of_all(self, many: Many) -> TestResult:
        """The test of all models at once."""
        assert self.together is not None, f"{self.name} is a test of two models"
        return replace(self.together(self.function, many), h0=self.null)

    def _misplaced(self, facts: Facts) -> str | None:
        """What is wrong with its numbers here: they are paired or independent, and should not be."""
        if self.takes in ("rows", "series") and facts.groups is not None:
            return "rows of one group are not independent of each other"
        if self.of_rows or (self.takes == "samples" and facts.of == "independent"):
            return None
        if self.takes == "samples":
            return "the results are paired; a test for independent samples would throw that away"
        if facts.of == "independent":
            return "the samples are independent: nothing pairs their values"
        if self.takes == "folds" and facts.of != "folds":
            return "these results do not share training data"
        if self.takes == "pairs" and facts.of == "folds":
            return "training sets overlap: the folds' results are not independent, and their variance is too small"
        return None

    def _miscounted(self, facts: Facts) -> str | None:
        noun = "samples" if self.takes == "samples" else "models"
        if self.models == "two" and facts.models > 2:
            return f"it is for two {noun}, not {facts.models}"
        return f"it is for more than two {noun}" if self.models == "more" and facts.models == 2 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHoc(Declared):
    """A test of all pairs of models that follows a test of all, with p-values and intervals for all pairs jointly."""

    takes: Takes
    effect: str
    symbol: str
    unit: Unit = "value"
    run: Callable[[Callable[..., Pairwise], Many], Pairwise] = lambda test, many: test(many.models, level=many.level)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All that must hold for its p-values to hold."""
        return (*INDEPENDENCE[self.takes], *self.assumes)

    def of_all(self, many: Many) -> Pairwise:
        """The test of every pair."""
        return self.run(self.function, many)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside(Declared):
    """A test that is called by hand: it answers another question than which model is better, and how surely."""

    question: str


def declared() -> list[Declared]:
    """Everything declared: the chooser's tests by what they take and by preference, post-hoc tests, the others."""
    kinds = (Test, PostHoc, Aside)
    return sorted(_DECLARED, key=lambda one: (kinds.index(type(one)), *_place(one), one.name))


def _place(one: Declared) -> tuple[int, int]:
    return (ORDER.index(one.takes), one.prefer) if isinstance(one, Test) else (0, 0)


def tests() -> list[Test]:
    """The tests that the chooser knows.

    >>> [test.name for test in tests() if test.takes == "folds"]
    ['corrected-t', '5x2-f', '5x2-t']
    """
    return [one for one in declared() if isinstance(one, Test)]


def following(test: Test) -> Test | PostHoc | None:
    """The test of pairs that follows a test of all models."""
    fits = (one for one in declared() if isinstance(one, Test | PostHoc) and one.name == test.post_hoc)
    return next((one for one in fits if one.takes == test.takes), None)


def shown_beside(test: Test) -> PostHoc | None:
    """The test of all pairs together that is shown beside a test of all models, and not decided by."""
    return next((one for one in declared() if isinstance(one, PostHoc) and one.name == test.beside), None)
