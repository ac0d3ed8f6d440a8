"""The best threshold, by brute force."""

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv

from .scored import HIGHER, LOWER, QUICK, TIGHT, brute_force, confusion, distinct, ladder, rows

NO_BETTER_END = {"prevalence", "prediction_rate", "actual_entropy"}


def test_every_binary_measure_has_a_formula_here():
    names = {m.name for m in pv.measures() if m.needs is pv.Outcomes}
    assert names == set(HIGHER) | set(LOWER) - {"closest", "equal_errors"} | NO_BETTER_END


@pytest.mark.parametrize("how", [{"n": 60}, {"n": 80, "levels": 9}, {"n": 12, "levels": 3}], ids=str)
@pytest.mark.parametrize("by", [*HIGHER, *LOWER])
def test_best_threshold_by_any_measure(by, how):
    for seed in range(3):
        y, s = rows(20 + seed, **how)
        value, ties = brute_force(y, s, (HIGHER | LOWER)[by], 1 if by in HIGHER else -1)
        choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, **QUICK)
        assert choice.apparent.value == pytest.approx(value, rel=1e-9, abs=1e-11)
        assert choice.ties == ties
        assert choice.threshold == ties[0]
        assert choice.by == by
        o = choice.outcomes
        assert (o.tp, o.fn, o.fp, o.tn) == confusion(y, s, choice.threshold)


@pytest.mark.parametrize("by", sorted(NO_BETTER_END))
def test_measures_without_a_better_end_choose_nothing(by):
    with pytest.raises(ValueError, match="no better end"):
        pv.best_threshold(ladder(0), by)


@pytest.mark.parametrize(("fp", "fn", "prior"), [(1, 1, None), (1, 5, None), (5, 1, 0.3), (1, 20, 0.02)])
@pytest.mark.parametrize("seed", range(3))
def test_best_threshold_by_cost(fp, fn, prior, seed):
    y, s = rows(30 + seed, n=80, levels=20)
    share = y.mean() if prior is None else prior

    def cost(tp, missed, alarms, tn):
        return fp * (1 - share) * alarms / (alarms + tn) + fn * share * missed / (tp + missed)

    value, ties = brute_force(y, s, cost, -1)
    tally = pv.Ladder.from_scores(y, s)
    for by in ("cost", None):
        choice = pv.best_threshold(tally, by, costs=pv.Costs(fp, fn, prior), **QUICK)
        assert choice.apparent.value == pytest.approx(value, rel=0, abs=1e-11)
        assert (choice.ties, choice.by) == (ties, "cost")


@pytest.mark.parametrize("beta", [0.5, 2.0])
def test_best_threshold_by_a_measure_with_a_parameter(beta):
    y, s = rows(33, n=90)

    def f_beta(tp, fn, fp, tn):
        return (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)

    value, ties = brute_force(y, s, f_beta, 1)
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), "f_beta", beta=beta, **QUICK)
    assert (choice.apparent.value, choice.ties) == (pytest.approx(value, **TIGHT), ties)
    with pytest.raises(ValueError, match="no parameter 'gamma'"):
        pv.best_threshold(pv.Ladder.from_scores(y, s), "f_beta", gamma=2)


def test_threshold_of_calibrated_probabilities():
    y, s = rows(34)
    tally, costs = pv.Ladder.from_scores(y, s), pv.Costs(fp=1, fn=4)
    choice = pv.best_threshold(tally, "calibrated", costs=costs)
    assert choice.threshold == pytest.approx(0.2, **TIGHT)
    _, fn, fp, _ = confusion(y, s, 0.2)
    assert choice.apparent.value == pytest.approx((fp + 4 * fn) / len(y), **TIGHT)
    assert choice.achieved == choice.apparent
    assert choice.interval == (s[s < 0.2].max(), s[s >= 0.2].min())
    for by in ("calibrated", "cost"):
        with pytest.raises(ValueError, match="needs costs"):
            pv.best_threshold(tally, by)


@pytest.mark.parametrize("by", ["accuracy", "youden", "f1"])
@pytest.mark.parametrize("seed", range(4))
def test_equivalent_thresholds(by, seed):
    y, s = rows(40 + seed, n=50, levels=30)
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, **QUICK)
    low, high = choice.interval
    same = (s >= choice.threshold).tolist()
    for inside in (high, choice.midpoint, np.nextafter(low, np.inf), low + 0.01 * (high - low)):
        assert (s >= inside).tolist() == same
    assert (s >= low).tolist() != same
    assert (s >= np.nextafter(high, np.inf)).tolist() != same
    assert low < choice.midpoint <= high


