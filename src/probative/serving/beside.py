"""Two runs side by side: their values, and the paired difference or the reason why there is none."""

from __future__ import annotations

from typing import Any

from probative.comparison import Contest
from probative.comparison.runs import SIDES, called
from probative.findings import Findings
from probative.findings.text import measure_cells
from probative.inference import Estimate
from probative.serving.library import Entry
from probative.serving.page import listed, name, page, table, text
from probative.serving.pairing import Paired

Two = tuple[Entry, Entry]
Both = tuple[Findings, Findings]


def beside_page(base: str, entries: Two, findings: Both, paired: Paired) -> str:
    """The whole page: what may be said, the differences, the values, and what the two runs have in common."""
    links = " and ".join(
        f'{side}: <a href="{text(base)}/report/{text(entry.key)}">{name(entry.title)}</a>'
        for side, entry in zip(SIDES, entries, strict=True)
    )
    parts = [
        "<h1>Side by side</h1>",
        f'<p>{links}</p><p><a href="{text(base)}/">All findings</a></p>',
        _said(paired),
        _differences(paired),
        _values(findings),
        _facts(entries, findings),
    ]
    return page("Side by side", "\n".join(parts))


def _said(paired: Paired) -> str:
    if paired.refused:
        return (
            '<div class="said none"><p><strong>No paired difference can be given.</strong></p>'
            f"{listed(paired.refused)}<p>The values below stand beside each other without a test: "
            "nothing is said about which is better.</p></div>"
        )
    lines = "".join(f"<p>{text(sentence)}</p>" for sentence in paired.sentences())
    return f'<div class="said">{lines}</div>'


def _differences(paired: Paired) -> str:
    """The difference A - B of every measure, for every pair."""
    if not paired.pairs:
        return ""
    measures = dict.fromkeys(measure for pair in paired.pairs for measure in pair.contests)
    ordered = sorted(measures, key=lambda measure: measure != paired.main)
    rows = [
        [_measure(measure, paired), *(_difference(pair.contests.get(measure), paired) for pair in paired.pairs)]
        for measure in ordered
    ]
    head = ["Measure", *(f"{name(called(pair.a, 0))} − {name(called(pair.b, 1))}" for pair in paired.pairs)]
    tested = (
        f"Only {text(paired.main)} was tested; the other measures have intervals and no test."
        if paired.main
        else "No measure is known of all pairs, so nothing was tested."
    )
    caption = f"Paired {text(paired.how)}. {tested}"
    why = listed([*(f"why this test: {reason}" for reason in paired.reasons), *paired.notes])
    return f"<h2>Paired differences, A − B</h2>{table(head, rows, caption)}{why}"


def _measure(measure: str, paired: Paired) -> str:
    better = next((pair.contests[measure].better for pair in paired.pairs if measure in pair.contests), "")
    direction = f" <small>{text(better)} is better</small>" if better in ("higher", "lower") else ""
    return f"{text(measure)}{direction}"


def _difference(contest: Contest | None, paired: Paired) -> str:
    if contest is None:
        return ""
    cell = _cell(contest.difference)
    if contest.measure != paired.main:
        return cell
    p = "" if contest.p_adjusted != contest.p_adjusted else f"<small>p = {contest.p_adjusted:.3g}</small>"
    return f"{cell}{p}<small>{text(contest.result.method)}</small>"


def _cell(estimate: Estimate | None) -> str:
    value, interval = measure_cells(estimate)
    why = text(estimate.why) if estimate is not None and not estimate.defined and estimate.why else ""
    return f"{text(value)} <small>{text(interval or why)}</small>" if value else ""


def _values(findings: Both) -> str:
    """Every measure of every model, A beside B."""
    names = dict.fromkeys(model for found in findings for model in found.models)
    # Models of the same name stand next to each other.
    models = [
        (called(model, side), found.models[model])
        for model in names
        for side, found in enumerate(findings)
        if model in found.models
    ]
    measures = dict.fromkeys(measure for _, made in models for measure in made.measures)
    rows = [[text(measure), *(_cell(made.measures.get(measure)) for _, made in models)] for measure in measures]
    levels = " and ".join(f"{side} at {found.level * 100:g} %" for side, found in zip(SIDES, findings, strict=True))
    caption = f"Each with its own interval ({levels}), of all predictions together. Whether two overlap is no test."
    if any(made.resampling for _, made in models):
        caption += " A difference of fold means need not be the difference of two such values."
    return f"<h2>Values</h2>{table(['Measure', *(name(title) for title, _ in models)], rows, caption)}"


def _facts(entries: Two, findings: Both) -> str:
    """What the runs have in common, and what not."""
    rows = [["file", *(name(entry.file) for entry in entries), ""]]
    first, second = (_known(found) for found in findings)
    for words, mine in first.items():
        other = second[words]
        if mine is None and other is None:
            continue
        shown = (text("not saved" if value is None else value) for value in (mine, other))
        rows.append([words, *shown, "the same" if mine == other else "different"])
    return f"<h2>What was done</h2>{table(['', *SIDES, ''], rows)}"


def _known(found: Findings) -> dict[str, Any]:
    about = found.about
    return {
        "task": found.task,
        "rows": f"{found.n:,}",
        "positive class": found.positive,
        "plan": about.plan,
        "seed": about.plan_seed,
        "fingerprint of the data": about.data,
        "probative": about.software.get("probative", about.version),
    }
