"""A worker that is lost takes nothing with it that was finished, and what it was doing is done again."""

import os
import signal
from pathlib import Path

import pytest

from probative.errors import FitFailed
from probative.running.workers import RESTARTS, side_by_side, workers


def killed_once():
    """A task that kills its process, but only once; made here, so that workers need not find this file."""

    def task(number: int, folder: str) -> int:
        mark = Path(folder, "killed")
        if number == 3 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    return task


@pytest.mark.parametrize("ordered", [True, False])
def test_what_was_lost_is_done_again(ordered, tmp_path):
    found = list(side_by_side(killed_once(), [(i, str(tmp_path)) for i in range(12)], 2, ordered=ordered))
    assert (found if ordered else sorted(found)) == [i * i for i in range(12)]
    assert Path(tmp_path, "killed").exists()


def test_it_does_not_go_on_for_ever():
    def always_killed(number: int) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(FitFailed, match=f"lost {RESTARTS + 1} times"):
        list(side_by_side(always_killed, [(1,), (2,)], 2))


def test_no_more_workers_than_cores():
    import joblib

    assert workers(24) == max(2, min(24, joblib.cpu_count()))
    assert workers(None) == 1
