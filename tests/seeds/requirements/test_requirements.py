"""Each requirement's call, run and compared with a value from an independent source."""

from pathlib import Path

import pytest

from probative.errors import BadInput, ProbativeError

from .audit import check, entries
from .entry import Entry

AUDITED = [f"R{k}" for k in (*range(1, 167), *range(201, 224))]
OPEN: set[str] = set()


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: f"{entry.requirement} {entry.call[:60]}")
def test_the_call_gives_what_an_independent_source_expects(entry):
    check(entry)


def test_every_requirement_has_an_entry():
    found = {entry.requirement for entry in entries()}
    assert [name for name in AUDITED if name not in found and name not in OPEN] == []


def test_the_page_shows_every_entry_as_it_runs():
    page = (Path(__file__).parents[3] / "docs" / "requirements.md").read_text(encoding="utf-8")
    assert [entry.call for entry in entries() if f"\n{entry.call}\n```" not in page] == []
    assert [entry.setup for entry in entries() if entry.statements.rstrip() not in page] == []


def test_refusals_name_the_specific_error():
    errors = {entry.expected for entry in entries() if isinstance(entry.expected, type)}
    assert errors & {Exception, ProbativeError, BadInput} == set()


def test_a_command_is_not_met_by_ending_in_an_error_or_by_silence():
    with pytest.raises(AssertionError, match="ended with 2"):
        check(Entry("R1", "probative evaluate nowhere.csv", expected="rows"))
    with pytest.raises(AssertionError):
        check(Entry("R1", "probative counts 40 10 5 45", expected="words that it does not print"))
    with pytest.raises(AssertionError, match="checked by what it prints"):
        check(Entry("R1", "probative counts 40 10 5 45"))
