"""What the paragraph states is what was done, and nothing that was done is left out."""

from __future__ import annotations

import numpy as np

import probative as pv

RNG = np.random.default_rng(11)
N = 300
TRUTH = RNG.integers(0, 2, N)
SCORES = {name: 1 / (1 + np.exp(-(TRUTH - 0.5 + RNG.normal(0, spread, N)))) for name, spread in (("a", 1), ("b", 2))}
WARD = np.arange(N) % 25


def paragraph(**words: object) -> str:
    return str(pv.evaluate(**words).methods().paragraph)  # type: ignore[arg-type]


def test_the_number_of_clusters_stands_in_paragraph_and_answer() -> None:
    found = pv.evaluate(truth=TRUTH, scores=SCORES, groups=WARD)
    assert f"one cluster, of which there were {len(set(WARD))}." in found.methods().paragraph
    assert f"on the same {N} rows in {len(set(WARD))} clusters" in found.answers[0].evidence


def test_where_classes_come_from() -> None:
    assert "Scores of at least 0.5 were called positive." in paragraph(truth=TRUTH, scores=SCORES)
    named = "The classes are those that the models themselves named."
    assert named in paragraph(truth=TRUTH, predicted={"a": 1 - TRUTH[::-1], "b": TRUTH})
    three = RNG.integers(0, 3, N)
    likely = RNG.dirichlet([1, 1, 1], N) + 0.5 * np.eye(3)[three]
    told = paragraph(truth=three, scores={"a": likely / likely.sum(axis=1, keepdims=True)})
    assert "The class with the highest score was taken as predicted." in told
    assert named not in told


def test_slices_hold_together_and_it_is_said() -> None:
    table = {"y": TRUTH, "score": SCORES["a"], "site": np.where(WARD < 9, "n", "s")}
    told = str(pv.evaluate(table, truth="y", by="site").methods().paragraph)
    assert "Intervals in slices hold for all 2 of a model together (Šidák 1967)." in told


def test_comparisons_and_gates_say_what_computed_them() -> None:
    table = {"y": TRUTH, **{f"score_{name}": scores for name, scores in SCORES.items()}}
    for made in (pv.compare(table, truth="y"), pv.gate(table, None, truth="y")):
        assert f"Computed with probative {pv.__version__}; whatever is random" in made.methods().paragraph
        again = type(made).from_dict(made.to_dict())
        assert again.methods().paragraph == made.methods().paragraph


def test_one_measure_is_reported_in_the_singular_and_tests_by_their_words() -> None:
    losses = RNG.gamma(2, 1, (N, 3))
    found = pv.evaluate(
        {"A": losses[:, 0], "B": losses[:, 1], "C": losses[:, 2]}, values=["A", "B", "C"], better="lower"
    )
    assert "Reported is mean loss." in found.methods().paragraph
    (tests,) = (item.answer for item in found.methods().checklist if (item.checklist, item.number) == ("REFORMS", "7c"))
    assert " by mean loss, adjusted by " in tests
    assert f"The fingerprint of the {N} rows is " in found.methods().paragraph


def test_a_rare_class_is_told_without_a_code() -> None:
    truth = np.arange(2000) % 100 == 0
    scores = RNG.random(2000) / 2 + truth / 2
    found = pv.evaluate(truth=truth, scores=scores)
    (said,) = (
        item.answer for item in found.methods().checklist if (item.checklist, item.number) == ("TRIPOD+AI", "13")
    )
    assert said == "only 1 % of the rows are of the rarer class"
