"""Explanations: every topic is whole, and names the right cause."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from probative import errors
from probative.explanation import Convention, Explanation, agree, explain, topics

from .known import COLUMNS, NAMES, SCORE, TABLE, N, Y, of, strict


def causes(found: Explanation) -> dict[str, str]:
    return {row.name: row.cause for row in found.differing}


# --- every topic -----------------------------------------------------------------------------------------------------


DEGENERATE: dict[str, list[dict[str, Any]]] = {
    "scores": [
        {"truth": [0, 1], "scores": [0.0, 1.0]},
        {"truth": [1, 0], "scores": [0.0, 1.0]},
        {"truth": [0, 0, 0], "scores": [0.1, 0.2, 0.3]},
        {"truth": [1, 1], "scores": [0.5, 0.5]},
        {"truth": [1, 0, 1, 0], "scores": [0.5, 0.5, 0.5, 0.5]},
        {"truth": [True, False, True], "scores": [0.0, 1e-300, 1.0]},
    ],
    "labels": [
        {"truth": [1, 1], "predicted": [1, 1]},
        {"truth": [0, 0], "predicted": [0, 0]},
        {"truth": [1, 0], "predicted": [0, 0]},
        {"truth": [0, 0], "predicted": [1, 1]},
        {"truth": [0, 1, 1], "predicted": [2, 3, 2], "positive": 1},
        {"truth": list("abc"), "predicted": list("aab"), "positive": "a"},
    ],
    "numbers": [
        {"truth": [1.0], "predicted": [2.0]},
        {"truth": [0, 0], "predicted": [0, 0]},
        {"truth": [0, 0], "predicted": [1, -1]},
        {"truth": [2, 2, 2], "predicted": [2, 2, 2]},
        {"truth": [1, -1, 3], "predicted": [-1, 1, 3]},
        {"truth": [1, 2, 3], "predicted": [2, 2, 2]},
    ],
    "pair": [
        {"truth": [1, 0], "predicted": [[1, 0], [1, 0]]},
        {"truth": [1, 0], "predicted": {"A": [1, 1], "B": [0, 0]}},
    ],
    "values": [{"values": [3.0]}, {"values": [1, 1, 1]}, {"values": [1, 2]}],
}


def check_whole(found: Explanation) -> None:
    """What every explanation keeps: a reason for what is undefined, a cause for what differs, strict JSON."""
    plain = strict(found.to_dict())
    assert plain["measure"] == found.measure
    assert plain["sentence"] == found.sentence
    assert len({row.name for row in found.conventions}) == len(found.conventions) == len(plain["conventions"])
    assert len(found.agreeing) + len(found.differing) + 1 == len(found.conventions)
    for row, line in zip(found.conventions, plain["conventions"], strict=True):
        assert row.rule
        assert (row.why_undefined is None) is row.defined
        assert (line["value"] is None) is not row.defined
        assert line["agrees"] is agree(row.value, found.value)
        assert row in found.agreeing or row.cause or line["ours"] or line["agrees"], f"{row.name} has no cause"
        assert f"'{row.name}'" in found.sentence or not found.differing
    assert [line["ours"] for line in plain["conventions"]] == [True] + [False] * (len(found.conventions) - 1)
    assert "nan" not in found.sentence.split()
    assert all(row.name in str(found) for row in found.conventions)


@pytest.mark.parametrize("name", NAMES)
def test_every_topic_is_whole(name: str) -> None:
    check_whole(of(name))


@pytest.mark.parametrize("name", NAMES)
def test_degenerate_data_have_answers(name: str) -> None:
    needs = next(topic.needs for topic in topics() if topic.name == name)
    for given in DEGENERATE[needs]:
        check_whole(explain(name, **given))


@pytest.mark.parametrize("name", NAMES)
def test_topics_say_what_they_are_about(name: str) -> None:
    topic = next(topic for topic in topics() if topic.name == name)
    assert topic.doc.endswith(".")
    assert "\n" not in topic.doc
    assert topic.roles


def test_explanations_are_frozen() -> None:
    found = of("auc")
    with pytest.raises(FrozenInstanceError):
        found.measure = "mcc"  # type: ignore[misc]
    with pytest.raises(KeyError, match="half credit"):
        found["nothing"]


@pytest.mark.parametrize("name", ["auc", "average_precision", "f1", "r2", "mcnemar", "mcc"])
def test_the_way_data_are_handed_in_makes_no_difference(name: str, tmp_path: Path) -> None:
    expected = of(name).to_dict()
    frame = pl.DataFrame(TABLE)
    frame.write_csv(tmp_path / "table.csv")
    frame.write_parquet(tmp_path / "table.parquet")
    tables = (pd.DataFrame(TABLE), frame, str(tmp_path / "table.csv"), tmp_path / "table.parquet")
    for table in tables:
        assert of(name, table).to_dict() == expected
    needs = next(topic.needs for topic in topics() if topic.name == name)
    arrays = {
        role: [TABLE[c] for c in column] if isinstance(column, list) else TABLE[column]
        for role, column in COLUMNS[needs].items()
    }
    assert explain(name, **arrays).to_dict() == expected


def test_names_and_aliases() -> None:
    for alias, name in (("ROC-AUC", "auc"), ("pr_auc", "average_precision"), ("matthews", "mcc"), ("ece", NAMES[0])):
        found = explain(alias, TABLE, **COLUMNS["labels" if alias == "matthews" else "scores"])
        assert found.measure == ("expected_calibration_error" if alias == "ece" else name)
    assert explain("smape", TABLE, **COLUMNS["numbers"]).measure == "mape"


def test_positive_and_missing() -> None:
    words = np.where(Y == 1, "yes", "no")
    assert explain("auc", truth=words, scores=SCORE, positive="yes").to_dict() == of("auc").to_dict()
    flipped = explain("auc", truth=words, scores=SCORE, positive="no")
    assert flipped.value == pytest.approx(1 - of("auc").value)
    holes = [None, *SCORE[1:]]
    with pytest.raises(errors.MissingValues):
        explain("auc", truth=Y, scores=holes)
    dropped = explain("auc", truth=Y, scores=holes, missing="drop")
    assert dropped.n == N - 1
    assert dropped.value == explain("auc", truth=Y[1:], scores=SCORE[1:]).value


# --- agreement and the sentence --------------------------------------------------------------------------------------


def test_agreement_is_to_1e_12() -> None:
    assert agree(0.5, 0.5 + 9e-13)
    assert not agree(0.5, 0.5 + 2e-12)
    assert agree(1e6, 1e6 + 5e-7)
    assert agree(float("inf"), float("inf"))
    assert not agree(float("inf"), float("-inf"))
    assert not agree(float("nan"), 0.0)
    a, b = Convention("a", (), "", 0.5), Convention("b", (), "", float("inf"))
    assert np.isnan(b.difference(a))
    assert b.to_dict()["value"] == "inf"


def test_all_agree() -> None:
    found = explain("auc", truth=[0, 0, 1, 1], scores=[0.1, 0.2, 0.3, 0.4])
    assert not found.differing
    assert found.sentence == (
        "auc is 1 ('half credit'). All 6 conventions agree to 1e-12 on these data: no score is shared by a positive "
        "and a negative; the median score is 0.35 of the positives and 0.15 of the negatives."
    )


def test_amounts_are_said() -> None:
    sentence = explain("auc", truth=[1, 0, 1, 0], scores=[0.9, 0.4, 0.4, 0.1]).sentence
    assert "'ties lost' 0.75 (-0.125)" in sentence
    assert "'ties won' 1 (+0.125)" in sentence


# --- the right cause -------------------------------------------------------------------------------------------------


def test_ties_are_named() -> None:
    y = [1] * 3 + [0] * 4 + [1, 0]
    found = explain("auc", truth=y, scores=[0.5] * 7 + [0.9, 0.1])
    assert set(causes(found)) == {"ties won", "ties lost", "row order"}
    tied = "12 of the 20 pairs of a positive and a negative are tied (1 tied score across classes)"
    assert set(causes(found).values()) == {tied}
    assert f"Because {tied}:" in found.sentence
    assert causes(explain("average_precision", truth=y, scores=[0.5] * 7 + [0.9, 0.1]))["row order"] == tied


def test_direction_is_named() -> None:
    found = explain("auc", truth=[1, 1, 0, 0], scores=[0.1, 0.2, 0.3, 0.4])
    assert found.value == 0
    assert found["direction by medians"].value == found["the larger side"].value == 1
    assert "0.15 of the positives and 0.35 of the negatives" in causes(found)["direction by medians"]
    assert causes(found)["the larger side"] == "the AUC is below 0.5"
    # The medians may point the right way while the AUC is below 0.5: pROC does not turn these round.
    found = explain("auc", truth=[1, 1, 1, 0, 0, 0], scores=[0.1, 0.4, 0.45, 0.3, 0.39, 0.9])
    assert found.value < 0.5
    assert found["direction by medians"].value == found.value
    infinite = explain("auc", truth=[1, 0, 1], scores=[np.inf, 2.5, -0.2])
    assert causes(infinite)["direction by medians"] == "some scores are infinite"


def test_short_lists_of_negatives_are_named() -> None:
    found = explain("auc50", truth=[1, 0, 1, 0], scores=[0.9, 0.6, 0.4, 0.1])
    assert causes(found) == {"always n negatives": "there are 2 negatives, fewer than n"}
    found = explain("auc_n", truth=[1, 0, 1, 0], scores=[0.9, 0.6, 0.4, 0.1], n=1)
    assert causes(found) == {"positives found": "1 of 2 positives score above the n-th negative"}
    missed = explain("auc_n", truth=[0, 1], scores=[0.9, 0.1], n=1)
    assert missed["positives found"].why_undefined == "no positive above the n-th negative"


def test_a_curve_below_the_diagonal_is_named() -> None:
    found = explain("partial_auc", truth=[0, 0, 1, 1], scores=[4, 3, 2, 1], max_fpr=0.5)
    assert found["McClish above chance"].why_undefined == "the curve lies below the diagonal"
    assert "0.5 wide" in causes(found)["McClish"]


def test_classes_never_predicted_are_named() -> None:
    found = explain("macro_f1", truth=list("AABBC"), predicted=list("AABBA"))
    assert causes(found)["mean of F, undefined classes dropped"] == "class C was never predicted"
    assert found.facts == ("class C was never predicted",)
    found = explain("macro_precision", truth=list("ABCD"), predicted=list("AABB"))
    assert found.why == "classes C, D were never predicted"
    assert set(causes(found)) == {"0/0 as 0", "0/0 as 1", "0/0 dropped"}
    assert "Because classes C, D were never predicted: '0/0 as 0'" in found.sentence
    found = explain("balanced_accuracy", truth=list("AABB"), predicted=list("AACB"))
    assert found.why == "class C was never actual"
    assert causes(found)["actual classes"] == causes(found)["absent as 0"] == "class C was never actual"
    assert "2 actual classes" in causes(found)["adjusted"]


def test_one_class_against_an_average() -> None:
    binary = explain("f1", truth=[1, 1, 0, 0, 0], predicted=[1, 0, 0, 0, 0])
    assert binary.conventions[0].name == "positive class"
    assert causes(binary)["micro"].startswith("all classes count: F is 0.8571 for class 0 (3 actual rows)")
    macro = explain("macro_f1", truth=[1, 1, 0, 0, 0], predicted=[1, 0, 0, 0, 0])
    assert macro.conventions[0].name == "mean of F"
    assert causes(macro)["positive class"].startswith("only class 1 counts: F is")


def test_one_sided_labels_are_named() -> None:
    found = explain("mcc", truth=[1, 0, 1], predicted=[1, 1, 1])
    assert found.why == "all predictions are of one class"
    assert "all predictions are of one class" in set(causes(found).values())
    assert "0/0" in explain("kappa", truth=[1, 1, 1], predicted=[1, 1, 1]).why
    weights = explain("kappa", truth=[1, 2, 3, 3, 1], predicted=[1, 2, 3, 1, 2])
    assert causes(weights)["quadratic weights"] == "1 of 2 wrong rows are more than one class off"
    assert not explain("kappa", truth=[1, 0, 1, 0], predicted=[1, 0, 0, 0]).differing


def test_zero_targets_are_named() -> None:
    found = explain("mape", truth=[0, 0, 2], predicted=[1, 0, 1])
    assert found.why == "2 targets are 0"
    assert causes(found)["floor 2.2e-16"] == causes(found)["zeros dropped"] == "2 targets are 0"
    assert found["zeros infinite"].why_undefined == "1 row with target and prediction 0: 0/0"
    assert explain("mape", truth=[0, 2], predicted=[1, 1])["zeros infinite"].value == float("inf")
    plain = explain("mape", truth=[1, 2], predicted=[2, 1])
    assert "zeros dropped" not in causes(plain)


def test_baselines_are_named() -> None:
    found = explain("r2", truth=[1, 2, 3], predicted=[2, 3, 4], training_mean=5)
    assert causes(found)["training mean"] == "the evaluated mean is 2, the baseline 5"
    assert "-1 + 1 * prediction" in causes(found)["squared correlation"]
    assert causes(found)["mean error removed"] == "the predictions are off by -1 on average"
    assert "adjusted" not in {row.name for row in found.conventions}
    constant = explain("r2", truth=[2, 2], predicted=[2, 3])
    assert causes(constant)["constant target as 0 or 1"] == constant.why == "all targets are equal"


def test_mcnemar_causes() -> None:
    even = explain("mcnemar", n01=20, n10=20)
    assert "the correction overshoots 0" in causes(even)["corrected, unclamped"]
    many = explain("mcnemar", n01=12, n10=28)
    assert "A alone was wrong in 12 rows and B alone in 28 rows: 40 disagreements" in causes(many)["exact"]
    assert many.conventions[0].name == "mid-p"
    assert {row.name for row in many.agreeing} == set()
    never = explain("mcnemar", truth=[1, 0], predicted=[[1, 1], [1, 1]])
    assert never.value == 1
    assert set(causes(never).values()) == {"the models never differ in being right"}
    assert never["chi-squared"].why_undefined == "no disagreements: 0/0"


def test_mcnemar_counts_rows() -> None:
    truth, a, b = np.array([1, 1, 1, 0, 0, 0]), np.array([0, 0, 1, 0, 0, 0]), np.array([1, 1, 1, 1, 0, 0])
    found = explain("mcnemar", truth=truth, predicted=[a, b])
    assert "A alone was wrong in 2 rows and B alone in 1 row" in found.facts[0]
    assert found.value == explain("mcnemar", n01=2, n10=1).value


def test_probabilities_of_0_are_named() -> None:
    found = explain("log_loss", truth=[1, 0, 0], scores=[0.0, 0.5, 1.0])
    assert found.value == float("inf")
    assert set(causes(found).values()) == {"2 rows were given probability 0 for what happened"}
    assert strict(found.to_dict())["value"] == "inf"
    near = explain("log_loss", truth=[1, 0], scores=[1 - 1e-9, 0.5])
    assert causes(near) == {"clip 1e-7": "1 probability lies nearer to 0 or 1 than 1e-7"}


def test_bins_are_named() -> None:
    rng = np.random.default_rng(0)
    score = np.concatenate([np.full(30, 0.31), rng.random(50)])
    found = explain("ece", truth=rng.random(80) < score, scores=score)
    assert "1 tied score is cut by an edge" in causes(found)["equal mass, ties split"]
    assert re.search(r"fullest of 10 bins of equal width holds \d+% of the rows", causes(found)["equal width"])
    assert "below 0.5 and turned round" in causes(found)["likelier class, 15 bins"]


def test_precision_between_points_is_named() -> None:
    found = explain("average_precision", truth=[0, 1, 1, 0], scores=[0.9, 0.5, 0.5, 0.1])
    assert "recall rises in 1 step" in causes(found)["straight lines from (0, 1)"]
    found = explain("average_precision", truth=[1, 0, 1, 0], scores=[0.9, 0.9, 0.5, 0.1])
    assert "first point has precision 0.5 at recall 0.5" in causes(found)["lower trapezoids"]


# --- bad input -------------------------------------------------------------------------------------------------------


GOOD = {"y": [1, 0, 1], "s": [0.9, 0.2, 0.4], "g": [1, 0, 0], "h": [0, 0, 1]}
BAD: list[tuple[type[errors.ProbativeError], str, tuple[Any, ...], dict[str, Any]]] = [
    (errors.UnknownMeasure, "no measure", ("aucc",), {"truth": [1, 0], "scores": [1, 0]}),
    (errors.UnknownMeasure, "no conventions of accuracy", ("accuracy",), {"truth": [1], "predicted": [1]}),
    (errors.BadInput, "no predictions", ("auc",), {"truth": [1, 0]}),
    (errors.BadInput, "truth is not clear", ("auc", {"a": [1, 0], "b": [0, 1], "s": [0.9, 0.2]}), {"scores": "s"}),
    (errors.BadInput, "does not use predicted", ("auc", GOOD), {"truth": "y", "scores": "s", "predicted": "g"}),
    (errors.BadInput, "does not use positive", ("r2", GOOD), {"truth": "y", "predicted": "s", "positive": 1}),
    (errors.BadInput, "must name columns", ("auc", GOOD), {"truth": "y", "scores": np.array([1, 2, 3])}),
    (errors.BadInput, "nothing to evaluate", ("auc",), {"truth": "y", "scores": "s"}),
    (errors.MissingColumn, "no column 'q'", ("auc", GOOD), {"truth": "y", "scores": "q"}),
    (errors.BadParameter, "do not depend on 'bins'", ("auc", GOOD), {"truth": "y", "scores": "s", "bins": 3}),
    (errors.BadParameter, "whole number", ("ece", GOOD), {"truth": "y", "scores": "s", "bins": 0}),
    (errors.BadParameter, "whole number", ("auc50", GOOD), {"truth": "y", "scores": "s", "n": 0}),
    (errors.BadParameter, "max_fpr", ("partial_auc", GOOD), {"truth": "y", "scores": "s", "max_fpr": 0}),
    (errors.BadParameter, "beta", ("f_beta", GOOD), {"truth": "y", "predicted": "g", "beta": -1}),
    (errors.BadParameter, "finite", ("r2", GOOD), {"truth": "y", "predicted": "s", "training_mean": np.inf}),
    (errors.BadParameter, "both n01 and n10", ("mcnemar",), {"n01": 3}),
    (errors.BadParameter, "counted", ("mcnemar",), {"truth": [1], "predicted": [[1], [0]], "n01": 1, "n10": 0}),
    (errors.BadInput, "two models", ("mcnemar", GOOD), {"truth": "y", "predicted": "g"}),
    (errors.BadInput, "two models", ("mcnemar",), {"truth": [1, 0], "predicted": {"A": [1, 0]}}),
    (errors.BadCounts, "n01", ("mcnemar",), {"n01": -1, "n10": 2}),
    (errors.LengthMismatch, "one model", ("f1", GOOD), {"truth": "y", "predicted": ["g", "h"]}),
    (errors.LengthMismatch, "length", ("auc",), {"truth": [1, 0], "scores": [1, 0, 1]}),
    (errors.BadLabels, "two classes", ("auc",), {"truth": [1, 2, 3], "scores": [1, 0, 1]}),
    (errors.BadLabels, "positive is not clear", ("auc",), {"truth": ["a", "b"], "scores": [1, 0]}),
    (errors.BadLabels, "positive is not clear", ("f1",), {"truth": ["a", "b"], "predicted": ["a", "a"]}),
    (errors.BadLabels, "does not occur", ("auc",), {"truth": ["a", "b"], "scores": [1, 0], "positive": "c"}),
    (errors.BadLabels, "different types", ("mcc",), {"truth": [1, 0], "predicted": ["1", "0"]}),
    (errors.BadScores, "must hold numbers", ("auc",), {"truth": [1, 0], "scores": ["x", "y"]}),
    (errors.BadScores, "between 0 and 1", ("log_loss",), {"truth": [1, 0], "scores": [2, 0]}),
    (errors.BadScores, "finite", ("sd",), {"values": [1, np.inf]}),
    (errors.MissingValues, "missing", ("mape",), {"truth": [1, np.nan], "predicted": [1, 2]}),
    (errors.EmptyData, "no rows", ("auc",), {"truth": [], "scores": []}),
    (errors.BadInput, "missing must be", ("auc", GOOD), {"truth": "y", "scores": "s", "missing": "ignore"}),
]


@pytest.mark.parametrize(("kind", "words", "arguments", "options"), BAD)
def test_bad_input(
    kind: type[errors.ProbativeError], words: str, arguments: tuple[Any, ...], options: dict[str, Any]
) -> None:
    with pytest.raises(kind, match=re.escape(words)) as caught:
        explain(*arguments, **options)
    assert caught.value.what.endswith(".")
    assert len(str(caught.value).splitlines()) <= 2
