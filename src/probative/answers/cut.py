"""Where to cut? The cheapest threshold of the leading model, what it costs, and what doing without a model costs."""

from __future__ import annotations

from probative.answers.words import joined, listed, thousands
from probative.curves.outline import Outline
from probative.decisions.costs import COST, Costs, thousand
from probative.decisions.optimum import cheapest
from probative.findings import Findings, ModelFindings
from probative.findings.answer import Answer
from probative.findings.text import count

RULES = {"all positive": "if all are called", "all negative": "if none is called"}
MOST_ALIKE = 3
"""Classes that a class is mistaken for equally often, up to which they are named."""


def where_to_cut(found: Findings, leader: str) -> Answer | None:
    """The cheapest cut, per 1,000 rows: of the cheapest model where costs were given, else of the leader."""
    cuts = {name: cut for name in found.rivals if (cut := found.models[name].decisions.cheapest) is not None}
    if found.about.costs is not None and cuts:
        leader = min(cuts, key=lambda name: cuts[name].cost.value)
    best = cuts.get(leader)
    if best is None or found.positive is None:
        return None
    costs = found.about.costs or Costs()
    rule = min(best.trivial, key=best.trivial.__getitem__)
    whose = f" with {leader}" if len(cuts) > 1 else ""
    stress = f"Call “{found.positive}” from {best.text} on{whose}."
    if best.cost.high >= best.trivial[rule]:
        # The cheapest of all cuts looks cheaper than no model by chance alone.
        stress = f"From {best.text} on, if at all: that {leader} saves anything is not shown."
    if best.useless:
        stress = f"Do without it: {leader} saves nothing at these costs."
    cheap_first = sorted(cuts, key=lambda name: cuts[name].cost.value)
    rivals = [f"{thousand(cuts[name].cost.value)} with {name}" for name in cheap_first if name != leader][:3]
    told = [*rivals, f"{thousand(best.trivial[rule])} {RULES[rule]}"]
    price = f"If {_price(costs)}, 1,000 rows then cost {thousand(best.cost.value)}; {', '.join(told)}."
    apart = beside_the_next(found, cheap_first, costs)
    return Answer("Where to cut?", f"{stress} {price}", joined(*_evidence(found, leader, costs, apart)), stress)


def beside_the_next(found: Findings, cheap_first: list[str], costs: Costs) -> str:
    """How much less the cheapest model costs than the next, each at its own cut; nothing where rows are not paired."""
    first, second = (*cheap_first, "", "")[:2]
    pair = next((p for p in found.shared_calls if {p.a, p.b} == {first, second}), None)
    if pair is None:
        return ""
    outlines = [Outline.from_dict(found.models[name].outline or {}) for name in (pair.a, pair.b)]
    vertices = cheapest(outlines[0], costs).vertex, cheapest(outlines[1], costs).vertex
    cells = pair.at_vertices(vertices, outlines[0], outlines[1])
    if cells is None:
        return ""
    gap = cells.gap(COST, costs.prior, found.level, fp=costs.fp, fn=costs.fn)
    sign = -1.0 if pair.a == first else 1.0
    low, high = sorted(sign * end for end in gap[1:])
    told = "" if low > 0 or high < 0 else ", not told apart"
    less, *ends = thousands(sign * gap[0], low, high)
    amount = f"{less} less than" if gap[0] else "as much as"
    return f"with {first} they cost {amount} with {second} ({ends[0]} to {ends[1]}, cuts taken as fixed){told}"


def _price(costs: Costs) -> str:
    """What a miss costs, in false alarms where those are the unit."""
    if costs.fp == 1:
        return f"a miss costs {costs.fn:g} false alarm{'s' * (costs.fn != 1)}"
    return f"a miss costs {costs.fn:g} and a false alarm {costs.fp:g}"


def _evidence(found: Findings, leader: str, costs: Costs, apart: str) -> list[str]:
    model = found.models[leader]
    best = model.decisions.cheapest
    assert best is not None
    counts = ", ".join(f"{count(getattr(best.outcomes, cell))} {cell.upper()}" for cell in ("tp", "fn", "fp", "tn"))
    parts = [f"by weight: {counts}" if found.about.weight else counts, apart]
    if found.about.costs is None:
        parts.append("no costs were given, so both errors count alike: name yours with --cost-fp and --cost-fn")
    elif costs.prior is not None:
        parts.append(f"at a share of positives of {costs.prior:g}")
    parts.append(_optimism(model))
    return parts


def _optimism(model: ModelFindings) -> str:
    """What is to be expected of other rows, where the choice was repeated on resamples; else that it was made here."""
    chosen = model.decisions.operating
    if chosen is not None and chosen.by == "cost" and not chosen.analytic:
        return f"the cut was chosen on these rows: expect {thousand(chosen.achieved.value)} on others"
    return "the cut was chosen on these rows, so other rows will cost a little more (--threshold-by cost says how much)"


def where_it_errs(found: Findings, leader: str) -> Answer | None:
    """The classes that the leader misses most, and what they are taken for; None without several classes."""
    model = found.models[leader]
    recalls = {label: measures["recall"] for label, measures in model.classes.items() if "recall" in measures}
    known = {label: value for label, value in recalls.items() if value.defined}
    if len(known) < 3 or model.confusion is None:
        return None
    worst = sorted(known, key=lambda label: known[label].value)
    if known[worst[0]].value == 1:
        stress = "Nowhere on these rows:"
        return Answer("Where does it err?", f"{stress} {leader} finds all of every class.", "", stress)
    weakest = worst[:2] if len(worst) > 4 else worst[:1]
    following = known[worst[len(weakest)]]
    last = known[weakest[-1]]
    decimals = next((d for d in (0, 1) if f"{100 * last.value:.{d}f}" != f"{100 * following.value:.{d}f}"), 0)
    shares = listed([f"{100 * known[label].value:.{decimals}f} %" for label in weakest])
    rest = f"at least {100 * following.value:.{decimals}f} % of every other class"
    stress = f"Weakest on {listed(weakest)}:"
    headline = f"{stress} {leader} finds {shares} of them; {rest}."
    # No test stands behind an order of classes: that others may be as weak must be said where it may be so.
    rivals = listed([f"“{label}”" for label in (weakest[-1], worst[len(weakest)])])
    doubt = f"others may be as weak: the intervals of {rivals} overlap" if last.high >= following.low else ""
    return Answer("Where does it err?", headline, joined(*_taken(model, weakest), doubt), stress)


def _taken(model: ModelFindings, weakest: list[str]) -> list[str]:
    """What the weakest classes are most often mistaken for, with rows."""
    confusion = model.confusion
    assert confusion is not None
    labels = [str(label) for label in confusion.labels]
    said = []
    for label in weakest:
        if label not in labels:
            continue
        row = list(confusion.counts[labels.index(label)])
        total = sum(row)
        row[labels.index(label)] = 0
        most = max(row)
        alike = [f"“{other}”" for other, n in zip(labels, row, strict=True) if n == most]
        if most > 0 and len(alike) <= MOST_ALIKE:
            rows = f"{count(most)} of {count(total)} row{'s' * (total != 1)}{' each' * (len(alike) > 1)}"
            said.append(f"“{label}” is most often mistaken for {listed(alike)} ({rows})")
    return said
