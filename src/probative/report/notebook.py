"""Findings in a notebook: a plain table that survives anywhere, and the whole page in a sandbox below it."""

from __future__ import annotations

from html import escape

from probative.findings import Findings, Table
from probative.report.page import render_html
from probative.report.sections.header import answers
from probative.report.sections.measures import measures_table_html
from probative.report.tables import html_table
from probative.report.words import name

LARGEST = 2_000_000
"""Characters of a page up to which a notebook is made to carry it."""


def table_html(table: Table) -> str:
    """One table of results, as a notebook shows it."""
    return html_table(table)


def words_html(words: str, table: Table) -> str:
    """What was found in sentences, above the table of its numbers.

    >>> from probative.findings import Column
    >>> words_html("A beats B", Table("", (Column("p", "number"),), ((0.04,),))).split("<div")[0]
    '<p>A beats B</p>'
    """
    return "".join(f"<p>{escape(line)}</p>" for line in words.splitlines()) + html_table(table)


def notebook_html(findings: Findings) -> str:
    """The table, then the page in a frame that may run its own scripts and nothing else.

    A notebook that is not trusted, or a site that shows notebooks, drops the frame and keeps the table.

    >>> import probative as pv
    >>> html = notebook_html(pv.evaluate({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.6]}, truth="y"))
    >>> html.index("<table") < html.index('<iframe sandbox="allow-scripts"')
    True
    """
    table = f"<p>{name(findings.headline())}</p>{answers(findings)}{measures_table_html(findings)}"
    page = render_html(findings)
    if len(page) > LARGEST:
        return f"{table}<p>The interactive page is large: findings.save('report.html') writes it to a file.</p>"
    attributes = 'sandbox="allow-scripts" title="Interactive report" width="100%" height="760"'
    return f'{table}<iframe {attributes} srcdoc="{escape(page, quote=True)}"></iframe>'