def test_no_positive_calls_at_all_can_be_best():
    choice = pv.best_threshold(pv.Ladder.from_scores([0, 0, 0, 1], [0.9, 0.8, 0.7, 0.1]), "accuracy", **QUICK)
    assert choice.threshold == math.inf == choice.midpoint
    assert choice.interval == (0.9, math.inf)
    assert choice.outcomes == pv.Outcomes(tp=0, fn=1, fp=0, tn=3)


@pytest.mark.parametrize(
    "at",
    [
        ["recall>=0.9"],
        ["fpr<=0.1"],
        ["recall >= 0.6, fpr <= 0.5"],
        ["recall≥0.5", "precision≥0.6"],
        ["prediction_rate<=0.2"],
        ["specificity>=1"],
    ],
    ids=str,
)
@pytest.mark.parametrize("by", [None, "accuracy", "f1"])
def test_constraints_by_brute_force(at, by):
    y, s = rows(50, n=120, levels=50)
    names = {"recall": "recall", "fpr": "false_positive_rate", "precision": "precision", "specificity": "specificity"}
    known = HIGHER | LOWER | {"prediction_rate": lambda tp, fn, fp, tn: (tp + fp) / (tp + fn + fp + tn)}
    bounds = []
    for text in ",".join(at).replace("≥", ">=").replace("≤", "<=").split(","):
        sign = ">=" if ">=" in text else "<="
        name, bound = (part.strip() for part in text.split(sign))
        bounds.append((known[names.get(name, name)], 1 if sign == ">=" else -1, float(bound)))
    aim = by or ("precision" if any("recall" in text for text in at) else "recall")
    feasible = []
    for t in distinct(s):
        cells = confusion(y, s, t)
        if all(sign * formula(*cells) >= sign * bound - 1e-12 for formula, sign, bound in bounds):
            feasible.append((known[aim](*cells), t))
    best = max(value for value, _ in feasible if not math.isnan(value))
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, at=at, **QUICK)
    assert choice.by == aim
    assert choice.apparent.value == pytest.approx(best, **TIGHT)
    assert choice.ties == tuple(t for value, t in feasible if abs(value - best) < 1e-11)


@pytest.mark.parametrize("order", [1, -1])
def test_constraints_that_cannot_be_met_name_what_can(order):
    y, s = np.array([0, 1, 1, 0, 1, 0], bool), np.array([0.9, 0.8, 0.7, 0.5, 0.4, 0.1])
    reached = [confusion(y, s, t) for t in distinct(s)]
    best = max(tp / (tp + fp) for tp, fn, fp, tn in reached if tp / (tp + fn) >= 0.5)
    assert best == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match=r"precision 0\.6667"):
        pv.best_threshold(pv.Ladder.from_scores(y, s), at=["recall>=0.5", "precision>=0.95"][::order])


def test_an_unreachable_constraint_names_the_best_value():
    with pytest.raises(ValueError, match=r"no threshold reaches precision >= 0\.9; the best is precision 0\.6667"):
        pv.best_threshold(pv.Ladder.from_scores([0, 1, 1, 0], [0.9, 0.8, 0.7, 0.1]), "accuracy", at="precision>=0.9")


def test_an_undefined_aim_is_not_blamed_on_a_constraint_that_is_met():
    tally = pv.Ladder.from_scores([1, 1, 0], [0.9, 0.8, 0.1])
    with pytest.raises(ValueError, match="precision") as found:
        pv.best_threshold(tally, "precision", at="recall<=0")
    assert "no threshold reaches recall" not in str(found.value)


def test_constraints_hold_for_the_analytic_threshold_too_or_are_refused():
    """At 1/2 recall is 1/3; silently to drop the constraint would be a guess."""
    tally = pv.Ladder.from_scores([1, 0, 1, 0, 1], [0.9, 0.8, 0.4, 0.3, 0.2])
    try:
        choice = pv.best_threshold(tally, "calibrated", costs=pv.Costs(), at="recall>=0.9")
    except ValueError:
        return
    assert pv.value("recall", choice.outcomes) >= 0.9


