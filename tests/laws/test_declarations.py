"""Laws of the declared tests: what is printed is the test's own, what is declared is what it does, none is left out."""

from __future__ import annotations

import inspect
import itertools
import pkgutil
from functools import cache

import numpy as np
import pytest

import probative as pv
from probative.comparison.choice import choose
from probative.comparison.facts import form_of
from probative.errors import BadParameter, InvalidMethod, ProbativeError
from probative.stats import clusters, moved_rows, registry, resampled
from probative.stats.facts import Facts

RNG = np.random.default_rng(4)
N = 60
TRUTH = RNG.integers(0, 2, N)
RIGHT = {"A": 0.9, "B": 0.7, "C": 0.6}
LABELS = {name: np.where(RNG.random(N) < share, TRUTH, 1 - TRUTH) for name, share in RIGHT.items()}
SCORES = {name: TRUTH + RNG.normal(0, sd, N) for name, sd in zip("ABC", (0.6, 1.0, 1.4), strict=True)}
NUMBERS = {name: TRUTH + RNG.normal(0, sd, N) for name, sd in zip("ABC", (0.3, 0.6, 0.9), strict=True)}
RESULTS = {name: RNG.normal(mean, 1, 10) for name, mean in zip("ABC", (1.0, 0.0, -0.5), strict=True)}
SKEWED = {name: np.exp(3 * values) for name, values in RESULTS.items()}
TWO_FOLD = {name: values.reshape(5, 2) for name, values in RESULTS.items()}
SIZES = {"n_train": 90, "n_test": 10}

