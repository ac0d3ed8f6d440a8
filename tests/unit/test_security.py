"""No network, no code from data, no file outside, and a wheel that is the same twice."""

import ast
import hashlib
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import probative as pv
from probative.errors import ProbativeError

SOURCE = Path(pv.__file__).parent
ROOT = Path(__file__).resolve().parents[2]


def test_nothing_is_fetched(monkeypatch, tmp_path):
    """Reading, evaluating, reporting and drawing with every socket closed."""

    def refused(*a, **k):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket.socket, "bind", refused)
    monkeypatch.setattr(socket, "create_connection", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    rng = np.random.default_rng(1)
    y = np.arange(60) % 2
    np.savetxt(tmp_path / "p.csv", np.column_stack([y, rng.random(60)]), "%g", ",", header="y,s", comments="")
    found = pv.evaluate(tmp_path / "p.csv", truth="y", scores="s")
    page = found.save(tmp_path / "r.html").read_text()
    assert found.plot() is not None
    for word in ("http://", "https://", "//cdn", "@import", "url("):
        outside = [part for part in page.split(word)[1:] if not part.startswith(("www.w3.org", "data:", "#"))]
        assert not outside, outside[0][:60]


def calls_of(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.lineno, getattr(node.func, "id", getattr(node.func, "attr", ""))


def test_no_code_is_made_of_data():
    """No eval, no exec, no pickle.load, no shell; what loads a model asks for the flag first."""
    found = []
    # What the workers of a cluster send back, who run the models that were sent to them: said where they are named.
    from_workers = SOURCE / "sources" / "spark_parts.py"
    assert "unpacked here by pickle: use clusters that you trust" in (SOURCE.parents[1] / "docs/scale.md").read_text()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        room = path.relative_to(SOURCE).parts[0]
        text = path.read_text(encoding="utf-8")
        for line, name in calls_of(tree):
            if name in ("eval", "exec", "system", "popen", "Popen", "__import__"):
                found.append(f"{path.relative_to(SOURCE)}:{line} {name}")
        loads = any(word in text for word in ("import pickle", "pickle.load", "joblib.load"))
        if loads and "allow_pickle" not in text and path != from_workers:
            found.append(f"{room}: a pickle without its flag")
    # The companion runs its own pages, which are part of the package.
    assert [one for one in found if not one.startswith("companion/")] == []


@pytest.mark.parametrize("name", ["os:system", "builtins:eval", "subprocess:run", "nothing:at_all", "os:", ":x"])
def test_import_strings_name_models_or_nothing(name):
    rows = {"a": [1, 2, 3, 4] * 5, "y": ["n", "n", "p", "p"] * 5}
    with pytest.raises(ProbativeError):
        pv.experiment(rows, target="y", models=[name])


@pytest.mark.slow
def test_a_wheel_is_the_same_twice(tmp_path):
    marks = []
    for i in range(2):
        folder = tmp_path / str(i)
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        (wheel,) = folder.glob("*.whl")
        marks.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
        assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith((".pyc", ".pkl"))]
    assert marks[0] == marks[1]
