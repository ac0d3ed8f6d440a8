"""Each requirement's call, run and compared with a value from an independent source."""

from pathlib import Path

import pytest

from .audit import check, entries

AUDITED = [f"R{k}" for k in (*range(1, 167), *range(201, 224))]
OPEN: set[str] = set()


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: f"{entry.requirement} {entry.call[:60]}")
def test_the_call_gives_what_an_independent_source_expects(entry):
    check(entry)


def test_every_requirement_has_an_entry():
    found = {entry.requirement for entry in entries()}
    assert [name for name in AUDITED if name not in found and name not in OPEN] == []


def test_the_page_shows_every_entry():
    page = (Path(__file__).parents[3] / "docs" / "requirements.md").read_text(encoding="utf-8")
    assert [entry.call for entry in entries() if entry.call not in page] == []
