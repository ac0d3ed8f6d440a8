"""Judging: the test that was chosen is run on every pair of models, and what it found becomes a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, inf, isnan
from typing import Any

import numpy as np

from probative.comparison import posteriors
from probative.comparison.cautions import averaged, cautions_of
from probative.comparison.choice import Choice, choose, require_valid
from probative.comparison.contests import Columns, Question
from probative.comparison.facts import result_facts, row_facts
from probative.comparison.far import FarPair
from probative.comparison.held import Results
from probative.comparison.posteriors import with_posteriors
from probative.comparison.runs import called
from probative.comparison.taking import ResultColumns, RowColumns, TestColumns
from probative.comparison.varying import result_covariance, row_covariance
from probative.errors import BadInput, BadParameter, InvalidMethod
from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.findings import Contest, Verdict
from probative.guards import Note
from probative.guards.paired_t import OF_FOLDS, PAIRED_T, of_paired_t
from probative.guards.pairing import INDEPENDENT, of_forced_independence, of_independence
from probative.inference.doubting import NORMAL_ONLY, doubts_of
from probative.measurement import find
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import SameRows
from probative.stats import Pairwise, false_alarm_probability
from probative.stats.adjustments import ALL_PAIRS
from probative.stats.inputs import checked, chosen
from probative.stats.max_t import Family
from probative.stats.meaning import NOT_SIZE, P_MEANS, Alternative, rejected
from probative.stats.multiplicity import METHODS
from probative.stats.registry import PostHoc, Test, following, shown_beside
from probative.stats.repeated_measures import CORRECTIONS

MANY = 30
"""Models up to which every pair is compared unless a reference is named; of more, each is compared with the best."""
FORCED = (OF_FOLDS.code, INDEPENDENT.code)
"""What guards say of a test that was forced."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for beyond the data."""

    test: str | None = None
    force: bool = False
    parametric: bool | None = None
    reference: str | None = None
    rope: float | None = None
    adjustment: str = "max-t"
    level: float = 0.95
    seed: int = 0
    between: tuple[tuple[str, str], ...] = ()
    """The pairs to compare, where they are not all there are."""
    marked: tuple[Note, ...] = ()
    """What guards say of the predictions: what was forced, and models that say the same."""
    horizon: int = 1
    alternative: Alternative = "two-sided"
    correction: str = "none"
    out_of: int = 0
    """How many pairs p-values and intervals allow for, where that is more than are compared."""

    def __post_init__(self) -> None:
        chosen(self.adjustment, ("max-t", *METHODS), "adjustment")
        chosen(self.correction, CORRECTIONS, "correction")
        checked(self.alternative, self.level)

    def pairs(self, names: list[str]) -> tuple[tuple[str, str], ...]:
        """The models to compare: all pairs, or each with the reference."""
        if len(names) < 2:
            raise BadInput("a comparison needs at least two models.", found=", ".join(names) or "none")
        if self.adjustment in ALL_PAIRS and (self.reference is not None or self.between):
            raise BadParameter(
                f"{self.adjustment!r} adjusts for all pairs of models, and only some are compared.", remedy="holm"
            )
        if self.reference is None:
            return self.between or tuple(combinations(names, 2))
        reference = self._referred(names)
        return tuple((name, reference) for name in names if name != reference)

    def narrowed(self, values: Mapping[str, float], better: str) -> Wish:
        """The same of many models: each with the best, which was chosen by these values, so that all pairs count."""
        if len(values) <= MANY or self.reference is not None or self.between or self.adjustment in ALL_PAIRS:
            return self
        sign = 1 if better == "higher" else -1
        best = max(values, key=lambda name: -inf if isnan(values[name]) else sign * values[name])
        pairs = tuple((best, name) for name in values if name != best)
        return replace(self, between=pairs, adjustment="bonferroni", out_of=comb(len(values), 2))

    def _referred(self, names: list[str]) -> str:
        """The reference among the models; of two runs its plain name will do, where only one side has it."""
        wanted = self.reference or ""
        meant = [wanted] if wanted in names else [name for side in (0, 1) if (name := called(wanted, side)) in names]
        if len(meant) == 1:
            return meant[0]
        both = f"{wanted!r} stands on both sides." if meant else f"there is no model {wanted!r}."
        raise BadParameter(
            both, found=", ".join(names), remedy=f"reference={meant[0]!r} (--reference)" if meant else None
        )

    def family(self, pairs: tuple[tuple[str, str], ...], names: list[str], covariance: Floats | None) -> Family:
        """The pairs as they are judged together: by how they vary, where that is known and asked for."""
        if self.out_of:
            return Family.bonferroni(self.out_of)
        # The largest of several differences without their signs is no test of one direction.
        if covariance is None or self.adjustment != "max-t" or self.alternative != "two-sided":
            return Family.bonferroni(len(pairs))
        contrasts = np.zeros((len(pairs), len(names)))
        for row, (a, b) in zip(contrasts, pairs, strict=True):
            row[names.index(a)], row[names.index(b)] = 1.0, -1.0
        return Family.of(covariance, contrasts)

    def adjustment_of(self, family: Family) -> str:
        """What is done about several pairs: Holm's steps in the place of max-t where it is not known how they vary."""
        unknown = self.adjustment == "max-t" and not len(family.smallest)
        return "holm" if unknown else self.adjustment


