"""The list of saved findings: what each says, filtered and sorted; one is opened, or two are put side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from probative.findings import Column, Table
from probative.findings.text import count
from probative.report.tables import ready_table
from probative.report.words import name, sentence, text
from probative.serving.library import Entry, Unreadable
from probative.serving.page import page, titled_table

ORDERS: dict[str, tuple[str, Callable[[Entry], Any]]] = {
    "date": ("saved, newest first", lambda entry: -entry.saved),
    "oldest": ("saved, oldest first", lambda entry: entry.saved),
    "title": ("title", lambda entry: entry.title.casefold()),
    "rows": ("rows, most first", lambda entry: -entry.n),
}
"""By the word in the address: what the order is called, and what it goes by."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which findings are wanted, and in which order."""

    words: str = ""
    order: str = "date"

    @classmethod
    def of(cls, query: Mapping[str, list[str]]) -> Asked:
        """What an address asks for; what it does not know is as if it had not been said."""
        order = query.get("sort", ["date"])[0]
        return cls(query.get("q", [""])[0].strip()[:200], order if order in ORDERS else "date")

    def among(self, entries: Sequence[Entry]) -> list[Entry]:
        """The findings that hold all of the words, in order."""
        wanted = self.words.casefold().split()
        kept = [entry for entry in entries if all(word in _words(entry) for word in wanted)]
        return sorted(kept, key=ORDERS[self.order][1])


def _words(entry: Entry) -> str:
    held = (entry.title, entry.file, entry.task, entry.plan or "", entry.answer, entry.value, *entry.models)
    return " ".join(held).casefold()


def list_page(
    base: str, entries: Sequence[Entry], bad: Sequence[Unreadable], asked: Asked | None = None, mark: str = ""
) -> str:
    """The findings with what they say and a link to each report; then the files that could not be read."""
    wanted = asked or Asked()
    parts = ["<h1>Saved findings</h1>"]
    if entries:
        parts.append(_filter(base, wanted))
    parts.append('<p id="told" class="sr" role="status"></p>')
    state = f'data-state="{text(base)}/state" data-mark="{text(mark)}"'
    parts.append(f'<div id="list" {state}>{_listed(base, entries, bad, wanted)}</div>')
    return page("Saved findings", "\n".join(parts), live=True)


def _listed(base: str, entries: Sequence[Entry], bad: Sequence[Unreadable], asked: Asked) -> str:
    shown = asked.among(entries)
    found = f"{len(entries)} findings" if entries else "No findings here yet."
    if len(shown) < len(entries):
        found = f"{len(shown)} of {found} with “{sentence(asked.words)}”"
    parts = [f'<p class="soft">{found}</p>']
    if shown:
        parts.append(_form(base, shown))
    if not entries:
        parts.append("<p>Save some with <code>probative run DATA --target COLUMN --out FOLDER</code>, or with ")
        parts.append("<code>probative evaluate … --json findings.json</code>.</p>")
    if bad:
        rows = tuple((unread.file, unread.reason) for unread in bad)
        unreadable = Table("", (Column("file", "name"), Column("reason")), rows)
        parts.append(f"<h2>Could not be read</h2>{titled_table(unreadable)}")
    return "\n".join(parts)


def _filter(base: str, asked: Asked) -> str:
    """A box for words, and the orders as links."""
    box = f'<input type="search" id="q" name="q" value="{text(asked.words)}" aria-label="Words to look for">'
    links = []
    for word, (called, _) in ORDERS.items():
        address = f"{text(base)}/?{text(urlencode({'q': asked.words, 'sort': word}))}"
        links.append(f"<strong>{called}</strong>" if word == asked.order else f'<a href="{address}">{called}</a>')
    order = f'<input type="hidden" name="sort" value="{text(asked.order)}">'
    form = f'<form class="filter" method="get" action="{text(base)}/">{box}{order}<button>Filter</button>'
    return f"{form}<span>by {' · '.join(links)}</span></form>"


def _form(base: str, entries: Sequence[Entry]) -> str:
    several = len(entries) > 1
    head = ["findings", *(["side by side"] if several else []), "saved", "what they say", "rows", "models", "plan"]
    rows = []
    for entry in entries:
        link = f'<a href="{text(base)}/report/{text(entry.key)}">{name(entry.title)}</a>'
        row = [f"{link} <small>{name(entry.file)}</small>"]
        if several:
            row.append("".join(_choice(side, entry) for side in "AB"))
        saved = datetime.fromtimestamp(entry.saved).strftime("%Y-%m-%d %H:%M")
        models = ", ".join(name(model) for model in entry.models[:6]) + " …" * (len(entry.models) > 6)
        when = f'<span class="when">{saved}</span>'
        rows.append([*row, when, _said(entry), count(entry.n), models, sentence(entry.plan or "")])
    # Cells with links and buttons are no cells of a typed table.
    made = ready_table(head, rows)
    if not several:
        return made
    button = "<p><button>Put A and B side by side</button></p>"
    return f'<form method="get" action="{text(base)}/beside">{made}{button}</form>'


def _said(entry: Entry) -> str:
    """The first answer, its verdict in bold, and the headline measure below it."""
    if not entry.answer:
        return ""
    bold, rest = entry.answer[: len(entry.stress)], entry.answer[len(entry.stress) :]
    value = f"<small>{name(entry.value)}</small>" if entry.value else ""
    return f'<div class="answer"><strong>{sentence(bold)}</strong>{sentence(rest)}{value}</div>'


def _choice(side: str, entry: Entry) -> str:
    words = sentence(f"{entry.title} as {side}")
    made = f'<input type="radio" name="{side.lower()}" value="{text(entry.key)}" required aria-label="{words}">'
    return f"<label>{made} {side}</label>"


def message_page(base: str | None, title: str, message: str) -> str:
    """A page that says what went wrong."""
    back = f'<p><a href="{text(base)}/">All findings</a></p>' if base else ""
    return page(title, f"<h1>{sentence(title)}</h1><p>{sentence(message)}</p>{back}")
