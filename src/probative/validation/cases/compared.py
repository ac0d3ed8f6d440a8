"""Tests: the one that `compare` chooses, and all others that are valid."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from probative.comparison import compare
from probative.comparison.choice import choose
from probative.comparison.facts import result_facts, row_facts
from probative.comparison.held import results_of
from probative.findings import Verdict
from probative.inference.doubting import doubted
from probative.predictions import read
from probative.stats.facts import Facts
from probative.stats.registry import Test
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, Rejecting, answered
from probative.validation.fingerprint import COMPARED
from probative.validation.lines import Line
from probative.validation.worlds.contest import ContestWorld, Question


@dataclass(frozen=True)
class Compared:
    """Tests of equal models, and of models that differ; beside them the intervals of the difference."""

    world: ContestWorld
    effort: float = 1.0
    slow: tuple[str, ...] = ()
    """Tests that are left out here, because a sample takes them too long."""

    @property
    def name(self) -> str:
        """What is compared."""
        return f"compare: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The tests that are judged, by name; the one that is chosen is also called compare."""
        return ("compare", *self._tests())

    def _tests(self) -> dict[str, str | None]:
        """By the name of a test, what `compare` is told to run: nothing, where it chooses that one by itself."""
        facts = facts_of(self.world.question(np.random.default_rng(0), equal=True))
        valid = choose(facts).valid
        named: dict[str, str | None] = {valid[0].name: None}
        if self.world.everyone:
            named |= {test.name: test.name for test in valid[1:] if self._fits(test) and test.name not in self.slow}
        return named

    def _fits(self, test: Test) -> bool:
        """Whether the world is what the test assumes."""
        return test.normal is not True or self.world.normal

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return COMPARED

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """A line for each test, and one for its interval of the difference."""
        return [line for name, told in self._tests().items() for line in self._lines(name, told, replicates, rng, only)]

    def _lines(
        self, name: str, told: str | None, replicates: int, rng: np.random.Generator, only: frozenset[str]
    ) -> list[Line]:
        if not (wanted(name, only) or (told is None and wanted("compare", only))):
            return []
        world, what = self.world, name if told else f"compare ({name})"
        tested = Rejecting(what, world.setting, world.alternative)
        covered = Covering(f"difference by {what}", f"{world.setting}; {world.alternative}")
        for _ in range(replicates):
            alike = _verdict(world.question(rng, equal=True), told)
            tested.add(_rejects(alike), _doubts(alike))
            found = _verdict(world.question(rng, equal=False), told)
            tested.add_alternative(_rejects(found))
            if world.difference is not None:
                difference = found if isinstance(found, str) else found.contests[0].difference
                covered.add(difference, world.difference, doubt=_doubts(found))
        return [tested.line()] if world.difference is None else [tested.line(), covered.line()]


def facts_of(question: Question) -> Facts:
    """What the chooser would know of a question."""
    words = dict(question)
    if "of" in words:
        return result_facts(results_of(words["data"], words["of"], words.get("n_train"), words.get("n_test")), None)
    measure = words.pop("measure")
    return row_facts(read(**words).paired(), measure)


def _verdict(question: Question, test: str | None) -> Verdict | str:
    words: dict[str, Any] = dict(question)
    return answered(compare, words.pop("data", None), test=test, **words)


def _doubts(verdict: Verdict | str) -> bool:
    """Whether what a reader of the verdict sees says that its test or its interval may not hold."""
    return not isinstance(verdict, str) and doubted(*verdict.notes, *(note.text for note in verdict.warnings))


def _rejects(verdict: Verdict | str) -> bool | str:
    """Whether the test of all models rejects, or else any test of two of them after adjustment."""
    if isinstance(verdict, str):
        return verdict
    found = [contest.p_adjusted for contest in verdict.contests] if verdict.omnibus is None else [verdict.omnibus.p]
    if all(map(isnan, found)):
        return "; ".join(verdict.contests[0].result.notes)
    return any(p <= 0.05 for p in found)
