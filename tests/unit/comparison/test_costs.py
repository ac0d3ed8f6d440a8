"""Costs decide: compare, gate and evaluate by what errors cost, against sums by hand and closed forms."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression

import probative as pv
from probative.errors import BadLabels, BadParameter

RNG = np.random.default_rng(7)
N = 300
Y = (RNG.random(N) < 0.35).astype(int)
X = RNG.normal(size=(N, 3)) + 0.6 * Y[:, None]
SHY, EAGER = (X.sum(axis=1) > 1.8).astype(int), (X.sum(axis=1) > -0.5).astype(int)
SAID = {"shy": SHY, "eager": EAGER}
DEAR = pv.Costs(fp=1, fn=5)


def cost(said, fp=1.0, fn=5.0, prior=None, rows=slice(None)):
    """By hand: what each row costs, averaged, by class where a prior is known."""
    y, h = Y[rows], np.asarray(said)[rows]
    paid = np.where(y == 1, fn * (h == 0), fp * (h == 1))
    return paid.mean() if prior is None else prior * paid[y == 1].mean() + (1 - prior) * paid[y == 0].mean()


@pytest.mark.parametrize("prior", [None, 0.1, 0.9])
def test_rows_are_compared_by_their_cost(prior):
    verdict = pv.compare(truth=Y, predicted=SAID, costs=pv.Costs(1, 5, prior))
    assert (verdict.measure, verdict.better) == ("expected_cost", "lower")
    contest = verdict.contests[0]
    assert contest.values == pytest.approx((cost(SHY, prior=prior), cost(EAGER, prior=prior)))
    assert contest.result.effect == pytest.approx(cost(SHY, prior=prior) - cost(EAGER, prior=prior))
    # By hand: rows (or rows of each class) are independent, so variances of their mean differences add up.
    gap = np.where(Y == 1, 5.0 * ((SHY == 0) * 1.0 - (EAGER == 0)), (SHY == 1) * 1.0 - (EAGER == 1))
    if prior is None:
        error = gap.std(ddof=1) / np.sqrt(N)
    else:
        parts = [(prior, gap[Y == 1]), (1 - prior, gap[Y == 0])]
        error = np.sqrt(sum(w**2 * part.var(ddof=1) / len(part) for w, part in parts))
    assert contest.result.high - contest.result.low == pytest.approx(2 * 1.96 * error, rel=0.1)
    assert "so the expected cost decides" in verdict.notes[0]


def test_the_winner_depends_on_the_costs():
    dear, cheap = (pv.compare(truth=Y, predicted=SAID, costs=pv.Costs(1, fn)).contests[0].winner for fn in (20, 0.2))
    assert (dear, cheap) == ("eager", "shy")


def test_three_routes_are_compared_on_the_same_folds():
    routes = {m: pv.CostSensitiveClassifier(LogisticRegression(), DEAR, method=m) for m in ("weight", "threshold")}
    said = pv.run({"plain": LogisticRegression(), **routes}, X, Y, plan="10-fold stratified")
    verdict = pv.compare(said, costs=DEAR)
    by_model = {}
    for name in said.models:
        told = said.model(name)
        by_model[name] = np.array([cost_of(told, fold) for fold in range(10)])
    contest = next(c for c in verdict.contests if (c.a, c.b) == ("plain", "weight"))
    gap = by_model["plain"] - by_model["weight"]
    t = gap.mean() / np.sqrt((1 / 10 + 1 / 9) * gap.var(ddof=1))
    assert contest.result.effect == pytest.approx(gap.mean())
    assert contest.result.p == pytest.approx(2 * stats.t.sf(abs(t), 9), rel=1e-3)
    assert contest.winner == "weight"


def cost_of(told, fold):
    at = told.fold == fold
    y, h = Y[told.row[at]], told.predicted[at]
    return np.where(y == 1, 5.0 * (h == 0), 1.0 * (h == 1)).mean()


def test_a_table_of_costs_for_more_classes():
    y, a, b = (RNG.integers(0, 3, 200) for _ in range(3))
    table = np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
    verdict = pv.compare(truth=y, predicted={"a": a, "b": b}, costs=table)
    assert verdict.contests[0].values == pytest.approx((table[y, a].mean(), table[y, b].mean()))


def test_a_table_of_costs_by_name():
    y, a, b = (RNG.integers(0, 3, 200) for _ in range(3))
    names = np.array(["cat", "ant", "bee"])
    table = np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
    named = {names[i]: {names[j]: table[i, j] for j in range(3) if i != j} for i in range(3)}
    said = {"a": names[a], "b": names[b]}
    verdict = pv.compare(truth=names[y], predicted=said, costs=named)
    assert verdict.contests[0].values == pytest.approx((table[y, a].mean(), table[y, b].mean()))
    with pytest.raises(BadLabels, match="predicting 'bee' costs where 'cat' is actual"):
        pv.compare(truth=names[y], predicted=said, costs=named | {"cat": {"ant": 1}})
    with pytest.raises(BadLabels, match="names a class 'eel'"):
        pv.compare(truth=names[y], predicted=said, costs=named | {"eel": {"ant": 1}})


def test_a_measure_may_be_written_with_its_parameters():
    written = pv.compare(truth=Y, predicted=SAID, measure="f_beta(beta=2)")
    said = pv.compare(truth=Y, predicted=SAID, measure="f_beta", beta=2)
    assert written.to_dict() == said.to_dict()
    with pytest.raises(BadParameter, match="cannot be read"):
        pv.compare(truth=Y, predicted=SAID, measure="f_beta(2)")


def test_costs_that_cannot_decide_are_refused():
    with pytest.raises(BadParameter, match="auc does not look at them"):
        pv.compare(truth=Y, predicted=SAID, measure="auc", costs=DEAR)
    with pytest.raises(BadParameter, match="no errors to price"):
        pv.compare({"a": [1.0, 2], "b": [2.0, 3]}, of="folds", costs=DEAR)
    words = np.where(Y == 1, "sick", "well")
    with pytest.raises(BadLabels, match="which label is positive is not clear"):
        pv.compare(truth=words, predicted={"a": words, "b": words[::-1]}, costs=DEAR)


def test_a_table_of_two_classes_is_two_costs():
    found = pv.evaluate(truth=Y, predicted=SHY, costs=[[0, 1], [5, 0]])
    wanted = pv.evaluate(truth=Y, predicted=SHY, costs=pv.Costs(fp=1, fn=5))
    assert found.models == wanted.models
    assert found.about.costs == pv.Costs(fp=1, fn=5)


@pytest.mark.parametrize("prior", [None, 0.1])
def test_a_gate_goes_by_cost(prior):
    table = {"y": Y, **SAID}
    gate = pv.gate(table, truth="y", predicted=["shy", "eager"], costs=pv.Costs(1, 5, prior), margin=0.01)
    check = gate.checks[0]
    assert (check.baseline, check.candidate) == pytest.approx((cost(SHY, prior=prior), cost(EAGER, prior=prior)))
    assert check.change == pytest.approx(cost(SHY, prior=prior) - cost(EAGER, prior=prior))
    assert gate.status == ("passed" if prior is None else "failed")
    with pytest.raises(BadParameter, match="does not look at them"):
        pv.gate(table, truth="y", predicted=["shy", "eager"], measure=["accuracy"], costs=DEAR)


def test_a_gate_of_runs_goes_by_cost():
    plain = pv.run(LogisticRegression(), X, Y, plan="5-fold stratified")
    minded = pv.run(pv.CostSensitiveClassifier(LogisticRegression(), DEAR), X, Y, plan="5-fold stratified")
    check = pv.gate(plain, minded, costs=DEAR).checks[0]
    told = minded.model()
    assert check.candidate == pytest.approx(np.mean([cost_of(told, fold) for fold in range(5)]))


# --- an evaluation ---------------------------------------------------------------------------------------------------


def test_unequal_costs_decide_an_evaluation_and_equal_ones_say_nothing():
    scores = {"steep": X.sum(axis=1), "flat": X[:, 0] - 1.5}
    dear = pv.evaluate(truth=Y, scores=scores, costs=pv.Costs(1, 5, 0.2))
    assert dear.about.verdict.measure == dear.leader.measure == "expected_cost"
    values = {name: cost(s >= 0, prior=0.2) for name, s in scores.items()}
    assert dear.leader.model == min(values, key=values.get)
    assert dear.leader.apparent.value == pytest.approx(min(values.values()))
    note = next(note for note in dear.notes if note.code == "costs-declared")
    assert (note.severity, note.requirement) == ("warning", "R177")
    equal = pv.evaluate(truth=Y, scores=scores, costs=pv.Costs(2, 2))
    assert equal.about.verdict.measure == "auc"
    assert "costs-declared" not in [note.code for note in equal.notes]


def test_a_run_is_led_by_cost_and_shows_it_fold_by_fold():
    models = {m: pv.CostSensitiveClassifier(LogisticRegression(), DEAR, method=m) for m in ("weight", "threshold")}
    said = pv.run({"plain": LogisticRegression(), **models}, X, Y, plan="5-fold stratified")
    found = pv.evaluate(said, costs=DEAR)
    assert found.leader.measure == "expected_cost"
    assert found.leader.model != "plain"
    told = said.model("weight")
    wanted = [cost_of(told, fold) for fold in range(5)]
    assert found.models["weight"].resampling["expected_cost"].folds == pytest.approx(wanted)
    whole = np.where(Y[told.row] == 1, 5.0 * (told.predicted == 0), 1.0 * (told.predicted == 1)).mean()
    # What the best of each bootstrap sample costs on the rows left out is near what it costs here.
    assert found.leader.corrected.value == pytest.approx(whole, abs=0.1)


def test_both_costs_are_shown(tmp_path):
    found = pv.evaluate(truth=Y, predicted=SHY, costs=pv.Costs(1, 5, 0.1))
    costs = found.models["model"].decisions.costs
    assert costs.operating.value == pytest.approx(cost(SHY, prior=0.1))
    assert costs.sample.value == pytest.approx(cost(SHY))
    page = found.save(tmp_path / "page.html").read_text(encoding="utf-8")
    for shown in (f"{1000 * cost(SHY, prior=0.1):,.0f}", f"{1000 * cost(SHY):,.0f}"):
        assert shown in page
    for words in ("expected cost per 1,000 rows at prior 0.1", "expected cost per 1,000 rows at the sample"):
        assert words in page


def test_an_analytic_threshold_is_not_chosen_on_the_rows(tmp_path):
    scores = 1 / (1 + np.exp(-X.sum(axis=1)))
    found = pv.evaluate(truth=Y, scores=scores, costs=DEAR, threshold_by="calibrated")
    codes = [note.code for note in found.notes]
    assert "threshold-from-costs" in codes
    assert "threshold-chosen-here" not in codes
    assert found.models["model"].threshold == pytest.approx(1 / 6)
    page = found.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "from the costs alone" in page
    assert "allowing for the choice" not in page
    with pytest.raises(ValueError, match="is a probability, and these scores are none"):
        pv.evaluate(truth=Y, scores=X.sum(axis=1), costs=DEAR, threshold_by="calibrated")


def test_the_cost_of_points():
    assert pv.roc_points({"C": (0.1, 0.8)}).costs(fp=1, fn=5, prior=0.5)["C"] == pytest.approx(0.55)
    assert pv.roc_points({"C": (0.1, 0.8)}).costs(fp=1, fn=5, prior=0.1)["C"] == pytest.approx(0.19)
    curve = pv.roc(pv.Ladder.from_scores(Y, X[:, 0]))
    by_hand = [cost(X[:, 0] >= t, prior=0.3) for t in curve.thresholds]
    assert DEAR.of_point(curve.fpr, curve.tpr, 0.3) == pytest.approx(by_hand)
    with pytest.raises(BadParameter, match="needs the share of positives"):
        DEAR.of_point(0.1, 0.8)
    with pytest.raises(BadParameter, match="between 0 and 1"):
        DEAR.of_point(1.1, 0.8, 0.5)


def run(costs, seed=0):
    learners = {"plain": LogisticRegression(), "moved": pv.CostSensitiveClassifier(LogisticRegression(), DEAR)}
    said = pv.run(learners, X, Y, plan="5-fold stratified", random_state=seed)
    return replace(said, about=said.about.minding(costs))  # as `probative run --cost-fn 5` does


def test_a_run_remembers_its_costs_in_comparisons_and_gates_as_in_evaluations(tmp_path):
    said = run(DEAR)
    said.save(tmp_path / "predictions.parquet")
    for held in (said, tmp_path / "predictions.parquet"):
        assert pv.compare(held).measure == "expected_cost"
        assert pv.evaluate(held).verdict.measure == "expected_cost"
        assert [check.measure for check in pv.gate(held, margin=1).checks] == ["expected_cost"]
    assert pv.compare(said, measure="auc").measure == "auc"
    values = pv.compare(said).contests[0].values
    frame = said.to_frame()
    for name, found in zip(("plain", "moved"), values, strict=True):
        folds = frame[frame["model"] == name].groupby("fold")
        told = [(part["predicted"].astype(int), part["truth"].astype(int)) for _, part in folds]
        paid = [np.where(y == 1, 5.0 * (h == 0), 1.0 * (h == 1)).mean() for h, y in told]
        assert found == pytest.approx(np.mean(paid))
    assert pv.compare(said, costs=pv.Costs(1, 1)).contests[0].values == pytest.approx(
        tuple((part["predicted"] != part["truth"]).mean() for _, part in frame.groupby("model", sort=False))
    )
    assert pv.compare(run(pv.Costs(1, 1))).measure == "auc"


def test_runs_made_by_other_costs_are_compared_by_none_of_them():
    other = run(pv.Costs(1, 9))
    verdict = pv.compare(run(DEAR), other)
    assert verdict.measure == "auc"
    assert any("made by other costs" in note for note in verdict.notes)
    assert pv.compare(run(DEAR), run(DEAR)).measure == "expected_cost"
