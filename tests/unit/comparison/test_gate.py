"""The gate: limits, statuses, pairing, and what is said."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import binom, norm
from scipy.stats import t as student

import probative as pv
from probative.comparison import Check, Gate
from probative.errors import BadInput, BadParameter, MissingColumn, MissingValues, NotPaired
from probative.guards import Note

from .gated import NEW, NEW_LABEL, NEW_VALUE, OLD, OLD_LABEL, OLD_VALUE, TARGET, TRUTH, WORSE, N, gate, table

Z95 = norm.ppf(0.95)


def placements(score: Any) -> tuple[Any, Any]:
    """Of each positive, the share of negatives below it; of each negative, the share of positives above; by pairs."""
    p, n = score[TRUTH == 1], score[TRUTH == 0]
    wins = (p[:, None] > n) + 0.5 * (p[:, None] == n)
    return wins.mean(axis=1), wins.mean(axis=0)


def delong_by_hand() -> tuple[float, float]:
    """The difference of the areas and its standard error, from the definition."""
    (p_old, n_old), (p_new, n_new) = placements(OLD), placements(NEW)
    dp, dn = p_new - p_old, n_new - n_old
    return dp.mean(), np.sqrt(dp.var(ddof=1) / len(dp) + dn.var(ddof=1) / len(dn))


# --- limits ----------------------------------------------------------------------------------------------------------


def limits_of_areas(new: Any, old: Any, one_sided: float) -> tuple[float, float]:
    """The limits of the difference of areas, which have a test of their own."""
    found = pv.stats.auc_difference(TRUTH, new, old, level=2 * one_sided - 1)
    return found.low, found.high


def test_limits_of_an_area_hold_no_less_than_delongs() -> None:
    change, error = delong_by_hand()
    (check,) = gate(table(OLD), table(NEW), measure="auc").checks
    assert check.change == pytest.approx(change)
    assert (check.low, check.high) == pytest.approx(limits_of_areas(NEW, OLD, 0.95))
    assert check.low < change - Z95 * error
    assert check.high > change + Z95 * error
    assert (check.low, check.high) == pytest.approx((change - Z95 * error, change + Z95 * error), abs=0.25 * error)
    assert (check.measure, check.test, check.n, check.slice) == ("auc", "difference of areas", N, "")
    assert check.candidate - check.baseline == pytest.approx(change)
    (wide,) = gate(table(OLD), table(NEW), level=0.99).checks
    assert (wide.measure, wide.low) == ("auc", pytest.approx(limits_of_areas(NEW, OLD, 0.99)[0]))


def tango(gain: int, loss: int, n: int, delta: float) -> float:
    """Tango's score statistic of a paired difference, written from the paper (1998)."""
    a, b, c = 2 * n, -gain - loss + (2 * n - gain + loss) * delta, -loss * delta * (1 - delta)
    q = (np.sqrt(b * b - 4 * a * c) - b) / (2 * a)
    return (gain - loss - n * delta) / np.sqrt(n * (2 * q + delta * (1 - delta)))


def test_limits_of_accuracy_are_tangos_on_the_scale_of_mid_p() -> None:
    gain = int(((NEW_LABEL == TRUTH) & (OLD_LABEL != TRUTH)).sum())
    loss = int(((NEW_LABEL != TRUTH) & (OLD_LABEL == TRUTH)).sum())
    (check,) = gate(table(pred=OLD_LABEL), table(pred=NEW_LABEL), measure="accuracy").checks
    assert check.change == pytest.approx((gain - loss) / N)
    # At a difference of 0 the score is the z of mid-p, which is a little less sure than the score itself.
    fewer, total = min(gain, loss), gain + loss
    mid = 2 * binom.cdf(fewer, total, 0.5) - binom.pmf(fewer, total, 0.5)
    surer = abs(tango(gain, loss, N, 0.0)) / norm.isf(mid / 2)
    assert 1 < surer < 1.05
    assert tango(gain, loss, N, check.low) == pytest.approx(surer * Z95, abs=1e-8)
    assert tango(gain, loss, N, check.high) == pytest.approx(-surer * Z95, abs=1e-8)
    (wrong,) = gate(table(pred=OLD_LABEL), table(pred=NEW_LABEL), measure="error_rate").checks
    assert (wrong.change, wrong.low, wrong.high) == pytest.approx((check.change, check.low, check.high))
    assert wrong.baseline == pytest.approx(1 - check.baseline)


