"""Checkpoints: killed at any moment, a run goes on where it stopped; what has changed is noticed."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import probative as pv
from probative.errors import BadInput, UnreadableFile
from probative.running import checkpoint
from probative.running.checkpoint import Checkpoint, packed, unpacked

GENERATOR = np.random.default_rng(5)
X = GENERATOR.normal(size=(40, 3))
Y = (X[:, 0] + GENERATOR.normal(size=40) > 0).astype(int)


class Counted(ClassifierMixin, BaseEstimator):
    """Counts its trainings."""

    trainings: ClassVar[list] = []

    def __init__(self, shift=0.0):
        self.shift = shift

    def fit(self, X, y):
        type(self).trainings.append(len(X))
        self.classes_ = np.unique(y)
        self.middle_ = X[:, 0].mean() + self.shift
        return self

    def predict(self, X):
        return self.classes_[(X[:, 0] > self.middle_).astype(int)]

    def predict_proba(self, X):
        right = 1 / (1 + np.exp(self.middle_ - X[:, 0]))
        return np.column_stack([1 - right, right])


@pytest.fixture(autouse=True)
def _clean():
    Counted.trainings = []


# --- a real kill -----------------------------------------------------------------------------------------------------

SCRIPT = """
import json, os, sys, time
import numpy as np
import probative as pv
import probative.procedures.tuned
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import ExtraTreeClassifier

class Slow(ClassifierMixin, BaseEstimator):
    def __init__(self, random_state=None):
        self.random_state = random_state
    def fit(self, X, y, sample_weight=None):
        time.sleep(SLOW)
        self.inner_ = ExtraTreeClassifier(max_depth=3, random_state=self.random_state).fit(X, y, sample_weight)
        self.classes_ = self.inner_.classes_
        with open(LOG, "a") as file:
            file.write("fit\\n")
        return self
    def predict(self, X):
        return self.inner_.predict(X)
    def predict_proba(self, X):
        return self.inner_.predict_proba(X)

def main(task, folder, log, out, slow):
    global LOG, SLOW
    LOG, SLOW = log, slow
    rng = np.random.default_rng(1)
    X = rng.normal(size=(48, 3))
    y = np.where(X[:, 0] + rng.normal(size=48) > 0, "yes", "no")
    settings = {"positive": "yes", "sample_weight": rng.uniform(1, 2, 48), "checkpoint": folder}
    if task == "run":
        doubled = FunctionTransformer(lambda table: table * 2)
        models = {"slow": Slow(), "doubled": make_pipeline(doubled, Slow())}
        pv.run(models, X, y, plan="5x6 stratified", **settings).save(out)
    else:
        found = pv.permutation_test(Slow(), X, y, plan="2-fold", n_permutations=30, early=False, **settings)
        with open(out, "w") as file:
            json.dump(found.to_dict(), file)

# One process pays for the imports; each line read starts a process of its own.
for line in sys.stdin:
    child = os.fork()
    if not child:
        code = 1
        try:
            main(*json.loads(line))
            code = 0
        finally:
            os._exit(code)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
TRAININGS = 2 * 5 * 6


