"""What `make docs` writes is current, and tells of every test there is."""

from __future__ import annotations

import doctest
import importlib.util
import re
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

import probative as pv
from probative.cli import main
from probative.guards import guards
from probative.stats import registry

DOCS = Path(__file__).parents[2] / "docs"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_tables_of_tests_are_current() -> None:
    page = (DOCS / "comparison.md").read_text(encoding="utf-8")
    assert page == script("make_comparison").page(page), "make docs"


def test_the_list_of_guards_is_current_and_complete() -> None:
    page = (DOCS / "guards.md").read_text(encoding="utf-8")
    assert page == script("make_guards").page(page), "make docs"
    for code, guard in guards().items():
        assert f"`{code}`" in page
        assert guard.trigger
        assert guard.why
        assert guard.remedy


def test_no_reader_sees_a_requirement() -> None:
    for guard in guards().values():
        told = f"{guard.trigger} {guard.why} {guard.remedy}"
        assert not re.search(r"\bR[0-9]{2,3}\b", told), guard.code


def test_every_test_stands_in_the_document() -> None:
    page = (DOCS / "comparison.md").read_text(encoding="utf-8")
    assert [name for name in pv.stats.__all__ if f"`pv.stats.{name}`" not in page] == []
    for test in registry.tests():
        assert f"`{test.name}`" in page
        assert test.null in page


def test_the_worked_example_of_graded_rows_runs() -> None:
    done = doctest.testfile(str(DOCS / "graded.md"), module_relative=False)
    assert done.attempted > 10
    assert done.failed == 0


def test_the_list_of_measures_is_current() -> None:
    page = (DOCS / "measures.md").read_text(encoding="utf-8")
    assert page == script("make_measures").page(), "make docs"


def test_stubs_are_current() -> None:
    for path, text in script("make_surface").stubs().items():
        assert path.read_text(encoding="utf-8") == text, "make docs"


def test_the_reference_is_current_and_holds_what_dir_shows() -> None:
    page = (DOCS / "reference.md").read_text(encoding="utf-8")
    assert page == script("make_reference").page(), "run make docs"
    shown = [name for name in dir(pv) if name not in ("__version__", *pv.ROOMS)]
    assert [name for name in shown if f"- `pv.{name}" not in page] == []
    assert sorted(shown) == sorted(name for names in pv.SURFACE.values() for name in names.split())


def test_the_readme_shows_what_the_demo_prints(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    block = readme.split("569 rows", 1)[1].split("...", 1)[0]
    answers, table = block.split("\nmeasure ", 1)
    shown = [line.split() for line in table.splitlines()[1:] if line.strip()]
    with suppress(SystemExit):
        main(["demo"])
    out = capsys.readouterr().out
    assert [line for line in answers.splitlines()[1:] if line.strip(" …") not in out] == []
    printed = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert len(shown) == 4
    for words in shown:
        assert printed[words[0]][: len(words)] == words
