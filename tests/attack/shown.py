"""Saved results of every kind with values in the wrong places, shown by every command that shows them."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import probative as pv

from .lines import ended
from .odd import Rng, pick
from .saved import spoil

FORMS = ["text", "markdown", "latex", "csv", "json"]


def shown(rng: Rng, folder: Path) -> str:
    """A file with one to three wrong values, shown three times: refused, or shown, and never a defect."""
    name, plain = pick(rng, list(_known()))
    spoiled = copy.deepcopy(plain)
    for _ in range(int(rng.integers(1, 4))):
        spoil(rng, spoiled)
    (folder / "f.json").write_text(json.dumps(spoiled))
    codes = set()
    for _ in range(3):
        words = pick(rng, _commands(rng))
        code, said = ended(words, folder)
        assert code in (0, 2), f"{name}: {code} {words}: {said[-300:]}"
        codes.add(code)
    return f"exits {sorted(map(str, codes))}"


def _commands(rng: Rng) -> list[list[str]]:
    from probative.findings.tables import TABLES
    from probative.report.charts.kinds import kinds

    chart = pick(rng, list(kinds()))
    return [
        ["render", "f.json", "-o", "r.html"],
        ["render", "f.json", "--all"],
        ["table", "f.json", pick(rng, list(TABLES)), "--format", pick(rng, FORMS)],
        ["table", "f.json", "--list"],
        ["plot", "f.json", chart, "--json", "-"],
        ["plot", "f.json", "--list"],
        ["methods", "f.json", *pick(rng, [[], ["--bibtex"], ["--format", "latex"]])],
    ]


@cache
def _known() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Findings of every task with all that they may hold, as a file holds them."""
    made = {"binary": _binary(), "classes": _classes(), "regression": _regression(), "run": _run(), "more": _more()}
    made["audit"] = _audit()
    return tuple((name, json.loads(found.to_json())) for name, found in made.items())


def _rows() -> dict[str, Any]:
    rng = np.random.default_rng(1)
    y = np.arange(60) % 2
    made = {"y": y, "a": np.round(rng.random(60) + y * 0.4, 2) / 1.4, "b": rng.random(60)}
    return made | {"site": np.array(["n", "s", "w"])[rng.integers(0, 3, 60)], "w": rng.integers(1, 4, 60)}


def _binary() -> pv.Findings:
    return pv.evaluate(_rows(), truth="y", scores=["a", "b"], by="site", costs=pv.Costs(fp=1, fn=5, prior=0.2))


def _classes() -> pv.Findings:
    rng = np.random.default_rng(2)
    proba = rng.dirichlet([1, 1, 1], (2, 60))
    return pv.evaluate(truth=np.arange(60) % 3, scores={"a": proba[0], "b": proba[1]})


def _regression() -> pv.Findings:
    rows = _rows()
    rows["y"] = rows["a"] + rows["b"]
    return pv.evaluate(rows, truth="y", predicted=["a", "b"], by="site", task="regression")


def _run() -> pv.Findings:
    from sklearn.naive_bayes import GaussianNB

    rows = _rows()
    X = np.column_stack([rows["a"], rows["b"]])
    said = pv.run({"bayes": GaussianNB()}, X, rows["y"], plan="2x5 stratified")
    test = pv.permutation_test(GaussianNB(), X, rows["y"], plan="5-fold", n_permutations=19)
    return pv.evaluate(said).adding(test)


def _more() -> pv.Findings:
    from sklearn.linear_model import Ridge

    rows, task = _rows(), pv.NoisyFunction(lambda x: 2 * x, 0.5)
    X, y = rows["b"][:, None], rows["a"] + rows["b"]
    spread = pv.bias_variance(Ridge(), task=task, n=6, repeats=10)
    learnt = pv.learning_curve(Ridge(), X, y, sizes=[20, 40], plan="3-fold")
    study = pv.gaussian_study(pv.gaussian_example(1), sample=(20, 30))
    weak = pv.weak_slices(_rows(), features=["site"], truth="y", scores="a")
    verdict = pv.compare(_rows(), truth="y", scores=["a", "b"])
    return pv.Findings.of(spread, learnt, study, weak, verdict)


def _audit() -> pv.Findings:
    return pv.audit(_rows(), target="y")
