"""How the command line ends: 70 for defects and lost output, 130 and 143 when stopped; no name commands a terminal."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from .command import run

ROWS = "".join(f"{i % 2},{(i * 7 % 10) / 10},{(i * 3 % 10) / 10}\n" for i in range(60))


@pytest.fixture
def table(tmp_path):
    (tmp_path / "p.csv").write_text(f"y,a,b\n{ROWS}")
    return tmp_path / "p.csv"


GATE = ["--truth", "y", "--score", "a", "--score", "b", "--positive", "1"]


def call(*arguments, **more):
    return subprocess.run([sys.executable, "-m", "probative", *map(str, arguments)], check=False, **more)


@pytest.mark.parametrize("command", ["gate", "compare", "evaluate"])
def test_text_scores_are_bad_input(command, tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("y,a,b\n" + "".join(f"{i % 2},lo{i},hi{i}\n" for i in range(20)))
    done = run(command, str(path), *GATE)
    assert (done.returncode, "must hold numbers" in done.stderr) == (2, True)


def test_a_defect_is_no_verdict(table, monkeypatch):
    monkeypatch.setattr("probative.comparison.gate", lambda *a, **k: {}["nothing"])
    done = run("gate", str(table), *GATE)
    assert done.returncode == 70
    assert "KeyError: 'nothing'" in done.stderr
    assert "defect of probative" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in run("gate", str(table), *GATE, "--debug").stderr


@pytest.mark.parametrize(("command", "more"), [("gate", ()), ("evaluate", ("--json", "-"))])
def test_output_that_cannot_be_written(command, more, table):
    with open("/dev/full", "w") as full:
        done = call(command, table, *GATE, *more, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 70
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_closed_output_does_not_change_the_answer(table):
    """With standard output closed the gate is still what it is; nothing crashes."""
    wanted = run("gate", str(table), *GATE).returncode
    closed = subprocess.run(
        ["/bin/bash", "-c", f'"$0" -m probative gate "$1" {" ".join(GATE)} >&-', sys.executable, str(table)],
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert closed.returncode == wanted, closed.stderr


CLOSED = [
    ("evaluate p.csv --truth y --score a --json - >&-", 70, "standard output is closed"),
    ("gate p.csv --no-such-option 2>/dev/full", 2, ""),
    ("gate p.csv --no-such-option 2>&-", 2, ""),
]


@pytest.mark.parametrize(("line", "code", "says"), CLOSED)
def test_closed_streams_are_no_verdict(line, code, says, table):
    """Lost JSON is said, and a message that cannot be shown does not end as a gate that fails would."""
    call = ["/bin/bash", "-c", f'"$0" -m probative {line}', sys.executable]
    done = subprocess.run(call, cwd=table.parent, check=False, stderr=subprocess.PIPE, text=True)
    assert done.returncode == code
    assert says in done.stderr


STOPS = [
    (signal.SIGINT, 130, "stopped", 1),
    (signal.SIGINT, 130, "stopped", 2),
    (signal.SIGTERM, 143, "terminated", 2),
]
SLOW = """
import time
from sklearn.dummy import DummyClassifier

class Slow(DummyClassifier):
    def fit(self, X, y):
        print("a word of the model")
        time.sleep({seconds})
        return super().fit(X, y)

def make():
    return Slow(strategy="prior")
