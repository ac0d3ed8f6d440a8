"""Files as spreadsheets and other countries write them: read rightly and said so, or refused by row and column."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import probative as pv
from probative.errors import AmbiguousColumn, BadLabels, BadScores, MissingColumn, UnreadableFile
from probative.sources import first_rows, open_source
from probative.sources.decimal_commas import pointed
from probative.sources.files import open_file

from ..refusals import written

TRUTH = [1, 0, 1, 0, 1, 0, 1, 0]
A = [0.9, 0.2, 0.4, 0.6, 0.75, 0.1, 1e-05, 0.0]
B = [0.8, 0.3, 0.6, 0.5, 0.25, 0.2, 0.7, 0.1]


def text(*, comma: bool = False, odd: str | None = None, sep: str = ",") -> str:
    """The table of both models; `odd` stands in the third row of A."""

    def cell(value: object) -> str:
        return str(value).replace(".", ",") if comma else str(value)

    first: list[object] = [*A]
    if odd is not None:
        first[2] = odd
    lines = [sep.join(map(cell, row)) for row in zip(TRUTH, first, B, strict=True)]
    return "\n".join([sep.join(("y", "score_A", "score_B")), *lines]) + "\n"


ENCODED = {
    "decimal commas": text(comma=True, sep=";").encode(),
    "UTF-8 with a mark": text().encode("utf-8-sig"),
    "UTF-16": text().encode("utf-16"),
    "UTF-16 without a mark": text().encode("utf-16-le"),
    "UTF-16, decimal commas": text(comma=True, sep=";").encode("utf-16"),
    "a column without a name": "\n".join(
        f"{i if i else ''},{line}" for i, line in enumerate(text().splitlines())
    ).encode(),
}


def without_guesses(said: object) -> list[str]:
    """What is printed, but for what was found out about the file."""
    return [line for line in str(said).splitlines() if not line.startswith("guessed: ")]


@pytest.mark.parametrize("name", ENCODED)
def test_an_odd_file_gives_the_numbers_of_a_plain_one(name: str, tmp_path: Path) -> None:
    plain = pv.compare(written(tmp_path, "plain.csv", text()), truth="y", scores=["score_A", "score_B"])
    odd = pv.compare(written(tmp_path, "odd.csv", ENCODED[name]), truth="y", scores=["score_A", "score_B"])
    assert without_guesses(odd) == without_guesses(plain)
    gates = [pv.gate(tmp_path / name) for name in ("odd.csv", "plain.csv")]
    assert without_guesses(gates[0]) == without_guesses(gates[1])


def test_what_was_found_out_about_a_file_is_said(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", text(comma=True, sep=";").replace("score_B", "größe").encode("latin-1"))
    found = pv.evaluate(path, truth="y", scores=["score_A", "größe"])
    assert found.about.guesses == (
        "the file is not UTF-8: it was read as latin-1",
        "decimal commas were read as points: score_A, größe",
    )


def test_a_compressed_file_of_another_encoding(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv.gz", gzip.compress("y,größe\n1,0.5\n0,0.25\n".encode("latin-1")))
    source = open_source(path)
    assert source.listed(["größe"]).values["größe"].tolist() == [0.5, 0.25]
    assert source.file.encoding == "latin-1"


def test_long_integers_are_read_from_a_file_of_another_encoding(tmp_path: Path) -> None:
    long = 12345678901234567890123
    source = open_source(written(tmp_path, "p.csv", f"größe,y\n{long},1\n{long + 1},0\n".encode("latin-1")))
    assert source.listed(["größe"]).values["größe"].tolist() == [long, long + 1]


def test_bytes_that_are_no_text_stay_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        open_source(written(tmp_path, "p.csv", b"PK\x03\x04\x00\x00\xff\xfe\x00y,score\n" * 20))


@pytest.mark.parametrize("values", [["1,500", "20,000"], ["1,5", "x"], ["1,5,6", "2,0"]])
def test_commas_that_may_mean_something_else_stay_text(values: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", "y;score\n" + "".join(f"{i};{v}\n" for i, v in enumerate(values)))
    assert open_source(path).kinds["score"] == "text"
    assert pointed(np.array(values, object)) is None
    with pytest.raises(BadScores):
        pv.evaluate(path, truth="y", scores="score")


@pytest.mark.parametrize(
    "values",
    [["10,036.30", "-7", "1.5"], ["10.036,30", "-7", "1,5"], ["10 036,30", "-7", "1,5"], ["10'036.30", "-7", "1.5"]],
)
def test_marks_between_thousands_are_left_out_where_they_can_be_nothing_else(values: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", "y;price\n" + "".join(f"{i};{v}\n" for i, v in enumerate(values)))
    source = open_source(path)
    assert source.listed(["price"]).values["price"].tolist() == [10036.3, -7.0, 1.5]
    assert source.file.words == ("marks between thousands were left out: price",)


@pytest.mark.parametrize(
    ("lines", "decimal", "price"),
    [
        (["143.258;0,5", "71.707;1,25", "980;3"], None, [143258.0, 71707.0, 980.0]),
        (["143.258;10.036,30", "-71.707;1,25", "1.000.000;3"], None, [143258.0, -71707.0, 1000000.0]),
        (["143.258;a", "71.707;b", ";c"], ",", [143258.0, 71707.0, float("nan")]),
        # Fractions: one of fewer decimals, one below 1, a whole number of four digits, no word of commas.
        (["143.258;0,5", "71.7;1,25"], None, [143.258, 71.7]),
        (["143.258;0,5", "0.707;1,25"], None, [143.258, 0.707]),
        (["143.258;0,5", "1500;1,25"], None, [143.258, 1500.0]),
        (["143.258;a", "71.707;b"], None, [143.258, 71.707]),
        (["143.258;1,036.5", "71.707;7"], None, [143.258, 71.707]),
        (["143.258;0,5", "71.707;1,25"], ".", [143.258, 71.707]),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_points_part_thousands_where_the_file_has_decimal_commas(
    lines: list[str], decimal: str | None, price: list[float], encoding: str, tmp_path: Path
) -> None:
    content = "\n".join(["precio;größe", *lines]) + "\n"
    source = open_file(written(tmp_path, "p.csv", content.encode(encoding)), decimal=decimal)
    np.testing.assert_array_equal(source.listed(["precio"]).values["precio"].astype(float), price)
    assert ("precio" in source.file.thousands) == (max(map(abs, price[:2])) > 2000)


def test_points_stay_decimal_where_another_column_has_such(tmp_path: Path) -> None:
    lines = ["price;share;score", "143.258;0,5;0.25", "71.707;1,25;0.5"]
    source = open_file(written(tmp_path, "p.csv", "\n".join(lines) + "\n"))
    assert source.listed(["price"]).values["price"].tolist() == [143.258, 71.707]


def test_the_sign_that_was_named_says_what_the_other_one_is(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", "y;price\n1;1,500\n2;20,000\n")
    assert open_file(path, decimal=".").listed(["price"]).values["price"].tolist() == [1500.0, 20000.0]
    assert open_file(path, decimal=",").listed(["price"]).values["price"].tolist() == [1.5, 20.0]


@pytest.mark.parametrize(
    "values", [["1,500", "20,000", "3,000"], ["$5", "$10", "$7"], ["1,5 %", "x", "y"], ["7", "x", "3"]]
)
def test_a_truth_of_numbers_in_an_unclear_spelling_is_asked_about(values: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", "price;forecast\n" + "".join(f"{v};{v}\n" for v in values * 10))
    if "x" in values:
        assert pv.evaluate(path, truth="price", predicted="forecast").task == "classification"
        return
    with pytest.raises(BadLabels, match="'price' holds numbers in a spelling that is not clear"):
        pv.evaluate(path, truth="price", predicted="forecast")
    assert pv.evaluate(path, truth="price", predicted="forecast", task="classification").task == "classification"


@pytest.mark.parametrize(
    ("odd", "found"), [("n/a", "'n/a' in row 3 of 8"), ("high", "'high' in row 3 of 8"), ("0;4", "'0;4' in row 3 of 8")]
)
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("call", [pv.evaluate, pv.compare, pv.gate])
def test_a_score_that_is_no_number_is_shown_with_its_row(
    call: Any, named: bool, odd: str, found: str, tmp_path: Path
) -> None:
    words = {"truth": "y", "scores": ["score_A", "score_B"]} if named else {}
    with pytest.raises(BadScores) as refused:
        call(written(tmp_path, "p.csv", text(odd=odd)), **words)
    assert (refused.value.what, refused.value.found) == ("column 'score_A' must hold numbers.", found)


def test_a_bad_value_is_never_shown_as_a_good_one() -> None:
    with pytest.raises(BadScores) as refused:
        pv.Ladder.from_scores([1, 0, 1], np.array(["0.5", "n/a", "0.2"], object))
    assert "'n/a'" in str(refused.value.found)


def test_words_are_no_scores_and_it_is_said(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", "y,score,score_band\n" + "1,0.9,high\n0,0.2,low\n" * 5)
    assert "column 'score_band' holds no numbers, so it is no score" in pv.evaluate(path).about.guesses


@pytest.mark.parametrize("head", ["y,score_A,score_A", "y,y,score_A", "y,score_A,SCORE_A"])
@pytest.mark.parametrize("words", [{}, {"truth": "y", "scores": "score_A"}])
@pytest.mark.parametrize("ending", ["csv", "csv.gz"])
def test_a_name_that_stands_twice_is_refused(head: str, words: Any, ending: str, tmp_path: Path) -> None:
    content = "\n".join([head, *text().splitlines()[1:]]).encode()
    path = written(tmp_path, f"p.{ending}", gzip.compress(content) if ending.endswith("gz") else content)
    with pytest.raises(AmbiguousColumn, match="several columns have the name"):
        pv.evaluate(path, **words)


def test_a_frame_with_a_name_twice_is_refused() -> None:
    frame = pd.DataFrame([[1, 0.5, 0.2], [0, 0.1, 0.3]], columns=["y", "s", "s"])
    with pytest.raises(AmbiguousColumn):
        pv.evaluate(frame, truth="y", scores="s")


def test_only_a_name_that_is_needed_must_be_clear(tmp_path: Path) -> None:
    """And a column a_1 beside a is no second a."""
    path = written(tmp_path, "p.csv", "y,score,note,note\n1,0.9,a,b\n0,0.2,a,b\n")
    assert pv.evaluate(path, truth="y", scores="score").n == 2
    fine = written(tmp_path, "q.csv", "y,score,score_1\n1,0.9,0.1\n0,0.2,0.3\n")
    assert pv.evaluate(fine, truth="y", scores=["score", "score_1"]).n == 2


@pytest.mark.parametrize(
    ("columns", "words", "what"),
    [
        ({"y": [1, 0, 1], "s": [0.5, np.inf, 0.1]}, {"truth": "y", "scores": "s"}, "column 's' holds an infinite"),
        ({"y": [1.5, 0, 1], "p": [0.5, -np.inf, 2]}, {"truth": "y", "predicted": "p"}, "column 'p' holds an infinite"),
        ({"y": [1.5, np.inf, 1], "p": [0.5, 1, 2]}, {"truth": "y", "predicted": "p"}, "column 'y' holds an infinite"),
        ({"loss": [0.5, np.inf, 2]}, {"values": "loss", "better": "lower"}, "column 'loss' holds an infinite"),
    ],
)
def test_an_infinite_value_is_named_by_row_and_column(columns: Any, words: Any, what: str) -> None:
    with pytest.raises(BadScores, match=what) as refused:
        pv.evaluate(columns, **words)
    assert "inf in row 2 of 3" in str(refused.value.found)
    assert "--missing drop" in str(refused.value.remedy)


def test_infinite_log_odds_are_scores() -> None:
    """They rank first and last, which is all that an area asks."""
    ladder = pv.read({"y": [1, 0, 1, 0], "s": [np.inf, -2.0, 3.0, -np.inf]}, truth="y", scores="s").evidence("auc")
    assert pv.estimate("auc", ladder.total()).value == 1.0


def test_a_near_name_is_offered(tmp_path: Path) -> None:
    with pytest.raises(MissingColumn) as refused:
        pv.evaluate(written(tmp_path, "p.csv", text()), truth="y", scores="score-a")
    assert refused.value.remedy == "did you mean 'score_A'?"


RESULTS = (
    ",".join(("fold", "knn", "tree")) + "\n" + "".join(f"{i},{0.8 + i / 100},{0.7 + i * i / 900}\n" for i in range(9))
)


@pytest.mark.parametrize("name", ["", "Unnamed: 0", "index"])
def test_row_numbers_without_a_name_are_no_model(name: str, tmp_path: Path) -> None:
    plain = pv.compare(written(tmp_path, "plain.csv", RESULTS), of="paired")
    odd = pv.compare(written(tmp_path, "odd.csv", RESULTS.replace("fold", name, 1)), of="paired")
    assert odd.contests == plain.contests


def test_results_are_refused_by_row_too(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", RESULTS.replace("0.81,", "n/a,"))
    with pytest.raises(BadScores) as refused:
        pv.compare(path, of="paired")
    assert refused.value.found == "'n/a' in row 2 of 9"
    with pytest.raises(BadScores, match="column 'knn' holds an infinite value"):
        pv.compare(written(tmp_path, "q.csv", RESULTS.replace("0.81,", "inf,")), of="paired")


@pytest.mark.slow
def test_a_wide_table_of_few_rows(tmp_path):
    """Once a gigabyte was not enough for one row of 3,000: all columns of text were held against guesses together."""
    names = ",".join(f"c{i}" for i in range(3000))
    (tmp_path / "p.csv").write_text(names + "\n" + ",".join(str(i) for i in range(3000)))
    assert pv.read(tmp_path / "p.csv", truth="c1", predicted="c2").n == 1


def test_a_wide_table_is_held_against_its_first_rows_too(tmp_path, monkeypatch):
    """Whole numbers for 25,000 rows, and then 0.5: in the last of five columns, of which two are looked at together."""
    monkeypatch.setattr(first_rows, "TOGETHER", 2)
    rows = ["0,0,0,0,1"] * 25_000 + ["1,1,1,1,0.5"] * 2
    (tmp_path / "p.csv").write_text("c0,c1,c2,c3,c4\n" + "\n".join(rows))
    found = pv.evaluate(tmp_path / "p.csv", truth="c0", predicted="c4", task="regression")
    assert found.models["c4"].measures["mse"].value == pytest.approx((25_000 + 2 * 0.25) / 25_002, rel=1e-12)