@pytest.mark.parametrize("text", ["recall>0.5", "recall", "recall>=", "recall>=x", "nonsense>=0.5", "0.5<=recall"])
def test_texts_that_are_no_constraints(text):
    with pytest.raises(ValueError, match=r"constraint|no measure"):
        pv.best_threshold(ladder(0), at=text)


def test_an_independent_sample_gives_a_plain_estimate():
    tally, other = ladder(60), ladder(61)
    choice = pv.best_threshold(tally, "accuracy", validation=other)
    y, s = rows(61)
    tp, _, _, tn = confusion(y, s, choice.threshold)
    limits = scipy.stats.binomtest(tp + tn, len(y)).proportion_ci(method="wilson")
    assert choice.achieved.value == pytest.approx((tp + tn) / len(y), **TIGHT)
    assert (choice.achieved.low, choice.achieved.high) == pytest.approx((limits.low, limits.high), **TIGHT)


@pytest.mark.parametrize("by", ["accuracy", "youden", "f1", "error_rate"])
def test_what_is_achieved_is_less_good_than_what_appears(by):
    choice = pv.best_threshold(ladder(62, n=100), by, replicates=300)
    worse = choice.apparent.value - choice.achieved.value
    assert (worse < 0) if by == "error_rate" else (worse > 0)
    assert choice.achieved.low < choice.achieved.value < choice.achieved.high
    again = pv.best_threshold(ladder(62, n=100), by, replicates=300)
    assert again == choice


def test_an_interval_does_not_shrink_to_a_point_where_no_error_was_seen():
    tally = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
    choice = pv.best_threshold(tally, "precision", replicates=200)
    assert (choice.apparent.value, choice.outcomes.tp) == (1, 1)
    assert choice.achieved.low < 1


def _moved(y, s, seed, replicates=400):
    """The largest of the quantiles of what resamples lose at the best threshold, by numpy alone."""
    rng = np.random.default_rng(seed)
    order = np.argsort(-s)
    y, s = y[order].astype(bool), s[order]

    def youden(weight):
        return (weight * y).cumsum() / (weight * y).sum() - (weight * ~y).cumsum() / (weight * ~y).sum()

    here = youden(np.ones(len(y)))
    drawn = [youden(rng.multinomial(len(y), np.full(len(y), 1 / len(y)))) for _ in range(replicates)]
    slack = np.quantile([values.max() - values[here.argmax()] for values in drawn], 0.95)
    near = np.flatnonzero(here >= here.max() - slack)
    return s[near[-1]], s[near[0]]


def test_the_interval_of_a_threshold_holds_what_may_be_as_good():
    """About as far as the same thresholds found by numpy, whose resamples are others."""
    y, s = rows(3, n=120)
    low, high = _moved(y, s, 1)
    found = pv.best_threshold(pv.Ladder.from_scores(y, s), "youden").chosen
    near = np.ptp(s) / 20
    assert found.low <= low + near
    assert found.high >= high - near


def test_a_choice_says_how_far_its_threshold_moves_and_what_it_is_bound_to():
    choice = pv.best_threshold(ladder(62, n=100), at="fpr<=0.2", replicates=50)
    rate = choice.constraints[0].rate
    wilson = scipy.stats.binomtest(int(choice.outcomes.fp), int(choice.outcomes.fp + choice.outcomes.tn))
    assert rate.high == pytest.approx(wilson.proportion_ci(method="wilson").high, rel=1e-9)
    assert f"false_positive_rate <= 0.2: {rate}" in str(choice)
    assert f"threshold that resamples choose {choice.chosen}" in str(choice)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "prevalence", "auc"), [(200, 0.05, 0.8), (200, 0.1, 0.9), (100, 0.1, 0.8), (50, 0.3, 0.8)]
)
def test_the_interval_of_a_threshold_holds_the_best_of_the_population(n, prevalence, auc):
    """Of binormal scores, Youden's index is largest halfway; percentiles of resamples alone held it in 82 to 92 %."""
    apart = math.sqrt(2) * scipy.stats.norm.ppf(auc)
    rng = np.random.default_rng(7)
    hits = []
    while len(hits) < 300:
        y = rng.random(n) < prevalence
        if 0 < y.sum() < n:
            found = pv.best_threshold(pv.Ladder.from_scores(y, rng.normal(size=n) + apart * y), "youden").chosen
            hits.append(found.low <= apart / 2 <= found.high)
    assert np.mean(hits) >= 0.91
