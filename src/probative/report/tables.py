"""Tables as HTML: a header cell in every row and column, estimates with their interval and its method."""

from __future__ import annotations

from collections.abc import Iterable

from probative.findings.text import NO_INTERVAL, measure_cells
from probative.inference import Estimate
from probative.report.words import text


def table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "", *, kind: str = "") -> str:
    """A table of ready-made cells; the first of each row is its header."""
    top = "".join(f'<th scope="col">{cell}</th>' if cell else "<td></td>" for cell in head)
    lines = []
    for first, *rest in rows:
        lines.append(f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>')
    words = f"<caption>{caption}</caption>" if caption else ""
    classes = f' class="{kind}"' if kind else ""
    body = f"<table{classes}>{words}<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    # A region that scrolls must be reachable by keyboard.
    return f'<div class="wide" tabindex="0" role="group" aria-label="Table">{body}</div>'


def cell(estimate: Estimate | None) -> str:
    """A value with its interval and the method of the interval; the reason where there is none."""
    value, interval = measure_cells(estimate)
    why = f' title="{text(estimate.why)}"' if estimate is not None and estimate.why else ""
    # A method that gave no interval is not named beside it.
    named = estimate is not None and estimate.method and interval != NO_INTERVAL
    method = f' <small class="method">{text(estimate.method)}</small>' if estimate is not None and named else ""
    reason = f" <small>{text(estimate.why)}</small>" if estimate is not None and not estimate.defined else ""
    return f"<span{why}>{text(value)}</span> <small>{text(interval)}</small>{method}{reason}"


def section(title: str, body: str, anchor: str) -> str:
    """A section of the page; nothing where there is nothing to say."""
    return f'<section id="{anchor}"><h2>{title}</h2>{body}</section>' if body else ""


def details(summary: str, body: str) -> str:
    """What is there on demand."""
    return f"<details><summary>{summary}</summary>{body}</details>" if body else ""