class Starter:
    """Starts processes that do a task, and kills them without mercy."""

    def __init__(self, script):
        environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([sys.executable, str(script)], text=True, env=environment, **pipes)

    def start(self, *arguments):
        self.process.stdin.write(json.dumps([str(a) if isinstance(a, Path) else a for a in arguments]) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def ended(self):
        """How the process started last came to its end: 0, or minus the signal."""
        return int(self.process.stdout.readline())

    def killed(self, child, folder, finished, delay):
        """Whether it was killed some moments after so many pieces were on disk, and had not ended before."""
        for _ in range(20_000):
            if parts(folder) >= finished:
                break
            time.sleep(0.001)
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        return self.ended() == -signal.SIGKILL

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    path = tmp_path_factory.mktemp("script") / "script.py"
    path.write_text(SCRIPT)
    return path


@pytest.fixture(scope="module")
def starter(script):
    made = Starter(script)
    yield made
    made.close()


def parts(folder):
    return len(list(folder.glob("*.part"))) if folder.exists() else 0


def trainings(log):
    return len(log.read_text().splitlines()) if log.exists() else 0


def test_killed_twenty_times_it_refits_nothing_and_gives_the_same_bytes(starter, script, tmp_path):
    log, out, number = tmp_path / "log", tmp_path / "resumed.parquet", 0
    starter.start("run", None, tmp_path / "whole.log", tmp_path / "whole.parquet", 0)
    assert starter.ended() == 0
    wanted = (tmp_path / "whole.parquet").read_bytes()
    assert trainings(tmp_path / "whole.log") == TRAININGS

    rng = np.random.default_rng()
    folder = tmp_path / "0"
    for _ in range(20):
        kept, trained = parts(folder), trainings(log)
        child = starter.start("run", folder, log, out, 0.01)
        assert starter.killed(child, folder, kept + int(rng.integers(0, 5)), float(rng.uniform(0, 0.04)))
        kept, trained = parts(folder) - kept, trainings(log) - trained
        # The one that was under way may be lost, and nothing else.
        assert 0 <= trained - kept <= 1
        if parts(folder) > TRAININGS - 12:
            # Too few are left to be killed among: go on to the end, and begin anew.
            assert_completes(starter, folder, log, out, wanted)
            number += 1
            folder = tmp_path / str(number)
    # At last in a process that shares nothing with those before, not even addresses.
    fresh = Starter(script)
    assert_completes(fresh, folder, log, out, wanted)
    fresh.close()


def assert_completes(starter, folder, log, out, wanted):
    left, before = TRAININGS - parts(folder), trainings(log)
    out.unlink(missing_ok=True)
    starter.start("run", folder, log, out, 0)
    assert starter.ended() == 0
    assert trainings(log) - before == left
    assert out.read_bytes() == wanted


def test_a_killed_permutation_test_goes_on_too(starter, tmp_path):
    log, out, folder = tmp_path / "log", tmp_path / "found.json", tmp_path / "checkpoint"
    starter.start("permute", None, tmp_path / "whole.log", tmp_path / "whole.json", 0)
    assert starter.ended() == 0
    assert trainings(tmp_path / "whole.log") == 2 * 31
    for finished in (3, 9, 20):
        assert starter.killed(starter.start("permute", folder, log, out, 0.01), folder, finished, 0.005)
        assert finished <= parts(folder) < 30
    kept, trained = parts(folder), trainings(log)
    starter.start("permute", folder, log, out, 0)
    assert starter.ended() == 0
    assert json.loads(out.read_text()) == json.loads((tmp_path / "whole.json").read_text())
    # The true targets are always run; of the permutations only those that were not finished.
    assert trainings(log) - trained == 2 * (1 + 30 - kept)


# --- within one process ----------------------------------------------------------------------------------------------


def run(folder, model=None, X=X, y=Y, **more):
    return pv.run({"m": model or Counted()}, X, y, **{"plan": "2x4", "checkpoint": folder} | more)


def bytes_of(said, tmp_path):
    return said.save(tmp_path / "saved.parquet").read_bytes()


def test_what_is_finished_is_not_trained_again(tmp_path):
    first = bytes_of(run(tmp_path / "c"), tmp_path)
    assert len(Counted.trainings) == 8
    again = run(tmp_path / "c")
    assert len(Counted.trainings) == 8
    assert bytes_of(again, tmp_path) == first == bytes_of(run(None), tmp_path)
    assert all(fit.fit_seconds > 0 for fit in again.fits)


def test_trainings_that_failed_are_tried_again(tmp_path):
    class Moody(Counted):
        upset: ClassVar[bool] = True

        def fit(self, X, y):
            if Moody.upset and len(Counted.trainings) == 3:
                Moody.upset = False
                raise RuntimeError("not now")
            return super().fit(X, y)

    Moody.__qualname__ = "Moody"
    Moody.trainings = Counted.trainings
    first = run(tmp_path / "c", Moody())
    assert sum(fit.error is not None for fit in first.fits) == 1
    count = len(Counted.trainings)
    second = run(tmp_path / "c", Moody())
    assert len(Counted.trainings) == count + 1
    assert all(fit.error is None for fit in second.fits)
    assert np.array_equal(second.model().predicted, run(None).model().predicted)


DAMAGES = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "one byte less": lambda content: content[:-1],
    "one byte more": lambda content: content + b"\0",
    "a flipped bit at the end": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "another class of scores": lambda content: content.replace(b'"proba"', b'"prob+"'),
    "another fold": lambda content: content.replace(b'"fold": 3', b'"fold": 2'),
    "no length": lambda content: b"x" + content,
    "a wrong length": lambda content: b"1" + content,
    "a negative length": lambda content: b"-" + content,
    "noise": lambda content: bytes(range(256)),
    "a list": lambda content: b"2\n[]",
    "a number": lambda content: b"1\n3",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_parts_are_trained_again(tmp_path, damage):
    wanted = bytes_of(run(tmp_path / "c"), tmp_path)
    victim = sorted((tmp_path / "c").glob("*.part"))[3]
    whole = victim.read_bytes()
    victim.write_bytes(DAMAGES[damage](whole))
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 9
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 9  # it was written again, and is whole


def test_a_part_belongs_to_its_place(tmp_path):
    """Parts of other trainings, and of other runs, are no answer here, however whole they are."""
    wanted = bytes_of(run(tmp_path / "c"), tmp_path)
    first, second = sorted((tmp_path / "c").glob("*.part"))[:2]
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 10
    run(tmp_path / "d", random_state=1)
    first.write_bytes((tmp_path / "d" / first.name).read_bytes())
    count = len(Counted.trainings)
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == count + 1


CRAFTED = {
    "other classes": {"predicted": np.full(10, 7, np.int32)},
    "negative classes": {"predicted": np.full(10, -1, np.int32)},
    "numbers": {"predicted": np.full(10, 0.5)},
    "too few": {"predicted": np.zeros(9, np.int32)},
    "gaps": {"scores": np.full((10, 1), np.nan)},
    "more columns": {"scores": np.full((10, 3), 0.5)},
    "no scores": {"scores": np.empty((0, 0))},
    "text": {"predicted": np.array(["a"] * 10)},
}


@pytest.mark.parametrize("how", CRAFTED)
def test_crafted_parts_are_trained_again(tmp_path, how):
    """Even with a right checksum, what no model can have said is not taken for its answer."""
    wanted = bytes_of(run(tmp_path / "c"), tmp_path)
    store = Checkpoint(tmp_path / "c", json.loads((tmp_path / "c" / "manifest.json").read_text()), "models")
    facts, arrays = store.load("0-3")
    store.store("0-3", facts, arrays | CRAFTED[how])
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 9


@pytest.mark.parametrize("text", ["[]", "null", "3", "[" * 5000, '{"probative": 1', "\udcff"])
def test_a_manifest_of_another_shape_is_refused(tmp_path, text):
    run(tmp_path / "c")
    (tmp_path / "c" / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UnreadableFile, match="cannot be used"):
        run(tmp_path / "c")


def test_a_full_disk_says_so_and_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "APART", 0.0)
    wanted = bytes_of(run(None), tmp_path)
    Counted.trainings = []
    real, calls = os.fsync, []

    def full(number):
        calls.append(number)
        if len(calls) == 5:
            raise OSError(28, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnreadableFile, match=r"(?s)checkpoint.*No space left.*same command"):
        run(tmp_path / "c")
    assert sorted(path.name for path in (tmp_path / "c").iterdir()) == [
        *(f"0-{i}.part" for i in range(3)),
        "manifest.json",
    ]
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 4 + 5


