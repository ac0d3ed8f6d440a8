"""The head of the page: what was evaluated, the answers, and what the guards have to say."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.text import count
from probative.guards.accepting import accepted_words, forced_words
from probative.report.words import name, sentence, text

_SEVERITIES = {"error": "Error", "warning": "Warning", "note": "Note"}
_ORDER = ("error", "warning", "note")


def header(findings: Findings) -> str:
    """Title, facts, answers."""
    about = findings.about
    facts = [*findings.headline().split(" · ")]
    if share := prevalence(findings):
        facts.insert(1, share)
    if about.plan:
        facts.append(f"plan: {about.plan}")
    facts += [f"seed {findings.seed}", f"probative {about.version}"]
    title = name(findings.title)
    box = answers(findings)
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


def answers(findings: Findings) -> str:
    """The questions in the margin, the answers beside them, and below each the evidence in a smaller line."""
    rows = "".join(map(_answer, findings.answers))
    return f'<dl id="verdict" class="answers">{rows}</dl>' if rows else ""


def _answer(answer: Answer) -> str:
    stress, rest = answer.headline[: len(answer.stress)], answer.headline[len(answer.stress) :]
    small = f'<p class="evidence">{sentence(answer.evidence)}</p>' if answer.evidence else ""
    said = f"<p><strong>{sentence(stress)}</strong>{sentence(rest)}</p>{small}"
    return f"<div><dt>{text(answer.question)}</dt><dd>{said}</dd></div>"


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
