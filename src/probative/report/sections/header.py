"""The head of the page: what was evaluated, the verdict in one sentence, and what the guards have to say."""

from __future__ import annotations

from math import isnan

from probative.findings import Findings
from probative.findings.text import count, measure_cells
from probative.guards.accepting import accepted_words, forced_words
from probative.measurement import leading
from probative.report.words import name, sentence, text

_SEVERITIES = {"error": "Error", "warning": "Warning", "note": "Note"}
_ORDER = ("error", "warning", "note")


def header(findings: Findings) -> str:
    """Title, facts, verdict."""
    about = findings.about
    facts = [*findings.headline().split(" · ")]
    if share := prevalence(findings):
        facts.insert(1, share)
    if about.plan:
        facts.append(f"plan: {about.plan}")
    facts += [f"seed {findings.seed}", f"probative {about.version}"]
    title = name(findings.title)
    verdict = verdict_sentence(findings)
    box = f'<p id="verdict" class="verdict">{verdict}</p>' if verdict else ""
    words = forced_words(about.forced)
    box = f'<p class="verdict"><strong>{sentence(words)}.</strong></p>{box}' if words else box
    return f'<header><h1>{title}</h1><p class="facts">{" · ".join(map(name, facts))}</p>{box}</header>'


def prevalence(findings: Findings) -> str:
    """The share of positives with its counts, where there is one positive class and all models have the same rows."""
    outlines = [model.curves["outline"] for model in findings.models.values() if model.curves.get("outline")]
    found = {(outline["positives"], outline["negatives"]) for outline in outlines}
    if len(found) > 1:
        return "rows and prevalence differ by model"
    return "".join(f"prevalence {p / (p + n) * 100:.3g} % ({count(p)} of {count(p + n)})" for p, n in found)


def verdict_sentence(findings: Findings) -> str:
    """What may be said, in one sentence: of the strongest contest where there are several."""
    contests = findings.comparisons
    if contests:
        first = min(contests, key=lambda c: (c.winner is None, 1.0 if isnan(c.p_adjusted) else c.p_adjusted))
        rest = ""
        if len(contests) > 1:
            told = sum(contest.winner is not None for contest in contests)
            rest = f" Of {len(contests)} pairs of models {told} can be told apart; all are under Comparison."
        # A sentence may begin with a model's name, which keeps its small letter.
        words = first.sentence().replace("cannot tell", "Cannot tell", 1)
        return f"<strong>{sentence(words)}.</strong>{rest}"
    if len(findings.models) > 1:
        return "<strong>Untested:</strong> the models were not compared, so their numbers are no ranking."
    return _alone(findings)


def _alone(findings: Findings) -> str:
    """The main measure of a model that is compared with nothing."""
    for model_name, model in findings.models.items():
        measure = leading("headline", [known for known, found in model.measures.items() if found.defined])
        if measure is not None:
            found = model.led(measure)
            mean = found is not model.measures[measure] or model.mean_of(measure)
            value, interval = measure_cells(found)
            ends = interval.strip("[]").replace(", ", " to ")
            n = "" if found.n is None or mean else f", n = {count(found.n)}"
            how = f"{findings.level * 100:g} % interval {ends}, {found.method}{n}" if found.method else "no interval"
            of = f", mean of {len(model.resampling[measure].folds)} folds" if mean else ""
            words = f"{measure} {value}{of} ({how}); one model alone is compared with nothing."
            return f"<strong>{name(model_name)}:</strong> {text(words)}"
    return ""


def notes_section(findings: Findings) -> str:
    """The notes, errors first."""
    ordered = sorted(findings.notes, key=lambda note: _ORDER.index(note.severity))
    items = "".join(
        f'<li class="{note.severity}"><strong>{_SEVERITIES[note.severity]}:</strong> {sentence(note.text)} '
        f"<em>{sentence(note.remedy)}</em> <small>{text(note.code)}</small></li>"
        for note in ordered
    )
    told = accepted_words(findings.about.accepted)
    items += f"<li>{sentence(told)}.</li>" if told else ""
    return f'<ul class="notes">{items}</ul>' if items else ""
