"""The pages of the companion are what its calls give now; whatever is refused or drawn is meant to be."""

import importlib.util
import math
import re
import shlex
from pathlib import Path

import pytest

from probative.companion.slides import DECKS, slides

from ...unit.cli.command import run

DOCS = Path(__file__).parents[3] / "docs"
NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:e-?\d+)?")
REFUSED = {
    "A word of caution: no row on both sides",
    "Stratified folds of a time series",
    "Axes must not be functions of each other",
}


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_companion", DOCS / "make_companion.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def assert_current(written, made):
    """The same words, and numbers that differ by no more than the last digit of a rounded one."""
    assert NUMBER.sub("#", written) == NUMBER.sub("#", made), "make docs"
    pairs = zip(NUMBER.findall(written), NUMBER.findall(made), strict=True)
    assert [pair for pair in pairs if not math.isclose(*map(float, pair), rel_tol=1e-4, abs_tol=1e-9)] == []


@pytest.mark.parametrize("deck", DECKS)
def test_the_page_is_current(deck, script, answered):
    assert_current(
        (DOCS / "companion" / f"{deck}.md").read_text(encoding="utf-8"), script.page(deck, answered(deck).values())
    )


def test_the_index_is_current(script):
    assert (DOCS / "companion.md").read_text(encoding="utf-8") == script.index(), "make docs"


@pytest.mark.parametrize("deck", DECKS)
def test_pictures_are_there_and_nothing_is_refused_by_mistake(deck, script, answered):
    for title, answer in answered(deck).items():
        refused = re.match(r"[A-Z]\w+: ", answer.output) and answer.value == answer.output.partition(": ")[2]
        assert bool(refused) is (title in REFUSED), title
    drawn = {script.picture_name(answer.slide) for answer in answered(deck).values() if answer.axes is not None}
    assert {path.name for path in (DOCS / "companion").glob(f"{deck}-*.png")} == drawn


def test_titles_are_names():
    titles = [slide.title for slide in slides()]
    assert len(set(titles)) == len(titles) > 100


@pytest.mark.parametrize("slide", [one for one in slides() if one.shell and not one.pending], ids=lambda one: one.title)
def test_lines_for_the_shell_run(slide, tmp_path):
    for line in slide.shell.splitlines():
        program, *words = shlex.split(line)
        done = run(*words, cwd=tmp_path)
        assert (program, done.returncode) == ("probative", 0), done.stderr
