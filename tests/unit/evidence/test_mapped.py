"""Columns on disk: whatever is asked of them, no more than some windows of them stay in memory."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from probative.evidence.mapped import ColumnFile, picked, places_above

ASKED = """
    import pathlib, re, sys
    import numpy as np
    from probative.evidence.mapped import ColumnFile, picked, places_above
    file = ColumnFile(np.float64)
    for first in range(20_000_000, 0, -1_000_000):
        file.add(np.arange(first, first - 1_000_000, -1.0))
    column = file.mapped()
    places = np.random.default_rng(0).integers(0, len(column), 20_000)
    def pages():
        return int(re.search(r"RssFile:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())[1])
    before = pages()
    assert np.array_equal(picked(column, places), 20_000_000.0 - places)
    assert np.array_equal(places_above(column, 20_000_000.0 - places, "left"), places + 1)
    print(pages() - before)
"""


def test_looks_here_and_there_leave_no_windows() -> None:
    words = [sys.executable, "-c", textwrap.dedent(ASKED)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 10_000, "of the 156,250 kB of the column"


@pytest.mark.parametrize("side", ["left", "right"])
def test_places_on_disk_are_those_in_memory(side: str) -> None:
    rng = np.random.default_rng(0)
    near = -np.sort(-rng.integers(0, 500, 3000).astype(np.float64))
    file = ColumnFile(np.float64)
    file.add(near)
    far = file.mapped()
    for levels in (np.arange(-1.5, 502, 0.5), np.array(7.0), np.array([]), rng.integers(0, 500, (7, 30)).astype(float)):
        by_hand = np.array([(near >= level if side == "left" else near > level).sum() for level in levels.ravel()])
        for column in (near, far):
            found = places_above(column, levels, side)  # type: ignore[arg-type]
            assert found.shape == levels.shape
            assert np.array_equal(found.ravel(), by_hand)
    assert np.array_equal(picked(far, np.array([5, 1, 2999])), near[[5, 1, 2999]])
