"""Answers: what findings say first, from the tests and estimates that the tables show."""

from __future__ import annotations

import json
from io import StringIO

import numpy as np
import pytest
from rich.console import Console
from scipy.special import expit
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression

import probative as pv
from probative.curves.decimals import shortest
from probative.findings.answer import Answer
from probative.report.terminal import View, print_findings

N = 400
RNG = np.random.default_rng(0)
TRUTH = (RNG.random(N) < 0.3).astype(int)


def scores(apart: float) -> np.ndarray:
    x = RNG.normal(size=N) + apart * TRUTH
    return expit(np.log(3 / 7) + apart * (x - apart / 2))


GOOD, FAIR, POOR = scores(2.5), scores(2.4), scores(0.5)


def said(found: pv.Findings) -> dict[str, Answer]:
    return {answer.question: answer for answer in found.answers}


def test_the_better_of_two_is_called_better_with_the_difference_of_the_table() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "poor": POOR})
    answer = said(found)["Which model?"]
    contest = found.comparisons[0]
    assert contest.winner == "good"
    assert answer.stress == "good is better than poor:"
    low, high = sorted(abs(100 * end) for end in (contest.result.low, contest.result.high))
    assert f"({low:.1f} to {high:.1f})" in answer.headline
    assert f"{abs(100 * contest.gap):.1f} points more" in answer.headline
    assert "p < 0.0001" in answer.evidence


def test_a_lead_that_is_not_proven_is_a_lead() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "fair": FAIR})
    answer = said(found)["Which model?"]
    assert found.comparisons[0].winner is None
    assert "leads, but cannot be told from" in answer.stress
    assert "would be found 4 times in 5" in answer.evidence


def test_of_several_the_answer_is_about_the_leader_not_about_extremes() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"poor": POOR, "good": GOOD, "fair": FAIR})
    leader = max(found.models, key=lambda name: found.models[name].measures["auc"].value)
    other = next(name for name in ("good", "fair") if name != leader)
    answer = said(found)["Which model?"]
    assert answer.stress == f"{leader} leads"
    assert f"{other} cannot be told from it; poor is worse" in answer.headline
    assert "llowing for its having been chosen as the best of 3: AUC" in answer.evidence


def test_the_baseline_of_a_run_is_no_rival() -> None:
    X, y = load_iris(return_X_y=True)
    table = {"a": X[50:, 2], "b": X[50:, 1], "y": y[50:] - 1}
    models = ("gaussian", "tree")
    found = pv.evaluate(pv.experiment(table, target="y", models=models, plan="5-fold stratified"))
    assert found.about.baseline is not None
    assert {contest.a for contest in found.comparisons} | {contest.b for contest in found.comparisons} == set(models)
    assert found.about.baseline not in said(found)["Which procedure?"].headline


def test_a_model_alone_is_answered_against_the_rule_without_inputs() -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD)
    assert said(found)["How good?"].stress == "model is better than guessing:"
    useless = pv.evaluate(truth=TRUTH, scores=np.random.default_rng(5).random(N))
    assert said(useless)["How good?"].stress == "model cannot be told from guessing:"
    reversed_ = pv.evaluate(truth=TRUTH, scores=1 - GOOD)
    assert said(reversed_)["How good?"].stress == "model is worse than guessing:"


def test_declared_costs_decide_and_the_printed_cut_gives_the_printed_counts() -> None:
    costs = pv.Costs(fp=1, fn=5)
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "poor": POOR}, costs=costs)
    answer = said(found)["Where to cut?"]
    best = found.models["good"].decisions.cheapest
    assert best is not None
    # Brute force over every cut.
    cuts = [*np.unique(GOOD), np.inf]
    costly = [5 * np.sum((cut > GOOD) & (TRUTH == 1)) + np.sum((cut <= GOOD) & (TRUTH == 0)) for cut in cuts]
    assert best.cost.value == pytest.approx(min(costly) / N)
    typed = float(best.text)
    assert (best.outcomes.tp, best.outcomes.fp) == (
        np.sum((typed <= GOOD) & (TRUTH == 1)),
        np.sum((typed <= GOOD) & (TRUTH == 0)),
    )
    assert f"from {best.text} on" in answer.headline
    assert "a miss costs 5 false alarms" in answer.headline
    refused = 1000 * 5 * TRUTH.mean()
    assert f"{min(refused, 1000 * (1 - TRUTH.mean())):,.0f} if" in answer.headline


def test_a_cut_on_noise_is_not_recommended() -> None:
    found = pv.evaluate(truth=TRUTH, scores=np.random.default_rng(6).random(N))
    stress = said(found)["Where to cut?"].stress
    assert "is not shown" in stress or "saves nothing" in stress


