"""Who breaks the method is told so in plain words, with the remedy: in the terminal, in JSON and on the page."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ..unit.cli.command import run

RNG = np.random.default_rng(1)


@dataclass(frozen=True)
class Sinner:
    """A command that breaks the method, the guard that tells, and words of what is wrong and of the remedy."""

    table: dict[str, object]
    command: tuple[str, ...]
    code: str
    wrong: str
    remedy: str
    before: tuple[tuple[str, ...], ...] = ()
    """What was done first: looks at the same test rows."""


def series() -> dict[str, object]:
    walk = np.cumsum(RNG.normal(size=300))
    return {"day": np.arange(300), "x": RNG.normal(size=300), "before": np.r_[0, walk[:-1]], "y": walk}


def inputs(scale: bool = False) -> dict[str, object]:
    X = RNG.gamma(2, size=(240, 3))
    y = (X[:, 0] - X[:, 1] + RNG.normal(size=240) > 0).astype(int)
    X = (X - X.mean(axis=0)) / X.std(axis=0) if scale else X
    return {"a": X[:, 0], "b": X[:, 1], "c": X[:, 2], "y": y}


def twenty() -> dict[str, object]:
    y = RNG.permutation(np.arange(200) % 2)
    return {"y": y} | {f"score_m{i:02}": (1 / (1 + np.exp(-RNG.normal(2 * y - 1, 1.5)))).round(4) for i in range(20)}


def folds() -> dict[str, object]:
    base = RNG.normal(0.8, 0.05, 100)
    return {"A": base, "B": base + RNG.normal(0.01, 0.02, 100)}


RARE = {"y": np.repeat([1, 0], [5, 495]), "predicted": np.zeros(500, int)}
VARIANTS = tuple(word for k in (1, 5, 15) for word in ("--model", f"knn(n_neighbors={k})"))
OUT = ("--out", "out")
LEDGER = ("--ledger", "ledger.json")
TOLD = ("--json", "out/findings.json", "--html", "out/report.html")
SINNERS = {
    "shuffles a time series": Sinner(
        series(),
        ("run", "--target", "y", "--time", "day", "--model", "ridge", "--plan", "5-fold", "--force", *OUT),
        "time-order-broken",
        "models were tested on rows from before their training",
        "'time 5'",
    ),
    "scales before splitting": Sinner(
        inputs(scale=True),
        ("run", "--target", "y", "--model", "logistic", "--plan", "5-fold stratified", *OUT),
        "scaled-in-advance",
        "they were scaled before the split, with the test rows' help",
        "put the scaling into the model's pipeline",
    ),
    "tunes on the test set": Sinner(
        inputs(),
        ("run", "--target", "y", *VARIANTS, "--plan", "5-fold stratified", *OUT),
        "tuned-by-hand",
        "the value of the best is a selection score (optimistic)",
        "'nested",
    ),
    "tunes on the test set, look after look": Sinner(
        twenty(),
        ("evaluate", "--score", "score_m02", *TOLD, *LEDGER),
        "used-for-selection",
        "these test rows are used for selection: evaluated 3 times with 3 models",
        "test the winner once on rows that no choice has seen",
        tuple(("evaluate", "--score", f"score_m0{i}", *LEDGER) for i in range(2)),
    ),
    "t-tests 10 x 10 folds": Sinner(
        folds(),
        ("compare", "--of", "folds", "--test", "paired-t", "--n-train", "90", "--n-test", "10", "--force", *TOLD),
        "paired-t-of-folds",
        "it finds differences between equal learners far too often",
        "--test corrected-t",
    ),
    "reports 99 % accuracy at 99:1": Sinner(
        RARE,
        ("evaluate", "--positive", "1", *TOLD),
        "accuracy-below-baseline",
        "accuracy 0.990 is no higher than the 0.990 of always predicting 0",
        "look at balanced accuracy, MCC and the curves",
    ),
    "picks the best of twenty models": Sinner(
        twenty(),
        ("evaluate", *TOLD),
        "best-of-many",
        "Its value is a selection score (optimistic), and no estimate of its risk. Of 20 equally good models the best "
        "looks better by 0.0",
        "test the winner on rows that no choice has seen",
    ),
}
REFUSED = {"shuffles a time series": "'time 5'", "t-tests 10 x 10 folds": "corrected-t"}


@pytest.fixture(scope="module", params=SINNERS)
def sinner(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Path]:
    """The name of the sin, what the terminal said of it, and the folder with findings and page."""
    one, here = SINNERS[request.param], tmp_path_factory.mktemp("sin")
    pd.DataFrame(one.table).to_csv(here / "table.csv", index=False)
    command, *words = one.command
    if OUT[0] not in words:
        (here / "out").mkdir()
    for name, *more in one.before:
        assert run(name, "table.csv", *more, cwd=here).returncode == 0
    done = run(command, "table.csv", *words, cwd=here)
    return request.param, done.stdout + done.stderr, here


@pytest.mark.parametrize("place", ["terminal", "JSON", "page"])
def test_it_is_told_in_plain_words_with_the_remedy(sinner: tuple[str, str, Path], place: str) -> None:
    name, terminal, here = sinner
    one = SINNERS[name]
    if place == "JSON":
        kept = json.loads((here / "out" / "findings.json").read_text(encoding="utf-8"))
        note = next(note for note in _notes(kept) if note["code"] == one.code)
        assert note["severity"] in ("error", "warning")
        assert note["numbers"] or not re.search(r"\d", str(note["message"])), "numbers are for machines, too"
        told = f"{note['message']} {note['remedy']}"
    else:
        told = terminal if place == "terminal" else _words((here / "out" / "report.html").read_text(encoding="utf-8"))
        assert not re.search(r"\bR\d{2,3}\b", told), "codes of requirements are not for readers"
    plain = " ".join(told.split())
    assert one.wrong in plain
    assert one.remedy in plain


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_every_number_invalid_is_refused_unless_forced(name: str, tmp_path: Path) -> None:
    pd.DataFrame(SINNERS[name].table).to_csv(tmp_path / "table.csv", index=False)
    command, *words = SINNERS[name].command
    done = run(command, "table.csv", *(word for word in words if word != "--force"), cwd=tmp_path)
    assert done.returncode == 2
    assert REFUSED[name] in done.stderr


def _notes(kept: object) -> list[dict[str, object]]:
    """Every note of a file, wherever it stands in it."""
    if isinstance(kept, dict):
        own = [kept] if {"code", "severity", "remedy"} <= kept.keys() else []
        return own + [note for value in kept.values() for note in _notes(value)]
    return [note for value in kept for note in _notes(value)] if isinstance(kept, list) else []


def _words(page: str) -> str:
    """What a reader of the page sees, without its scripts and styles."""
    return html.unescape(re.sub(r"<[^>]+>", "", re.sub(r"<(script|style)[^>]*>.*?</\1>", "", page, flags=re.DOTALL)))
