"""How probable a practical difference is: for every pair of models three bars that add up to 1."""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan

from probative.findings import Contest, Findings, Verdict
from probative.pictures import Axis, Bars, Chart, Shape, Words
from probative.pictures.words import clipped, named, short_names
from probative.report.charts.kind import Data, Options, Series, chart, chosen_measure
from probative.report.charts.values import brief

WIDTH, ROW = 260, 24


def _gather(findings: Findings, options: Options) -> Data | None:
    """The compared pairs of one measure that have a posterior: the findings' own, else those of verdicts added."""
    added = (Verdict.from_dict(part) for part in findings.diagnostics if part.get("kind") == "comparison")
    pairs = [*findings.comparisons, *(contest for verdict in added for contest in verdict.contests)]
    known = [pair for pair in pairs if _known(pair)]
    if not known:
        return None
    measure = chosen_measure(options.measure, (pair.measure for pair in known))
    return posteriors_data(pair for pair in known if pair.measure == measure)


def _known(pair: Contest) -> bool:
    return pair.posterior is not None and not isnan(pair.posterior.rope)


def posteriors_data(contests: Iterable[Contest]) -> Data:
    """What is drawn of the posteriors of contests that are all about one measure."""
    pairs = [pair for pair in contests if _known(pair)]
    first = pairs[0].posterior
    assert first is not None, "pairs without a posterior are left out"
    made = []
    for pair in pairs:
        a_better, within, b_better = pair.chances
        made.append({"a": pair.a, "b": pair.b, "a_better": a_better, "within": within, "b_better": b_better})
    words = {"measure": pairs[0].measure, "better": pairs[0].better, "region": first.region, "method": first.method}
    return words | {"models": list(dict.fromkeys(n for pair in pairs for n in (pair.a, pair.b))), "pairs": made}


@chart("rope", place=85, gather=_gather, options=("measure",), most=8)
def rope(data: Data, series: Series) -> Chart:
    """Three bars for each pair: how probable it is that the first is practically better, neither, or the second."""
    pairs = data["pairs"]
    names = short_names((name for pair in pairs for name in (pair["a"], pair["b"])), 20)
    more = "better" if data["better"] != "neither" else "higher"
    words: list[str] = []
    drawn: list[Shape] = []
    for i, pair in enumerate(pairs):
        a, b = names[pair["a"]], names[pair["b"]]
        words += [f"{a} {more}", "neither", f"{b} {more}"]
        looks = (series.get(pair["a"], 0), None, series.get(pair["b"], 1))
        chances = (pair["a_better"], pair["within"], pair["b_better"])
        for part, (look, chance) in enumerate(zip(looks, chances, strict=True)):
            row = 3 * i + part
            role = "null" if look is None else ""
            drawn.append(Bars([0.0], [chance], [row - 0.32], [row + 0.32], series=look, role=role))
            drawn.append(Words(chance, row, brief(chance, 3), shift=(5, 4)))
    what = clipped(data["measure"], 40)
    notes = (
        f"Neither: the difference of {named(what)} lies within {data['region']:g}. By the {data['method']}; "
        "the three probabilities of a pair add up to 1.",
    )
    return Chart(
        f"Probability of a practical difference of {what} for {len(pairs)} pairs of models",
        Axis.over("Probability", [1.2], include=[0], width=WIDTH),
        Axis.rows(words),
        tuple(drawn),
        caption=f"Probability of a practical difference of {named(what)}",
        heading=f"neither: within {data['region']:g}",
        notes=notes,
        width=WIDTH,
        height=ROW * len(words),
    )
