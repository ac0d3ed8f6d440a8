"""Faults of the machine: killed while writing, no room, no right to write, two at the same work."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

import probative as pv
from probative.errors import ProbativeError, UnreadableFile

WRITER = """
import probative as pv
y, s = [0, 1] * 50, [0.2, 0.7, 0.4, 0.6] * 25
found = pv.evaluate(truth=y, scores=s)
print("ready", flush=True)
while True:
    found.save("findings.json")
    found.save("report.html")
"""


def test_killed_while_writing_the_files_are_whole(tmp_path):
    """kill -9 at a random moment, three times: what is there can be read, and is all there."""
    moments = random.Random(17)
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", WRITER], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        while not (tmp_path / "report.html").exists():
            time.sleep(0.01)
        time.sleep(moments.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert pv.Findings.load(tmp_path / "findings.json").n == 100
        assert (tmp_path / "report.html").read_text().rstrip().endswith("</html>")


RUN = """
import sys, numpy as np, probative as pv
from sklearn.naive_bayes import GaussianNB
rng = np.random.default_rng(1)
X = rng.normal(size=(80, 3)); y = (X[:, 0] > 0).astype(int)
pv.run(GaussianNB(), X, y, plan="10x10", checkpoint="c", random_state=3).save(sys.argv[1])
"""


def test_two_processes_on_one_checkpoint(tmp_path):
    both = [
        subprocess.Popen([sys.executable, "-c", RUN, f"{i}.parquet"], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        for i in range(2)
    ]
    said = [process.communicate(timeout=300)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert (tmp_path / "0.parquet").read_bytes() == (tmp_path / "1.parquet").read_bytes()
    assert len(list((tmp_path / "c").glob("*.part"))) == 100
    assert not list((tmp_path / "c").glob(".*"))


@pytest.mark.parametrize("place", ["/proc/nothing/f.json", "/dev/full", "/sys/f.json", "missing/f.json"])
def test_no_room_and_no_right(place, tmp_path):
    found = pv.evaluate(truth=[0, 1] * 10, scores=[0.1, 0.9] * 10)
    with pytest.raises(ProbativeError):
        found.save(place)


def test_limit_of_the_size_of_files(tmp_path):
    """A limit on file sizes, as a quota or a full disk sets one: refused, the old file stays, and nothing beside it."""
    code = """
import resource, signal, probative as pv
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
table = {"y": [0, 1] * 200, "s": [i / 400 for i in range(400)]}
found = pv.evaluate(table, truth="y", scores="s")
from probative.predictions.tallied import Tallied
tallied = Tallied.of(pv.read(table, truth="y", scores="s"))
chart = found.plot("roc")
from probative.pictures import save_picture
from functools import partial
writers = [partial(save_picture, chart)] * 3 + [found.save, found.save, tallied.save, tallied.save]
names = ["a.svg", "a.png", "a.pdf", "a.html", "a.json", "b.json", "b.parquet"]
for write, name in zip(writers, names):
    write(name)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
for write, name in zip(writers, names):
    before = open(name, "rb").read()
    try:
        write(name)
    except ValueError as error:
        print(type(error).__name__, name, open(name, "rb").read() == before)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    names = ["a.svg", "a.png", "a.pdf", "a.html", "a.json", "b.json", "b.parquet"]
    assert done.stdout.splitlines() == [f"{UnreadableFile.__name__} {name} True" for name in names], done.stderr
    assert sorted(os.listdir(tmp_path)) == sorted(names)


def test_a_clock_that_jumps_does_no_harm(tmp_path, monkeypatch):
    """Times are told, never computed with: a clock that runs backwards changes no result."""
    import numpy as np
    from sklearn.naive_bayes import GaussianNB

    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] > 0).astype(int)
    wanted = pv.run(GaussianNB(), X, y, plan="5-fold", checkpoint=tmp_path / "a").model().scores
    ticks = iter(range(10**6, 0, -1000))
    monkeypatch.setattr(time, "time", lambda: float(next(ticks)))
    found = pv.run(GaussianNB(), X, y, plan="5-fold", checkpoint=tmp_path / "a").model().scores
    np.testing.assert_array_equal(found, wanted)
