"""The schema of findings.json: made from the types, current, and what findings of every kind are held to."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv
from probative.errors import BadFormat

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
SCHEMA = json.loads((DOCS / "findings.schema.json").read_text(encoding="utf-8"))
N = 60
RNG = np.random.default_rng(3)
Y = np.arange(N) % 2
X = RNG.normal(Y[:, None], 1.2, (N, 2))
SCORES = {name: np.clip(RNG.normal(0.4 + 0.2 * Y, 0.2), 0, 1) for name in ("good", "poor")}
TABLE = {"y": Y, **{f"score_{name}": values for name, values in SCORES.items()}, "g": np.arange(N) // 3}
ANIMALS = np.array(["ant", "bee", "cow"])[np.arange(N) % 3]
PROBA = RNG.dirichlet([1, 1, 1], N)
TWO = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}


def experiment() -> pv.Findings:
    """A run with a baseline, a model that tunes itself, one that fails, and a permutation test."""
    tuned = pv.Tuned(TWO["tree"], {"max_depth": [1, 2]}, plan="2-fold")
    models = {"dull": DummyClassifier(), "tuned": tuned, "bad": DecisionTreeClassifier(max_depth=-1)}
    said = pv.run(models, X, Y, plan="3-fold stratified", on_error="record")
    test = pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=5).to_dict()
    return pv.evaluate(replace(said, about=replace(said.about, baseline="dull", permutation={"tuned": test})))


def theory() -> pv.Findings:
    results = {name: RNG.normal(0.7, 0.1, 9) for name in "ABC"}
    return pv.Findings.of(
        pv.compare(results, of="datasets", measure="accuracy", rope=0.01),
        pv.bias_variance(GaussianNB(), X, Y, repeats=3),
        pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=5),
        pv.select(TWO["tree"], {"max_depth": [1, 2]}, X, Y, plan="nested 3-fold/2-fold"),
    )


KINDS: dict[str, Callable[[], pv.Findings]] = {
    "binary": lambda: pv.evaluate(TABLE, truth="y", costs=pv.Costs(1, 5, 0.1)),
    "decided": lambda: pv.evaluate(TABLE, truth="y", threshold_by="youden", roc_n=5, costs=pv.Costs(1, 5)),
    "labels": lambda: pv.evaluate(truth=Y, predicted=1 - Y, positive=1),
    "slices": lambda: pv.evaluate(TABLE | {"site": ANIMALS}, truth="y", by="site"),
    "weighted": lambda: pv.evaluate(TABLE | {"w": 1 + np.arange(N) % 3}, truth="y", weight="w"),
    "clustered": lambda: pv.evaluate(TABLE, truth="y", groups="g"),
    "classes": lambda: pv.evaluate(
        {"y": ANIMALS, **{f"proba_{name}": PROBA[:, i] for i, name in enumerate(("ant", "bee", "cow"))}}, truth="y"
    ),
    "regression": lambda: pv.evaluate(truth=X[:, 0], predicted={"near": X[:, 0] + 0.1, "far": X[:, 1]}),
    "numbers in clusters": lambda: pv.evaluate(truth=X[:, 0], predicted=X[:, 1], groups=TABLE["g"]),
    "graded": lambda: pv.evaluate(
        TABLE | {"site": np.repeat(ANIMALS[:2], N // 2)},
        values=["score_good", "score_poor"],
        better="higher",
        row="g",
        by="site",
    ),
    "undefined": lambda: pv.evaluate(truth=[1] * N, scores=SCORES["good"], threshold=2),
    "folds": lambda: pv.evaluate(pv.run(TWO | {"none": DummyClassifier()}, X, Y, plan="2x3 stratified")),
    "pairs": lambda: pv.evaluate(pv.run(GaussianNB(), X[:16], Y[:16], plan="leave-pair-out")),
    "numbers in folds": lambda: pv.evaluate(
        pv.run({"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=1)}, X, X[:, 0] + Y, plan="3-fold")
    ),
    "experiment": experiment,
    "theory": theory,
}


def closed(schema: Any) -> Any:
    """The schema that forbids keys which it does not describe."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) for key, part in schema.items()}
    return made | ({"additionalProperties": False} if "properties" in schema else {})


def complaints(plain: Any, schema: Any = SCHEMA) -> list[str]:
    found = Draft202012Validator(schema).iter_errors(plain)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in found]


def test_the_schema_is_a_schema_and_current() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    spec = importlib.util.spec_from_file_location("make_schema", DOCS / "make_schema.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.TARGET.read_text(encoding="utf-8") == made.schema(), "make docs"


@pytest.mark.parametrize("path", sorted(HERE.glob("findings-*.json")), ids=lambda path: path.stem)
def test_files_of_every_version_are_valid(path: Path) -> None:
    assert complaints(json.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("kind", KINDS)
def test_findings_of_every_kind_are_valid_and_described_to_the_last_key(kind: str) -> None:
    plain = json.loads(KINDS[kind]().to_json())
    assert complaints(plain, closed(SCHEMA)) == []
    # What was read is what was written.
    assert pv.Findings.from_dict(plain).to_dict() == plain


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a version that is text": lambda plain: plain.update(probative="1"),
    "no models": lambda plain: plain.pop("models"),
    "rows that are text": lambda plain: plain.update(n="many"),
    "a value that is text": lambda plain: plain["models"]["good"]["measures"]["auc"].update(value="high"),
    "a note of unknown weight": lambda plain: plain["notes"][0].update(severity="fatal"),
    "a note about a number": lambda plain: plain["notes"][0].update(model=3),
    "a contest without models": lambda plain: plain["comparisons"][0].pop("a"),
    "a title that is a list": lambda plain: plain["about"].update(title=[]),
    "costs that are a number": lambda plain: plain["about"].update(costs=3),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_the_schema_forbids_is_refused_by_the_reader(name: str) -> None:
    plain = json.loads(KINDS["binary"]().to_json())
    WRONG[name](plain)
    assert complaints(plain)
    with pytest.raises(BadFormat):
        pv.Findings.from_dict(plain)
