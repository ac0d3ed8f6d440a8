"""The head of the page: what was evaluated, the answers, and what the guards have to say."""

from __future__ import annotations

import re
from math import isclose

from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.text import count
from probative.guards.accepting import accepted_words, forced_words
from probative.report.words import name, quoting, sentence, text

_SEVERITIES = {"error": "Error", "warning": "Warning", "note": "Note"}
_ORDER = ("error", "warning", "note")
TRUST = "How far to trust it?"


def header(findings: Findings, navigation: str, below: str = "") -> str:
    """Title, facts and links in one line; then the answers, with the notes behind the last, and what stands below."""
    about = findings.about
    facts = [*findings.headline().split(" · ")]
    if share := prevalence(findings):
        facts.insert(1, share)
    if about.plan:
        facts.append(f"plan: {about.plan}")
    facts += [f"seed {findings.seed}", f"probative {about.version}"]
    words = forced_words(about.forced)
    forced = f'<p class="verdict"><strong>{sentence(words)}.</strong></p>' if words else ""
    title = f"<h1>{name(findings.title)}</h1>"
    line = f'<p class="facts">{" · ".join(map(name, facts))}</p>'
    return f'<header><div class="top">{title}{navigation}</div>{line}{forced}{answers(findings)}{below}</header>'


def prevalence(findings: Findings) -> str:
    """The share of positives with its counts, where there is one positive class and all models have the same rows."""
    outlines = [model.curves["outline"] for model in findings.models.values() if model.curves.get("outline")]
    found = [(outline["positives"], outline["negatives"]) for outline in outlines]
    if not found:
        return ""
    if not all(isclose(a, b, rel_tol=1e-9) for row in found for a, b in zip(row, found[0], strict=True)):
        return "rows and prevalence differ by model"
    p, n = found[0]
    of = f"weight {count(p)} of {count(p + n)}" if findings.about.weight else f"{count(p)} of {count(p + n)}"
    return f"prevalence {p / (p + n) * 100:.3g} % ({of})"


def answers(findings: Findings) -> str:
    """The questions in the margin, the answers beside them, and below each the evidence in a smaller line."""
    notes = _notes(findings)
    words = _words(findings)
    rows = "".join(_answer(answer, notes if answer.question == TRUST else "", words) for answer in findings.answers)
    if notes and not any(answer.question == TRUST for answer in findings.answers):
        rows += f"<div><dt>{TRUST}</dt><dd>{notes}</dd></div>"
    return f'<dl id="verdict" class="answers">{rows}</dl>' if rows else ""


def _words(findings: Findings) -> list[object]:
    """What answers may quote: models, classes, columns and their values."""
    confusions = (model.confusion for model in findings.models.values() if model.confusion is not None)
    labels = {label for confusion in confusions for label in confusion.labels}
    slices = {word for one in findings.slices for word in (one.by, one.value)}
    return [*findings.models, *labels, *slices]


def _answer(answer: Answer, notes: str, words: list[object]) -> str:
    stress, rest = answer.headline[: len(answer.stress)], answer.headline[len(answer.stress) :]
    before, miss, after = _priced(rest)
    small = f'<p class="evidence">{quoting(answer.evidence, words)}</p>' if answer.evidence else ""
    told = f"<strong>{quoting(stress, words)}</strong>"
    told += f"<span>{before}</span><span data-miss>{miss}</span><span>{quoting(after, words)}</span>" if miss else ""
    said = f"<p>{told if miss else told + quoting(rest, words)}</p>{small}{notes}"
    return f"<div><dt>{text(answer.question)}</dt><dd>{said}</dd></div>"


def _priced(rest: str) -> tuple[str, str, str]:
    """What stands before and after the cost of a miss, which scripts move; empty where no such cost is told.

    >>> _priced(" If a miss costs 5 false alarms, 1,000 rows then cost 337.")
    (' If a miss costs ', '5', ' false alarms, 1,000 rows then cost 337.')
    """
    found = re.match(r"( If a miss costs )(\S+)( (?:false alarm|and a false alarm).*)", rest)
    return (found[1], found[2], found[3]) if found else ("", "", "")


def _notes(findings: Findings) -> str:
    """Errors in the open; warnings and notes on demand."""
    items: dict[str, str] = {"open": "", "folded": ""}
    for note in sorted(findings.notes, key=lambda note: _ORDER.index(note.severity)):
        items["open" if note.severity == "error" else "folded"] += (
            f'<li class="{note.severity}"><strong>{_SEVERITIES[note.severity]}:</strong> {sentence(note.text)} '
            f"<em>{sentence(note.remedy)}</em> <small>{text(note.code)}</small></li>"
        )
    told = accepted_words(findings.about.accepted)
    items["folded"] += f"<li>{sentence(told)}.</li>" if told else ""
    shown = f'<ul class="notes">{items["open"]}</ul>' if items["open"] else ""
    folded = f'<ul class="notes">{items["folded"]}</ul>'
    return shown + (f'<details class="trust"><summary>show</summary>{folded}</details>' if items["folded"] else "")
