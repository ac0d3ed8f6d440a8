"""A page in the report's own style, and the header that allows that style, one script, and nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from probative.findings.grid import Grid
from probative.report.tables import html_table
from probative.report.words import sentence


@cache
def style() -> str:
    """The style sheet, which stands inside every page: the report's, and what is needed beside it."""
    rooms = ("probative.report", "probative.serving")
    return "\n".join(resources.files(room).joinpath("style.css").read_text(encoding="utf-8") for room in rooms)


@cache
def script() -> str:
    """The script that keeps a list up to date; without it the page is complete as of when it was asked for."""
    return resources.files("probative.serving").joinpath("live.js").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """The Content-Security-Policy of a page: its own style sheet and script, this server, and nothing else."""
    allowed = {"style-src": style(), "script-src": script()}
    digests = {
        where: base64.b64encode(hashlib.sha256(what.encode()).digest()).decode() for where, what in allowed.items()
    }
    own = [f"{where} 'sha256-{digest}'" for where, digest in digests.items()]
    parts = ("default-src 'none'", *own, "connect-src 'self'", "form-action 'self'", "base-uri 'none'")
    return "; ".join((*parts, "frame-ancestors 'none'"))


def page(title: str, body: str, *, live: bool = False) -> str:
    """The whole page around a ready-made body; a live one renews its list."""
    end = f"<script>{script()}</script>\n" if live else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{sentence(title)}</title>\n<style>{style()}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        f"{end}</body>\n</html>\n"
    )


def titled_table(grid: Grid) -> str:
    """A table below its title, which inside it would be as wide as the table and cut where that is scrolled."""
    words = sentence(" ".join(filter(None, (f"{grid.title}." if grid.title else "", grid.note))))
    return (f'<p class="soft">{words}</p>' if words else "") + html_table(grid, "", feet=True)


def listed(items: Iterable[str]) -> str:
    """A list of sentences, or nothing."""
    lines = "".join(f"<li>{sentence(item)}</li>" for item in items)
    return f"<ul>{lines}</ul>" if lines else ""
