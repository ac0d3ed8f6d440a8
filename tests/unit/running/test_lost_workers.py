"""A worker that is lost takes nothing with it that was finished, and what it was doing is done again."""

import os
import signal
import subprocess
import sys
import time
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


PARENT = """
import os, time
from probative.running.workers import side_by_side

def task(number):
    path = f"{number}.pid"
    open(path + "~", "w").write(str(os.getpid()))
    os.rename(path + "~", path)
    time.sleep(120)

list(side_by_side(task, [(0,), (1,)], 2))
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_workers_end_with_a_parent_that_was_killed(tmp_path):
    """kill -9 of the parent: its workers end soon, though their tasks would take minutes."""
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen([sys.executable, "parent.py"], cwd=tmp_path, stderr=subprocess.DEVNULL)
    assert within(60, lambda: len(list(tmp_path.glob("*.pid"))) == 2)
    parent.kill()
    parent.wait()
    left = [int(path.read_text()) for path in tmp_path.glob("*.pid")]
    assert within(20, lambda: not any(map(alive, left)))


def within(seconds, holds):
    """Whether something holds before so many seconds are over."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive(process):
    """Whether a process runs; one that ended and that nobody has asked for yet does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False