def test_a_cut_is_written_as_short_as_the_scores_allow() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        above, up_to = np.sort(rng.normal(size=2) * 10.0 ** rng.integers(-6, 6))
        text = shortest(float(above), float(up_to))
        assert above < float(text) <= up_to


@pytest.mark.parametrize(("sharpness", "word"), [(1.0, "No sign"), (3.0, "overconfident"), (0.3, "underconfident")])
def test_probabilities_are_judged_by_the_joint_test(sharpness: float, word: str) -> None:
    rng = np.random.default_rng(2)
    logit = rng.normal(size=3000) * 1.5
    truth = (rng.random(3000) < expit(logit)).astype(int)
    found = pv.evaluate(truth=truth, scores=expit(sharpness * logit))
    assert word in said(found)["Are the probabilities true?"].headline


def test_classes_say_where_the_model_errs() -> None:
    X, y = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=1000).fit(X[::2], y[::2])
    found = pv.evaluate(truth=y[1::2], predicted=model.predict(X[1::2]))
    answer = said(found)["Where does it err?"]
    recalls = {label: part["recall"].value for label, part in found.models["model"].classes.items()}
    assert answer.stress == f"Weakest on {min(recalls, key=recalls.__getitem__)}:"


def test_the_weakest_class_is_doubted_where_others_may_be_as_weak() -> None:
    truth = np.repeat(["a", "b", "c"], 200)

    def answer(*right: int) -> Answer:
        # What is not found is taken for the next class.
        calls = [[label] * n + [other] * (200 - n) for label, other, n in zip("abc", "bca", right, strict=True)]
        return said(pv.evaluate(truth=truth, predicted=np.concatenate(calls)))["Where does it err?"]

    close, far = answer(169, 168, 190), answer(169, 60, 190)
    assert "finds 84.0 % of them; at least 84.5 % of every other class" in close.headline
    assert "others may be as weak: the intervals of “b” and “a” overlap" in close.evidence.lower()
    assert "finds 30 % of them; at least 84 % of every other class" in far.headline
    assert "overlap" not in far.evidence


def test_numbers_say_how_close() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=300)
    near, far = truth + 0.1 * rng.normal(size=300), truth + rng.normal(size=300)
    found = pv.evaluate(truth=truth, predicted={"near": near, "far": far})
    assert said(found)["Which model?"].stress == "near is better than far:"
    assert f"±{np.median(np.abs(near - truth)):.3f}"[:5] in said(found)["How close?"].headline


def test_slices_are_answered_by_a_test() -> None:
    rng = np.random.default_rng(4)
    n = 1200
    truth, region = (rng.random(n) < 0.4).astype(int), rng.integers(0, 2, n)
    x = rng.normal(size=n) + 2.0 * truth * region
    table = {"y": truth, "m": expit(x), "region": np.array(["north", "south"])[region]}
    answer = said(pv.evaluate(table, truth="y", scores=["m"], by=["region"]))["Is it so everywhere?"]
    assert answer.stress == "No: AUC depends on region."
    assert "adjusted p" in answer.evidence
    table["region"] = np.array(["north", "south"])[rng.integers(0, 2, n)]
    assert said(pv.evaluate(table, truth="y", scores=["m"], by=["region"]))["Is it so everywhere?"].stress.startswith(
        "No sign"
    )


def test_trust_counts_what_the_notes_say() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "poor": POOR}, threshold_by="cost", costs=pv.Costs(1, 5))
    warnings = sum(note.severity == "warning" for note in found.notes)
    assert f"{warnings} warning" in said(found)["How far to trust it?"].stress


def test_answers_are_the_same_everywhere() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "poor": POOR})
    out = StringIO()
    print_findings(found, Console(file=out, width=10_000))
    quiet = StringIO()
    print_findings(found, Console(file=quiet, width=10_000), View(quiet=True))
    plain = json.loads(found.to_json())["answers"]
    for answer, document in zip(found.answers, plain, strict=True):
        assert document["headline"] == answer.headline
        for where in (out.getvalue(), quiet.getvalue(), str(found)):
            assert answer.headline in where
    assert len(quiet.getvalue().splitlines()) == len(found.answers)
    assert pv.Findings.from_dict(found.to_dict()).answers == found.answers


def test_the_first_screen_has_the_measures_that_lead_and_names_the_rest() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "poor": POOR})
    first, everything = StringIO(), StringIO()
    print_findings(found, Console(file=first, width=200))
    print_findings(found, Console(file=everything, width=200), View(everything=True))
    assert "markedness" not in first.getvalue()
    assert "not shown here, but with --all" in first.getvalue()
    assert "markedness" in everything.getvalue()
    assert len(first.getvalue().splitlines()) < 40


def test_many_models_become_rows() -> None:
    found = pv.evaluate(truth=TRUTH, scores={f"model {i}": GOOD for i in range(9)})
    out = StringIO()
    print_findings(found, Console(file=out, width=120))
    lines = out.getvalue().splitlines()
    assert all(any(line.startswith(f"model {i} ") for line in lines) for i in range(9))


