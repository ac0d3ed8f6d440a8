"""The null distribution of a comparison: what chance alone gives, where H0 is rejected, and what was seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from probative.errors import ProbativeError
from probative.findings import Contest, Findings
from probative.findings.pairs import ordered
from probative.pictures import Chart
from probative.pictures.words import named
from probative.report.charts.kind import Data, Options, Series, chart, chosen_measure
from probative.report.charts.values import known
from probative.stats import TestResult

SAID = ("n10", "n01", "above", "below", "ranks", "size", "w_plus", "rank_sum", "df_used", "null")
"""Details of a test that its distribution is made of."""
ALONE = "This pair by itself: here p is not adjusted for the other pairs."


def _gather(findings: Findings, options: Options) -> Data | None:
    """The test of all models, or the compared pair with the smallest p, whose distribution can be drawn."""
    if not findings.comparisons:
        return None
    measure = chosen_measure(options.measure, (contest.measure for contest in findings.comparisons))
    verdict = findings.verdict
    omnibus = verdict.omnibus if verdict is not None and verdict.measure == measure else None
    return null_data((contest for contest in findings.comparisons if contest.measure == measure), omnibus)


def null_data(contests: Iterable[Contest], omnibus: TestResult | None = None) -> Data | None:
    """What is drawn of the test of all models, or of the first pair by adjusted p; None: no distribution is known."""
    if omnibus is not None and drawable(omnibus):
        return test_data(omnibus)
    every = ordered(contests)
    for contest in every:
        if drawable(contest.result):
            pair = {"a": contest.a, "b": contest.b, "measure": contest.measure, "pairs": len(every)}
            return pair | test_data(contest.result)
    return None


def drawable(result: TestResult) -> bool:
    """Whether the distribution of a test under H0 is known."""
    try:
        return bool(result.picture().shapes)
    except ProbativeError:
        return False


def test_data(result: TestResult) -> Data:
    """What is drawn of one test."""
    kept = ("statistic", "df", "p", "alternative", "symbol", "method", "h0", "level", "at_most")
    written = result.to_dict() | {"level": result.level}
    details = {name: written["details"][name] for name in SAID if name in written["details"]}
    return {name: written[name] for name in kept} | {"details": details}


@chart("null", place=82, gather=_gather, options=("measure",), most=1)
def null(data: Data, series: Series) -> Chart:
    """What the statistic may be if there is no difference, the rejection region, and what was seen."""
    df = data["df"]
    result = TestResult(
        known(data["statistic"]),
        tuple(df) if isinstance(df, list) else df,
        known(data["p"]),
        method=data["method"],
        level=data["level"],
        alternative=data["alternative"],
        symbol=data["symbol"],
        h0=data["h0"],
        details=data["details"],
        at_most=data["at_most"],
    )
    drawn = result.picture()
    whose = f" of {named(data['a'])} and {named(data['b'])}" if "a" in data else ""
    alone = (ALONE,) if data.get("pairs", 1) > 1 else ()
    return replace(drawn, caption=f"Null distribution{whose}: {data['method']}", notes=(*drawn.notes, *alone))