def test_what_the_disk_does_not_take_is_trained_again(tmp_path, monkeypatch):
    """The disk is waited for once, at the end: what it has not got by then is no finished training."""
    monkeypatch.setattr(checkpoint, "APART", math.inf)
    wanted = bytes_of(run(None), tmp_path)
    Counted.trainings = []
    real, calls = os.fsync, []

    def full(number):
        calls.append(number)
        if len(calls) == 5:
            raise OSError(28, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnreadableFile, match=r"(?s)checkpoint.*No space left.*same command"):
        run(tmp_path / "c")
    kept = sorted(path.name for path in (tmp_path / "c").iterdir())
    assert kept == [*(f"0-{i}.part" for i in range(3)), "manifest.json"]
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 8 + 5


def test_what_finished_before_a_stop_is_on_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "APART", math.inf)
    there = []
    monkeypatch.setattr(checkpoint, "synced", there.append)
    store = Checkpoint(tmp_path, {"seed": 0})

    def stopped():
        with checkpoint.settled(store):
            store.store("0-0", {}, {})
            assert not there
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert there == [tmp_path / "0-0.part"]


def test_a_file_left_half_written_beside_is_ignored(tmp_path):
    wanted = bytes_of(run(tmp_path / "c"), tmp_path)
    (tmp_path / "c" / "0-3.part").unlink()
    (tmp_path / "c" / ".0-3.part.4711").write_bytes(b"half")
    assert bytes_of(run(tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 9


def test_a_part_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    store = Checkpoint(tmp_path, {"seed": 0})

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.store("0-0", {}, {"predicted": np.arange(3)})
    assert not (tmp_path / "0-0.part").exists()
    assert store.load("0-0") is None


def test_packed_arrays_come_back():
    arrays = {
        "codes": np.arange(5, dtype=np.int32),
        "scores": GENERATOR.normal(size=(5, 3)),
        "none": np.empty((0, 0)),
        "column": np.asfortranarray(GENERATOR.normal(size=(4, 2))),
    }
    facts, back = unpacked(packed({"a": [1, None, "ü"]}, arrays))
    assert facts == {"a": [1, None, "ü"]}
    for name, array in arrays.items():
        assert back[name].dtype == array.dtype
        assert np.array_equal(back[name], array)


CHANGES = {
    "a value of X": ({"X": np.where(np.arange(120).reshape(40, 3) == 77, 9.0, X)}, "another data"),
    "a target": ({"y": np.where(np.arange(40) == 7, 1 - Y, Y)}, "another data"),
    "fewer rows": ({"X": X[:-1], "y": Y[:-1]}, "rows was 40, is 39"),
    "training weights": ({"sample_weight": np.arange(1, 41), "force": True}, "another data"),
    "weights": ({"weight": np.arange(1, 41)}, "another data"),
    "groups": ({"groups": np.arange(40) // 2}, "another data"),
    "a parameter": ({"model": Counted(shift=0.1)}, "another models"),
    "another model": ({"model": GaussianNB()}, "m was Counted"),
    "the plan": ({"plan": "2x5"}, "another plan"),
    "the order of the plan": ({"plan": "4x2"}, "another plan"),
    "the seed": ({"random_state": 1}, "another seed: was 0, is 1"),
    "the positive class": ({"positive": 0}, "another positive: was 1, is 0"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_noticed_and_named(tmp_path, change):
    run(tmp_path / "c")
    count = len(Counted.trainings)
    more, words = CHANGES[change]
    with pytest.raises(BadInput, match="belongs to another run") as caught:
        run(tmp_path / "c", **more)
    assert words in str(caught.value)
    assert len(Counted.trainings) == count
    run(tmp_path / "c")
    assert len(Counted.trainings) == count


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (LogisticRegression(), LogisticRegression(C=2)),
        (make_pipeline(GaussianNB()), make_pipeline(GaussianNB(var_smoothing=1e-3))),
        (pv.Tuned(GaussianNB(), {"var_smoothing": [0.1]}), pv.Tuned(GaussianNB(), {"var_smoothing": [0.2]})),
        (pv.Tuned(GaussianNB(), plan="3-fold"), pv.Tuned(GaussianNB(), plan="4-fold")),
        (KNeighborsClassifier(metric=lambda a, b: abs(a - b).sum()), KNeighborsClassifier(metric=lambda a, b: 1.0)),
        (
            make_pipeline(FunctionTransformer(lambda x: x + 1), GaussianNB()),
            make_pipeline(FunctionTransformer(lambda x: x + 2), GaussianNB()),
        ),
    ],
)
def test_changes_inside_models_are_noticed(tmp_path, then, now):
    run(tmp_path / "c", then, plan="2-fold")
    run(tmp_path / "c", then, plan="2-fold")
    with pytest.raises(BadInput, match="another models"):
        run(tmp_path / "c", now, plan="2-fold")


def test_other_times_are_noticed(tmp_path):
    time = np.arange(40)
    run(tmp_path / "c", plan="time 3", time=time)
    run(tmp_path / "c", plan="time 3", time=time)
    assert len(Counted.trainings) == 3
    with pytest.raises(BadInput, match="another data"):
        run(tmp_path / "c", plan="time 3", time=time[::-1])


def test_models_left_out_keep_their_trainings_and_another_model_of_the_name_is_refused(tmp_path):
    both = {"a": GaussianNB(), "b": Counted()}
    wanted = bytes_of(pv.run(both, X, Y, plan="3-fold", checkpoint=tmp_path / "c"), tmp_path)
    assert list(pv.run({"a": GaussianNB()}, X, Y, plan="3-fold", checkpoint=tmp_path / "c").models) == ["a"]
    assert bytes_of(pv.run(both, X, Y, plan="3-fold", checkpoint=tmp_path / "c"), tmp_path) == wanted
    assert len(Counted.trainings) == 3
    with pytest.raises(BadInput, match="b was Counted"):
        pv.run({"b": GaussianNB()}, X, Y, plan="3-fold", checkpoint=tmp_path / "c")


def test_splits_made_elsewhere_are_compared(tmp_path):
    pairs = [(np.arange(20), np.arange(20, 40)), (np.arange(20, 40), np.arange(20))]
    run(tmp_path / "c", plan=pairs)
    run(tmp_path / "c", plan=pairs)
    assert len(Counted.trainings) == 2
    with pytest.raises(BadInput, match="another plan"):
        run(tmp_path / "c", plan=pairs[::-1])


def test_other_software_is_noticed(tmp_path):
    run(tmp_path / "c")
    manifest = tmp_path / "c" / "manifest.json"
    known = json.loads(manifest.read_text())
    known["software"]["numpy"] = "1.0"
    manifest.write_text(json.dumps(known))
    with pytest.raises(BadInput, match=r"another software: numpy was 1\.0"):
        run(tmp_path / "c")


@pytest.mark.parametrize("content", ["", "{", "[1, 2", "\0"])
def test_a_manifest_that_cannot_be_read(tmp_path, content):
    run(tmp_path / "c")
    (tmp_path / "c" / "manifest.json").write_text(content)
    with pytest.raises(UnreadableFile, match="cannot be used"):
        run(tmp_path / "c")


def test_a_checkpoint_must_be_a_folder(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(UnreadableFile, match="cannot be used"):
        run(tmp_path / "file")


def test_n_jobs_may_change_on_the_way(tmp_path):
    models = {"logistic": LogisticRegression(), "prior": DummyClassifier(strategy="prior")}
    settings = {"plan": "2x4", "checkpoint": tmp_path / "c"}
    wanted = bytes_of(pv.run(models, X, Y, plan="2x4"), tmp_path)
    pv.run(models, X, Y, **settings, n_jobs=2)
    for part in sorted((tmp_path / "c").glob("*.part"))[::2]:
        part.unlink()
    assert bytes_of(pv.run(models, X, Y, **settings, n_jobs=1), tmp_path) == wanted


# --- other procedures ------------------------------------------------------------------------------------------------


def select(folder, **more):
    settings = {"plan": "nested 3-fold/2-fold", "checkpoint": folder} | more
    return pv.select(Counted(), {"shift": [0.0, 0.5]}, X, Y, **settings)


def test_a_selection_goes_on(tmp_path):
    first = select(tmp_path / "c")
    outer, final = 3 * (2 * 2 + 1), 2 * 2 + 1
    assert len(Counted.trainings) == outer + final
    second = select(tmp_path / "c")
    assert len(Counted.trainings) == outer + 2 * final
    assert second.to_dict() == first.to_dict()
    with pytest.raises(BadInput, match="another models"):
        select(tmp_path / "c", criterion="f1")
    with pytest.raises(BadInput, match="another models"):
        select(tmp_path / "c", rule="one-se")


def test_a_selection_by_a_function_goes_on(tmp_path):
    for _ in range(2):
        select(tmp_path / "c", criterion=lambda ladder: pv.value("auc", ladder), better="higher")
    assert len(Counted.trainings) == 3 * 5 + 2 * 5
    with pytest.raises(BadInput, match="another models"):
        select(tmp_path / "c", criterion=lambda ladder: pv.value("ks", ladder), better="higher")


def permute(folder, **more):
    settings = {"plan": "2-fold", "n_permutations": 6, "early": False, "checkpoint": folder} | more
    return pv.permutation_test(more.pop("model", Counted()), X, Y, **settings)


def test_permutations_are_kept(tmp_path):
    first = permute(tmp_path / "c")
    assert len(Counted.trainings) == 2 * 7
    again = permute(tmp_path / "c")
    assert len(Counted.trainings) == 2 * 8
    assert again.to_dict() == first.to_dict()
    more = permute(tmp_path / "c", n_permutations=10)
    assert len(Counted.trainings) == 2 * (9 + 4)
    assert more.null[:6].tolist() == first.null.tolist()


@pytest.mark.parametrize(
    ("then", "now", "words"),
    [
        ({}, {"measure": "f1"}, "another measure"),
        ({"measure": ("f_beta", {"beta": 2.0})}, {"measure": ("f_beta", {"beta": 0.5})}, "another measure"),
        ({}, {"labels": "draw"}, "another labels"),
        ({}, {"random_state": 3}, "another seed"),
        ({}, {"plan": "3-fold"}, "another plan"),
    ],
)
def test_changed_permutation_tests_are_noticed(tmp_path, then, now, words):
    permute(tmp_path / "c", **then)
    with pytest.raises(BadInput, match=words):
        permute(tmp_path / "c", **then | now)


def test_a_run_and_a_permutation_test_do_not_share_a_folder(tmp_path):
    run(tmp_path / "c", plan="2-fold")
    with pytest.raises(BadInput, match="another kind"):
        permute(tmp_path / "c")