def test_counts_are_not_called_the_same_rows():
    told = pv.counts({"C1": [80, 20, 50, 50], "C2": [60, 40, 20, 80]}, costs=pv.Costs(1, 5, 0.1))
    assert "on 400 rows" in str(told)
    assert "on the same 400 rows" not in str(told)


def test_two_values_that_differ_are_not_printed_as_one():
    values = {"A": [1.0, 2, 3, 4, 5, 9], "B": [2.0, 1, 3, 6, 4, 11]}
    assert "mean loss 4.0 and 4.5" in str(pv.evaluate(values=values, better="lower"))


# --- words -----------------------------------------------------------------------------------------------------------


def test_the_measure_is_named_with_its_reason() -> None:
    both = {"good": GOOD, "poor": POOR}
    plain = pv.evaluate(truth=TRUTH, scores=both)
    assert "By AUC, as neither a measure nor costs were named." in said(plain)["Which model?"].evidence
    asked = pv.evaluate(truth=TRUTH, scores=both, measure="recall")
    assert "By recall, as asked for." in said(asked)["Which model?"].evidence
    priced = pv.evaluate(truth=TRUTH, scores=both, costs=pv.Costs(1, 5))
    assert "By expected cost, as costs were given." in said(priced)["Which model?"].evidence
    assert " per 1,000 rows at the cut of 0.5, " in said(priced)["Which model?"].headline
    assert "cost " in said(priced)["Which model?"].headline
    assert "per 1,000 rows" in said(priced)["Which model?"].headline


def test_where_ranking_and_costs_disagree_both_are_told() -> None:
    # "timid" ranks better, but calls hardly anybody at 0.5; "bold" finds them, which is what the costs ask for.
    timid, bold = GOOD**6, np.clip(FAIR + 0.3, 0, 1)
    found = pv.evaluate(truth=TRUTH, scores={"timid": timid, "bold": bold}, costs=pv.Costs(fp=1, fn=20))
    ranks = max(found.models, key=lambda name: found.models[name].measures["auc"].value)
    cheap = min(found.models, key=lambda name: found.models[name].measures["expected_cost"].value)
    assert {ranks, cheap} == {"timid", "bold"}
    words = f"{ranks} has the higher AUC, {cheap} is cheaper at your costs."
    assert words in said(found)["Which model?"].headline
    cuts = {name: model.decisions.cheapest for name, model in found.models.items()}
    best = min((name for name, cut in cuts.items() if cut), key=lambda name: cuts[name].cost.value)  # type: ignore[union-attr]
    assert f"on with {best}." in said(found)["Where to cut?"].stress


def test_where_each_at_its_own_cut_turns_the_order_the_first_answer_says_so() -> None:
    # "timid" is the better model, cut in the wrong place: compared at 0.5 it loses, at its own cut it wins.
    timid, bold = GOOD**20, np.sqrt(POOR)
    found = pv.evaluate(truth=TRUTH, scores={"timid": timid, "bold": bold}, costs=pv.Costs(fp=1, fn=20))

    def cheapest(scores: np.ndarray) -> float:
        cuts = np.append(np.unique(scores), np.inf)
        return min(20 * np.sum((cut > scores) & (TRUTH == 1)) + np.sum((cut <= scores) & (TRUTH == 0)) for cut in cuts)

    own = {"timid": cheapest(timid) * 1000 / N, "bold": cheapest(bold) * 1000 / N}
    assert own["timid"] < own["bold"]
    headline = said(found)["Which model?"].headline
    assert "bold is cheaper at your costs as now cut." in headline
    assert f"{own['timid']:,.0f} with timid, {own['bold']:,.0f} with bold per 1,000 rows (untested" in headline


def test_class_names_keep_their_case_and_one_row_is_a_row() -> None:
    truth = ["a"] * 20 + ["b"] * 20 + ["c"]
    predicted = ["a"] * 18 + ["b"] * 2 + ["b"] * 20 + ["a"]
    found = pv.evaluate(truth=truth, predicted=predicted)
    evidence = said(found)["Where does it err?"].evidence
    assert "“c” is most often mistaken for “a” (1 of 1 row)." in evidence
    assert pv.evaluate(truth=[1.0], predicted=[2.0]).headline().startswith("1 row · 1 model · ")


def test_points_have_one_decimal_unless_that_hides_the_difference() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "fair": FAIR})
    r = found.comparisons[0].result
    assert f"{abs(100 * r.effect):.1f} points" in said(found)["Which model?"].headline


