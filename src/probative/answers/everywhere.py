"""Is it so everywhere? Whether the leader's measure differs between slices by more than chance, column by column."""

from __future__ import annotations

from math import isnan

from probative.answers.words import joined, listed, titled
from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.contest import in_units
from probative.findings.text import in_digits, limits, p_words
from probative.measurement import find


def is_it_so_everywhere(found: Findings, leader: str, measure: str) -> Answer | None:
    """By the tests that the forest of slices shows; None where nothing was sliced."""
    if (lead := _lead_depends(found, leader)) is not None:
        return lead
    tests = [one for one in found.heterogeneity if one.model == leader]
    # Slices have no costs of their own: then what ranks is told, which no cut decides.
    about = next((name for name in (measure, "auc") if any(one.measure == name for one in tests)), None)
    about = about or next((one.measure for one in tests), None)
    if about is None:
        return None
    tests = [one for one in tests if one.measure == about]
    differ = [one for one in tests if one.p_adjusted <= 1 - found.level]
    judged = [one for one in tests if not isnan(one.p)]
    name = titled(about)
    if not judged:
        why = tests[0].why or "the tests are undefined"
        return Answer("Is it so everywhere?", "Cannot tell.", joined(why), "Cannot tell.")
    proof = "; ".join(f"by {one.by}: {one.method}, adjusted {p_words(one.p_adjusted, 2)}" for one in judged[:4])
    evidence = joined(proof, "p-values allow for all measures and columns that were tested")
    if not differ:
        columns = listed([one.by for one in judged])
        return Answer(
            "Is it so everywhere?",
            f"No sign that it is not: no difference of {name} by {columns} is shown.",
            evidence,
            "No sign that it is not:",
        )
    first = min(differ, key=lambda one: one.p_adjusted)
    stress = f"No: {name} depends on {listed([one.by for one in differ])}."
    return Answer("Is it so everywhere?", f"{stress} {_ends(found, leader, about, first.by)}", evidence, stress)


def _lead_depends(found: Findings, leader: str) -> Answer | None:
    """Where the lead over the next model differs between slices: the columns, and the largest and the smallest lead."""
    differ = [test for test in found.lead_tests if test.p_adjusted <= 1 - found.level]
    if not differ:
        return None
    first = min(differ, key=lambda test: test.p_adjusted)
    scale, unit = in_units(first.measure)
    leads = []
    for one in found.slice_leads:
        sign = (scale if one.a == leader else -scale) * (1 if find(one.measure).better == "higher" else -1)
        low, high = sorted((sign * one.low, sign * one.high))
        leads.append((one, *in_digits(sign * one.difference, low, high, points=scale == 100), sign * one.difference))
    own = sorted((lead for lead in leads if lead[0].by == first.by), key=lambda lead: -lead[3])
    (top, most, spread, _), (bottom, least, beneath, _) = own[0], own[-1]
    ends = f"{most}{unit} for {top.value} ({spread}), {least} for {bottom.value} ({beneath})."
    stress = f"No: the lead depends on {listed([test.by for test in differ])}."
    ahead = sum(1 for lead in leads if lead[3] > 0)
    where = f"{leader} is ahead in {'all' if ahead == len(leads) else f'{ahead} of'} {len(leads)} slices"
    proof = "; ".join(f"by {test.by}: adjusted {p_words(test.p_adjusted, 2)}" for test in found.lead_tests[:4])
    evidence = joined(where, f"interaction, do the leads differ by more than chance (Cochran's Q)? {proof}")
    return Answer("Is it so everywhere?", f"{stress} {ends}", evidence, stress)


def _ends(found: Findings, leader: str, measure: str, by: str) -> str:
    """The slices with the lowest and the highest value."""
    parts = [
        one
        for one in found.slices
        if one.model == leader and one.by == by and measure in one.measures and one.measures[measure].defined
    ]
    parts.sort(key=lambda one: one.measures[measure].value)
    said = []
    for one in (parts[0], parts[-1]):
        value, low, high = limits(one.measures[measure])
        known = not (isnan(one.measures[measure].low) or isnan(one.measures[measure].high))
        said.append(f"{value} for {one.value}" + (f" ({low} to {high})" if known else ""))
    return f"{said[0]}, {said[1]}."
