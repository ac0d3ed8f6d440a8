"""Cases of pairs and of margins: a test that holds is told from one that does not."""

from __future__ import annotations

import numpy as np
import pytest

from probative.stats import Pairwise
from probative.stats.result import Pair
from probative.validation.cases import equivalent, post_hoc
from probative.validation.cases.equivalent import Equivalent
from probative.validation.cases.post_hoc import PostHocTests
from probative.validation.worlds.results import Measurements


def test_every_world_has_the_tests_whose_assumptions_it_keeps() -> None:
    named = {
        (of, shape): PostHocTests(Measurements(12, of, 3, shape)).subjects
        for of, shape in (("datasets", "skewed"), ("independent", "normal"), ("independent", "skewed"))
    }
    assert named["datasets", "skewed"] == ("nemenyi", "conover", "wilcoxon-holm")
    assert named["independent", "normal"] == ("tukey", "games-howell", "dunn")
    assert named["independent", "skewed"] == ("dunn",)
    assert PostHocTests(Measurements(12, "independent", 3, "unequal")).subjects == ("games-howell",)


def _always(*pairs: tuple[str, str], p: float) -> Pairwise:
    made = tuple(Pair(a, b, 0.0, 0.0, p, p) for a, b in pairs)
    return Pairwise(made, ("model 1", "model 2", "model 3"), "a test", "none", (0.0, 0.0, 0.0), None, 0.95)


def test_pairs_with_the_better_model_are_no_false_alarms(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _always(("model 1", "model 3"), p=0.01)
    monkeypatch.setitem(post_hoc.SAMPLES, "dunn", lambda *samples, names: found)
    everywhere, among = PostHocTests(Measurements(5, "independent", 3)).judged(
        4, np.random.default_rng(0), frozenset({"dunn"})
    )
    assert (everywhere.type_one, everywhere.power) == (1.0, 1.0)
    assert (among.type_one, among.power) == (0.0, 1.0)


def test_conover_names_differences_among_equals_where_one_model_stands_apart() -> None:
    case = PostHocTests(Measurements(40, "datasets", 4, moved=3.0))
    lines = case.judged(120, np.random.default_rng(3), frozenset({"conover", "wilcoxon-holm"}))
    alarms = {line.what: line.type_one for line in lines}
    assert alarms["conover: any pair of equals"] > alarms["wilcoxon-holm: any pair of equals"]
    assert alarms["wilcoxon-holm: any pair of equals"] <= 0.09


def test_at_the_margin_equivalence_is_seldom_shown_and_beyond_it_often() -> None:
    lines = Equivalent(Measurements(60, "paired", moved=0.9)).judged(150, np.random.default_rng(1), frozenset())
    assert [line.what.split()[0] for line in lines] == list(equivalent.TESTS)
    for line in lines:
        assert line.type_one <= 0.09
        assert line.power > 0.9


def test_a_margin_that_is_not_kept_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = equivalent.TESTS["non-inferiority"]

    def lax(a, b, margin, design):
        return plain(a, b, margin=2 * margin)

    monkeypatch.setitem(equivalent.TESTS, "non-inferiority", lax)
    (line,) = Equivalent(Measurements(60, "paired", moved=0.9)).judged(
        20, np.random.default_rng(1), frozenset({"non-inferiority"})
    )
    assert line.type_one > 0.5
