"""Rows of every kind, and how each kind of evidence is tallied from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

import probative as pv
from probative.evidence import Evidence

laws = settings(
    deadline=None,
    max_examples=25,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow],
)
"""Equal examples in every run: a law that fails does so for everybody."""
thorough = settings(laws, max_examples=100)
"""For laws that only rare examples break."""
brief = settings(laws, max_examples=12)
"""For laws that are asked of a hundred measures."""

ONE_ULP_UP = float(np.nextafter(0.5, 1.0))
SCORES = (0.0, -0.0, 0.25, 0.5, ONE_ULP_UP, 1.0, -1.0, np.inf, -np.inf, 5e-324, 1e300)
MIXED = (0, 1, 2, 10, -3, 0.5, "a", "b", "10")
EIGHTHS = tuple(row for row in product(range(9), repeat=3) if sum(row) == 8)
"""Probabilities of three classes in eighths: exact in binary, often tied, sometimes 0 or 1."""

weights = st.sampled_from((0.25, 0.5, 1.0, 2.0, 3.0))
"""Weights whose sums and squares are exact in binary."""
flags = st.booleans()
small = st.integers(-32, 32).map(lambda k: k / 2)


@dataclass(frozen=True)
class Kind:
    """How rows of one kind are drawn and tallied; `exact` if merging leaves no rounding."""

    name: str
    row: st.SearchStrategy[tuple[Any, ...]]
    tally: Callable[[list[tuple[Any, ...]]], Any]
    exact: bool = True

    def rows(self, min_size: int = 1, max_size: int = 12) -> st.SearchStrategy[list[tuple[Any, ...]]]:
        return st.lists(self.row, min_size=min_size, max_size=max_size)


def objects(values: Any) -> Any:
    """An array in which every label keeps its own type."""
    values = list(values)
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _columns(rows: list[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _outcomes(rows: list[tuple[Any, ...]]) -> pv.Outcomes:
    cells = {"tp": (True, True), "fn": (True, False), "fp": (False, True), "tn": (False, False)}
    return pv.Outcomes(**{name: sum(row == cell for row in rows) for name, cell in cells.items()})


def _weighted_outcomes(rows: list[tuple[Any, ...]]) -> pv.Outcomes:
    truth, guess, weight = _columns(rows)
    matrix = pv.ConfusionMatrix.from_labels(truth, guess, labels=[False, True], sample_weight=weight)
    return matrix.outcomes(True)


def _matrix(rows: list[tuple[Any, ...]]) -> pv.ConfusionMatrix:
    truth, guess, *weight = _columns(rows)
    return pv.ConfusionMatrix.from_labels(objects(truth), objects(guess), sample_weight=weight[0] if weight else None)


def _ladder(rows: list[tuple[Any, ...]]) -> pv.Ladder:
    truth, score, *weight = _columns(rows)
    return pv.Ladder.from_scores(truth, score, sample_weight=weight[0] if weight else None)


def _class_scores(rows: list[tuple[Any, ...]]) -> pv.ClassScores:
    truth, scores, *weight = _columns(rows)
    return pv.ClassScores.from_probabilities(
        truth, np.array(scores) / 8, labels=["x", "y", "z"], sample_weight=weight[0] if weight else None
    )


def _residuals(rows: list[tuple[Any, ...]]) -> pv.Residuals:
    truth, guess, *weight = _columns(rows)
    return pv.Residuals.from_values(truth, guess, sample_weight=weight[0] if weight else None)


def _value_pairs(rows: list[tuple[Any, ...]]) -> pv.ValuePairs:
    truth, guess, *weight = _columns(rows)
    return pv.ValuePairs.from_values(truth, guess, sample_weight=weight[0] if weight else None)


def _moments(rows: list[tuple[Any, ...]]) -> pv.Moments:
    values, *weight = _columns(rows)
    return pv.Moments.from_values(values, sample_weight=weight[0] if weight else None)


def _agreement(rows: list[tuple[Any, ...]]) -> pv.Agreement:
    truth, a, b, ids, *weight = _columns(rows)
    return pv.Agreement.from_predictions(truth, a, b, rows=ids, sample_weight=weight[0] if weight else None)


def _fingerprint(rows: list[tuple[Any, ...]]) -> pv.Fingerprint:
    truth, ids = _columns(rows)
    return pv.Fingerprint.from_rows(objects(truth), rows=ids)


def _ledger(rows: list[tuple[Any, ...]]) -> pv.Ledger:
    truth, score, site, fold = _columns(rows)
    data = {"y": np.array(truth), "s": score, "site": site, "fold": fold}
    return pv.tally(data, truth="y", score="s", by=["site", "fold"])


_label = st.sampled_from(MIXED)
_score = st.sampled_from(SCORES)
_simplex = st.tuples(st.sampled_from("xyz"), st.sampled_from(EIGHTHS))
_pair = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.integers(0, 10**6))
_keyed = st.tuples(flags, _score, st.sampled_from(("north", "süd", "o'x")), st.integers(0, 2))


def weighted(row: st.SearchStrategy[tuple[Any, ...]]) -> st.SearchStrategy[tuple[Any, ...]]:
    """The rows with a weight each."""
    return st.tuples(row, weights).map(lambda pair: (*pair[0], pair[1]))


KINDS = [
    Kind("outcomes", st.tuples(flags, flags), _outcomes),
    Kind("outcomes-weighted", weighted(st.tuples(flags, flags)), _weighted_outcomes),
    Kind("matrix", st.tuples(_label, _label), _matrix),
    Kind("matrix-weighted", weighted(st.tuples(_label, _label)), _matrix),
    Kind("ladder", st.tuples(flags, _score), _ladder),
    Kind("ladder-weighted", weighted(st.tuples(flags, _score)), _ladder),
    Kind("class-scores", _simplex, _class_scores),
    Kind("class-scores-weighted", weighted(_simplex), _class_scores),
    Kind("residuals", st.tuples(small, small), _residuals, exact=False),
    Kind("residuals-weighted", weighted(st.tuples(small, small)), _residuals, exact=False),
    Kind("value-pairs", st.tuples(small, small), _value_pairs),
    Kind("value-pairs-weighted", weighted(st.tuples(small, small)), _value_pairs),
    Kind("moments", st.tuples(small), _moments, exact=False),
    Kind("moments-weighted", weighted(st.tuples(small)), _moments, exact=False),
    Kind("agreement", _pair, _agreement),
    Kind("agreement-weighted", weighted(_pair), _agreement),
    Kind("fingerprint", st.tuples(_label, st.integers(0, 10**6)), _fingerprint),
    Kind("ledger", _keyed, _ledger),
]
BY_NAME = {kind.name: kind for kind in KINDS}
UNWEIGHTED = [kind for kind in KINDS if f"{kind.name}-weighted" in BY_NAME]
"""Kinds whose rows may also be weighted."""


def parts_of(evidence: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a record, of the records in it, and of the records in these."""
    if isinstance(evidence, Evidence):
        for field in fields(evidence):  # type: ignore[arg-type]
            yield from parts_of(getattr(evidence, field.name), f"{path}.{field.name}")
    elif isinstance(evidence, dict):
        for key, value in evidence.items():
            yield from parts_of(value, f"{path}[{key}]")
    elif isinstance(evidence, tuple):
        for i, value in enumerate(evidence):
            yield from parts_of(value, f"{path}[{i}]")
    else:
        yield path, evidence


