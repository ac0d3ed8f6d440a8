"""Scripts, sheets and markup in fewer bytes mean the same."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import playwright
import pytest

from probative.report import trimmed
from probative.report.lean import lean, picture

NODE = shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")
TRICKY = r"""
// words that go
const a = 4, b = 2, text = "two  spaces // kept", quote = 'it\'s';
const pattern = /[/"'\s]  +/g, half = a / b / 1;
const inside = `x  ${[1, 2].map((k) => `${k}  ${"}"}`).join(" ; ")}  y`;
function twice(x) {
  return x - -x;
}
let n = 1
n++
const value = a + +b - -n
const made = { a, b, "c d": 1, ...{ e: typeof a, f: a in [1] } };
console.log(JSON.stringify([text, quote, "a  /b".split(pattern), half, inside, twice(3), n, value, made]))
"""


def said(code: str) -> object:
    done = subprocess.run([NODE, "-e", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_a_script_without_blanks_says_the_same() -> None:
    short = trimmed.script(TRICKY)
    assert said(short) == said(TRICKY)
    assert len(short) < 0.85 * len(TRICKY)
    assert "words that go" not in short


@pytest.mark.parametrize("name", ["core.js", "share.js", "start.js", "ui.js", "classes.js", "tolerance.js"])
def test_every_script_of_the_page_is_understood_once_it_is_short(name: str) -> None:
    written = (resources.files("probative.report") / name).read_text(encoding="utf-8")
    short = trimmed.script(written)
    subprocess.run([NODE, "--check", "-"], input=short, text=True, check=True, capture_output=True)


def test_rules_of_states_and_of_what_scripts_make_stay() -> None:
    sheet = ".a:not(.z) td,.gone .a{x:y}#one{x:y}:is(.q) p{x:y}@page{margin:1px}@media print{.gone{x:y}}"
    kept = trimmed.style(sheet, '<p class="a b" id=one>', "")
    assert kept == ".a:not(.z) td{x:y}#one{x:y}:is(.q) p{x:y}@page{margin:1px}"
    assert trimmed.style(".moving section{x:y}", "<p>", 'add("moving")') == ".moving section{x:y}"


def test_what_is_drawn_twice_is_drawn_once() -> None:
    axes = (
        '<path class="grid" d="M1 2V3"/><rect class="frame" x="1" y="2" width="3" height="4"/>'
        '<g class="words" text-anchor="middle"><text x="1" y="2">0</text></g>'
    )
    charts = [f'<svg viewBox="0 0 9 9" role="img" aria-label="{i}">{axes}</svg>' for i in (1, 2)]
    made = lean("".join(charts))
    assert made.count("<text") == 1
    assert made.count('<use href="#a0"/>') == 1
    assert made.count("<g") == made.count("</g>")


def test_places_lose_digits_that_no_pixel_shows_and_steps_do_not_drift() -> None:
    corners = [(1.04 * i, 0.37 * i * i) for i in range(40)]
    long = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners)
    short = picture(f'<path d="{long}"/>')
    start, steps = re.search(r'd="M([^l]*)l([^"]*)"', short).groups()
    numbers = [float(part) for part in re.findall(r"-?\d*\.?\d+", steps)]
    x, y = map(float, start.split())
    for (a, b), dx, dy in zip(corners[1:], numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        assert (x, y) == pytest.approx((a, b), abs=0.0601)
    assert len(short) < 0.8 * len(long)
