"""What a new user has: a table of penguins, and one of ferries."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

N = 90
GENERATOR = np.random.default_rng(5)
ISLAND = GENERATOR.choice(["Île d'Or", "São Tomé", "Ærø nord"], N).astype(object)
ISLAND[7] = "seen only once"
SHIFT = np.array([{"Île d'Or": 0, "São Tomé": 1.5}.get(island, 3) for island in ISLAND])
BILL = np.round(GENERATOR.normal(size=N) * 0.8 + SHIFT, 2)
NAMES = np.array(["Adélie pingüin", "Chin strap", "Gen too"])
SPECIES = NAMES[np.digitize(BILL + GENERATOR.normal(size=N) * 0.3, [0.6, 2.2])]
MASS = np.round(3000 + 200 * BILL + GENERATOR.normal(size=N) * 50, 1)
SEX = GENERATOR.choice(["m", "f"], N)
FERRY = np.where(BILL + GENERATOR.normal(size=N) * 0.5 > 1.4, "yes", "no")
GAPS = GENERATOR.random((3, N)) < 0.1
TAGGED = np.where(GENERATOR.random(N) < 0.5, "true", "false")
MODELS = '''
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

bare = LogisticRegression()
VALUE = 3


def tree():
    return DecisionTreeClassifier(max_depth=2)


def number():
    return 3


def needs(argument):
    return bare


def fails():
    raise RuntimeError("out of order")


def by_name():
    columns = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), ["island"]), (SimpleImputer(), ["mass"]))
    return make_pipeline(columns, DecisionTreeClassifier(min_samples_leaf=5))


class Recorder(ClassifierMixin, BaseEstimator):
    seen = []

    def fit(self, X, y):
        self.seen.append((np.array(X), np.array(y)))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Plain:
    """Knows nothing of scikit-learn."""

    def fit(self, X, y):
        self.known, counts = np.unique(y, return_counts=True)
        self.answer = self.known[counts.argmax()]

    def predict(self, X):
        return np.full(len(X), self.answer)
'''


def table_of(path: Path, columns: dict[str, Any], mark: str = ",") -> str:
    """A file of text; None is a gap."""
    rows = zip(*columns.values(), strict=True)
    lines = [mark.join(columns), *(mark.join("" if v is None else str(v) for v in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def gappy(values: Any, gaps: Any) -> list[Any]:
    return [None if gone else value for value, gone in zip(values, gaps, strict=True)]


def messy() -> dict[str, Any]:
    """What a new user has: an identifier, text, constants, dates, booleans, gaps, accents."""
    return {
        "id": np.arange(1, N + 1),
        "species name": SPECIES,
        "bill mm": gappy(BILL, GAPS[0]),
        "mass": gappy(MASS, GAPS[1]),
        "island": gappy(ISLAND, GAPS[2]),
        "sex": SEX,
        "tagged": TAGGED,
        "remark": [f"seen by ranger {i} near the hut" for i in range(N)],
        "station": ["Palmer"] * N,
        "when": [f"2024-{1 + i % 9:02d}-{10 + i % 19}" for i in range(N)],
        "nothing": [None] * N,
        "ferry": FERRY,
    }


@dataclass
class Done:
    """What a call left behind."""

    code: int
    out: str
    err: str
    folder: Path

    @property
    def findings(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "findings.json").read_text(encoding="utf-8"))
        return found

    @property
    def fits(self) -> list[dict[str, Any]]:
        fits: list[dict[str, Any]] = json.loads((self.folder / "predictions.fits.json").read_text())["fits"]
        return fits

    def errors(self, model: str) -> list[Any]:
        return [fit["error"] for fit in self.fits if fit["model"] == model]


Call = Callable[..., Done]
QUICK = ("--target", "ferry", "--model", "tree", "--plan", "2-fold stratified")