def test_limits_of_losses_are_students_and_point_the_better_way() -> None:
    gain = np.abs(OLD_VALUE - TARGET) - np.abs(NEW_VALUE - TARGET)
    half = student.ppf(0.95, N - 1) * gain.std(ddof=1) / np.sqrt(N)
    (check,) = gate(table(pred=OLD_VALUE, y=TARGET), table(pred=NEW_VALUE, y=TARGET), measure="mae").checks
    wanted = (gain.mean(), gain.mean() - half, gain.mean() + half)
    assert (check.change, check.low, check.high) == pytest.approx(wanted)
    assert check.baseline - check.candidate == pytest.approx(check.change)


def test_limits_of_f1_are_bootstrap_percentiles() -> None:
    (check,) = gate(table(pred=OLD_LABEL), table(pred=NEW_LABEL), measure="f1", random_state=3).checks
    rng, values = np.random.default_rng(0), []
    for _ in range(4000):
        rows = rng.integers(0, N, N)
        y, both = TRUTH[rows], (NEW_LABEL[rows], OLD_LABEL[rows])
        f1 = [2 * (y & guess).sum() / (y.sum() + guess.sum()) for guess in both]
        values.append(f1[0] - f1[1])
    assert (check.low, check.high) == pytest.approx(tuple(np.quantile(values, (0.05, 0.95))), abs=0.004)
    again = gate(table(pred=OLD_LABEL), table(pred=NEW_LABEL), measure="f1", random_state=3)
    assert again.checks[0] == check


def test_groups_widen_the_limits() -> None:
    old = table(pred=np.tile(OLD_LABEL, 4), y=np.tile(TRUTH, 4), g=np.tile(np.arange(N), 4))
    new = table(pred=np.tile(NEW_LABEL, 4), y=np.tile(TRUTH, 4))
    (rows,), (whole,) = (gate(old, new, measure="accuracy", groups=g).checks for g in (None, "g"))
    assert whole.test == "cluster jackknife"
    # Four copies of each row are no more evidence than one.
    assert (whole.high - whole.low) / (rows.high - rows.low) == pytest.approx(2, rel=0.15)


# --- statuses --------------------------------------------------------------------------------------------------------


def test_status_by_where_the_limits_lie() -> None:
    (check,) = gate(table(OLD), table(NEW)).checks
    for margin, wanted in ((-check.low * 1.0001, "passed"), (-check.low * 0.9999, "inconclusive")):
        found = gate(table(OLD), table(NEW), margin=margin)
        assert found.status == wanted
        assert found.checks[0].margin == margin
    (back,) = gate(table(NEW + 5 * np.random.default_rng(1).normal(0, 1, N)), table(OLD)).checks
    assert back.low > 0
    worse = NEW + np.random.default_rng(2).normal(0, 1, N)
    (bad,) = gate(table(OLD), table(worse)).checks
    assert bad.high < 0
    for margin, wanted in ((-bad.high * 0.999, "failed"), (-bad.high * 1.001, "inconclusive")):
        assert gate(table(OLD), table(worse), margin=margin).status == wanted
    assert gate(table(OLD), table(worse)).exit_code == 1


@pytest.mark.parametrize("measure", ["accuracy", "error_rate", "f1", "mcc", "auc", "brier", "average_precision"])
def test_identical_models_pass_whatever_the_margin(measure: str) -> None:
    score = 1 / (1 + np.exp(-OLD))
    found = gate(table(score), table(score), measure=measure)
    assert (found.status, found.exit_code) == ("passed", 0)
    (check,) = found.checks
    assert (check.change, check.low, check.high) == (0.0, 0.0, 0.0)
    assert check.sentence() == f"passed: {measure}: no difference on any row (n = {N:,})"


