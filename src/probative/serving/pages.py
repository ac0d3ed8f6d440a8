"""The list of saved findings, from which one is opened or two are put side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from probative.findings import Column, Table
from probative.findings.text import count
from probative.report.tables import ready_table
from probative.report.words import name, sentence, text
from probative.serving.library import Entry, Unreadable
from probative.serving.page import page, titled_table


def list_page(base: str, entries: Sequence[Entry], bad: Sequence[Unreadable]) -> str:
    """The findings with a link to each report, and a choice of two; then the files that could not be read."""
    found = f"{len(entries)} findings" if entries else "No findings here yet."
    parts = ["<h1>Saved findings</h1>", f'<p class="soft">{found}</p>']
    if entries:
        parts.append(_form(base, entries))
    else:
        parts.append("<p>Save some with <code>probative run DATA --target COLUMN --out FOLDER</code>, or with ")
        parts.append("<code>probative evaluate … --json findings.json</code>.</p>")
    if bad:
        rows = tuple((unread.file, unread.reason) for unread in bad)
        unreadable = Table("", (Column("file", "name"), Column("reason")), rows)
        parts.append(f"<h2>Could not be read</h2>{titled_table(unreadable)}")
    return page("Saved findings", "\n".join(parts))


def _form(base: str, entries: Sequence[Entry]) -> str:
    several = len(entries) > 1
    head = ["findings", *(["side by side"] if several else []), "saved", "rows", "models", "plan"]
    rows = []
    for entry in entries:
        link = f'<a href="{text(base)}/report/{text(entry.key)}">{name(entry.title)}</a>'
        row = [f"{link} <small>{name(entry.file)}</small>"]
        if several:
            row.append("".join(_choice(side, entry) for side in "AB"))
        saved = datetime.fromtimestamp(entry.saved).strftime("%Y-%m-%d %H:%M")
        models = ", ".join(name(model) for model in entry.models[:6]) + " …" * (len(entry.models) > 6)
        rows.append([*row, saved, count(entry.n), models, sentence(entry.plan or "")])
    # Cells with links and buttons are no cells of a typed table.
    made = ready_table(head, rows)
    if not several:
        return made
    button = "<p><button>Put A and B side by side</button></p>"
    return f'<form method="get" action="{text(base)}/beside">{made}{button}</form>'


def _choice(side: str, entry: Entry) -> str:
    words = sentence(f"{entry.title} as {side}")
    made = f'<input type="radio" name="{side.lower()}" value="{text(entry.key)}" required aria-label="{words}">'
    return f"<label>{made} {side}</label>"


def message_page(base: str | None, title: str, message: str) -> str:
    """A page that says what went wrong."""
    back = f'<p><a href="{text(base)}/">All findings</a></p>' if base else ""
    return page(title, f"<h1>{sentence(title)}</h1><p>{sentence(message)}</p>{back}")
