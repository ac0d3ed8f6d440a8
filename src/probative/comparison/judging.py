"""Judging: the test that was chosen is run on every pair of models, and what it found becomes a verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite, nan
from typing import Any

from probative.comparison.choice import Choice, for_results, for_rows, require_valid
from probative.comparison.held import Results
from probative.comparison.result_tests import TOGETHER, averages, result_test, together
from probative.comparison.row_tests import RowTest, all_right
from probative.comparison.verdict import Contest, Unit, Verdict
from probative.errors import BadInput, BadParameter
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import SameRows
from probative.stats import TestResult, adjust, bayes_correlated_t, bayes_signed_rank, false_alarm_probability

POWER = 0.8
Pairs = dict[tuple[str, str], TestResult]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for beyond the data."""

    test: str | None = None
    force: bool = False
    parametric: bool | None = None
    reference: str | None = None
    rope: float | None = None
    adjustment: str = "holm"
    level: float = 0.95
    seed: int = 0
    between: tuple[tuple[str, str], ...] = ()
    """The pairs to compare, where they are not all there are."""

    def pairs(self, names: list[str]) -> list[tuple[str, str]]:
        """The models to compare: all pairs, or each with the reference."""
        if len(names) < 2:
            raise BadInput("a comparison needs at least two models.", found=", ".join(names) or "none")
        if self.reference is None:
            return list(self.between or combinations(names, 2))
        if self.reference not in names:
            raise BadParameter(f"there is no model {self.reference!r}.", found=", ".join(names))
        return [(name, self.reference) for name in names if name != self.reference]


def of_rows(held: SameRows, name: str, wish: Wish, parameters: dict[str, Any]) -> Verdict:
    """The verdict from predictions of the same rows."""
    if wish.rope is not None:
        raise BadParameter(
            "a region of practical equivalence is for results of folds or data sets.", remedy="leave rope= out"
        )
    pairs = wish.pairs(list(held.models))
    choice = for_rows(held, name)
    test, objection = require_valid(choice, wish.test, wish.force)
    plain = Guesses.of(held, name)
    task = RowTest(held, name, test, wish.level, wish.seed, parameters)
    guesses = task.guesses()
    results = {(a, b): task.run(guesses, a, b) for a, b in pairs}
    values = {model: plain.value(model, parameters) for model in held.models}
    contests = _contests(results, name, find(name).better, values, wish)
    everyone = all_right(held, guesses) if choice.omnibus and test == "mcnemar" else None
    verdict = _verdict(contests, choice, test, objection, held.cautions, wish)
    return replace(verdict, omnibus=everyone)


def of_results(held: Results, measure: str, better: str, wish: Wish) -> Verdict:
    """The verdict from results of folds, data sets, measurements or samples."""
    if wish.rope is not None and held.of == "independent":
        raise BadParameter("a region of practical equivalence is for paired results.", remedy="leave rope= out")
    pairs = wish.pairs(list(held.samples))
    choice = for_results(held, wish.parametric)
    test, objection = require_valid(choice, wish.test, wish.force)
    if test in TOGETHER:
        verdict = _of_many(held, test, measure, better, choice, objection, wish)
    else:
        results = {(a, b): result_test(held, a, b, test, level=wish.level) for a, b in pairs}
        unit: Unit = "chance" if test == "mann-whitney" else "value"
        contests = _contests(results, measure, better, averages(held), wish, unit)
        verdict = _verdict(contests, choice, test, objection, held.cautions, wish)
    if wish.rope is None:
        return verdict
    return replace(verdict, contests=tuple(_with_posterior(c, held, wish) for c in verdict.contests))


