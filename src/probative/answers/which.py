"""Which model? About the leader: who is told apart from it, and who is not."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, isnan

from probative.answers.words import apart, joined, listed, thousand, titled, valued
from probative.findings import Contest, Findings
from probative.findings.answer import Answer
from probative.findings.contest import points
from probative.findings.text import count, in_digits, limits, number, p_words, significant, two_digits
from probative.guards.weights import LOST_PAIRS
from probative.inference import Estimate
from probative.measurement import find, leading

RARE = 0.05
"""A share of positives below which average precision stands beside AUC."""


def which_model(found: Findings) -> Answer | None:
    """The leader and what may be said of it; of a model by itself, whether it beats the rule without inputs."""
    question = "Which procedure?" if found.about.scheme is not None else "Which model?"
    standing = Standing.of(found)
    if standing is None:
        return None
    if not standing.others:
        return _alone(found, standing, "How good?")
    told = _told_apart(standing) if standing.contests else _untested(found, standing)
    stress, rest, evidence = told
    return Answer(question, f"{stress}{rest}", joined(*evidence, _beside(found, standing)), stress)


@dataclass(frozen=True, slots=True)
class Standing:
    """The models in the order of the measure that decides, and the tests of the first with each of the others."""

    measure: str
    values: dict[str, Estimate]
    contests: dict[str, Contest]
    """By the other model."""
    paired: bool = True
    """Whether all models were asked about the same rows."""

    @classmethod
    def of(cls, found: Findings) -> Standing | None:
        """The standing by the verdict's measure, or else by the headline measure; None where nobody has a value."""
        verdict = found.verdict
        measure = verdict.measure if verdict is not None else deciding(found)
        if measure is None:
            return None
        names = found.rivals if len(found.rivals) > 1 or verdict is None else list(found.models)
        values = {name: found.models[name].led(measure) for name in names if measure in found.models[name].measures}
        known = {name: value for name, value in values.items() if not isnan(value.value)}
        better = find(measure).better
        if not known or better == "neither":
            return None
        best_first = dict(sorted(known.items(), key=lambda item: item[1].value, reverse=better == "higher"))
        leader = next(iter(best_first))
        contests = {}
        for contest in found.comparisons:
            if contest.measure == measure and leader in (contest.a, contest.b):
                contests[contest.b if contest.a == leader else contest.a] = contest
        lost = verdict is not None and any(note.code == LOST_PAIRS.code for note in verdict.warnings)
        return cls(measure, best_first, contests, not lost)

    @property
    def leader(self) -> str:
        """The model with the best value."""
        return next(iter(self.values))

    @property
    def others(self) -> list[str]:
        """The other models, the best first."""
        return list(self.values)[1:]

    def beaten(self) -> list[str]:
        """The models that are told apart from the leader, and are worse."""
        return [name for name in self.others if name in self.contests and self.contests[name].winner == self.leader]

    def ahead(self, other: str) -> str:
        """How far the leader is ahead of another model, with the interval."""
        contest = self.contests[other]
        sign = 1.0 if contest.a == self.leader else -1.0
        better = 1.0 if contest.better_if == "higher" else -1.0
        scale, unit = (1.0, " ranks") if contest.unit == "ranks" else in_units(contest.measure)
        ends = sorted(sign * better * scale * end for end in (contest.result.low, contest.result.high))
        size, spread = in_digits(sign * better * scale * contest.gap, *ends)
        return f"{size}{unit}" + (f" ({spread})" if spread else "")


def in_units(measure: str) -> tuple[float, str]:
    """The factor and the unit in which differences of a measure are told: costs for 1,000 rows, shares in points."""
    return (1000.0, " per 1,000 rows") if measure == "expected_cost" else points(measure)


def deciding(found: Findings) -> str | None:
    """The measure that stands for models where none was compared by."""
    there = [name for name, value in next(iter(found.models.values())).measures.items() if value.defined]
    return leading("headline", there) if found.models else None


def _told_apart(at: Standing) -> tuple[str, str, list[str]]:
    """What the tests say of the leader and the others."""
    beaten = at.beaten()
    level = [name for name in at.others if name not in beaten]
    value = valued(at.measure, at.values[at.leader])
    word = "less" if find(at.measure).better == "lower" else "more"
    if not level and len(beaten) == 1:
        stress = f"{at.leader} is better than {beaten[0]}:"
        return stress, f" {value}, {_amount(at, beaten[0], word)}.", _proof(at)
    if not level:
        stress = f"{at.leader} is better than each of the {len(beaten)} others:"
        return stress, f" {value}; the next, {beaten[0]}, has {_amount(at, beaten[0], _other(word))}.", _proof(at)
    if len(at.others) == 1 and not at.contests[level[0]].gap:
        stress = f"{at.leader} and {level[0]} do equally well:"
        return stress, f" {value}.", _proof(at)
    if len(at.others) == 1:
        stress = f"{at.leader} leads, but cannot be told from {level[0]}:"
        both = _both(at, level[0])
        return stress, f" {both}, {at.ahead(level[0])} apart.", [*_proof(at), _visible(at, level)]
    stress = f"{at.leader} leads"
    rest = f" ({value}). {listed(level)} cannot be told from it"
    if beaten:
        rest += f"; {listed(beaten)} {'is' if len(beaten) == 1 else 'are'} worse, by {at.ahead(beaten[0])}"
        rest += " or more" if len(beaten) > 1 else ""
    return stress, f"{rest}.", [*_proof(at), _visible(at, level)]


