"""Requirements on the companion to the decks, on errata shown live, and on exercise 7 as it was set."""

from __future__ import annotations

import io
import json
import runpy
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import probative as pv
from probative.cli import main
from probative.companion import slides

from .entry import Entry

ROOT = Path(__file__).parents[3]


def printed(*words: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with redirect_stdout(out), suppress(SystemExit):
        main(words)
    return out.getvalue()


def value(which: str) -> Any:
    """The value of the first slide that answers to this name."""
    return pv.decks(which).answers[0].value


def script() -> str:
    """The first accuracy that the script of exercise 7 prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        runpy.run_path(str(ROOT / "examples" / "exercise_7_iris.py"), run_name="__main__")
    return out.getvalue().splitlines()[0].split()[-1]


def errata() -> int:
    """How many errata the companion shows."""
    return len({erratum.number for slide in slides() for erratum in slide.errata})


def worked_examples() -> int:
    """How many worked examples the companion answers."""
    return len({case for slide in slides() for case in slide.cases})


ENTRIES = [
    Entry("R223", "probative decks", errata, expected=69, source="the list of errata, E1 to E69"),
    Entry(
        "R223",
        'pv.decks("E35").answers[0].value["balanced_accuracy"]',
        lambda: value("E35")["balanced_accuracy"],
        expected=(40 / 50 + 45 / 50) / 2,
        tolerance=1e-12,
        source="deck 003, exercise 3, by hand (the deck prints 0.75)",
    ),
    Entry(
        "R223",
        "probative decks E12 --json -",
        lambda: json.loads(printed("decks", "E12", "--json", "-"))["answers"][0]["value"]["at least one"],
        expected=1 - 0.95**20,
        tolerance=1e-12,
        source="1 − 0.95²⁰",
    ),
    Entry(
        "R223",
        "probative decks 003-exercise-6",
        lambda: "I(A; P)        0.397313" in printed("decks", "003-exercise-6"),
        expected=True,
        source="deck 003, exercise 6",
    ),
    Entry("R223", "python examples/exercise_7_iris.py", script, expected="0.9600", source="scikit-learn, 1-NN on iris"),
    Entry(
        "R205",
        'pv.decks("001-paired-t-5-folds").answers[0].value["t"]',
        lambda: value("001-paired-t-5-folds")["t"],
        expected=-1.809068067467,
        tolerance=1e-9,
        source="scipy.stats.ttest_rel (the deck prints −0.824)",
    ),
    Entry("R205", "probative decks 003-exercise-5", worked_examples, expected=66, source="worked_examples.json"),
    Entry(
        "R203",
        "probative decks 004-r2-endpoints --json -",
        lambda: json.loads(printed("decks", "004-r2-endpoints", "--json", "-"))["answers"][0]["value"]["model"]["r2"],
        expected=0.948608137045,
        tolerance=1e-9,
        source="scikit-learn, r2_score",
    ),
]
