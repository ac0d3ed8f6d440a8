"""The same page in fewer bytes: what is drawn twice is drawn by reference, digits that no pixel shows are left out."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from probative.pictures.looks import SERIES, mark
from probative.pictures.svg_frame import tenths
from probative.pictures.svg_pen import OUTLINES

CHART = re.compile(r'<svg (?:(?!<svg).)*?role="img".*?</svg>', re.S)
WORDS = r'(?:<text.*?</text>|<g text-anchor="end">(?:<text.*?</text>)*</g>)*'
GRID = re.compile(
    r'<path class="grid"[^>]*/><rect class="frame"[^>]*/><g class="words"[^>]*>'
    rf'{WORDS}</g>(?:<path class="guide" d="[^"]*"/>)?'
)
NUMBER = re.compile(r"-?\d+\.\d\d+")
PLACES = re.compile(r' (?:d|x|y|width|height)="[^"]*|translate\([^)]*\)')
ALONG = re.compile(r'(?<= d=")M(-?[\d.]+ -?[\d.]+)((?:L-?[\d.]+ -?[\d.]+){2,})(Z?)(?=")')
SPOT = re.compile(r'<path class="(mark[^"]*)" transform="translate\((\S+) (\S+)\)" d="([^"]*)"/>')
ALIKE = re.compile(r'(<path class="(?:interval|line)[^"]*") d="([^"]*)"/>(?:\1 d="[^"]*"/>)+')
ASIDE = re.compile(r'(?:<text x="[^"]*" y="[^"]*" text-anchor="end">[^<]*</text>){3,}')
ANCHOR = ' text-anchor="end"'
RULE = re.compile(r'<path class="rule" d="[^"]*"/>')
CELL = re.compile(r"(?<=<t[dh])(?P<look>[^>]*>)(?P<words>.*?)(?=<t[dhr]\b|</t)", re.S)
PLAIN = re.compile(r"<bdi>([A-Za-z][A-Za-z0-9 _.-]*)</bdi>")
"""Words of the Latin alphabet: what is written from left to right disturbs nothing around it."""
TABLE = re.compile(r'<table(?: class="(?P<kind>[^"]*)")?(?P<more>[^>]*)>(?P<inside>.*?)</table>', re.S)
SMALL = '<i class="i">'
NUMBERS = re.compile(r'<td class="n">')
CELLS = re.compile(r"<td([^>]*)>")
NUMBER_CELL, LAST = ' class="n"', 3
"""What a cell of a number is, and how many columns of them at the end the style sheet knows."""


def lean(body: str) -> str:
    """The body of a page in fewer bytes: a browser draws the same, to a tenth of a pixel.

    >>> lean("<td><bdi>ant</bdi> <small>[0, 1]</small></td>")
    '<td>ant <i>[0, 1]</i></td>'
    """
    made = TABLE.sub(_table, CELL.sub(_cell, body.replace("&#x27;", "'")))
    made = CHART.sub(lambda found: picture(found[0]), made)
    return _again(_again(made, GRID, "a", "g"), RULE, "b")


def _cell(found: re.Match[str]) -> str:
    words = PLAIN.sub(r"\1", found["words"])
    return found["look"] + words.replace("<small", "<i").replace("</small>", "</i>")


def _table(found: re.Match[str]) -> str:
    """A table whose cells are numbers says so once; so does one of which the last columns are numbers."""
    kind, inside = found["kind"] or "", found["inside"]
    if len(NUMBERS.findall(inside)) < 8:
        return found[0]
    if last := _last_numbers(inside):
        return f'<table class="{f"{kind} e{last}".strip()}"{found["more"]}>{NUMBERS.sub("<td>", inside)}</table>'
    if not kind or "<td>" in inside:
        return found[0]
    return f'<table class="{kind} ns"{found["more"]}>{NUMBERS.sub("<td>", inside).replace(SMALL, "<i>")}</table>'


def _last_numbers(inside: str) -> int:
    """How many columns at the end are numbers, if it is the same ones in every row and no other cell is special."""
    rows = [cells for row in inside.split("<tr") if (cells := CELLS.findall(row))]
    last = rows[0].count(NUMBER_CELL)
    same = all(row == [""] * (len(row) - last) + [NUMBER_CELL] * last and len(row) > last for row in rows)
    return last if same and last <= LAST else 0


def picture(drawn: str) -> str:
    """A drawing in fewer bytes.

    >>> picture('<path class="interval s0" d="M1.04 2L1.04 3"/><path class="interval s0" d="M4 5L4 6"/>')
    '<path class="interval s0" d="M1 2L1 3M4 5L4 6"/>'
    """
    drawn = PLACES.sub(lambda place: NUMBER.sub(lambda digits: f"{round(float(digits[0]), 1):g}", place[0]), drawn)
    drawn = ASIDE.sub(lambda words: f"<g{ANCHOR}>{words[0].replace(ANCHOR, '')}</g>", drawn)
    drawn = SPOT.sub(_spot, ALONG.sub(_steps, drawn))
    return ALIKE.sub(lambda found: f'{found[1]} d="{"".join(re.findall(" d=.([^<]*?)./>", found[0]))}"/>', drawn)


def _spot(found: re.Match[str]) -> str:
    classes, x, y, outline = found.groups()
    place = next(i for i in range(SERIES) if OUTLINES[mark(i)] == outline)
    return f'<use href="#n{place}" x="{x}" y="{y}" class="{classes}"/>'


def _steps(found: re.Match[str]) -> str:
    """A path from corner to corner in steps of tenths, none of which drifts: each is a difference of rounded places."""
    corners = [tuple(round(10 * float(part)) for part in at.split()) for at in (found[1] + found[2]).split("L")]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners)]
    walked = "".join(tenths(part) for step in steps for part in step).removeprefix(" ")
    made = f"M{found[1]}l{walked}{found[3]}"
    return made if len(made) < len(found[0]) else found[0]


def _again(body: str, pattern: re.Pattern[str], letter: str, around: str = "") -> str:
    """What is drawn more than once is drawn once and referred to."""
    times, seen = Counter(pattern.findall(body)), dict[str, str]()

    def drawn(found: re.Match[str]) -> str:
        if times[found[0]] < 2:
            return found[0]
        if found[0] in seen:
            return f'<use href="#{seen[found[0]]}"/>'
        seen[found[0]] = name = f"{letter}{len(seen)}"
        if around:
            return f'<{around} id="{name}">{found[0]}</{around}>'
        return found[0].replace("<path", f'<path id="{name}"')

    return pattern.sub(drawn, body)
