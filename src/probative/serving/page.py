"""A page: plain HTML that needs no scripts, and the header that forbids them."""

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
    """The style sheet, which stands inside every page."""
    return resources.files("probative.serving").joinpath("style.css").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """The Content-Security-Policy of a page: its own style sheet, forms to this server, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
    parts = ("default-src 'none'", f"style-src 'sha256-{digest}'", "form-action 'self'", "base-uri 'none'")
    return "; ".join((*parts, "frame-ancestors 'none'"))


def page(title: str, body: str) -> str:
    """The whole page around a ready-made body."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{sentence(title)}</title>\n<style>{style()}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def titled_table(grid: Grid) -> str:
    """A table below its title, which inside it would be as wide as the table and cut where that is scrolled."""
    words = sentence(" ".join(filter(None, (f"{grid.title}." if grid.title else "", grid.note))))
    return (f'<p class="soft">{words}</p>' if words else "") + html_table(grid, "")


def listed(items: Iterable[str]) -> str:
    """A list of sentences, or nothing."""
    lines = "".join(f"<li>{sentence(item)}</li>" for item in items)
    return f"<ul>{lines}</ul>" if lines else ""
