"""Records: written by their types, read back the same, and refused with the place of what does not fit."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import inf, nan
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadFormat
from probative.evidence.arrays import Array, Floats
from probative.records import INHERITED, OMITTED, OPTIONAL, SCATTERED, Record, Shared, Written, key, plain


@dataclass(frozen=True, slots=True)
class Leaf(Record):
    """A value at a level."""

    value: float
    level: float = field(default=0.95, metadata=INHERITED)


@dataclass(frozen=True, slots=True, eq=False)
class Tree(Record):
    """Everything that a record may hold."""

    head: ClassVar[dict[str, Any]] = {"kind": "tree"}
    also: ClassVar[dict[str, str]] = {"twice": "twice", "first": "leaf.value", "words": "__str__"}

    n: int
    title: str
    level: float
    leaf: Leaf
    short: dict[str, Annotated[Leaf, Shared("level")]]
    kind_of: Literal["oak", "elm"] = "oak"
    maybe: float | None = None
    either: float | tuple[float, float] | None = None
    pair: tuple[int, str] = (0, "")
    many: tuple[Leaf, ...] = ()
    values: Floats = field(default_factory=lambda: np.zeros(0))
    counts: Array = field(default_factory=lambda: np.zeros(0, int))
    renamed: bool = field(default=False, metadata=key("called"))
    anything: Any = None
    ready: Annotated[dict[str, Any], Written.ALREADY] = field(default_factory=dict)
    model: Any = field(default=None, metadata=OMITTED)
    seldom: int | None = field(default=None, metadata=OPTIONAL)

    @property
    def twice(self) -> int:
        """Two times n."""
        return 2 * self.n

    def __str__(self) -> str:
        return f"tree {self.title}"


def tree(**more: Any) -> Tree:
    given: dict[str, Any] = {"n": 3, "title": "a", "level": 0.9, "leaf": Leaf(inf, 0.5), "short": {"x": Leaf(nan, 0.9)}}
    return Tree(**given | more)


FULL = tree(
    kind_of="elm",
    maybe=-inf,
    either=(1.0, nan),
    pair=(2, "b"),
    many=(Leaf(1, 0.9), Leaf(2.5, 0.8)),
    values=np.array([[1.0, nan], [inf, -inf]]),
    counts=np.arange(3),
    renamed=True,
    anything=["x", None, 1.5],
    ready={"points": [1, "inf"]},
)


@pytest.mark.parametrize("made", [tree(), FULL], ids=["least", "full"])
def test_what_was_written_is_read(made: Tree) -> None:
    written = json.loads(made.to_json())
    assert Tree.from_dict(written) == made
    assert Tree.from_json(made.to_json()).to_dict() == made.to_dict() == written


def test_the_json_of_every_type() -> None:
    assert FULL.to_dict() == {
        "kind": "tree",
        "n": 3,
        "title": "a",
        "level": 0.9,
        "leaf": {"value": "inf", "level": 0.5},
        "short": {"x": {"value": None}},
        "kind_of": "elm",
        "maybe": "-inf",
        "either": [1.0, None],
        "pair": [2, "b"],
        "many": [{"value": 1, "level": 0.9}, {"value": 2.5, "level": 0.8}],
        "values": [[1.0, None], ["inf", "-inf"]],
        "counts": [0, 1, 2],
        "called": True,
        "anything": ["x", None, 1.5],
        "ready": {"points": [1, "inf"]},
        "twice": 6,
        "first": "inf",
        "words": "tree a",
    }


def test_some_keys_are_written_only_where_there_is_something() -> None:
    assert "seldom" not in tree().to_dict()
    assert tree(seldom=0).to_dict()["seldom"] == 0
    assert Tree.from_dict(tree(seldom=0).to_dict()).seldom == 0


def test_a_level_that_is_not_said_is_that_around_it() -> None:
    written = FULL.to_dict()
    del written["many"][0]["level"]
    read = Tree.from_dict(written)
    assert read.short["x"].level == 0.9
    assert read.many[0].level == 0.9
    assert Leaf.from_dict({"value": 1}).level == 0.95


def test_unknown_keys_are_left_alone_and_missing_ones_are_as_not_given() -> None:
    least = {"n": 1, "title": "t", "level": 0.5, "leaf": {"value": 1}, "short": None, "novelty": [1]}
    read = Tree.from_dict(least)
    assert read == tree(n=1, title="t", level=0.5, leaf=Leaf(1, 0.5), short={})


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"n": "3"}, "n is not a whole number"),
        ({"n": 3.5}, "n is not a whole number"),
        ({"n": True}, "n is not a whole number"),
        ({"n": None}, "n is not a whole number"),
        ({"title": 3}, "title is not text"),
        ({"level": "high"}, "level is not a number"),
        ({"level": [0.5]}, "level is not a number"),
        ({"level": False}, "level is not a number"),
        ({"leaf": 3}, "leaf is not an object"),
        ({"leaf": {}}, "leaf/value is not there"),
        ({"short": {"x": {"value": "much"}}}, "short/x/value is not a number"),
        ({"short": [1]}, "short is not an object"),
        ({"kind_of": "fir"}, "kind_of is not one of oak, elm"),
        ({"either": "x"}, "either is not a list of 2"),
        ({"pair": [1]}, "pair is not a list of 2"),
        ({"many": [{"value": 1}, {"value": "x"}]}, "many/1/value is not a number"),
        ({"many": 3}, "many is not a list"),
        ({"values": 3}, "values is not a list"),
        ({"values": ["x"]}, "values is not a list of numbers"),
        ({"called": 1}, "called is not true or false"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(BadFormat) as caught:
        Tree.from_dict(FULL.to_dict() | change)
    assert caught.value.what == f"{place}."


@pytest.mark.parametrize("wrong", [None, 3, [], "text"])
def test_what_is_no_record_is_refused(wrong: Any) -> None:
    with pytest.raises(BadFormat, match="this is not an object"):
        Leaf.from_dict(wrong)


def test_strangers_are_written_as_their_text() -> None:
    made = plain({1: np.float32(0.5), "b": np.bool_(True), "c": {1, 2}, "d": Leaf(1), "e": (np.int8(3), nan)})
    assert made == {"1": 0.5, "b": True, "c": "{1, 2}", "d": {"value": 1, "level": 0.95}, "e": [3, None]}
    json.dumps(made, allow_nan=False)


def test_records_are_equal_by_content() -> None:
    assert tree(values=np.array([nan, 1.0])) == tree(values=np.array([nan, 1.0]))
    assert tree(values=np.array([nan, 1.0])) != tree(values=np.array([nan, 2.0]))
    assert tree() != Leaf(1)


def test_a_record_that_lacks_what_stays_out_of_json_is_not_made_again() -> None:
    @dataclass(frozen=True)
    class Trained(Record):
        """A model with its score."""

        score: float
        model: Any = field(metadata=OMITTED)

    assert Trained(0.5, object()).to_dict() == {"score": 0.5}
    with pytest.raises(BadFormat, match="a saved Trained cannot be made again: it holds no model"):
        Trained.from_dict({"score": 0.5})


def test_a_field_may_stand_under_other_keys() -> None:
    @dataclass(frozen=True)
    class Flat(Record):
        """A leaf that lies flat."""

        also: ClassVar[dict[str, str]] = {"value": "leaf.value"}

        name: str
        leaf: Leaf = field(metadata=SCATTERED)

        @classmethod
        def upgraded(cls, plain: dict[str, Any]) -> dict[str, Any]:
            return plain | {"leaf": {"value": plain["value"]}}

    globals()["Flat"] = Flat
    assert Flat("x", Leaf(2)).to_dict() == {"name": "x", "value": 2}
    assert Flat.from_dict({"name": "x", "value": 2}) == Flat("x", Leaf(2))


def results() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    a, b, c = (rng.normal(size=9) for _ in range(3))
    y = np.arange(30) % 2
    score = rng.random(30)
    return {
        "test": pv.stats.paired_t(a, b),
        "analysis": pv.stats.anova(a, b, c),
        "pairs": pv.stats.nemenyi(np.column_stack([a, b, c])),
        "posterior": pv.stats.bayes_correlated_t(a, b, rho=0.1, rope=0.1),
        "verdict": pv.compare({"A": a, "B": b, "C": c}, of="datasets", rope=0.1),
        "choice": pv.best_threshold(pv.Ladder.from_scores(y, score), "accuracy", replicates=5),
        "explanation": pv.explain("auc", truth=y, scores=score),
        "size": pv.plan_size("mean-loss", sd=1, difference=0.5, power=0.8),
        "gate": pv.gate({"y": y, "score": score}, {"y": y, "score": score**2}, measure="auc", margin=0.1),
        "permutation": pv.permutation_test(GaussianNB(), rng.normal(size=(30, 1)), y, plan="2-fold", n_permutations=4),
    }


def test_results_of_every_room_are_read_back() -> None:
    for name, found in results().items():
        again = type(found).from_json(found.to_json())
        assert again.to_json() == found.to_json(), name
        assert str(again) == str(found), name
