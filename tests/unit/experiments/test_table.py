"""A table as a learner sees it: kinds of columns, decimal commas, what is refused, preprocessing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from probative.errors import AmbiguousColumn, BadInput, EmptyData, MissingColumn, MissingValues
from probative.experiments.experiment import experiment
from probative.experiments.kinds import kind_of_column
from probative.experiments.learning_table import preprocessed, read_table
from probative.sources.decimal_commas import pointed

from ..penguins import BILL, FERRY, SEX


def test_kinds_of_columns_by_hand() -> None:
    table = read_table(
        {
            "id": [3, 1, 2, 4, 5, 6],
            "valid": [1.5, 2.5, 0.5, 3.5, 4.5, 5.5],
            "CustomerId": ["a", "b", "c", "d", "e", "f"],
            "flag": [True, False, True, True, False, False],
            "colour": ["r", "g", None, "r", "b", "b"],
            "constant": [7, 7, 7, 7, 7, 7],
            "constant gaps": [7.0, np.nan, 7, 7, 7, 7],
            "word gaps": ["x", None, "x", "x", "x", "x"],
            "empty": [np.nan] * 6,
            "copy": ["p", "q", "p", "q", "p", "q"],
            "day": [f"2024-01-0{i}" for i in (1, 1, 2, 3, 3, 4)],
            "moment": [f"2024-01-0{i} 10:30:00.5" for i in (1, 1, 2, 3, 3, 4)],
            "price": ["1,5", "0,25", None, "3", "-2,0", "4,125"],
            "size": ["1,500", "2,250", "3", "4", "5", "5"],
            "y": ["p", "q", "p", "q", "p", "q"],
        },
        "y",
    )
    assert table.numeric == ("valid", "flag", "price")
    assert table.categorical == ("colour", "word gaps", "size")
    reasons = {name: why.partition(";")[0] for name, why in table.left_out.items()}
    assert reasons == {
        "id": "an identifier",
        "CustomerId": "an identifier",
        "constant": "one value only",
        "constant gaps": "one value only",
        "empty": "no values",
        "copy": "a copy of the target",
        "day": "dates",
        "moment": "dates",
    }
    assert table.missing == {"colour": 1, "word gaps": 1, "price": 1}
    assert table.commas == ("price",)
    expected = [
        [1.5, 1, 1.5, 2, 0, 0],
        [2.5, 0, 0.25, 1, np.nan, 1],
        [0.5, 1, np.nan, np.nan, 0, 2],
        [3.5, 1, 3, 2, 0, 3],
        [4.5, 0, -2, 0, 0, 4],
        [5.5, 0, 4.125, 0, 0, 4],
    ]
    np.testing.assert_array_equal(table.X, expected)
    assert table.y.tolist() == ["p", "q", "p", "q", "p", "q"]
    assert list(table.frame) == [*table.numeric, *table.categorical]
    assert table.words()[:2] == ["numbers: valid, flag, price", "categories: colour, word gaps, size"]


def test_what_the_user_says_is_so() -> None:
    columns = {
        "id": [1, 2, 3, 4],
        "size": ["1", "2", "3", "10"],
        "zip": [10115, 10117, 10115, 10119],
        "y": [0, 1, 0, 1],
    }
    table = read_table(columns, "y", numeric=["id", "size"], categorical=["zip"])
    assert (table.numeric, table.categorical, table.left_out) == (("id", "size"), ("zip",), {})
    np.testing.assert_array_equal(table.X, [[1, 1, 0], [2, 2, 1], [3, 3, 0], [4, 10, 2]])
    dropped = read_table(columns, "y", drop=["id", "size"])
    assert dropped.left_out == {"id": "as asked", "size": "as asked"}
    commas = {"code": ["1,2", "3", "2,4", "1"], "y": [0, 1, 0, 1]}
    assert read_table(commas, "y", categorical=["code"]).categorical == ("code",)


def test_texts_and_categories() -> None:
    words = np.array([f"w{i}" for i in range(60)], object)
    assert kind_of_column(words, "note", "text") == ("left out", "60 different texts in 60 rows")
    kind, why = kind_of_column(words[:50], "note", "text")
    assert (kind, why.partition(",")[0]) == ("left out", "another text in every row")
    assert kind_of_column(words[:50], "note", "text", categorical=["note"]) == ("category", "")
    assert kind_of_column(np.append(words[:50], "w0"), "note", "text") == ("category", "")
    assert kind_of_column(np.tile(words, 3), "note", "text") == ("category", "")
    assert kind_of_column(np.array([1.5, 2.5, 3.5]), "id", "number") == ("number", "")
    assert kind_of_column(np.array([1, 2, 2]), "id", "number") == ("number", "")
    assert kind_of_column(np.array([1, 2, 3]), "paid", "number") == ("number", "")


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["1,5", "2"], [1.5, 2]),
        (["0,500", "20,000"], [0.5, 20]),
        (["+1,25", "-3"], [1.25, -3]),
        (["1,500", "20,000", "0"], None),
        (["1,2,3", "4"], None),
        (["1,5", "x"], None),
        (["10", "20"], None),
        ([None, None], None),
    ],
)
def test_decimal_commas_and_thousands(texts: list[Any], numbers: list[float] | None) -> None:
    found = pointed(np.array(texts, object))
    assert (None if found is None else found.tolist()) == numbers


def test_tables_that_are_refused() -> None:
    with pytest.raises(MissingColumn, match="no column 'z'"):
        read_table({"a": [1, 2], "y": [0, 1]}, "z")
    with pytest.raises(AmbiguousColumn, match="no column is left"):
        read_table({"y": [0, 1]}, "y")
    with pytest.raises(EmptyData, match="no row has a target"):
        read_table({"a": [1.0, 2.0], "y": [np.nan, np.nan]}, "y")
    with pytest.raises(MissingValues, match="target 'y' is missing"):
        read_table({"a": [1.0, 2.0], "y": [np.nan, 1.0]}, "y")
    with pytest.raises(BadInput, match="'a' holds infinite values"):
        read_table({"a": [1.0, np.inf], "y": [0, 1]}, "y")


def test_preprocessing_knows_training_rows_only() -> None:
    """Medians, means, spreads and categories by hand, from the first five rows of eight."""
    table = read_table(
        {
            "x": [1.0, 2.0, np.nan, 4.0, 9.0, 1000.0, np.nan, -500.0],
            "c": ["a", "b", "a", None, "b", "new", "a", None],
            "y": [0, 1, 0, 1, 0, 1, 0, 1],
        },
        "y",
    )
    model = preprocessed(LogisticRegression(), table).fit(table.X[:5], table.y[:5])
    filled = np.array([1.0, 2.0, 3.0, 4.0, 9.0])  # the median of 1, 2, 4, 9 is 3
    mean, spread = filled.mean(), filled.std()
    seen = model.named_steps["prepare"].transform(table.X)
    np.testing.assert_allclose(seen[:5, 0], (filled - mean) / spread)
    np.testing.assert_allclose(seen[5:, 0], (np.array([1000.0, 3.0, -500.0]) - mean) / spread)
    a, b, gap, new = [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]
    np.testing.assert_array_equal(seen[:, 1:], [a, b, a, gap, b, new, a, gap])


def test_experiment_from_python_says_what_it_guesses() -> None:
    lines: list[str] = []
    said = experiment(
        {"bill": BILL, "sex": SEX, "ferry": FERRY}, target="ferry", models=["tree"], plan="2-fold", say=lines.append
    )
    assert list(said.models) == ["baseline", "tree"]
    assert list(said.about.guesses) == lines[:-1]
    assert said.about.target == "ferry"
    assert any("sex" in line and "categor" in line for line in lines)