"""


@pytest.mark.parametrize(("number", "code", "word", "jobs"), STOPS)
def test_stopped_it_says_how_to_go_on(number, code, word, jobs, table):
    folder = table.parent
    (folder / "slow_model.py").write_text(SLOW.format(seconds=0.3))
    line = ["run", "p.csv", "--target", "y", "--model", "slow_model:make", "--plan", "20-fold", "--jobs", str(jobs)]
    line += ["--out", "out", "--seed", "1"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    process = subprocess.Popen(
        [sys.executable, "-m", "probative", *line],
        cwd=folder,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        # Whoever runs tests in the background has told them not to hear Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not list(folder.glob("out/checkpoint/1-*.part")) and process.poll() is None:
        time.sleep(0.05)
    os.kill(process.pid, number)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == code, said
    assert f"{word}. Go on with the same command" in said
    assert "Traceback" not in said
    # Nobody of its session is left.
    for _ in range(100):
        alive = subprocess.run(["pgrep", "-s", str(process.pid)], capture_output=True, check=False).stdout
        if not alive.strip():
            break
        time.sleep(0.1)
    assert not alive.strip()
    kept = len(list(folder.glob("out/checkpoint/*.part")))
    assert 0 < kept < 40
    assert not list(folder.glob("out/checkpoint/.*"))


def test_models_that_print_leave_the_json_alone(table):
    folder = table.parent
    (folder / "slow_model.py").write_text(SLOW.format(seconds=0))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    line = ["run", "p.csv", "--target", "y", "--model", "slow_model:make", "--plan", "3-fold", "--json", "-"]
    done = call(*line, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kind"] == "evaluation"
    assert "a word of the model" in done.stderr


NASTY = "ev\x1b]0;owned\x07il\x9b31m"


def test_names_do_not_command_the_terminal(tmp_path):
    """Model names, labels, titles, foreign findings and CSV: no escape sequence reaches the screen."""
    rows = "".join(f"{NASTY if i % 2 else 'no'},{(i * 7 % 10) / 10},{(i * 3 % 10) / 10}\n" for i in range(60))
    (tmp_path / "p.csv").write_text(f"y,{NASTY}a,{NASTY}b\n{rows}")
    words = ["--truth", "y", "--score", f"{NASTY}a", "--score", f"{NASTY}b", "--positive", NASTY]
    calls = [
        ["evaluate", "p.csv", *words, "--title", NASTY, "--json", "f.json", "--all"],
        ["compare", "p.csv", *words],
        ["gate", "p.csv", *words],
        ["evaluate", "p.csv", *words, "--json", "-"],
        *(["table", "f.json", *more] for more in ([], ["--format", "csv"], ["--format", "markdown"], ["comparisons"])),
        ["render", "f.json", "-o", "r.html"],
        ["evaluate", "p.csv", "--truth", NASTY],
    ]
    for line in calls:
        done = run(*line, cwd=tmp_path)
        assert done.returncode in (0, 1, 2, 3), done.stderr
        for letter in "\x1b\x07\x9b":
            assert letter not in done.stdout + done.stderr, line


def test_no_cell_of_a_csv_is_a_formula(tmp_path):
    (tmp_path / "p.csv").write_text("y,=cmd|' /C calc'!A0,@b\n" + ROWS)
    words = ["--truth", "y", "--score", "=cmd|' /C calc'!A0", "--score", "@b"]
    assert run("evaluate", "p.csv", *words, "--json", "f.json", cwd=tmp_path).returncode == 0
    for name in ("measures", "comparisons"):
        text = run("table", "f.json", name, "--format", "csv", cwd=tmp_path).stdout
        cells = [cell.strip('"') for line in text.splitlines() for cell in line.split(",")]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]


def test_no_link_in_the_gates_markdown(tmp_path):
    (tmp_path / "p.csv").write_text("y,[a](http://evil.example),@b\n" + ROWS)
    words = ["--truth", "y", "--score", "[a](http://evil.example)", "--score", "@b", "--markdown", "g.md"]
    assert run("gate", "p.csv", *words, cwd=tmp_path).returncode in (0, 1, 3)
    text = (tmp_path / "g.md").read_text()
    assert "](" not in text
    assert "://" not in text
    assert "@b" not in text


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000])
def test_recursion_bombs_are_refused(text, table):
    bomb = table.parent / "bomb.json"
    bomb.write_text(text)
    for line in (
        ["run", str(table), "--target", "y", "--model", "knn", "--grid", str(bomb)],
        ["render", str(bomb), "-o", str(table.parent / "r.html")],
        ["table", str(bomb)],
        ["evaluate", str(bomb), "--truth", "y", "--score", "a"],
    ):
        done = run(*line)
        assert done.returncode == 2, (line, done.stderr)
        assert "Traceback" not in done.stderr
