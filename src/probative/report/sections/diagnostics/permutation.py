"""A permutation test as a picture: what the procedure reaches without structure, and what it reached."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.findings import Findings
from probative.report.drawing import Axis, Plot
from probative.report.sections.diagnostics.parts import (
    brief,
    card,
    cards,
    finite,
    fitting,
    known,
    numbers,
    remark_list,
    remarks,
    words_of,
)
from probative.report.words import sentence, short

NOT_OF_H0 = (
    "p is the chance of a value at least as good as the observed one if inputs and targets are independent (H0); "
    "it is not the probability of H0."
)


def permutation_cards(findings: Findings) -> list[str]:
    """The tests that a run made of its models, in the order of the models."""
    series = {name: number for number, name in enumerate(findings.models)}
    tests = _tests(findings)
    order = sorted(tests, key=lambda name: series.get(name, len(series)))
    return [_card(tests[name], f"Permutation test of {short(name)}", series.get(name, 0)) for name in order]


def permutation_notes(findings: Findings) -> str:
    """What the tests of a run are to be read with, each note once."""
    noted: dict[str, list[str]] = {}
    tests = _tests(findings)
    for name, test in tests.items():
        for note in test.get("notes") or ():
            noted.setdefault(str(note), []).append(name)
    told = [
        ("" if len(names) == len(tests) else f"{', '.join(map(short, names))}: ") + line
        for note, names in noted.items()
        for line in remarks([note])
    ]
    return f"<ul>{''.join(f'<li>{line}</li>' for line in told)}</ul>" if told else ""


def _tests(findings: Findings) -> dict[str, dict[str, Any]]:
    return {name: test for name, test in findings.about.permutation.items() if test}


def permutation_result(test: dict[str, Any]) -> str:
    """A test that was added to the findings."""
    return cards([_card(test, "Permutation test", 0)]) + remark_list(test.get("notes") or ())


def histogram(values: list[float], aim: float) -> tuple[Array, Floats]:
    """Counts and edges of bins; values that do not differ share one narrow bin."""
    low, high = min(values), max(values)
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        half = 0.02 * abs(aim - low) if isfinite(aim) and abs(aim - low) > 1e-9 * abs(low) else 0.05 * abs(low) or 0.05
        return np.array([len(values)]), np.array([low - half, high + half])
    return np.histogram(values, min(max(int(len(values) ** 0.5), 5), 40))


def _card(test: dict[str, Any], title: str, series: int) -> str:
    p, aim, values = known(test.get("p")), known(test.get("observed")), finite(numbers(test.get("null")))
    caption = f"{title}: p = {brief(p, 3)}"
    below = [_words(test, p, aim), NOT_OF_H0]
    if not values:
        lines = "".join(f"<p>{line}</p>" for line in ("No permutation has a value that can be drawn.", *below))
        return f'<figure class="card"><figcaption>{caption}</figcaption>{lines}</figure>'
    counts, edges = histogram(values, aim)
    name = words_of(test.get("measure", "value"), 40)
    top = Axis.over("Permutations", [0, 1.12 * counts.max()], ticks=4)
    # Half a permutation does not exist.
    top = Axis(top.name, top.low, top.high, tuple(tick for tick in top.ticks if tick == int(tick)))
    plot = Plot(f"{name} under permuted targets", fitting(f"{name} under permuted targets", [*edges, aim]), top)
    for count, left, right in zip(counts.tolist(), edges[:-1], edges[1:], strict=True):
        if count:
            plot.bar(float(left), float(right), 0, count, series, kind="null")
    if isfinite(aim):
        plot.line([aim, aim], [0, top.high], series, kind="observed")
        right = plot.x_axis.share(aim) > 0.5
        words = f"observed {brief(aim)}\u2002" if right else f"\u2002observed {brief(aim)}"
        plot.note(aim, top.low + 0.95 * (top.high - top.low), words, anchor="end" if right else "start")
    return card(caption, plot, below=below)


def _words(test: dict[str, Any], p: float, aim: float) -> str:
    """Observed value, counts, p and how far chance in the permutations leaves it open."""
    n, wanted = test.get("permutations", len(test.get("null") or ())), test.get("wanted")
    measure = sentence(test.get("measure", "value"))
    better = f" ({sentence(test['better'])} is better)" if test.get("better") else ""
    lines = [f"Observed {measure} {brief(aim)}{better}; {n:,} permutations"]
    if wanted and wanted > n:
        lines.append(f" (stopped early: {wanted:,} were planned, and the answer was clear)")
    share = known(test.get("at_least_as_good"))
    if isfinite(share):
        b = round(share * n)
        lines.append(f", as good in {b:,}: p = ({b:,} + 1) / ({n:,} + 1) = {brief(p, 3)}")
    low, high = known(test.get("p_low")), known(test.get("p_high"))
    interval = ""
    if isfinite(low) and isfinite(high):
        interval = (
            f" Over all permutations p lies between {brief(low, 2)} and {brief(high, 2)} "
            "(95 % interval, Clopper-Pearson: chance in the permutations alone)."
        )
    return "".join(lines) + "." + interval
