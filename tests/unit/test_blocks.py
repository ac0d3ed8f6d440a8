"""Every block of Python and shell in the documents runs; links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from .cli.command import run
from .test_docs import script
from .workshop import HOME, blocks, commands, furnish, names

PAGES = sorted(page for page in (HOME / "docs").glob("*.md") if page.stem != "requirements")
"""All but the requirements, whose thousands of lines have tests of their own in `tests/seeds/requirements`."""
LONG = ("demonstrations", "theory", "running", "resampling", "python", "report", "leaks")
"""Pages that train or simulate for a while."""
HALVES = ("--model", "forest", "--plan", "2-fold")
KEPT = ("penguins.csv", "species", "runs/penguins", *HALVES), ("churn.csv", "churned", "churn-run", *HALVES)
AGAIN = ("churn.parquet", "churned", "churn-run-2", "--plan", "10-fold stratified grouped", "--group", "customer")
EARLIER = {"slices": KEPT, "resampling": KEPT, "running": [AGAIN]}
"""Runs that commands of a page find in their folder: table, target, folder, and how."""


def of(kind: str) -> list[object]:
    """The pages that have something to run, those that take long among the slow ones."""
    some = [
        page for page in PAGES if (commands(page) if kind == "sh" else any(">>>" not in b for b in blocks(page, kind)))
    ]
    slow = pytest.mark.slow
    return [pytest.param(page, id=page.stem, marks=[slow] if page.stem in LONG else []) for page in some]


@pytest.mark.parametrize("page", of("sh"))
def test_commands_run(page: Path, tmp_path: Path) -> None:
    furnish(tmp_path)
    for table, target, out, *how in EARLIER.get(page.stem, ()):
        assert run("run", table, "--target", target, *how, "--out", out, "--quiet", cwd=tmp_path).returncode == 0
    for line in commands(page):
        if line.startswith("probative serve"):
            continue  # it would not end; tests/unit/serving runs it
        done = run(*shlex.split(line)[1:], cwd=tmp_path)
        # A gate may fail, or find the rows too few: it has run all the same.
        assert done.returncode in ((0, 1, 3) if " gate " in f"{line} " else (0,)), (line, done.stderr)


@pytest.mark.parametrize("page", of("python"))
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    furnish(tmp_path)
    space = names()
    space |= {kind.__name__: kind for kind in space.pop("kept")}
    for block in blocks(page, "python"):
        if ">>>" not in block:
            exec(compile(block, str(page), "exec"), space)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=lambda p: p.stem
)
def test_examples_give_what_they_say(page: Path) -> None:
    done = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 3
    assert done.failed == 0


def test_the_site_has_no_dead_link_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    site = script("make_site")
    site.gallery = _empty_reports
    site.main(str(tmp_path / "site"))
    assert (tmp_path / "site/index.html").exists()
    broken = tmp_path / "site/broken.html"
    broken.write_text(
        '<a href="nowhere.html">x</a><script src="https://elsewhere.example/x.js"></script><a href="#no">'
    )
    assert len(site.dead_links(tmp_path / "site")) == 3


def _empty_reports(folder: Path) -> None:
    """Pages in the places of the gallery's, which take some seconds to make."""
    folder.mkdir(parents=True)
    for name in script("make_gallery").REPORTS:
        (folder / f"{name}.html").touch()


@pytest.mark.slow
def test_the_gallery_is_made(tmp_path: Path) -> None:
    script("make_gallery").write(tmp_path)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html")}
    named = re.findall(r"gallery/([\w-]+)\.html", (HOME / "docs/gallery.md").read_text(encoding="utf-8"))
    assert sorted(pages) == sorted(named)
    assert all("How far to trust it?" in page for page in pages.values())
    assert script("make_site").dead_links(tmp_path) == []


def test_the_commands_are_current() -> None:
    page = (HOME / "docs/commands.md").read_text(encoding="utf-8")
    assert page == script("make_commands").page(), "make docs"


def test_the_notebooks_are_current_and_small() -> None:
    import json

    made = script("make_notebooks")
    assert len(made.NOTEBOOKS) == 3
    for name, cells in made.NOTEBOOKS.items():
        path = made.FOLDER / f"{name}.ipynb"
        assert json.loads(path.read_text(encoding="utf-8")) == made.notebook(cells), "make docs"
        assert path.stat().st_size < 40_000
