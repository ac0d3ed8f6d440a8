"""Findings to one self-contained HTML page: complete without scripts, alive with them, never on the network."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode, b85encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template

from probative._version import __version__
from probative.findings import Findings
from probative.records import Json
from probative.report import trimmed
from probative.report.footer import footer, printed_state
from probative.report.once import drawn_once
from probative.report.scene import Scene
from probative.report.sections.bar import bar
from probative.report.sections.classes import class_calibrations, class_tables, confusions
from probative.report.sections.comparison import comparison_section
from probative.report.sections.diagnostics import diagnostics_section
from probative.report.sections.errors import errors_section, tolerance_data
from probative.report.sections.explorer import explorer_section
from probative.report.sections.header import header
from probative.report.sections.measures import decisions, measures_section
from probative.report.sections.method import method_section
from probative.report.sections.resampling import resampling
from probative.report.sections.slices import slices
from probative.report.sections.strips import strips
from probative.report.tables import section
from probative.report.words import text


def render_html(findings: Findings) -> str:
    """The whole page.

    >>> import probative as pv
    >>> page = render_html(pv.evaluate({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.6]}, truth="y"))
    >>> page.startswith("<!doctype html>"), "http-equiv" in page
    (True, True)
    """
    scene = Scene(findings)
    classes = _classes(findings, several(scene))
    sheets = {"errors.css": findings.task == "regression", "classes.css": classes or findings.slices}
    sheet = "".join(map(_file, ("style.css", *(name for name, needed in sheets.items() if needed))))
    start = _file("start.js")
    hands = {"ui.js": scene.shown, "tolerance.js": findings.tolerances, "classes.js": classes}
    code = "".join(map(_file, ("core.js", "share.js", *(name for name, needed in hands.items() if needed))))
    body = _body(findings, scene, classes)
    style = trimmed.style(sheet, body, code) + (footer(printed_state(scene)) if scene.shown else "")
    return Template(_file("template.html")).substitute(
        policy=escape(_policy(style, start, code), quote=True),
        title=text(findings.title),
        version=__version__,
        style=style,
        body=body,
        data=packed(parted(script_json(scene.payload() if scene.shown else tolerance_data(findings)))),
        code=packed(code.encode()),
        start=start,
    )


def _body(findings: Findings, scene: Scene, classes: str) -> str:
    measured = [resampling(findings), measures_section(findings, scene), decisions(findings)]
    sections = {
        "classes": ("Classes", classes),
        "errors": ("Errors", errors_section(findings)),
        "explorer": ("Explorer", explorer_section(scene)),
        "measures": ("Measures", "".join(measured)),
        "slices": ("Slices", slices(findings)),
        "comparison": ("Comparison", comparison_section(findings)),
        "diagnostics": ("Diagnostics", diagnostics_section(findings)),
        "method": ("Method", method_section(findings)),
    }
    made = {anchor: section(title, body, anchor) for anchor, (title, body) in sections.items()}
    links = "".join(f'<a href="#{anchor}">{sections[anchor][0]}</a>' for anchor, html in made.items() if html)
    choice = "".join(f'<option value="{word}">{word}</option>' for word in ("auto", "light", "dark"))
    theme = f'<label class="theme" hidden>Theme <select id="theme">{choice}</select></label>'
    # The bar stays in sight as long as there is something that it moves.
    moved = f"{made['explorer']}{made['measures']}"
    live = f'<div class="live">{bar(scene) if scene.shown else ""}{moved}</div>'
    navigation = f'<nav aria-label="Sections">{links}{theme}</nav>'
    rest = [made[anchor] for anchor in ("slices", "comparison", "diagnostics", "method")]
    spoken = (
        '<p id="heard" class="sr" role="status" aria-live="polite"></p>' if scene.shown or findings.tolerances else ""
    )
    parts = [header(findings, navigation, strips(findings)), made["classes"], made["errors"], live, *rest, spoken]
    return drawn_once("\n".join(part for part in parts if part))


def several(scene: Scene) -> bool:
    """Whether the confusion matrix says what the bar does not: of several classes, or where there is no bar."""
    return len(scene.classes) > 1 or not scene.shown


def _classes(findings: Findings, several: bool) -> str:
    matrices = confusions(findings) if several else ""
    return class_tables(findings) + matrices + class_calibrations(findings)


def script_json(value: Json) -> str:
    r"""JSON that no parser takes for markup.

    >>> print(script_json({"name": "</script>"}))
    {"name":"\u003c/script\u003e"}
    """
    plain = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


PLAIN = str.maketrans("<>&", "[],")
"""Digits of base 85 that mean something in HTML, and what stands in their place."""


COLUMN = re.compile(r'"(d|v\d*):([A-Za-z0-9+/]+={0,2})"')


def parted(data: str) -> bytes:
    r"""JSON with the bytes of its packed columns behind it: base64 would hide from deflate what repeats in them.

    Where a column stood stands how many bytes it has, after a letter that JSON has no other use for.

    >>> parted('{"ticks":"v:AAEAqwI=","name":"v:no"}')
    b'{"ticks":"v:\x015","name":"v:no"}\x00\x00\x01\x00\xab\x02'
    """
    columns: list[bytes] = []

    def stands_for(found: re.Match[str]) -> str:
        kind, digits = found.groups()
        column = b64decode(digits + "=" * (-len(digits) % 4))
        # Words of a user that look like a column, and come back as other ones, stay words.
        if b64encode(column).decode("ascii") != digits:
            return found[0]
        columns.append(column)
        return f'"{kind}:\x01{len(column)}"'

    return b"\x00".join([COLUMN.sub(stands_for, data).encode(), b"".join(columns)])


def packed(code: bytes) -> str:
    """Scripts and data as deflated bytes in base 85; the policy knows the hash of what the scripts unpack to.

    >>> from base64 import b85decode
    >>> import zlib
    >>> digits = packed(b"let x;").translate(str.maketrans("[],", "<>&"))
    >>> zlib.decompress(b85decode(digits), -15)
    b'let x;'
    """
    made = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b85encode(made.compress(code) + made.flush()).decode("ascii").translate(PLAIN)


def _policy(style: str, *scripts: str) -> str:
    """Nothing but this very style, these very scripts, and images that the page makes of its own charts."""
    hashes = " ".join(map(_hashed, scripts))
    allowed = f"style-src {_hashed(style)}; script-src {hashes}; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _hashed(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode('ascii')}'"


@cache
def _file(name: str) -> str:
    """A part of the page; comments, and what only indents, stay at home."""
    written = resources.files("probative.report").joinpath(name).read_text(encoding="utf-8")
    if name.endswith(".js"):
        return trimmed.script(written) + "\n"
    kept = "\n".join(line.strip() for line in written.splitlines() if line.strip()) + "\n"
    if not name.endswith(".css"):
        return kept
    return re.sub(r"\s*([{};,>])\s*|(?<=:)\s+|/\*.*?\*/", r"\1", kept).replace(";}", "}")
