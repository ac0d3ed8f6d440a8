"""The examples of docs/slices.md run."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "slices.md"


def test_the_examples_run():
    done = doctest.testfile(str(PAGE), module_relative=False)
    assert done.attempted > 10
    assert done.failed == 0
