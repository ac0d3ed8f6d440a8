"""Two runs side by side: their values, and the paired difference or the reason why there is none."""

from __future__ import annotations

from dataclasses import replace

from probative.comparison.runs import SIDES, called
from probative.comparison.saved_runs import Paired
from probative.findings import Column, Context, Findings, Table
from probative.findings.aligned import rules_aligned
from probative.findings.pairs import ordered, pairs_table
from probative.findings.tables.models import measures_of
from probative.findings.text import count, percent
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.charts.differences import differences, pairs_data
from probative.report.charts.kind import Options, series_of
from probative.report.charts.kinds import kinds
from probative.report.words import name, sentence, text
from probative.serving.library import Entry
from probative.serving.page import listed, page, titled_table

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
        _pictures(findings, paired),
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
    lines = "".join(f"<p>{sentence(words)}</p>" for words in paired.sentences())
    return f'<div class="said">{lines}</div>'


def _pictures(findings: Both, paired: Paired) -> str:
    """The ROC curves of both in one frame, and the differences that were tested with their intervals."""
    models = {
        called(model, side): found.models[model]
        for side, found in enumerate(findings)
        for model in found.rivals
        if found.models[model].roc
    }
    made = []
    kind = kinds()["roc"]
    held = replace(findings[0], models=models, about=Context())
    data = kind.gather(held, Options()) if len({found.positive for found in findings}) == 1 else None
    if data is not None and len(data["models"]) <= kind.most:
        chart = kind.describe(data, series_of(held))
        made.append(card(replace(chart, caption="ROC curves of A and B"), legend=True))
    contests = [pair.contests[paired.main] for pair in paired.pairs] if paired.main else []
    if contests and len(contests) <= kinds()["differences"].most:
        # In a contest of two runs the names of the sides are part of the names.
        made.append(card(differences(pairs_data(contests), series_of(held))))
    return cards(made)


def _differences(paired: Paired) -> str:
    """The difference A - B of every measure, for every pair; only the main measure has been tested."""
    if not paired.pairs:
        return ""
    contests = [contest for pair in paired.pairs for contest in pair.contests.values()]
    main = [contest for contest in contests if contest.measure == paired.main]
    rest = [contest for contest in contests if contest.measure != paired.main]
    found = pairs_table(ordered(main), untested=rest)
    tested = (
        f"Only {paired.main} was tested; the other measures have intervals and no test."
        if paired.main
        else "No measure is known of all pairs, so nothing was tested."
    )
    made = titled_table(replace(found, title="", note=f"Paired {paired.how}. {tested}"))
    why = listed([*(f"why this test: {reason}" for reason in paired.reasons), *paired.notes])
    return f"<h2>Paired differences, A − B</h2>{made}{why}"


def _values(findings: Both) -> str:
    """Every measure of every model, A beside B."""
    names = dict.fromkeys(model for found in findings for model in found.models)
    # Models of the same name stand next to each other.
    models = {
        called(model, side): found.models[model]
        for model in names
        for side, found in enumerate(findings)
        if model in found.models
    }
    levels = " and ".join(f"{side} at {percent(found.level)}" for side, found in zip(SIDES, findings, strict=True))
    note = f"Each with its own interval ({levels}), of all predictions together. Whether two overlap is no test."
    if any(made.resampling for made in models.values()):
        note += " A difference of fold means need not be the difference of two such values."
    level = findings[0].level if findings[0].level == findings[1].level else None
    return f"<h2>Values</h2>{titled_table(rules_aligned(measures_of(models, '', level, note)))}"


def _facts(entries: Two, findings: Both) -> str:
    """What the runs have in common, and what not."""
    rows = [("file", *(entry.file for entry in entries), "")]
    first, second = (_known(found) for found in findings)
    for words, mine in first.items():
        other = second[words]
        if mine is None and other is None:
            continue
        told = ("not saved" if value is None else str(value) for value in (mine, other))
        rows.append((words, *told, "the same" if mine == other else "different"))
    columns = (Column("fact"), *(Column(side, "name") for side in SIDES), Column("alike"))
    return f"<h2>What was done</h2>{titled_table(Table('', columns, tuple(rows)))}"


def _known(found: Findings) -> Document:
    about = found.about
    return {
        "task": found.task,
        "rows": count(found.n),
        "positive class": found.positive,
        "plan": about.plan,
        "seed": about.plan_seed,
        "fingerprint of the data": about.data,
        "probative": about.software.get("probative", about.version),
    }