def _of_many(
    held: Results, test: str, measure: str, better: str, choice: Choice, objection: str | None, wish: Wish
) -> Verdict:
    """Several models by one test of all, then its pairs."""
    found, values, pairs = together(held, test, better, wish.level), averages(held), wish.pairs(list(held.samples))
    if found.pairwise is None:
        results = {(a, b): result_test(held, a, b, "paired-t", level=wish.level) for a, b in pairs}
        contests = _contests(results, measure, better, values, wish)
        verdict = _verdict(contests, choice, test, objection, held.cautions, wish)
        return replace(verdict, omnibus=found.result)
    made = []
    for a, b in pairs:
        result, p = found.pair(held, a, b)
        both = (values[a], values[b])
        made.append(Contest(a, b, measure, better, result, p, values=both, unit="ranks" if found.by_rank else "value"))
    verdict = _verdict(tuple(made), choice, test, objection, held.cautions, wish, found.pairwise.adjustment)
    ranks = found.result.details.get("average_ranks", {})
    return replace(verdict, omnibus=found.result, post_hoc=found.pairwise, ranks=ranks)


def _with_posterior(contest: Contest, held: Results, wish: Wish) -> Contest:
    """Bayesian probabilities of practically lower, equivalent and higher, beside the test."""
    a, b = held.samples[contest.a], held.samples[contest.b]
    if held.of == "folds":
        sizes = {"n_train": held.n_train, "n_test": held.n_test} if not held.two_fold else {"rho": 0.5}
        found: Any = bayes_correlated_t(a, b, rope=wish.rope or 0.0, level=wish.level, **sizes)
    else:
        found = bayes_signed_rank(a, b, rope=wish.rope or 0.0, random_state=wish.seed)
    return replace(contest, posterior=found.to_dict() | {"text": str(found)})


def _contests(
    results: Pairs, measure: str, better: str, values: dict[str, float], wish: Wish, unit: Unit = "value"
) -> tuple[Contest, ...]:
    """The contests, their p-values adjusted for their number."""
    adjusted = adjust([result.p for result in results.values()], wish.adjustment).tolist()
    return tuple(
        Contest(a, b, measure, better, result, p, detectable(result), (values[a], values[b]), unit=unit)
        for ((a, b), result), p in zip(results.items(), adjusted, strict=True)
    )


def _verdict(
    contests: tuple[Contest, ...],
    choice: Choice,
    test: str,
    objection: str | None,
    cautions: tuple[str, ...],
    wish: Wish,
    joint: str | None = None,
) -> Verdict:
    """The contests with the reasons for their test; `joint` names a method that adjusts for all pairs by itself."""
    asked = (f"{test} was asked for; the choice would have been {choice.test}",) if test != choice.test else ()
    count = len(contests)
    several = joint or (wish.adjustment if count > 1 else "none needed")
    return Verdict(
        contests[0].measure,
        contests[0].better,
        contests,
        (*asked, *choice.reasons),
        choice.assumptions,
        false_alarm=false_alarm_probability(count, 1 - wish.level),
        adjustment=several,
        forced=objection,
        notes=_notes(objection, cautions, count, joint),
        level=wish.level,
        seed=wish.seed,
    )


def _notes(objection: str | None, cautions: tuple[str, ...], count: int, joint: str | None) -> tuple[str, ...]:
    notes = list(cautions)
    if objection is not None:
        notes.insert(0, f"this test was forced although {objection}: its p-value must not be relied on")
    if joint is not None:
        notes.append(f"p-values and intervals hold for all pairs of models together ({joint}, R187)")
    elif count > 1:
        notes.append(
            f"{count} comparisons: p-values are adjusted for their number, intervals are of each pair by itself (R187)"
        )
    notes.append(
        "p is the probability of such a difference or a larger one if there were none, not that of no difference"
    )
    return tuple(notes)


def detectable(result: TestResult) -> float:
    """The difference that would be found significant 4 times in 5, from the width of the interval."""
    half = (result.high - result.low) / 2
    if not isfinite(half) or half <= 0:
        return nan
    z = normal_quantile(result.level)
    return half / z * (z + normal_quantile(2 * POWER - 1))
