"""What help says: its examples run as they stand, its words are the shell's, and it names no requirement."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import typer

import probative as pv
from probative.cli.app import app

from ..workshop import furnish
from .command import run

LONG = ("run", "validate", "study", "learning-curve", "validation-curve")
"""Examples that train or simulate for a while."""
CODE = re.compile(r"\b[RE]\d{1,3}\b")


def commands(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    group = group or typer.main.get_command(app)
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, f"{before}{name} ")
        else:
            yield f"{before}{name}", one


COMMANDS = dict(commands())
EXAMPLES = {
    name: [part for part in one.epilog.removeprefix("Example: ").split("; ") if part.startswith("probative ")]
    for name, one in COMMANDS.items()
    if one.epilog
}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the documents speak of, and those that only examples do."""
    here = tmp_path_factory.mktemp("help")
    furnish(here)
    rng = np.random.default_rng(3)
    middle, y = rng.normal(size=80), rng.normal(size=80)
    bounds = {"low": middle - 1.3, "mid": middle, "up": middle + 1.3, "lower": middle - 1.6, "high": middle + 1.6}
    pd.DataFrame({"y": middle + y, **bounds}).to_csv(here / "forecasts.csv", index=False)
    rows = pd.read_csv(here / "predictions.csv")
    for i, part in enumerate(np.array_split(np.arange(len(rows)), 2)):
        rows.iloc[part].to_parquet(here / f"part-{i}.parquet")
        name, words = ("monday", "tuesday")[i], ("--truth", "y", "--score", "score", "--positive", "yes")
        assert run("tally", f"part-{i}.parquet", *words, "-o", f"{name}.json", cwd=here).returncode == 0
    return here


def test_every_command_has_an_example_that_can_be_run() -> None:
    assert [name for name in COMMANDS if not EXAMPLES.get(name)] == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in EXAMPLES if name != "serve"]
)
def test_examples_run(workshop: Path, name: str) -> None:
    for line in EXAMPLES[name]:
        done = run(*shlex.split(line)[1:], cwd=workshop)
        # A gate may find the rows too few: it has run all the same.
        assert done.returncode in ((0, 3) if name == "gate" else (0,)), (line, done.stderr)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_speaks_of_no_requirement_and_not_in_python(name: str) -> None:
    one = COMMANDS[name]
    told = " ".join(
        [one.help or "", one.short_help or "", *(getattr(option, "help", None) or "" for option in one.params)]
    )
    told = told.replace("R2", "")
    if name != "decks":
        assert not CODE.findall(told)
    assert not re.search(r"\b(pos_label|random_state|clip=|margin=|threshold=|level=)", told)
    assert one.short_help is None or len(one.short_help) < 60, "cut at 80 columns"


def documented() -> Iterator[tuple[str, str]]:
    """Every public name and public member with its docstring."""
    for name in dir(pv):
        thing = getattr(pv, name)
        yield name, inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for part, member in vars(thing).items():
                if not part.startswith("_"):
                    yield f"{name}.{part}", inspect.getdoc(member) or ""


def test_no_docstring_that_users_read_names_a_requirement() -> None:
    assert [name for name, text in documented() if re.search(r"\bR\d{1,3}\b(?<!R2)", text)] == []
