"""Compared: the tests that were run, what they allow for, and what a difference means."""

from __future__ import annotations

from math import isfinite, isnan

from probative.answers.words import listed, titled
from probative.comparison.gate_result import Gate
from probative.findings import Contest, Findings
from probative.findings.contest import unpaired
from probative.findings.text import count
from probative.findings.verdict import Verdict
from probative.papers.design import counted
from probative.papers.phrases import TESTS, Phrase, adjustment_phrase
from probative.papers.reference import cite
from probative.stats.registry import Declared, declared

NOUNS = {"folds": "folds", "pairs": "pairs of results", "samples": "values"}
"""By what a test takes: what its n counts, where that is not rows."""


def _declared(method: str) -> Declared | None:
    """The test whose result has this name, which may go on with a variant in brackets."""
    fits = [one for one in declared() if method.lower().startswith(one.title.lower()) and one.name in TESTS]
    return max(fits, key=lambda one: len(one.title), default=None)


def test_phrase(method: str) -> str:
    """A test as its result names it, with the works that it is from.

    >>> test_phrase("McNemar's test (mid-p)")
    "McNemar's test (mid-p) [@mcnemar1947; @fagerland2013; @tango1998]"
    """
    one = _declared(method)
    if one is None:
        return method
    known, variant = TESTS[one.name], method.partition(" (")[2]
    return str(Phrase(known.words + (f" ({variant}" if variant else ""), known.keys))


def compared(verdict: Verdict, models: int | None = None) -> list[str]:
    """How models were compared: measure, test, what n is of, level, adjustment, and what the data would show."""
    if not verdict.contests:
        return []
    first = verdict.contests[0]
    rivals = models or len({name for contest in verdict.contests for name in (contest.a, contest.b)})
    side = "two-sided" if first.result.alternative == "two-sided" else f"one-sided ({first.result.alternative})"
    told = [
        f"{_who(verdict, rivals)} by {titled(verdict.measure)} with {test_phrase(first.result.method)}"
        f"{_seen(first, of_rows=models is not None)}, {side} at the level {1 - first.result.level:.3g}."
    ]
    if verdict.omnibus is not None:
        told.append(f"All models were first tested together by {test_phrase(verdict.omnibus.method)}.")
    told += _allowed_for(verdict)
    if any(isfinite(contest.detectable) and contest.detectable > 0 for contest in verdict.contests):
        told.append("Where models are not told apart, the true difference is given that would be found 4 times in 5.")
    if posterior := next((c.posterior for c in verdict.contests if c.posterior is not None), None):
        how = test_phrase(posterior.method)
        told.append(f"Probabilities of a difference beyond ±{posterior.region:g} are posterior ones, by {how}.")
    if verdict.marked:
        told.append(f"What would have been refused was forced: {', '.join(verdict.marked)}.")
    if verdict.forced:
        told.append(f"The test was forced against the objection: {verdict.forced}.")
    return told


def _who(verdict: Verdict, rivals: int) -> str:
    """Who was compared; a model by itself with the baseline of its run."""
    if rivals > 1:
        return f"The {rivals} models were compared"
    first = verdict.contests[0]
    return f"{first.a} and {first.b} were compared"


def _seen(contest: Contest, *, of_rows: bool) -> str:
    """How many rows, folds or results the test saw."""
    n, one = contest.result.n, _declared(contest.result.method)
    if n is None:
        return ""
    if contest.over:
        return f" on {count(n)} {contest.over}"
    noun = "rows" if of_rows else NOUNS.get(getattr(one, "takes", "rows"), "rows")
    same = "the same " if noun == "rows" and not unpaired(contest.result.method) else ""
    return f" on {same}{count(n)} {noun}"


def _allowed_for(verdict: Verdict) -> list[str]:
    """The adjustment of p, and which pairs the intervals hold for, where there are several."""
    pairs = len(verdict.contests)
    if pairs < 2:
        return []
    joint = {True: " Intervals of differences hold for all pairs at once.", None: ""}
    about = joint.get(verdict.contests[0].together, " Intervals of differences are of single pairs.")
    return [f"p-values of the {pairs} pairs are adjusted by {adjustment_phrase(verdict.adjustment)}.{about}"]


def leading(found: Findings) -> list[str]:
    """What the choice of the best was allowed for by."""
    best = found.leader
    if best is None or not best.corrected.defined or not best.corrected.method:
        return []
    how = adjustment_phrase(best.corrected.method)
    return [f"The value of the best of {best.models} models is also given allowing for that choice, by {how}."]


def probed(found: Findings) -> list[str]:
    """Tests of calibration and of slices."""
    told = []
    if any(model.calibrated is not None and not isnan(model.calibrated.p) for model in found.models.values()):
        works = cite("cox1958")
        told.append(f"Probabilities were tested jointly for a calibration intercept of 0 and a slope of 1{works}.")
    tests = [one for one in found.heterogeneity if not isnan(one.p)]
    if tests:
        columns = listed(list(dict.fromkeys(one.by for one in tests)), most=20)
        methods = listed(sorted({str(one.method) for one in tests}), most=20)
        holm = adjustment_phrase("holm")
        told.append(f"Whether measures differ between slices by {columns} was tested by {methods}, adjusted by {holm}.")
    if (together := max((part.together for part in found.slices), default=1)) > 1:
        told.append(f"Intervals in slices hold for all {together} of a model together{cite('sidak1967')}.")
    return told


def gated(gate: Gate) -> list[str]:
    """What a gate asked, of which measures, within which margins and at which level."""
    checks = gate.checks
    margins = listed(list(dict.fromkeys(f"{check.margin:g} ({titled(check.measure)})" for check in checks)), most=20)
    tests = listed(list(dict.fromkeys(test_phrase(check.test) for check in checks if check.test)), most=20)
    asked = f"non-inferiority of a candidate to a baseline{cite('piaggio2012')}"
    if gate.question == "equivalent":
        works = cite("schuirmann1987", "piaggio2012")
        asked = f"equivalence of a candidate and a baseline, within a margin in either direction{works}"
    n = sorted({check.n for check in checks})
    rows = counted(n[0], "row") if len(n) == 1 else f"{n[0]:,} to {n[-1]:,} rows"
    told = [
        f"The question was {asked}; margins: {margins}.",
        f"It was answered on the same {rows} with one-sided limits at {gate.level * 100:g} % confidence"
        + (f", by {tests}." if tests else "."),
    ]
    if len(checks) > 1:
        told.append(f"All {len(checks)} checks had to pass; limits that fail one allow for the number of checks.")
    return told
