"""Command lines made at random: known commands, options and words in any order, with files sound and odd."""

from __future__ import annotations

import io
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import typer

from probative.cli import main
from probative.cli.app import app

from .files import sound_file
from .odd import WORDS, Rng, pick

QUICK = ["evaluate", "compare", "gate", "counts", "intervals", "plans", "plan", "plan-size", "explain", "measures"]
QUICK += ["render", "table", "plot", "audit", "slices", "data"]
VALUES = [
    "y",
    "s",
    "g",
    "0",
    "1",
    "-1",
    "0.5",
    "1e308",
    "nan",
    "inf",
    "auc",
    "accuracy",
    "mse",
    "drop",
    "error",
    "-",
    "x.json",
]
VALUES += [
    "roc",
    "10-fold",
    "5x2",
    "regression",
    "classification",
    "lower",
    "f_beta(beta=2)",
    "]",
    "x.html",
    "x.svg",
    "../x",
]


def command_line(rng: Rng, folder: Path) -> str:
    """One line and how it ended: with 0, 1, 2 or 3, and never with 70 or a traceback."""
    name = pick(rng, QUICK)
    group = typer.main.get_command(app)
    known = group.commands[name].params  # type: ignore[attr-defined]
    options = [option for parameter in known for option in parameter.opts if option.startswith("-")]
    file = str(sound_file(rng, folder))
    words = [name]
    for _ in range(int(rng.integers(0, 3))):
        words.append(pick(rng, [file, file, "missing.csv", pick(rng, VALUES), pick(rng, WORDS)]))
    if rng.random() < 0.7 and "--truth" in options:
        words += ["--truth", "y", "--score", "s"]
    for _ in range(int(rng.integers(0, 5))):
        words.append(pick(rng, options))
        if rng.random() < 0.9:
            words.append(pick(rng, [*VALUES, file, pick(rng, WORDS)]))
    code, said = ended([word for word in words if word != "--debug"], folder)
    assert code in (0, 1, 2, 3), f"{code} {words}: {said[-300:]}"
    assert code != 1 or name == "gate", f"{words} ends as a gate that fails: {said[-300:]}"
    assert not list(folder.glob(".*.tmp")), "something half-written was left"
    return f"exit {code}"


def ended(words: list[str], folder: Path) -> tuple[object, str]:
    """The exit code of a command line, and what it said as an error; nothing printed commands a terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: object = 0
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            main(words)
        except SystemExit as left:
            code = left.code
    said = err.buffer.getvalue().decode(errors="replace")  # type: ignore[attr-defined]
    assert "Traceback" not in said
    shown = out.buffer.getvalue().decode(errors="replace") + said  # type: ignore[attr-defined]
    assert "\x1b" not in shown
    return code, said
