"""The words for columns: one vocabulary, at a prompt and in Python."""

from __future__ import annotations

import pytest

import probative as pv
from probative.cli.words import IN_PYTHON
from probative.predictions import words

TABLE = {"y": [1, 0] * 20, "s": [0.9, 0.2, 0.4, 0.6] * 10, "g": [i // 4 for i in range(40)], "r": list(range(40))}


def test_the_words_of_the_command_line_mean_the_same_in_python() -> None:
    ours = pv.evaluate(TABLE, truth="y", scores="s", groups="g")
    theirs = pv.evaluate(TABLE, truth="y", score="s", group="g")
    assert theirs.models["s"].measures == ours.models["s"].measures
    graded = pv.evaluate(TABLE, value="s", better="higher", row="r")
    assert graded.models["s"].measures["mean_grade"].value == pytest.approx(0.525)
    assert pv.compare({**TABLE, "t": TABLE["s"][::-1]}, truth="y", score=["s", "t"]).contests[0].result.n == 40
    known = {**words.FOREIGN, **words.IN_PYTHON}
    assert {option: known[option] for option in IN_PYTHON} == IN_PYTHON


@pytest.mark.parametrize(("word", "told"), [("seed", "random_state="), ("bins", "binned="), ("trutj", "truth")])
def test_an_option_that_python_calls_otherwise_is_named(word: str, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        pv.read(TABLE, truth="y", scores="s", **{word: 3})  # type: ignore[arg-type]