def _amount(at: Standing, other: str, word: str) -> str:
    """How much more or less, with the unit before the word."""
    size, _, spread = at.ahead(other).partition(" (")
    return f"{size} {word}" + (f" ({spread}" if spread else "")


def _other(word: str) -> str:
    return {"more": "less", "less": "more"}[word]


def _both(at: Standing, other: str) -> str:
    one, two = (at.values[name] for name in (at.leader, other))
    first, second = valued(at.measure, one), valued(at.measure, two)
    if first == second and one.value != two.value:
        # Intervals too wide for these digits; but two numbers that differ must not be printed as one.
        first, second = apart(one.value, two.value)
        first = f"{titled(at.measure)} {first}"
    return f"{first} and {second.removeprefix(titled(at.measure)).strip()}"


def _proof(at: Standing) -> list[str]:
    """The test, the rows or folds that it saw, p of a single pair, and which pairs the intervals hold for."""
    first = next(iter(at.contests.values()))
    n = first.result.n
    seen = (
        "" if n is None else f" of {count(n)} folds" if first.over else f" on {'the same ' * at.paired}{count(n)} rows"
    )
    parts = [f"{first.result.method}{seen}"]
    if len(at.contests) == 1 and not isnan(first.result.p):
        parts[0] += f", {p_words(first.p_told[1], 2)}"
    if first.together:
        parts.append("intervals that hold for all pairs at once")
    return ["; ".join(parts)]


def _visible(at: Standing, level: list[str]) -> str:
    """How large a difference this much data would show."""
    shown = [at.contests[name].detectable for name in level if name in at.contests]
    known = [size for size in shown if isfinite(size) and size > 0]
    if not known:
        return ""
    scale, unit = in_units(at.measure)
    return f"A true difference of {two_digits(max(known) * scale)}{unit} would be found 4 times in 5"


def _untested(found: Findings, at: Standing) -> tuple[str, str, list[str]]:
    """The best value, said to be no more than that."""
    why = next((note.message for note in found.notes if note.code == "not-compared"), "no test was run")
    stress = f"{at.leader} has the best value"
    rest = f" ({valued(at.measure, at.values[at.leader])}), untested."
    return stress, rest, [why.rstrip(".")]


def _alone(found: Findings, at: Standing, question: str) -> Answer:
    """A model by itself beside the rule that looks at no input."""
    value, better = at.values[at.leader], find(at.measure).better
    said = valued(at.measure, value, interval=True)
    trivial = found.models[at.leader].baseline.get(at.measure)
    if not isinstance(trivial, int | float) or isnan(trivial):
        return Answer(question, f"{at.leader}: {said}.", "", f"{at.leader}:")
    low, high = (value.low, value.high) if better == "higher" else (-value.high, -value.low)
    bar, rule = float(trivial) if better == "higher" else -float(trivial), without_inputs(found, at.measure)
    shown = _plain(at.measure, float(trivial))
    if isnan(low):
        stress = f"{at.leader} has no interval:"
    elif low > bar:
        stress = f"{at.leader} is better than {rule}:"
    elif high < bar:
        stress = f"{at.leader} is worse than {rule}:"
    else:
        stress = f"{at.leader} cannot be told from {rule}:"
    evidence = joined(_about(found, at))
    return Answer(question, f"{stress} {said}; {shown} without any input.", evidence, stress)


def without_inputs(found: Findings, measure: str) -> str:
    """The rule that looks at no input, as it is for this measure.

    Guessing for what ranks, the commonest class for what counts labels, the mean for numbers.
    """
    if found.task == "regression":
        return "always saying the mean"
    return "guessing" if find(measure).order_only or find(measure).one_model else "always saying the commonest class"


def _plain(measure: str, value: float) -> str:
    if measure == "expected_cost":
        return f"{thousand(value)} per 1,000 rows"
    if measure == "accuracy":
        return f"{100 * value:.1f} %"
    return significant(value, 3) if abs(value) < 1000 else number(value, 0)


def _about(found: Findings, at: Standing) -> str:
    """What the value was computed from, and the level of its interval."""
    folds, n = found.models[at.leader].mean_of(at.measure), at.values[at.leader].n
    of = f"mean of {folds} folds" if folds else "" if n is None else f"{count(n)} rows"
    return f"{of}, {found.level * 100:g} % interval".lstrip(", ")


def _beside(found: Findings, at: Standing) -> str:
    """What the best is worth, the rule without inputs, and average precision where positives are rare."""
    model = found.models[at.leader]
    trivial = model.baseline.get(at.measure)
    words = []
    best = found.leader
    if best is not None and (best.model, best.measure) == (at.leader, at.measure) and best.corrected.defined:
        worth = valued(at.measure, best.corrected, interval=True)
        words.append(f"having been taken as the best of {best.models}, it is worth {worth}")
    if isinstance(trivial, int | float) and not isnan(trivial):
        rule = without_inputs(found, at.measure)
        words.append(f"{rule}: {_plain(at.measure, float(trivial))}")
    share = model.measures.get("prevalence")
    if at.measure == "auc" and share is not None and share.value < RARE and "average_precision" in model.measures:
        precision = (f"{name} {limits(found.models[name].led('average_precision'))[0]}" for name in list(at.values)[:4])
        words.append("average precision, as positives are rare: " + ", ".join(precision))
    return joined(*words)