HELD = {
    "accuracy": {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"},
    "error rate": {"truth": TRUTH, "predicted": LABELS, "measure": "error_rate"},
    "f1": {"truth": TRUTH, "predicted": LABELS, "measure": "f1"},
    "auc": {"truth": TRUTH, "scores": SCORES},
    "mse": {"truth": TRUTH.astype(float), "predicted": NUMBERS, "measure": "mse", "task": "regression"},
    "series": {
        "truth": TRUTH.astype(float),
        "predicted": NUMBERS,
        "measure": "mae",
        "task": "regression",
        "time": np.arange(N)[::-1],
    },
    "max error": {"truth": TRUTH.astype(float), "predicted": NUMBERS, "measure": "max_error", "task": "regression"},
    "groups": {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy", "groups": np.arange(N) // 3},
    "folds": {"data": RESULTS, "of": "folds"},
    "two folds": {"data": TWO_FOLD, "of": "folds"},
    "data sets": {"data": RESULTS, "of": "datasets"},
    "paired, normal": {"data": RESULTS, "of": "paired", "parametric": True},
    "paired, skewed": {"data": SKEWED, "of": "paired"},
    "independent, normal": {"data": RESULTS, "of": "independent", "parametric": True},
    "independent, skewed": {"data": SKEWED, "of": "independent"},
}
NAMES = sorted({test.name for test in registry.tests()})


@pytest.fixture(autouse=True)
def _fewer_replicates(monkeypatch):
    monkeypatch.setattr(clusters, "REPLICATES", 200)
    monkeypatch.setattr(moved_rows, "MANY", 10)
    monkeypatch.setattr(resampled, "ROWWISE", 200)
    monkeypatch.setattr(resampled, "COUNTED", 200)


def given(held, models):
    """What is held, of so many models."""
    few = {key: dict(list(of.items())[:models]) for key, of in HELD[held].items() if isinstance(of, dict)}
    return HELD[held] | few | (SIZES if "of" in HELD[held] else {})


@cache
def forced(name, models):
    """The uses of a test with their verdicts, wherever it can be run at all."""
    found = []
    for held in HELD:
        use = [use for use in registry.tests() if use.name == name and use.of_rows == ("of" not in HELD[held])]
        try:
            found.append((use[0] if use else None, held, pv.compare(test=name, force=True, **given(held, models))))
        except InvalidMethod as refused:
            assert "forced" in str(refused)  # noqa: PT017
    return found


# --- what is printed is the test's own (whatever branch of the chooser led to it) ------------------------------------


@pytest.mark.parametrize("models", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_assumptions_are_those_of_the_test_that_ran(name, models):
    assert forced(name, models)
    for use, _, verdict in forced(name, models):
        assert verdict.assumptions == use.assumptions
        for text in use.assumptions:
            assert f"assumes: {text}" in str(verdict)


def test_ranks_need_no_normal_values():
    """The chooser would take Welch's t here, and its assumptions were printed with every other test."""
    samples = {name: RESULTS[name] for name in "AB"}
    for of, name in (("independent", "mann-whitney"), ("paired", "wilcoxon"), ("paired", "sign")):
        verdict = pv.compare(samples, of=of, test=name, parametric=True)
        assert "normal" not in str(verdict).partition("assumes:")[2].replace("normality", "")
    for of, name in (("independent", "student-t"), ("independent", "welch-t"), ("paired", "paired-t")):
        verdict = pv.compare(samples, of=of, test=name, parametric=False)
        assert any("normal" in text for text in verdict.assumptions)


# --- what is declared is what it does --------------------------------------------------------------------------------


@pytest.mark.parametrize("models", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_results_are_as_declared(name, models):
    for use, held, verdict in forced(name, models):
        result, contest = verdict.contests[0].result, verdict.contests[0]
        if use.together:
            after = registry.following(use)
            assert verdict.omnibus.method.lower().startswith(use.title.lower())
            assert verdict.omnibus.effect_name == use.effect
            assert result.method.lower().startswith(after.title.lower())
            assert contest.unit == after.unit
            assert (verdict.post_hoc is not None) == (isinstance(after, registry.PostHoc) or bool(use.beside))
            continue
        assert result.method.lower().startswith(use.title.lower())
        assert contest.unit == use.unit
        if held != "error rate":
            assert result.effect_name == use.effect.format(measure=verdict.measure)
        assert (not np.isnan([result.low, result.high]).any()) == use.interval


@pytest.mark.parametrize("name", NAMES)
def test_every_test_is_valid_for_something_and_says_why_not_for_the_rest(name):
    verdicts = {}
    for held, models in itertools.product(HELD, (2, 3)):
        try:
            verdicts[held, models] = pv.compare(test=name, **given(held, models)).forced
        except InvalidMethod as refused:
            assert name in str(refused)  # noqa: PT017
            assert refused.remedy.split()[0] in NAMES  # noqa: PT017
    assert set(verdicts.values()) == {None}


def every_fact():
    measures = ("accuracy", "auc", "mse", "max_error", "f1")
    for measure, n, models, groups in itertools.product(measures, (5, 29, 30, 1000), (2, 3, 9), (None, 1, 7)):
        yield Facts("rows", n, models, measure, form_of(measure), groups=groups)
        yield Facts("rows", n, models, measure, form_of(measure), groups=groups, ordered=True)
    for of, n, models, normal in itertools.product(
        ("folds", "datasets", "paired", "independent"), (2, 10, 100), (2, 3, 9), (True, False)
    ):
        yield Facts(of, n, models, normal=normal, normality="said")
    for models in (2, 3):
        yield Facts("folds", 10, models, two_fold=True)


def test_there_is_a_choice_for_everything_but_a_maximum_of_groups():
    for facts in every_fact():
        if facts.form == "maximum" and facts.groups is not None:
            with pytest.raises(InvalidMethod, match=r"no test of max_error is valid here: .*bootstrap of a maximum"):
                choose(facts)
            continue
        choice = choose(facts)
        assert all(choice.reasons)
        assert choice.valid[0] == choice.test
        assert {test.name for test in choice.valid} | set(choice.invalid) == set(NAMES)
        assert not {test.name for test in choice.valid} & set(choice.invalid)
        if choice.test.normal is not None:
            assert choice.test.normal == facts.normal
        for test in choice.valid:
            assert test.senseless(facts) is None
            assert choice.before(test) is None or facts.models > 2


def test_asking_for_the_pairs_of_a_test_of_all_brings_that_test_along():
    asked = pv.compare(test="mcnemar", **given("accuracy", 3))
    chosen = pv.compare(**given("accuracy", 3))
    assert asked.omnibus == chosen.omnibus == pv.compare(test="cochran-q", **given("accuracy", 3)).omnibus
    assert asked.contests == chosen.contests
    assert asked.omnibus.p == pytest.approx(
        pv.stats.cochran_q({name: labels == TRUTH for name, labels in LABELS.items()}).p
    )
    assert "cochran-q" in asked.reasons[0]


def test_an_unknown_adjustment_is_refused_with_every_test_before_anything_is_read():
    for name, held, models in itertools.product((None, *NAMES), HELD, (2, 3)):
        with pytest.raises(BadParameter, match="adjustment must be one of 'max-t'"):
            pv.compare(test=name, force=True, adjustment="nonsense", **given(held, models))
    with pytest.raises(BadParameter, match="adjustment must be one of"):
        pv.compare("no/such/file.csv", adjustment="nonsense")


# --- none is forgotten -----------------------------------------------------------------------------------------------


def test_names_are_told_apart():
    places = [(one.name, getattr(one, "takes", None)) for one in registry.declared()]
    assert len(set(places)) == len(places)
    files = {file.name for file in pkgutil.iter_modules(pv.stats.__path__)}
    assert not files & set(pv.stats.__all__)
    for test in registry.tests():
        assert bool(test.together) == bool(test.post_hoc)
        assert not test.post_hoc or registry.following(test) is not None


def test_every_function_that_tests_is_declared():
    answers = {"TestResult", "Pairwise", "Posterior"}
    testing = {
        name
        for name in pv.stats.__all__
        if inspect.isfunction(getattr(pv.stats, name))
        and inspect.signature(getattr(pv.stats, name)).return_annotation in answers
    }
    assert testing == {one.function.__name__ for one in registry.declared()}
    assert dir(pv.stats) == pv.stats.__all__


def test_declared_functions_stay_what_they_are():
    for one in registry.declared():
        assert getattr(pv.stats, one.function.__name__) is one.function
        assert inspect.isfunction(one.function)
        assert ">>>" in one.function.__doc__


def test_refusals_are_our_own_errors():
    for name in NAMES:
        with pytest.raises(ProbativeError):
            pv.compare({"A": [1.0, 2.0]}, of="paired", test=name, force=True)