def of_rows(held: SameRows, name: str, wish: Wish, parameters: dict[str, Any]) -> Verdict:
    """The verdict from predictions of the same rows."""
    wish.pairs(list(held.models))  # what cannot be compared is refused before anything is worked out
    choice = choose(row_facts(held, name))
    test, objection = require_valid(choice, wish.test, wish.force)
    plain = Guesses.of(held, name)
    values = {model: plain.value(model, parameters) for model in held.models}
    wish = wish.narrowed(values, find(name).better)
    pairs = wish.pairs(list(held.models))

    def columns(test: Test, level: float) -> TestColumns:
        return RowColumns.of(held, name, test, level, wish.seed, parameters, wish.horizon, wish.alternative)

    question = Question(pairs, name, find(name).better, values)
    vary = (len(pairs) > 1 and not wish.out_of) or wish.rope is not None
    covariance = row_covariance(held, name, parameters) if vary else None
    family = wish.family(pairs, list(held.models), covariance)
    cautions = (*held.cautions, *(averaged(name) if held.kind(name) is Ladder else ()), *_narrow(wish, len(values)))
    verdict = _judged(question, choice, test, objection, columns, cautions, wish, family)
    verdict = replace(verdict, warnings=cautions_of(held, name))
    if wish.rope is None:
        return verdict
    return with_posteriors(verdict, posteriors.of_rows(list(held.models), covariance, wish.rope, wish.level))


def of_far(held: FarPair, wish: Wish) -> Verdict:
    """The verdict on two models whose rows stay where they are."""
    choice = choose(held.facts)
    test, objection = require_valid(choice, wish.test, wish.force)
    pairs = wish.pairs(list(held.models))

    def columns(test: Test, level: float) -> TestColumns:
        return held.columns(test, level, wish.alternative)

    question = Question(pairs, held.measure, find(held.measure).better, held.values)
    family = wish.family(pairs, list(held.models), None)
    cautions = (*held.cautions, *averaged(held.measure))
    verdict = _judged(question, choice, test, objection, columns, cautions, wish, family)
    return replace(verdict, warnings=held.warnings)


def _narrow(wish: Wish, models: int) -> tuple[str, ...]:
    """That not every pair was looked at, and what the numbers hold for."""
    if not wish.out_of:
        return ()
    told = f"{models} models: each is compared with the best, {wish.between[0][0]}; p-values and intervals allow for "
    return (
        f"{told}all {wish.out_of:,} pairs, since these rows chose it; reference= (--reference) compares with another",
    )


def of_results(held: Results, measure: str, better: str, wish: Wish) -> Verdict:
    """The verdict from results of folds, data sets, measurements or samples."""
    if wish.rope is not None and held.of == "independent":
        raise BadParameter("a region of practical equivalence is for paired results.", remedy="leave rope= out")
    pairs = wish.pairs(list(held.samples))
    choice = choose(result_facts(held, wish.parametric))
    test, objection = require_valid(choice, wish.test, wish.force)
    values = {name: float(np.mean(results)) for name, results in held.samples.items()}
    question = Question(pairs, measure, better, values, "folds" if held.of == "folds" else "")
    # How ranks of differences vary together is not how the results do: tests of ranks go by Holm's steps.
    known = result_covariance(held) if len(pairs) > 1 and test.normal is not False else None
    family = wish.family(pairs, list(held.samples), known)

    def columns(_: Test, level: float) -> TestColumns:
        return ResultColumns(held, better, level, wish.adjustment_of(family), wish.alternative, wish.correction)

    cautions = (*held.cautions, *averaged(measure))
    verdict = _judged(question, choice, test, objection, columns, cautions, wish, family)
    warnings = _of_pairs(held, test)
    overridden = tuple(note.code for note in warnings if note.code in FORCED) if objection else ()
    verdict = replace(verdict, warnings=warnings, marked=overridden)
    if wish.rope is None:
        return verdict
    return with_posteriors(verdict, posteriors.of_results(held, wish.rope, wish.level, wish.seed))


