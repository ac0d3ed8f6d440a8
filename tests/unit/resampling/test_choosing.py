"""The chooser of schemes: what must not be broken comes first, and every scheme says what speaks for it."""

from __future__ import annotations

from typing import Any

import pytest

import probative as pv
from probative.errors import ProbativeError
from probative.resampling.base import known_plans
from probative.resampling.names import examples, plan


def test_every_scheme_has_pros_and_cons() -> None:
    for name in examples():
        made = plan(name)
        if not type(made).__module__.startswith("probative."):
            continue  # one that another test declared
        assert made.pros, name
        assert made.cons, name
    assert {type(plan(name)) for name in examples()} >= {kind for kind in known_plans() if kind.examples}


@pytest.mark.parametrize(
    ("facts", "advised"),
    [
        ({"n": 150, "y": list("abc") * 50}, "10x10-fold stratified"),
        ({"n": 5000, "y": [0, 1] * 2500}, "10-fold stratified"),
        ({"n": 5000}, "10-fold"),
        ({"n": 1_000_000}, "hold-out 70/30"),
        ({"n": 8}, "leave-one-out"),
        ({"n": 2}, "leave-one-out"),
        ({"n": 90, "groups": [i % 9 for i in range(90)]}, "leave-one-group-out"),
        ({"n": 90, "groups": [i % 30 for i in range(90)]}, "10-fold grouped"),
        ({"n": 90, "time": range(90)}, "time 5"),
        ({"n": 90, "time": range(90), "groups": [i % 9 for i in range(90)]}, "time 5"),
        ({"n": 90, "y": [0, 1] * 45, "candidates": 8}, "nested 10-fold stratified/5-fold stratified"),
        (
            {"n": 90, "groups": [i % 9 for i in range(90)], "candidates": 3},
            "nested leave-one-group-out plain/3-fold grouped",
        ),
        ({"n": 90, "y": [i / 7 for i in range(90)]}, "10x10-fold"),
    ],
)
def test_advice(facts: dict[str, Any], advised: str) -> None:
    found = pv.plans(**facts)
    assert found.advised == advised
    assert found.reasons
    assert found.options[0].fits


def test_trainings_are_those_that_the_plans_make() -> None:
    found = {option.plan: option for option in pv.plans(n=20, y=[0] * 10 + [1] * 10).options}
    counts = {"leave-one-out": 20, "leave-2-out": 190, "leave-pair-out": 100, "5x2-fold stratified": 10}
    assert {name: found[name].trainings for name in counts} == counts
    tuned = pv.plans(n=90, y=[0, 1] * 45, candidates=4).options[0]
    assert tuned.trainings == 10 * (5 * 4 + 1)


def test_schemes_that_break_time_groups_or_a_grid_do_not_fit() -> None:
    timed = {option.plan: option for option in pv.plans(n=60, time=range(60)).options}
    assert timed["time 5"].fits
    assert not timed["10-fold"].fits
    assert "later" in timed["10-fold"].why
    grouped = {option.plan: option for option in pv.plans(n=60, groups=[i % 6 for i in range(60)]).options}
    assert grouped["5-fold grouped"].fits
    assert "groups apart" in grouped["bootstrap 200"].why
    tuned = {option.plan: option for option in pv.plans(n=60, candidates=5).options}
    assert "optimistic" in tuned["10-fold"].why
    assert tuned["60/20/20"].fits
    assert tuned["60/20/20"].trainings == 6


def test_advice_that_cannot_be_done_says_so() -> None:
    """Two groups: one trains, and cannot be split again to choose inside."""
    found = pv.plans(n=20, groups=[0] * 10 + [1] * 10, candidates=3)
    assert "nested leave-one-group-out plain/2-fold grouped cannot be done: a single group" in found.reasons[-1]
    assert not found.options[0].fits


def test_a_rare_class_is_told_of() -> None:
    assert any("smallest class has 3 rows" in reason for reason in pv.plans(n=40, y=[0] * 37 + [1] * 3).reasons)


def test_few_folds_and_many_say_what_the_decks_say() -> None:
    assert "overstated" in plan("2-fold").cons
    assert "hide" in plan("leave-one-out").cons
    assert "hide" in plan("50-fold").cons


@pytest.mark.parametrize("facts", [{}, {"n": 1}, {"n": 5, "candidates": -1}, {"n": 4, "groups": [1, 1, 1, 1]}])
def test_bad_facts_are_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(ProbativeError):
        pv.plans(**facts)


def test_text_and_json() -> None:
    found = pv.plans(n=150, y=list("abc") * 50)
    text = str(found)
    assert text.startswith("Advised: 10x10-fold stratified\n")
    assert "Not for these rows:" in text
    assert found.to_dict()["facts"] == {
        "n": 150,
        "smallest": 50,
        "classes": 3,
        "groups": None,
        "time": False,
        "candidates": 0,
    }
