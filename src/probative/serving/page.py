"""A page: plain HTML that needs no scripts, and the header that forbids them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib import resources
from typing import Any

_DIRECTION = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"


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
        f"<title>{text(title)}</title>\n<style>{style()}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def text(value: Any) -> str:
    """Anything as text of a page or of an attribute; marks that turn the direction of writing are left out."""
    clean = "".join(c for c in str(value) if c not in _DIRECTION)
    # A lone surrogate, as names of files may hold, has no bytes in UTF-8.
    return escape(clean.encode("utf-8", "replace").decode(), quote=True)


def name(value: Any) -> str:
    """A user's own word: kept apart, so that its writing direction stays its own."""
    return f"<bdi>{text(value)}</bdi>"


def table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "") -> str:
    """A table of ready-made cells; the first of each row is its header."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = []
    for first, *rest in rows:
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        lines.append(f'<tr><th scope="row" class="name">{first}</th>{cells}</tr>')
    # A caption inside would be as wide as the table, and be cut where that is scrolled.
    told = f'<p class="soft">{caption}</p>' if caption else ""
    body = f"<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'{told}<div class="wide"><table>{body}</table></div>'


def listed(items: Iterable[str]) -> str:
    """A list of sentences, or nothing."""
    lines = "".join(f"<li>{text(item)}</li>" for item in items)
    return f"<ul>{lines}</ul>" if lines else ""
