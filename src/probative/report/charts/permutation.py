"""Permutation tests: what the procedure reaches without structure, and what it reached."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from probative.curves.null_distribution import NullDistribution, null_chart
from probative.findings import Findings
from probative.pictures import Chart
from probative.pictures.words import named
from probative.procedures.permuted import H0
from probative.report.charts.kind import Data, Options, Series, chart
from probative.report.charts.values import brief, known, numbers
from probative.stats.meaning import P_MEANS

DRAWN = ("measure", "observed", "p", "null")
SAID = ("better", "alpha", "permutations", "wanted", "at_least_as_good", "strict_proportion", "p_low", "p_high")
NOT_OF_H0 = f"H0: {H0}. {P_MEANS}."


def _gather(findings: Findings, _: Options) -> Data | None:
    """The observed value of each model beside those reached without structure."""
    tests = dict(findings.about.permutation)
    added = (found for found in findings.diagnostics if found.get("kind") == "permutation")
    tests |= {f"permutation test {i}": test for i, test in enumerate(added, 1)}
    found = {name: test_values(test) for name, test in tests.items() if test and test.get("null")}
    return {"models": found} if found else None


def test_values(test: Data) -> Data:
    """What is drawn and said of one test."""
    return {key: test.get(key) for key in DRAWN} | {key: test[key] for key in SAID if test.get(key) is not None}


@chart("permutation", place=90, gather=_gather, section="diagnostics", most=1)
def permutation(data: Data, series: Series) -> Chart:
    """Histograms of what permuted targets reach; a line where the real ones do."""
    found = [
        NullDistribution(
            str(test["measure"] or "value"),
            known(test["observed"]),
            known(test["p"]),
            numbers(test["null"]),
            name,
            series.get(name, 0),
            test.get("better") or "higher",
            known(test.get("alpha", 0.05)),
        )
        for name, test in data["models"].items()
    ]
    drawn = null_chart(found)
    if len(found) > 1:
        return drawn
    ((name, test),) = data["models"].items()
    whose = f" of {named(name)}" if name else ""
    caption = f"Permutation test{whose}: p = {brief(found[0].p, 3)}"
    cut = found[0].critical
    beyond = f" Shaded: H0 is rejected at {found[0].alpha:g} beyond {brief(cut)}." if isfinite(cut) else ""
    notes = (_sentences(test) + beyond, NOT_OF_H0)
    if not len(found[0].finite):
        return replace(drawn, shapes=(), caption=caption, notes=(NOTHING, *notes))
    return replace(drawn, caption=caption, notes=notes)


NOTHING = "No permutation has a value that can be drawn."


def _sentences(test: Data) -> str:
    """Observed value, counts, p and how far chance in the permutations leaves it open."""
    n, wanted = test.get("permutations", len(test.get("null") or ())), test.get("wanted")
    better = f" ({test['better']} is better)" if test.get("better") else ""
    seen = f"{named(test['measure'] or 'value')} {brief(known(test['observed']))}"
    lines = [f"Observed {seen}{better}; {n:,} permutations"]
    if wanted and wanted > n:
        lines.append(f" (stopped early: {wanted:,} were planned, and the answer was clear)")
    share = known(test.get("at_least_as_good"))
    if isfinite(share):
        b = round(share * n)
        lines.append(f", as good in {b:,}: p = ({b:,} + 1) / ({n:,} + 1) = {brief(known(test['p']), 3)}")
    strict = known(test.get("strict_proportion"))
    if isfinite(strict):
        lines.append(f"; strictly better in a share of {brief(strict, 3)}, which can be 0 and is no p-value")
    low, high = known(test.get("p_low")), known(test.get("p_high"))
    interval = ""
    if isfinite(low) and isfinite(high):
        interval = (
            f" Over all permutations p lies between {brief(low, 2)} and {brief(high, 2)} "
            "(95 % interval, Clopper-Pearson: chance in the permutations alone)."
        )
    return "".join(lines) + "." + interval
