"""Pages of the documentation whose examples are run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["significance.md", "demonstrations.md", "leaks.md", "audit.md"])
def test_the_examples_of_a_page_give_what_it_shows(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 5
    assert not failed