def test_a_comparison_and_a_gate_are_answered_first() -> None:
    verdict = pv.compare(truth=TRUTH, scores={"good": GOOD, "fair": FAIR, "poor": POOR})
    found = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "fair": FAIR, "poor": POOR})
    assert verdict.answers[0].headline == said(found)["Which model?"].headline
    results = pv.compare({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88]}, of="paired")
    assert "on the same 5 results" in results.answers[0].evidence
    table = {"y": TRUTH, "old": POOR, "new": GOOD}
    better = pv.gate(table, truth="y", scores=["old", "new"], measure="auc", margin=0.01)
    assert better.answers[0].stress == "Yes."
    assert json.loads(better.to_json())["answers"][0]["question"] == "May the candidate replace the baseline?"
    assert better.markdown().splitlines()[2].startswith("May the candidate replace the baseline? **Yes.** ")
    worse = pv.gate(table, truth="y", scores=["new", "old"], measure="auc", margin=0.01)
    assert worse.answers[0].stress == "No."
    assert "points" in worse.answers[0].headline


def test_what_two_models_have_in_common_is_said_once() -> None:
    rng = np.random.default_rng(8)
    truth = rng.normal(size=80)
    near = pv.evaluate(truth=truth, predicted={name: truth + rng.normal(size=80) for name in "ab"}, measure="mae")
    assert said(near)["Which model?"].headline.count("on average") == 1
    counted = pv.counts({"A": [40, 10, 5, 45], "B": [36, 14, 5, 45]})
    assert said(counted)["Which model?"].headline.count("% right") == 1
    # Nothing pairs two tables of counts.
    assert "on 200 rows" in said(counted)["Which model?"].evidence
    assert "the same" not in said(counted)["Which model?"].evidence


def test_nearly_all_right_is_not_called_100_percent() -> None:
    """Five rows of a class in 100,005, two of them missed: of these rows 99.9980 % are right, and 99.9950 % by rule."""
    truth = np.r_[np.ones(5, int), np.zeros(100_000, int)]
    found = pv.evaluate(truth=truth, predicted=np.r_[1, 1, 1, 0, 0, np.zeros(100_000, int)])
    headline = said(found)["How good?"].headline
    assert "99.9980 % right (99.9927 to 99.9995); 99.9950 % without any input" in headline
    (alone,) = (note for note in found.notes if note.code == "value-alone")
    assert "accuracy 0.99998 alone says little: the baseline rule reaches 0.99995" in alone.message
    all_right = pv.evaluate(truth=[0, 1] * 20, predicted=[0, 1] * 20)
    assert "100.0 % right" in said(all_right)["How good?"].headline


def test_a_model_without_errors_errs_nowhere_and_measures_keep_their_names() -> None:
    truth = list("abc") * 20
    assert said(pv.evaluate(truth=truth, predicted=truth))["Where does it err?"].stress == "Nowhere on these rows:"
    alone = pv.evaluate(truth=TRUTH, scores=GOOD)
    assert "AUC " in said(alone)["How far to trust it?"].evidence
    assert "Auc" not in said(alone)["How far to trust it?"].evidence


def test_where_costs_decide_slices_are_told_by_what_no_cut_decides() -> None:
    columns = {"y": TRUTH, "score_good": GOOD, "score_poor": POOR, "site": np.arange(N) % 2}
    found = pv.evaluate(columns, truth="y", by="site", costs=pv.Costs(1, 5))
    assert {test.measure for test in found.heterogeneity} > {"accuracy", "auc"}
    assert "AUC" in said(found)["Is it so everywhere?"].headline


def test_what_rounding_leaves_has_no_direction_and_no_spread():
    """The mean probability is the share of positives to the last digit but one, and all folds have the AUC 0.5."""
    y = np.tile([0, 1], 50)
    run = pv.run({"prior": DummyClassifier()}, np.ones((100, 1)), y, plan="5-fold")
    assert run.to_frame()["score"].mean() == pytest.approx(0.5, abs=1e-12)
    assert said(pv.evaluate(run))["Are the probabilities true?"].headline == "No: prior is ranked the wrong way round."
    even = pv.run({"prior": DummyClassifier()}, np.ones((440, 1)), np.repeat([0, 1], [240, 200]))
    spreads = {name: one.within for name, one in pv.evaluate(even).models["prior"].resampling.items()}
    assert spreads["accuracy"] == 0
    assert {name: within for name, within in spreads.items() if 0 < within < 1e-12} == {}


@pytest.mark.parametrize(("scheme", "from_"), [("5-fold", "mean of 5 folds"), ("leave-one-out", "90 rows")])
def test_a_mean_of_folds_is_not_called_one_of_so_many_rows(scheme, from_):
    x = np.linspace(-1, 1, 90)[:, None]
    run = pv.run({"line": LinearRegression()}, x, x[:, 0] + np.sin(9 * x[:, 0]), plan=scheme)
    (first, *_) = pv.evaluate(run).answers
    assert first.evidence.lower().startswith(f"{from_}, 95 % interval")