def _of_pairs(held: Results, test: Test) -> tuple[Note, ...]:
    """What a test of these results must not be read without: a paired t, and one that takes pairs for independent."""
    if held.of == "independent":
        return tuple(of_independence(held.samples))
    n = len(next(iter(held.samples.values())))
    if test.takes == "samples":
        return tuple(of_forced_independence(n))
    after = following(test) if test.together else test
    if after is None or after.name != PAIRED_T:
        return ()
    told = of_paired_t(n, folds=held.of == "folds")
    return tuple(note for note in told if held.of != "datasets" or note.severity != "note")


def _judged(
    question: Question,
    choice: Choice,
    test: Test,
    objection: str | None,
    columns: Columns,
    cautions: tuple[str, ...],
    wish: Wish,
    family: Family,
) -> Verdict:
    """All models by the test of all where there is one, then every pair; with the reasons for it."""
    whole = test if test.together else choice.before(test) if objection is None else None
    omnibus = whole.of_all(columns(whole, wish.level).many()) if whole else None
    after = following(test) if test.together else test
    _require_able(wish, after, whole)
    beside = shown_beside(test)
    pairwise = beside.of_all(columns(test, wish.level).many()) if beside else None
    joint, seen = None, _beside(pairwise, wish.level)
    adjustment = wish.adjustment_of(family)
    if isinstance(after, PostHoc):
        pairwise = after.of_all(columns(test, wish.level).many())
        contests = question.jointly(after, pairwise, columns(test, wish.level))
        joint = pairwise.adjustment
    else:
        assert after is not None, f"no test of pairs follows {test.name}"
        contests = question.by_pairs(after, columns, family, adjustment, wish.level)
    asked = (f"{test.name} was asked for; the choice would have been {choice.test.name}",)
    return Verdict(
        question.measure,
        question.better,
        contests,
        (*(asked if test != choice.test else ()), *choice.reasons),
        test.assumptions,
        omnibus,
        pairwise,
        {} if omnibus is None else omnibus.details.get("average_ranks", {}),
        false_alarm=false_alarm_probability(len(contests), 1 - wish.level),
        adjustment=joint or (adjustment if len(contests) > 1 else "none needed"),
        forced=objection,
        notes=(
            *cautioned(objection, cautions, len(contests), joint or adjustment, contests[0].together),
            *seen,
            *_doubted(test, contests),
        ),
        level=wish.level,
        seed=wish.seed,
    )


def _require_able(wish: Wish, pairs: Test | PostHoc | None, whole: Test | None) -> None:
    """Refuse a direction that the test of pairs does not know, and a correction that the test of all does not have."""
    if wish.alternative != "two-sided" and not (isinstance(pairs, Test) and pairs.directed):
        name = "the test" if pairs is None else pairs.name
        raise InvalidMethod(
            f"{name} knows no direction: it is about differences of either sign.",
            found=f"alternative={wish.alternative!r}",
            remedy="leave alternative= (--alternative) out, or compare two models",
        )
    if wish.correction != "none" and (whole is None or not whole.correctable):
        raise InvalidMethod(
            "a correction for unequal variances of differences is part of the analysis of repeated measures.",
            found=f"correction={wish.correction!r}, {'no test of all models' if whole is None else whole.name}",
            remedy="leave correction= (--correction) out, or test='rm-anova' for three models or more",
        )


def _beside(found: Pairwise | None, level: float) -> tuple[str, ...]:
    """What a test that is shown and not decided by says of the pairs."""
    if found is None:
        return ()
    told = [f"{pair.a} and {pair.b}" for pair in found.pairs if rejected(pair.p_adjusted, 1 - level)]
    which = f"tells apart {', '.join(told)}" if told else "tells no two models apart"
    return (f"beside it {found.method}, by average ranks, which depend on all models compared, {which}",)


def _doubted(test: Test, contests: Sequence[Contest]) -> tuple[str, ...]:
    """What tests of pairs say of their own p: that it may be too small."""
    told = doubts_of(note for contest in contests for note in contest.result.notes)
    # Of results, a guard says that pairs are few.
    return told if test.takes == "rows" else tuple(note for note in told if NORMAL_ONLY not in note)


def cautioned(
    objection: str | None, cautions: tuple[str, ...], count: int, adjustment: str, together: bool | None
) -> tuple[str, ...]:
    """What a reader of several pairs must know, after what is known of the rows."""
    notes = list(cautions)
    if objection is not None:
        notes.insert(0, f"this test was forced although {objection}: its p-value must not be relied on")
    if together:
        notes.append(f"p-values and intervals hold for all pairs of models together ({adjustment})")
    elif together is False:
        notes.append(
            f"{count} comparisons: p-values are adjusted for their number ({adjustment}), intervals are of each pair "
            "by itself and may leave out 0 where the adjusted p does not"
        )
    return (*notes, P_MEANS, NOT_SIZE)
