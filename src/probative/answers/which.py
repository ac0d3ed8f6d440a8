"""Which model? About the leader: who is told apart from it, and who is not."""

from __future__ import annotations

from probative.answers.alone import how_good
from probative.answers.proof import at_the_cut, beside, decided_by, otherwise, tested, visible
from probative.answers.proof import without_inputs as without_inputs
from probative.answers.standing import Standing as Standing
from probative.answers.words import apart, joined, listed, titled, valued
from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.verdict import Verdict
from probative.guards.classes import ONE_CLASS

PER = " per 1,000 rows"
GRADES = ("mean_grade", "mean_loss")
"""Measures beside which graded rows have no other: that one is gone by need not be said."""


def which_model(found: Findings) -> Answer | None:
    """The leader and what may be said of it; of a model by itself, whether it beats the rule without inputs."""
    question = "Which procedure?" if found.about.scheme is not None else "Which model?"
    standing = Standing.of(found)
    if standing is None:
        return None
    if not standing.others:
        return how_good(found, standing)
    told = _told_apart(standing, at_the_cut(found, standing)) if standing.contests else _untested(found, standing)
    stress, rest, evidence = told
    rest += otherwise(found, standing)
    return Answer(
        question, f"{stress}{rest}", joined(*evidence, decided_by(found, standing), beside(found, standing)), stress
    )


def on_one_class(found: Findings) -> tuple[Answer, ...]:
    """That models which rank rows cannot be put in order where all rows are of one class, if that is so."""
    if not any(note.code == ONE_CLASS.code for note in found.notes):
        return ()
    stress = "They cannot be judged on one class:" if len(found.models) > 1 else "It cannot be judged on one class:"
    evidence = "Evaluate on rows of both, or ask for the share that is called rightly: --measure accuracy."
    return (Answer("Which model?", f"{stress} nothing was to be told apart.", evidence, stress),)


def which_of(verdict: Verdict) -> tuple[Answer, ...]:
    """What a comparison says to the question which model is better; nothing where its measure has no better side.

    >>> import probative as pv
    >>> y = [1, 0] * 40
    >>> print(pv.compare(truth=y, predicted={"A": y, "B": [1, 0, 0, 1] * 20}, measure="accuracy").answers[0].stress)
    A is better than B:
    """
    at = Standing.compared(verdict)
    if at is None:
        return _nothing(verdict)
    if not set(at.others) <= set(at.contests):
        return (
            Answer("Which model?", f"{at.leader} has the best value, but was not tested against all.", "", at.leader),
        )
    stress, rest, evidence = _told_apart(at)
    by = f"by {verdict.called}" if verdict.called else ""
    if not by and verdict.unasked and at.measure not in GRADES:
        by = f"by {titled(at.measure)}, as no measure was named"
    return (Answer("Which model?", f"{stress}{rest}", joined(*evidence, by), stress),)


def _nothing(verdict: Verdict) -> tuple[Answer, ...]:
    """That no model has a value, and why; nothing where the measure has no better side."""
    why = next((contest.result.notes[0] for contest in verdict.contests if contest.result.notes), "")
    if verdict.better == "neither" or not why:
        return ()
    stress = "They cannot be told apart:"
    return (Answer("Which model?", f"{stress} {titled(verdict.measure)} is undefined, {why.rstrip('.')}.", "", stress),)


def _told_apart(at: Standing, where: str = "") -> tuple[str, str, list[str]]:
    """What the tests say of the leader and the others; `where` is the cut that costs are at."""
    beaten = at.beaten()
    level = [name for name in at.others if name not in beaten]
    plain = valued(at.measure, at.told(at.leader))
    value = f"{plain}{where}"
    word = "less" if at.better == "lower" else "more"
    if not level and len(beaten) == 1:
        stress = f"{at.leader} is better than {beaten[0]}:"
        amount = _amount(at, beaten[0], word)
        if plain.endswith(PER):
            # One unit in a sentence is said once.
            amount = amount.replace(PER, "")
        return stress, f" {value}, {amount}.", tested(at)
    if not level:
        stress = f"{at.leader} is better than each of the {len(beaten)} others:"
        return stress, f" {value}; the next, {beaten[0]}, has {_amount(at, beaten[0], _other(word))}.", tested(at)
    if len(at.others) == 1 and not at.contests[level[0]].gap:
        stress = f"{at.leader} and {level[0]} do equally well:"
        return stress, f" {value}.", tested(at)
    if len(at.others) == 1:
        stress = f"{at.leader} leads, but cannot be told from {level[0]}:"
        both = _both(at, level[0])
        return stress, f" {both}{where}, {at.ahead(level[0])} apart.", [*tested(at), visible(at, level)]
    alike = [name for name in level if at.values[name].value == at.values[at.leader].value]
    first = [at.leader, *alike]
    stress = f"{listed(first)} lead alike" if alike else f"{at.leader} leads"
    behind = [name for name in level if name not in alike]
    rest = f" ({value})"
    if behind:
        rest += f". {listed(behind)} cannot be told from {'them' if alike else 'it'}"
    if beaten:
        rest += f"; {listed(beaten)} {'is' if len(beaten) == 1 else 'are'} worse, by {at.ahead(beaten[0])}"
        rest += " or more" if len(beaten) > 1 else ""
    return stress, f"{rest}.", [*tested(at), visible(at, behind or level)]


def _amount(at: Standing, other: str, word: str) -> str:
    """How much more or less, with the unit before the word."""
    size, _, spread = at.ahead(other).partition(" (")
    return f"{size} {word}" + (f" ({spread}" if spread else "")


def _other(word: str) -> str:
    return {"more": "less", "less": "more"}[word]


def _both(at: Standing, other: str) -> str:
    """The values of two models in one phrase: what both have in common is said once."""
    one, two = (at.told(name) for name in (at.leader, other))
    first, second = valued(at.measure, one), valued(at.measure, two)
    if first == second and one.value != two.value:
        # Intervals too wide for these digits; but two numbers that differ must not be printed as one.
        first, second = apart(one.value, two.value)
        first = f"{titled(at.measure)} {first}"
    for before, after in (("off by ", " on average"), ("", " % right"), ("cost ", PER)):
        if first.endswith(after) and second.endswith(after):
            return f"{first.removesuffix(after)} and {second.removeprefix(before)}"
    return f"{first} and {second.removeprefix(titled(at.measure)).strip()}"


def _untested(found: Findings, at: Standing) -> tuple[str, str, list[str]]:
    """The best value, said to be no more than that."""
    why = next((note.message for note in found.notes if note.code == "not-compared"), "no test was run")
    stress = f"{at.leader} has the best value"
    rest = f" ({valued(at.measure, at.values[at.leader])}), untested."
    return stress, rest, [why.rstrip(".")]