def arrays_of(evidence: Any) -> list[Any]:
    return [value for _, value in parts_of(evidence) if isinstance(value, np.ndarray)]


def assert_same(kind: Kind, a: Any, b: Any) -> None:
    """Assert that two pieces of evidence are equal, or within 1e-9 of their scale where sums are rounded."""
    if kind.exact:
        assert a == b
        return
    ours, theirs = list(parts_of(a)), list(parts_of(b))
    assert [path for path, _ in ours] == [path for path, _ in theirs]
    for (path, x), (_, y) in zip(ours, theirs, strict=True):
        if x is None or y is None:
            assert x is y, path
        else:
            assert np.shape(x) == np.shape(y), path
            assert np.all(np.abs(np.asarray(x) - np.asarray(y)) <= _slack(np.asarray(x))), (path, x, y)


def _slack(x: Any) -> Any:
    """1e-9 of the sum of absolute k-th powers, as bounded by the sums of zeroth and sixth powers (Hölder)."""
    if x.ndim == 0 or x.shape[0] != 7:
        return 1e-9 * max(float(np.abs(x).max(initial=0.0)), 1.0)
    orders, n = np.indices(x.shape), float(x.flat[0])
    spreads = [x[6, 0], x[0, 6]] if x.ndim == 2 else [x[6]]
    scale = np.ones(x.shape)
    for order, spread in zip(orders, spreads, strict=True):
        scale = scale * (max(float(spread), 1e-18) / n) ** (order / 6)
    return 1e-9 * n * scale + 1e-12
