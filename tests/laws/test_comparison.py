"""Laws of comparing: no claim without its p-value, groups by brute force, pictures that keep the ranks, error rates."""

import itertools
import json
import re
import xml.etree.ElementTree as ET
from contextlib import contextmanager

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import probative as pv
from probative.errors import BadInput
from probative.stats import clusters, resampled

SVG = "{http://www.w3.org/2000/svg}"
SLOW = settings(max_examples=40, deadline=None)


@contextmanager
def few_replicates():
    """A law does not take thousands of resamples; an error rate does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resampled, "COUNTED", 400)
        patch.setattr(resampled, "ROWWISE", 60)
        patch.setattr(clusters, "REPLICATES", 200)
        yield


# Nothing is said to be better unless its adjusted p allows it


def assert_lawful(verdict):
    """What holds of every verdict."""
    alpha = 1 - verdict.level
    for contest in verdict.contests:
        r, sentence = contest.result, contest.sentence()
        # Nothing is told apart by p or by the interval alone.
        decided = not (contest.gap * r.low <= 0 or contest.gap * r.high <= 0)
        claimed = contest.p_adjusted <= alpha and contest.gap != 0 and decided
        assert (contest.winner is not None) == claimed
        assert (" is better than " in sentence) == claimed
        assert sentence.startswith("cannot tell") != claimed
        assert np.isnan(r.p) or contest.p_adjusted >= r.p - 1e-15
        if claimed:
            best = max(contest.values) if contest.better == "higher" else min(contest.values)
            if contest.unit == "ranks":
                ranks = verdict.ranks
                assert ranks[contest.winner] == min(ranks[contest.a], ranks[contest.b])
            elif "Wilcoxon" not in r.method and "Mann" not in r.method:
                assert contest.values[(contest.a, contest.b).index(contest.winner)] == best
        if r.low == r.low:
            assert r.low <= r.high
    json.dumps(verdict.to_dict(), allow_nan=False)
    assert len(verdict.table().rows) == len(verdict.contests)


@SLOW
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(5, 60),
    k=st.integers(2, 4),
    measure=st.sampled_from(["accuracy", "error_rate", "f1", "mcc", "recall", "auc", "brier"]),
    level=st.sampled_from([0.8, 0.95]),
    grouped=st.booleans(),
)
def test_rows(seed, n, k, measure, level, grouped):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    scores = {f"m{i}": np.clip(truth * rng.random() + rng.random(n), 0, 1).round(2) for i in range(k)}
    groups = rng.integers(0, 6, n) if grouped else None
    with few_replicates():
        assert_lawful(
            pv.compare(truth=truth, scores=scores, measure=measure, level=level, groups=groups, random_state=seed % 100)
        )


@SLOW
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 14),
    k=st.integers(2, 4),
    of=st.sampled_from(["folds", "datasets", "paired", "independent"]),
    better=st.sampled_from(["higher", "lower"]),
    digits=st.sampled_from([0, 1, 8]),
    parametric=st.sampled_from([None, True, False]),
)
def test_results(seed, n, k, of, better, digits, parametric):
    rng = np.random.default_rng(seed)
    table = (rng.normal(size=(n, 1)) + rng.normal(size=(n, k)) + 2 * rng.random(k)).round(digits)
    verdict = pv.compare(table, of=of, better=better, n_train=9, n_test=1, parametric=parametric, level=0.8)
    assert_lawful(verdict)
    turned = pv.compare(
        -table,
        of=of,
        better="lower" if better == "higher" else "higher",
        n_train=9,
        n_test=1,
        parametric=parametric,
        level=0.8,
    )
    assert [c.winner for c in turned.contests] == [c.winner for c in verdict.contests]


@SLOW
@given(seed=st.integers(0, 2**32 - 1), measure=st.sampled_from(["accuracy", "auc", "f1", "error_rate"]))
def test_names_and_order_of_models_do_not_matter(seed, measure):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 40)
    scores = {name: np.clip(truth * 0.4 + rng.random(40) * rng.random() * 1.5, 0, 1) for name in "AB"}
    one = pv.compare(truth=truth, scores=scores, measure=measure).contests[0]
    two = pv.compare(truth=truth, scores=dict(reversed(scores.items())), measure=measure).contests[0]
    assert two.result.effect == pytest.approx(-one.result.effect, abs=1e-12)
    if measure != "f1":
        assert (one.p_adjusted, one.winner) == (pytest.approx(two.p_adjusted), two.winner)
        assert (two.result.low, two.result.high) == pytest.approx((-one.result.high, -one.result.low), nan_ok=True)


@SLOW
@given(seed=st.integers(0, 2**32 - 1), margin=st.floats(0, 0.3), slices=st.integers(0, 3))
def test_gates(seed, margin, slices):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 80)
    old = truth + rng.normal(0, 1, 80)
    new = old + rng.normal(0, rng.random() * 2, 80)
    by = {"s": rng.integers(0, slices, 80)} if slices else {}
    found = pv.gate(
        {"y": truth, "score": old, **by},
        {"y": truth, "score": new},
        truth="y",
        measure=["auc", "accuracy"],
        margin=margin,
        by=list(by),
        threshold=0.5,
    )
    for check in found.checks:
        same = check.low == check.high == check.change == 0
        if check.why and not same:
            assert check.status == "inconclusive"
            continue
        assert check.low <= check.change <= check.high
        wanted = "passed" if same or check.low > -margin else "failed" if check.high < -margin else "inconclusive"
        assert check.status == wanted
        assert (check.status == "inconclusive") or np.isnan(check.needed)
        if np.isfinite(check.needed):
            assert check.needed > 0
    assert (found.status == "passed") == all(c.status == "passed" for c in found.checks)
    assert (found.status == "failed") == any(c.status == "failed" for c in found.checks)
    assert ET.fromstring(found.junit()).get("tests") == str(len(found.checks))
    json.dumps(found.to_dict(), allow_nan=False)


# The diagram


def brute_groups(ranks, difference):
    """All largest sets of models of which no two are further apart than the difference."""
    names = sorted(ranks, key=ranks.get)
    fits = [
        set(some)
        for size in range(2, len(names) + 1)
        for some in itertools.combinations(names, size)
        if max(ranks[x] for x in some) - min(ranks[x] for x in some) <= difference + 1e-12
    ]
    return {frozenset(some) for some in fits if not any(some < other for other in fits)}


# Ranks closer than rounding are not told apart by anyone: averages over data sets are multiples of 1/60 here.
RANKS = st.lists(st.integers(60, 480), min_size=2, max_size=7).map(
    lambda values: {f"m{i}": value / 60 for i, value in enumerate(values)}
)


@given(ranks=RANKS, difference=st.integers(1, 200))
@settings(deadline=None)
def test_groups_by_brute_force(ranks, difference):
    diagram = pv.CriticalDifference(ranks, difference / 60)
    found = diagram.groups()
    assert {frozenset(group) for group in found} == brute_groups(ranks, difference / 60)
    assert len(found) == len({frozenset(group) for group in found})
    for group in found:
        assert [ranks[name] for name in group] == sorted(ranks[name] for name in group)


@given(ranks=RANKS, difference=st.integers(1, 200))
@settings(deadline=None)
def test_bars_never_overlap_on_a_level(ranks, difference):
    bars = pv.CriticalDifference(ranks, difference / 60)._bars()
    for (a, b, i), (c, d, j) in itertools.combinations(bars, 2):
        assert i != j or b < c or d < a


@given(ranks=RANKS, difference=st.integers(1, 200))
@settings(deadline=None)
def test_coordinates_map_back_to_ranks(ranks, difference):
    diagram = pv.CriticalDifference(ranks, difference / 60)
    root = ET.fromstring(diagram.svg())

    def ends(role):
        """The first and the last x of every line of a role."""
        paths = [path.get("d")[1:].split("L") for path in root.findall(f"{SVG}path[@class='{role}']")]
        return [(float(points[0].split()[0]), float(points[-1].split()[0])) for points in paths]

    ((left, right),) = ends("axis")
    ticks = [int(t.text) for t in root.findall(f"{SVG}text") if re.fullmatch(r"\d+", t.text)]
    low, high = min(ticks), max(ticks)

    def rank_at(x):
        return low + (x - left) / (right - left) * (high - low)

    within = 0.006 * (high - low) / (right - left) + 1e-9
    wanted = sorted(ranks.values())
    assert [rank_at(x) for x, _ in ends("stem")] == pytest.approx(wanted, abs=within)
    assert low <= wanted[0]
    assert wanted[-1] <= high
    drawn = [(rank_at(start), rank_at(end)) for start, end in ends("group")]
    assert drawn == [pytest.approx((start, end), abs=within) for start, end, _ in diagram._bars()]
    width = float(root.get("viewBox").split()[2])
    for text in root.findall(f"{SVG}text"):
        letters, side = 6 * len(text.text), text.get("text-anchor", "start")
        start = float(text.get("x")) - {"start": 0, "middle": letters / 2, "end": letters}[side]
        assert -1 <= start <= start + letters <= width + 1
    ruler = ends("ruler")
    assert len(ruler) == (difference / 60 <= high - low)
    if ruler:
        assert rank_at(ruler[0][1]) - low == pytest.approx(difference / 60, abs=within)


def test_hostile_names_are_escaped():
    names = ["<script>alert(1)</script>", "a & b \"'", "null\x00 and \x1b[31m", "x" * 300, "中文 🙂"]
    text = pv.CriticalDifference({name: 1.0 + i / 2 for i, name in enumerate(names)}, 1.0).svg()
    assert "<script" not in text
    labels = [t.text for t in ET.fromstring(text).findall(f"{SVG}text")]
    for wanted in ("<script>alert(1)</script>  1.00", "a & b \"'  1.50", "null? and ?[31m  2.00", "3.00  中文 🙂"):
        assert wanted in labels
    assert any(label.startswith("2.50  xxx") and len(label) < 60 for label in labels)


def test_diagrams_need_ranks():
    for ranks in ({}, {"A": 1.0}, {"A": 1.0, "B": float("nan")}):
        with pytest.raises(BadInput):
            pv.CriticalDifference(ranks, 1.0)
    with pytest.raises(BadInput, match="no average ranks"):
        pv.compare({"A": [1, 2, 3.5], "B": [2, 3, 4.0]}, of="datasets").diagram()


@pytest.mark.parametrize(
    "ranks",
    [{"A": 1.2, "B": 1.9, "C": 2.9}, {"A": 2.0, "B": 2.0}, {"$x^2$": 1.0, "long " * 30: 2.0, "C": 4.6, "D": 3.0}],
)
def test_plot_shows_every_model(ranks):
    axes = pv.CriticalDifference(ranks, 1.0).plot()
    axes.figure.canvas.draw()
    words = [text.get_text() for text in axes.texts]
    names = [word for word in words[:-1] if not word.isdigit()]
    assert len(names) == len(ranks)
    assert words[-1] == "critical difference 1.000 (95 %)"
    starts = sorted(line.get_xdata()[0] for line in axes.lines if len(line.get_xdata()) == 3)
    assert starts == pytest.approx(sorted(ranks.values()))
    size = axes.figure.get_size_inches() * axes.figure.dpi
    for text in axes.texts:
        box = text.get_window_extent()
        assert box.x0 >= 0
        assert box.x1 <= size[0]
    again = pv.CriticalDifference(ranks, 1.0).plot(axes)
    assert again is axes


# Error rates, by simulation of the whole way from predictions to the verdict


def share(hits):
    """A share of simulations, and three standard errors of a true 5 %."""
    return np.mean(hits), 3 * np.sqrt(0.05 * 0.95 / len(hits))


@pytest.mark.slow
def test_false_alarms_of_mcnemar():
    rng, hits = np.random.default_rng(1), []
    for _ in range(3000):
        truth = rng.integers(0, 2, 200)
        models = {name: np.where(rng.random(200) < 0.8, truth, 1 - truth) for name in "AB"}
        hits.append(pv.compare(truth=truth, predicted=models, measure="accuracy").contests[0].winner is not None)
    rate, room = share(hits)
    # Mid-p: no more than 5 %, and not nothing.
    assert 0.02 < rate < 0.05 + room


@pytest.mark.slow
def test_false_alarms_of_delong():
    rng, hits = np.random.default_rng(2), []
    for _ in range(3000):
        truth = rng.integers(0, 2, 150)
        common = truth + rng.normal(0, 0.7, 150)
        models = {name: common + rng.normal(0, 0.7, 150) for name in "AB"}
        hits.append(pv.compare(truth=truth, scores=models).contests[0].winner is not None)
    rate, room = share(hits)
    assert rate == pytest.approx(0.05, abs=room)


@pytest.mark.slow
def test_false_alarms_of_the_bootstrap_of_f1():
    rng, hits = np.random.default_rng(3), []
    for _ in range(2000):
        truth = (rng.random(300) < 0.3).astype(int)
        models = {name: np.where(rng.random(300) < 0.8, truth, 1 - truth) for name in "AB"}
        verdict = pv.compare(truth=truth, predicted=models, measure="f1", random_state=int(rng.integers(2**31)))
        hits.append(verdict.contests[0].winner is not None)
    rate, room = share(hits)
    assert rate == pytest.approx(0.05, abs=room + 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("groups", [6, 25])
def test_false_alarms_with_few_groups(groups):
    # Models that are good or bad at whole groups: rows by themselves would raise an alarm far too often.
    rng, hits, naive = np.random.default_rng(4), [], []
    member = np.repeat(np.arange(groups), 8)
    for _ in range(1500):
        truth = rng.integers(0, 2, 8 * groups)
        skill = rng.normal(1, 1.5, (2, groups))[:, member]
        models = {
            name: np.where(rng.random(8 * groups) < 1 / (1 + np.exp(-s)), truth, 1 - truth)
            for name, s in zip("AB", skill, strict=True)
        }
        how = {"truth": truth, "predicted": models, "measure": "accuracy"}
        seed = int(rng.integers(2**31))
        hits.append(pv.compare(groups=member, random_state=seed, **how).contests[0].winner is not None)
        naive.append(pv.compare(**how).contests[0].winner is not None)
    rate, room = share(hits)
    assert rate < 0.05 + room + 0.01
    assert np.mean(naive) > 2 * rate


@pytest.mark.slow
def test_family_of_three_models():
    rng, hits = np.random.default_rng(5), []
    for _ in range(1500):
        truth = rng.integers(0, 2, 150)
        models = {name: truth + rng.normal(0, 1, 150) for name in "ABC"}
        hits.append(any(c.winner for c in pv.compare(truth=truth, scores=models).contests))
    rate, room = share(hits)
    assert rate < 0.05 + room


def paired_scores(rng, n, noise):
    """Scores of an old and a new model; the new one has more noise of its own."""
    truth = rng.integers(0, 2, n)
    common = 1.5 * truth + rng.normal(0, 0.8, n)
    return {"y": truth, "score_old": common + rng.normal(0, 0.6, n), "score_new": common + rng.normal(0, noise, n)}


def true_area(noise):
    from scipy.stats import norm

    return norm.cdf(1.5 / np.sqrt(2 * (0.8**2 + noise**2)))


@pytest.mark.slow
def test_a_gate_at_its_margin_passes_5_percent():
    margin = true_area(0.6) - true_area(0.9)
    rng, passed, failed = np.random.default_rng(6), [], []
    for _ in range(2000):
        status = pv.gate(paired_scores(rng, 300, 0.9), truth="y", measure="auc", margin=margin).status
        passed.append(status == "passed")
        failed.append(status == "failed")
    room = share(passed)[1]
    assert np.mean(passed) == pytest.approx(0.05, abs=room + 0.005)
    assert np.mean(failed) == pytest.approx(0.05, abs=room + 0.005)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["accuracy", "f1"])
def test_a_gate_of_labels_at_its_margin_passes_no_more_than_5_percent(measure):
    # Right with 0.88 and 0.84; the true F1 of balanced classes is the same number.
    rng, passed = np.random.default_rng(7), []
    for i in range(1500):
        truth = rng.integers(0, 2, 400)
        old, new = (np.where(rng.random(400) < p, truth, 1 - truth) for p in (0.88, 0.84))
        table = {"y": truth, "pred_old": old, "pred_new": new}
        passed.append(pv.gate(table, truth="y", measure=measure, margin=0.04, random_state=i).status == "passed")
    rate, room = share(passed)
    assert 0.02 < rate < 0.05 + room + 0.005


@pytest.mark.slow
def test_two_checks_at_the_margin_pass_less_often_than_one():
    margin = true_area(0.6) - true_area(0.9)
    rng, passed = np.random.default_rng(8), []
    for _ in range(1000):
        table = paired_scores(rng, 400, 0.9) | {"half": np.arange(400) % 2}
        passed.append(pv.gate(table, truth="y", measure="auc", margin=margin, by="half").status == "passed")
    assert np.mean(passed) < 0.05 + share(passed)[1]


@pytest.mark.slow
@pytest.mark.parametrize("away", [0.6, -0.6])
def test_rows_needed_conclude_4_times_in_5(away):
    # The formula with the true change and spread: about 80 % of gates of that size conclude, and rightly.
    rng = np.random.default_rng(9)
    change = true_area(0.9) - true_area(0.6)
    margin = -change * (1 + away)
    errors = [
        pv.stats.delong(t["y"], t["score_new"], t["score_old"]).details["standard_error"] * np.sqrt(500)
        for t in (paired_scores(rng, 500, 0.9) for _ in range(100))
    ]
    wanted = ((1.6448536 + 0.8416212) * np.mean(errors) / (change + margin)) ** 2
    n = round(wanted)
    status = [pv.gate(paired_scores(rng, n, 0.9), truth="y", measure="auc", margin=margin).status for _ in range(800)]
    right = "passed" if away > 0 else "failed"
    assert np.mean([s == right for s in status]) == pytest.approx(0.8, abs=3 * np.sqrt(0.16 / 800) + 0.02)
    # What a gate of half that size reports is that number, up to the luck of its own sample.
    reported = [
        pv.gate(paired_scores(rng, 4 * n, 0.9), truth="y", measure="auc", margin=margin).checks[0] for _ in range(50)
    ]
    spread = [(c.change - c.low) / 1.6448536 * np.sqrt(c.n) for c in reported]
    assert ((1.6448536 + 0.8416212) * np.mean(spread) / (change + margin)) ** 2 == pytest.approx(wanted, rel=0.1)