def test_identical_numbers_and_orders_pass() -> None:
    assert gate(table(pred=OLD_VALUE, y=TARGET), table(pred=OLD_VALUE, y=TARGET)).status == "passed"
    alike = gate(table(OLD), table(np.exp(OLD)), measure="auc")
    assert alike.checks[0].sentence() == f"passed: auc: no difference in the order of the rows (n = {N:,})"
    assert gate(table(OLD, g=np.arange(N) // 4), table(OLD), groups="g").status == "passed"


def test_what_a_small_sample_cannot_show_does_not_pass() -> None:
    y = [0, 0, 0, 1, 1, 1]
    both_perfect = gate(
        table([0.0, 0.1, 0.2, 0.8, 0.9, 1.0], y=y), table([0.3, 0.1, 0.2, 1.0, 0.9, 0.8], y=y), margin=0.1
    )
    assert both_perfect.status == "inconclusive"
    assert "no spread" in both_perfect.checks[0].sentence()
    one_positive = gate(
        table([0.0, 0.1, 0.2, 0.8, 0.9], y=[0, 0, 0, 1, 0]), table([0.9, 0.1, 0.2, 0.8, 0], y=[0, 0, 0, 1, 0])
    )
    assert one_positive.status == "inconclusive"
    assert "fewer than two positives" in one_positive.checks[0].why
    one_group = gate(
        table(pred=OLD_LABEL, g=np.ones(N)), table(pred=NEW_LABEL), measure="accuracy", groups="g", margin=0.5
    )
    assert one_group.status == "inconclusive"
    assert "a single group" in one_group.checks[0].why
    one_class = gate(table(OLD, y=np.ones(N, int)), table(NEW, y=np.ones(N, int)), margin=0.5)
    assert one_class.checks[0].why == "the measure is undefined for one of the models"
    json.dumps(one_class.to_dict(), allow_nan=False)


# --- several checks --------------------------------------------------------------------------------------------------


def test_several_measures_and_margins() -> None:
    found = gate(table(OLD), table(NEW), measure=["auc", "accuracy", "f1"], margin=[0.02, 0.05, 0.06], threshold=0.5)
    assert [(c.measure, c.margin) for c in found.checks] == [("auc", 0.02), ("accuracy", 0.05), ("f1", 0.06)]
    assert found.checks[1].baseline == pytest.approx(np.mean((OLD >= 0.5) == TRUTH))
    # All must pass: passing is judged at the gate's level, failing at Bonferroni's.
    assert found.checks[0].low == pytest.approx(limits_of_areas(NEW, OLD, 0.95)[0])
    assert found.checks[0].high == pytest.approx(limits_of_areas(NEW, OLD, 1 - 0.05 / 3)[1])
    assert found.notes == ("3 checks: all must pass; failing is judged at a level corrected for their number",)
    same = gate(table(OLD), table(NEW), measure=["auc", "accuracy"], margin=0.03, threshold=0.5)
    assert [c.margin for c in same.checks] == [0.03, 0.03]


def test_slices() -> None:
    site = np.where(np.arange(N) % 4, "north", "south")
    found = gate(table(OLD, site=site, half=np.arange(N) // 200), table(NEW), by=["site", "half"], margin=0.05)
    assert [c.slice for c in found.checks] == ["", "site = north", "site = south", "half = 0", "half = 1"]
    assert [c.n for c in found.checks] == [N, 300, 100, 200, 200]
    part = site == "south"
    alone = gate(table(OLD[part], y=TRUTH[part]), table(NEW[part], y=TRUTH[part]), margin=0.05).checks[0]
    sliced = found.checks[2]
    assert (sliced.change, sliced.low, sliced.baseline) == pytest.approx((alone.change, alone.low, alone.baseline))
    # A slice of one class has no area, but a share that is right.
    by_class = gate(
        table(OLD, cls=TRUTH), table(NEW), by="cls", measure=["auc", "accuracy", "recall"], threshold=0.5, margin=0.2
    )
    states = {(c.measure, c.slice): (c.status, bool(c.why)) for c in by_class.checks}
    assert states["auc", "cls = 0"] == states["recall", "cls = 0"] == ("inconclusive", True)
    assert states["accuracy", "cls = 0"] == states["recall", "cls = 1"] == ("passed", False)


def check(status: Any, **more: Any) -> Check:
    known: dict[str, Any] = {"measure": "auc", "slice": "", "baseline": 0.8, "candidate": 0.79, "change": -0.01}
    known |= {"low": -0.02, "high": 0.0, "margin": 0.005, "n": 1000, "needed": float("nan"), "test": "DeLong's test"}
    return Check(status=status, **(known | more))


@pytest.mark.parametrize(
    ("statuses", "wanted", "code"),
    [
        (("passed", "passed"), "passed", 0),
        (("passed", "inconclusive"), "inconclusive", 3),
        (("inconclusive", "failed", "passed"), "failed", 1),
        (("failed",), "failed", 1),
    ],
)
def test_a_gate_passes_only_if_all_checks_do(statuses: tuple[Any, ...], wanted: str, code: int) -> None:
    found = Gate(tuple(check(status) for status in statuses), 0.95)
    assert (found.status, found.exit_code) == (wanted, code)


def test_failing_is_corrected_for_the_number_of_checks() -> None:
    result = pv.stats.delong(TRUTH, WORSE, OLD)
    change, error = result.effect, result.details["standard_error"]
    margin = -(change + 2.2 * error)
    assert margin > 0
    alone = gate(table(OLD), table(WORSE), margin=margin)
    many = gate(table(OLD, s=np.arange(N) // 20), table(WORSE), margin=margin, by="s")
    assert len(many.checks) == 21
    assert many.checks[0].high == pytest.approx(limits_of_areas(WORSE, OLD, 1 - 0.05 / 21)[1])
    assert (alone.checks[0].status, many.checks[0].status) == ("failed", "inconclusive")


def grown(room: float, half: float, asked: float, error: float) -> float:
    """Where the error shrinks with the root of the rows, and what the interval allows beyond it with the rows."""
    extra = (half - Z95 * error) * (asked / Z95) ** 2

    def left(times: float) -> float:
        return room - (asked + norm.ppf(0.8)) * error / np.sqrt(times) - extra / times

    return float(brentq(left, 1e-3, 1e6))


def test_rows_needed_follow_the_formula() -> None:
    (found,) = gate(table(OLD), table(NEW), margin=0.002).checks
    change, error = delong_by_hand()
    wanted = N * grown(change + 0.002, found.change - found.low, Z95, error)
    assert found.status == "inconclusive"
    assert found.needed == 100 * np.ceil(wanted / 100)
    words = f"; if the change is as observed, roughly {int(found.needed):,} rows would tell 4 times in 5"
    assert found.sentence().endswith(words)
    # Just at the margin no number of rows would tell, and near it nobody knows how many.
    result = pv.stats.delong(TRUTH, WORSE, OLD)
    for near in (0.0, 0.4, -0.4):
        margin = abs(result.effect) + near * result.details["standard_error"]
        (check,) = gate(table(OLD), table(WORSE), margin=margin).checks
        assert (check.status, np.isnan(check.needed), "rows would tell" in check.sentence()) == (
            "inconclusive",
            True,
            False,
        )
    # Heading for failure: at the corrected level.
    result = pv.stats.delong(TRUTH, WORSE, OLD)
    margin = -result.effect - result.details["standard_error"]
    both = gate(table(OLD), table(WORSE), measure=["auc", "average_precision"], margin=margin).checks[0]
    assert (both.status, both.change < -margin) == ("inconclusive", True)
    half = both.change - limits_of_areas(WORSE, OLD, 0.95)[0]
    times = grown(-both.change - margin, half, norm.ppf(0.975), result.details["standard_error"])
    assert both.needed == 100 * np.ceil(N * times / 100)


# --- pairing ---------------------------------------------------------------------------------------------------------


def test_two_tables_are_paired_by_id() -> None:
    wanted = gate(table(OLD), table(NEW)).checks[0]
    order = np.random.default_rng(9).permutation(N)
    for ids in (
        np.arange(N) * 3,
        np.array([f"r{i}" for i in range(N)]),
        np.array([i or "zero" for i in range(N)], object),
    ):
        old = table(OLD, id=ids, site=TRUTH)
        new = table(NEW[order], y=TRUTH[order], id=ids[order])
        found = gate(old, new, row="id", by="site", margin=0.1)
        assert (found.checks[0].change, found.checks[0].low) == pytest.approx((wanted.change, wanted.low))
        assert found.checks[1].n == (TRUTH == 0).sum()


def test_other_rows_are_refused() -> None:
    ids = np.arange(N)
    old = table(OLD, id=ids)
    for new in (
        table(NEW, id=ids + 1),
        table(NEW, id=ids.astype(str)),
        {name: column[:-1] for name, column in table(NEW, id=ids).items()},
        table(NEW, y=1 - TRUTH, id=ids),
    ):
        with pytest.raises(NotPaired):
            gate(old, new, row="id")
    with pytest.raises(NotPaired, match="every row once"):
        gate(table(OLD, id=ids // 2), table(NEW, id=ids // 2), row="id")
    with pytest.raises(NotPaired, match=r"[\s\S]*399"):
        gate(table(OLD), table(NEW[1:], y=TRUTH[1:]))
    order = np.random.default_rng(9).permutation(N)
    with pytest.raises(NotPaired, match=r"[\s\S]*--row"):
        gate(table(OLD), table(NEW[order], y=TRUTH[order]))


def test_dropped_rows_are_never_paired_by_order() -> None:
    # Both lose one positive, not the same: as many rows with the same labels, and all in between off by one.
    y = np.repeat([1, 0], 200)
    old, new = y + np.linspace(0, 1, N), y + np.linspace(0, 1, N)
    old[3], new[150] = np.nan, np.nan
    with pytest.raises(NotPaired, match="rows were dropped"):
        gate(table(old, y=y), table(new, y=y), missing="drop")
    with pytest.raises(MissingValues):
        gate(table(old, y=y), table(new, y=y))
    both = gate(table(old, y=y, id=range(N)), table(new, y=y, id=range(N)), row="id", missing="drop")
    assert both.checks[0].n == N - 2
    assert "2 rows with missing values were left out" in both.notes
    new[150], new[3] = 0.5, np.nan
    kept = gate(table(old, y=y, id=range(N)), table(new, y=y, id=range(N)), row="id", missing="drop")
    assert kept.checks[0].n == N - 1
    assert any("left out" in note for note in kept.notes)


def test_one_table_of_two_models() -> None:
    wanted = gate(table(OLD), table(NEW)).checks
    both = {"y": TRUTH, "score_old": OLD, "score_new": NEW, "s": TRUTH}
    assert gate(both, None).checks == wanted
    assert gate(both, None, scores=["score_old", "score_new"]).checks == wanted
    turned = gate(both, None, scores=["score_new", "score_old"]).checks[0]
    assert turned.change == pytest.approx(-wanted[0].change)
    named = gate({"y": TRUTH, "a": OLD}, {"y": TRUTH, "b": NEW}, scores=["a", "b"])
    assert named.checks == wanted
    with pytest.raises(BadInput, match="exactly two models"):
        gate({**both, "score_third": NEW}, None)
    with pytest.raises(BadInput, match="one model"):
        gate(both, both)


def test_two_of_three_models_are_named() -> None:
    """As if the third stood in no table, in wide and in long ones, in one file and in two."""
    wanted = gate(table(OLD), table(NEW)).checks
    three = {"y": TRUTH, "score_third": OLD[::-1], "score_old": OLD, "score_new": NEW}
    found = gate(three, None, baseline_model="old", candidate_model="new")
    assert found.checks == wanted
    assert found.notes[0] == "baseline: old; candidate: new"
    told = gate({"y": TRUTH, "baseline": OLD, "candidate": NEW}, None, scores=["baseline", "candidate"])
    assert told.checks == wanted
    assert not any("candidate:" in note for note in told.notes)  # their names say it
    turned = gate(three, None, baseline_model="new", candidate_model="old").checks[0]
    assert turned.change == pytest.approx(-wanted[0].change)
    assert gate(three, three, baseline_model="old", candidate_model="new").checks == wanted
    long = {
        "row": np.tile(np.arange(N), 3),
        "y": np.tile(TRUTH, 3),
        "who": np.repeat(["third", "old", "new"], N),
        "score": np.concatenate([OLD[::-1], OLD, NEW]),
    }
    words: Any = {"model": "who", "row": "row", "scores": "score"}
    assert gate(long, None, **words, baseline_model="old", candidate_model="new").checks == wanted
    two = {"y": TRUTH, "score_old": OLD, "score_new": NEW}
    assert gate(two, None, baseline_model="new").checks[0].change == pytest.approx(-wanted[0].change)
    for named in ({}, {"baseline_model": "old"}, {"candidate_model": "new"}):
        with pytest.raises(BadInput, match="exactly two models"):
            gate(three, None, **named)
    with pytest.raises(BadInput, match="no such model"):
        gate(three, None, baseline_model="score_old", candidate_model="new")
    with pytest.raises(BadInput, match="its own candidate"):
        gate(three, None, baseline_model="old", candidate_model="old")


def test_columns_of_one_table_may_have_gaps_and_slices() -> None:
    both = {"y": TRUTH, "score_old": OLD, "score_new": NEW, "s": TRUTH}
    gaps = dict(both, score_old=np.where(np.arange(N) == 5, np.nan, OLD))
    sliced = gate(gaps, None, missing="drop", by="s", margin=0.1)
    assert sum(c.n for c in sliced.checks[1:]) == sliced.checks[0].n == N - 1


def test_labels_of_any_type() -> None:
    wanted = gate(table(pred=OLD_LABEL), table(pred=NEW_LABEL), measure="f1").checks
    words = [table(pred=np.where(p, "yes", "no"), y=np.where(TRUTH, "yes", "no")) for p in (OLD_LABEL, NEW_LABEL)]
    assert gate(*words, measure="f1", positive="yes").checks == wanted
    assert gate(*(table(pred=p == 1, y=TRUTH == 1) for p in (OLD_LABEL, NEW_LABEL)), measure="f1").checks == wanted


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"margin": -0.1}, BadParameter, "margin"),
        ({"margin": float("nan")}, BadParameter, "margin"),
        ({"margin": float("inf")}, BadParameter, "margin"),
        ({"margin": "much"}, BadParameter, "margin"),
        ({"margin": [0.1, 0.2]}, BadParameter, "one for each"),
        ({"level": 0.4}, BadParameter, "level"),
        ({"level": 1.0}, BadParameter, "level"),
        ({"by": "nowhere"}, MissingColumn, "nowhere"),
        ({"measure": "prevalence", "threshold": 0.5}, BadParameter, "no better direction"),
        ({"measure": "nonsense"}, BadInput, "no measure"),
    ],
)
def test_wrong_calls(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        gate(table(OLD), table(NEW), **arguments)


def test_a_measure_without_an_interval_is_refused() -> None:
    with pytest.raises(BadParameter, match="no interval is known"):
        gate(table(pred=OLD_VALUE, y=TARGET), table(pred=NEW_VALUE, y=TARGET), measure="max_error")


# --- what is said ----------------------------------------------------------------------------------------------------


def test_sentences() -> None:
    assert check("failed", high=-0.006).sentence() == (
        "failed: auc got worse by 1.00 points (by at least 0.60 with confidence; allowed is a loss of 0.5 points; "
        "DeLong's test, n = 1,000 rows)"
    )
    assert "got worse by 1.0 points (a loss of 2.0 is not ruled out; allowed" in check("inconclusive").sentence()
    near = check("passed", change=0.001, low=-0.004, high=0.006)
    assert "got better by 0.10 points (worse by at most 0.40 with confidence; allowed" in near.sentence()
    better = check("passed", change=0.02, low=0.013, slice="site = 1")
    assert better.sentence().startswith("passed: auc for site = 1 got better by 2.00 points (by at least 1.30 with")
    tiny = check("passed", measure="mae", change=-2e-7, low=-3.1e-7, margin=1e-6)
    assert (
        "got worse by 0.00000020 (by at most 0.00000031 with confidence; allowed is a loss of 1e-06" in tiny.sentence()
    )
    assert "mae got better by 25" in check("passed", measure="mae", change=25.0, low=-12.0).sentence()
    assert check("inconclusive", why="a single group").sentence() == "inconclusive: auc: a single group"


def test_lower_is_better_in_words() -> None:
    found = gate(table(pred=OLD_VALUE, y=TARGET), table(pred=OLD_VALUE * 1.5, y=TARGET), measure="mae", margin=0.1)
    assert found.status == "failed"
    assert found.checks[0].candidate > found.checks[0].baseline
    assert "mae got worse by" in str(found)


HOSTILE = "a|b <script>&\"'\x1b[31m\n\x00"


def test_junit_parses_and_counts() -> None:
    checks = (check("passed"), check("failed", slice=HOSTILE), check("inconclusive", needed=1234.0), check("failed"))
    root = ET.fromstring(Gate(checks, 0.95, ("one & <two>",)).junit())
    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == ("testsuite", "4", "2", "1")
    cases = root.findall("testcase")
    assert [len(case.findall("failure")) for case in cases] == [0, 1, 0, 1]
    assert [len(case.findall("error")) for case in cases] == [0, 0, 1, 0]
    assert cases[1].get("name") == "auc for a|b <script>&\"'?[31m??"
    error = cases[2].find("error")
    assert error is not None
    assert error.get("message") == checks[2].sentence()
    asked = "is the candidate worse than the baseline by no more than the margin?"
    assert root.findtext("system-out") == f"{asked}; one & <two>"
    assert root.get("name") == "probative gate: not worse"


def test_markdown_is_a_table() -> None:
    checks = (check("passed"), check("failed", slice=HOSTILE), check("inconclusive", needed=1234.0, low=float("nan")))
    text = Gate(checks, 0.95, ("a note",)).markdown()
    lines = text.splitlines()
    assert lines[0] == "### Model gate: failed"
    assert lines[2].startswith("May the candidate replace the baseline? **No.** ")
    assert "is the candidate worse than the baseline by no more than the margin?" in lines[4]
    rows = lines[6:11]
    assert {line.replace("\\|", "").count("|") for line in rows} == {10}
    assert "<script>" not in text
    assert rows[4].endswith("1,234 |")
    assert " undefined |" in rows[4]
    assert lines[-1] == "- a note"


def test_dict_is_json() -> None:
    plain = json.loads(json.dumps(gate(table(OLD), table(NEW), margin=0.02).to_dict(), allow_nan=False))
    assert (plain["probative"], plain["kind"], plain["status"], plain["level"]) == (1, "gate", "passed", 0.95)
    assert plain["checks"][0]["needed"] is None
    assert plain["checks"][0]["measure"] == "auc"


def test_what_a_gate_notes_is_counted_as_what_it_is() -> None:
    noted = Note("curves-cross", "note", "R102", "they cross.", "look at both")
    warned = Note("few-rows", "warning", "R1", "few rows.", "more")
    for notes, wanted in (((noted,), "1 note."), ((noted, warned), "1 warning, 1 note."), ((), None)):
        answers = {one.question: one for one in Gate((check("passed"),), 0.95, warnings=notes).answers}
        trust = answers.get("How far to trust it?")
        assert (None if trust is None else trust.stress) == wanted
    assert trust is None
    both = Gate((check("passed"),), 0.95, warnings=(noted, warned)).answers[1]
    assert (both.headline, both.evidence) == ("1 warning, 1 note. Warning: few rows.", "Note: they cross.")


def test_sentence_and_table_are_in_one_unit() -> None:
    """Shares in points, costs for a thousand rows; measures of several units in their own."""
    found = gate(table(OLD), table(NEW), measure="auc", margin=0.02)
    (row,) = found.table().shown()
    change = found.checks[0].change
    assert row[3] == f"{100 * change:.3g}".replace("-", "−")
    assert (row[6], found.table().heads[6]) == ("2", "allowed loss, points")
    cost = gate(table(OLD), table(WORSE), costs=pv.Costs(1, 5), threshold=0.5, margin=0.01)
    old, new = ([np.sum((s >= 0.5) & (TRUTH == 0)), np.sum((s < 0.5) & (TRUTH == 1))] for s in (OLD, WORSE))
    lost = 1000 * ((new[0] - old[0]) + 5 * (new[1] - old[1])) / N
    assert f"got worse by {lost:.3g}" in cost.checks[0].sentence().replace(".0 ", " ")
    assert "per 1,000 rows" in cost.checks[0].sentence()
    assert cost.table().heads[6] == "allowed loss, per 1,000 rows"
