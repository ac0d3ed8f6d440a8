"""The worked examples about ROC curves, hulls, lines of equal worth, thresholds and costs."""

import math

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv

COVERED = set()
ROC_ASSERTED = {
    *("AUC50", "EER", "accuracy_line_best", "hull_area", "hull_segments", "hull_vertices", "iso_performance_best"),
}
"""Quantities of the ROC cases that this file asserts; test_measures.py asserts the others."""
DRAWN = ("003-roc-drawing-example", "003-exercise-5")
ROC_CASES = (*DRAWN, "003-roc-example-1", "003-roc-example-3", "003-roc-example-4", "000-roc-ties-knn-votes")


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


def close(value, tolerance=1e-9):
    return pytest.approx(value, rel=0, abs=tolerance, nan_ok=True)


def number(value):
    return math.inf if value in (None, "inf") else float(value)


def numbers(values):
    return [number(value) for value in values]


def labels_of(case):
    inputs = case["inputs"]
    return [label in (1, "p") for label in inputs.get("labels", inputs.get("classes"))]


def ladder_of(case):
    return pv.Ladder.from_scores(labels_of(case), case["inputs"]["scores"])


def ladder_by_rank(labels):
    """The first row ranks highest."""
    return pv.Ladder.from_scores([label == 1 for label in labels], -np.arange(len(labels), dtype=float))


def points(x, y):
    return np.column_stack([x, y])


# Hull and lines that touch it


@covers(*ROC_CASES)
def test_hull_vertices_segments_and_area(case):
    hull, expected = pv.roc(ladder_of(case)).hull(), case["expected"]
    np.testing.assert_allclose(points(hull.fpr, hull.tpr), expected["hull_vertices"], atol=1e-12)
    assert hull.slopes.tolist() == close(numbers(segment["slope"] for segment in expected["hull_segments"]))
    starts, ends = points(hull.fpr[:-1], hull.tpr[:-1]), points(hull.fpr[1:], hull.tpr[1:])
    np.testing.assert_allclose(starts, [segment["from"] for segment in expected["hull_segments"]], atol=1e-12)
    np.testing.assert_allclose(ends, [segment["to"] for segment in expected["hull_segments"]], atol=1e-12)
    assert hull.auc == close(expected["hull_area"])


@covers(*ROC_CASES)
def test_where_lines_of_a_slope_touch(case):
    curve = pv.roc(ladder_of(case))
    hull = curve.hull()
    for row in case["expected"]["iso_performance_best"]:
        touch = hull.touch(row["slope"])
        assert touch.intercept == close(row["max_intercept"])
        # Both ends of an optimal segment are given; what lies between them is on the hull.
        ends = [0, -1] if len(row["points"]) > 1 else [0]
        np.testing.assert_allclose(points(touch.fpr, touch.tpr), np.array(row["points"])[ends], atol=1e-12)
        assert touch.thresholds.tolist() == numbers(row["thresholds"][i] for i in ends)
        inside = np.array(row["points"][1:-1]).reshape(-1, 2)
        assert hull.place(inside[:, 0], inside[:, 1]).tolist() == ["on"] * len(inside)
        assert row["max_intercept"] == close((curve.tpr - row["slope"] * curve.fpr).max())


@covers(*ROC_CASES)
def test_points_of_the_curve_on_and_below_the_hull(case):
    curve, expected = pv.roc(ladder_of(case)), case["expected"]
    vertices = np.array(expected["hull_vertices"])
    for x, y, place in zip(curve.fpr, curve.tpr, curve.hull().place(curve.fpr, curve.tpr), strict=True):
        is_vertex = np.isclose(vertices, [x, y], atol=1e-12).all(axis=1).any()
        on_first_edge = x == 0 and y <= vertices[vertices[:, 0] == 0, 1].max()
        gap = np.interp(x, vertices[:, 0], vertices[:, 1]) - y
        wanted = "vertex" if is_vertex else "on" if on_first_edge or gap < 1e-12 else "below"
        assert place == wanted


@covers(*ROC_CASES)
def test_equal_error_rate(case):
    curve = pv.roc(ladder_of(case))
    assert curve.eer == close(case["expected"]["EER"])
    fpr, fnr, threshold = curve.eer_point()
    gaps = np.abs(curve.fpr - (1 - curve.tpr))
    assert abs(fpr - fnr) == close(gaps.min())
    at = ladder_of(case).at(threshold)
    assert (at.fp / at.negatives, at.fn / at.positives) == close((fpr, fnr))


# Thresholds


@covers(*ROC_CASES)
@pytest.mark.parametrize(
    ("by", "best", "thresholds"),
    [
        ("accuracy", "best_accuracy", "best_accuracy_thresholds"),
        ("youden", "youden_max", "youden_thresholds"),
    ],
)
def test_best_thresholds_with_all_ties(case, by, best, thresholds):
    ladder, expected = ladder_of(case), case["expected"]
    choice = pv.best_threshold(ladder, by, replicates=20)
    assert choice.apparent.value == close(expected[best])
    assert list(choice.ties) == numbers(expected[thresholds])
    assert choice.threshold == max(choice.ties)
    assert choice.outcomes == ladder.at(choice.threshold)
    lower = [score for score in case["inputs"]["scores"] if score < choice.threshold]
    assert choice.interval == (max(lower, default=-math.inf), choice.threshold)


@covers(*DRAWN)
def test_equivalent_thresholds_and_the_middle_of_them(case):
    ladder, best = ladder_of(case), case["deck_says"]["best_threshold"]
    choice = pv.best_threshold(ladder, "accuracy", replicates=20)
    low, high = choice.interval
    assert high == best == choice.threshold
    assert choice.midpoint == close((low + high) / 2)
    assert ladder.at(choice.midpoint) == ladder.at(np.nextafter(low, 1)) == choice.outcomes
    assert ladder.at(low) != choice.outcomes != ladder.at(np.nextafter(high, 1))


@covers(*DRAWN)
def test_the_decks_strict_rule_loses_a_positive_at_its_own_threshold(case):
    best = case["deck_says"]["best_threshold"]
    table = pv.threshold_table(ladder_of(case), [best, np.nextafter(best, 1)])
    assert table["accuracy"].tolist() == close(
        [case["expected"][f"at_threshold_{best}_{rule}"]["accuracy"] for rule in ("inclusive", "strict")]
    )
    assert table["tp"][0] - table["tp"][1] == 1
    assert table["accuracy"][1] != close(case["expected"]["best_accuracy"])


@covers(*DRAWN)
def test_accuracy_line_through_the_best_point(case):
    ladder, expected = ladder_of(case), case["expected"]
    line = pv.accuracy_line(0.5, expected["best_accuracy"])
    assert (line.slope, line.intercept) == close(
        (expected["accuracy_line_best"]["slope"], expected["accuracy_line_best"]["intercept"])
    )
    curve = pv.roc(ladder)
    above = curve.tpr - line.tpr(curve.fpr)
    assert above.max() == close(0)
    assert curve.thresholds[above > -1e-9].tolist() == numbers(expected["best_accuracy_thresholds"])


@covers("003-accuracy-lines")
def test_accuracy_lines(case):
    expected, ratios = case["expected"], case["inputs"]["ratios_neg_over_pos"]
    assert [pv.accuracy_line(1 / (1 + ratio), 0.8).slope for ratio in ratios] == close(expected["slopes"])
    assert expected["slopes"] == case["deck_says"]["slopes"]
    for ratio, row in zip(ratios, expected["rows"], strict=True):
        line = pv.accuracy_line(row["pos"], row["ACC"])
        assert (line.slope, line.intercept, line.value) == close((ratio, row["intercept"], row["ACC"]))
        assert row["neg_over_pos"] == ratio
        for fpr in (0.0, 0.2):
            assert row["pos"] * line.tpr(fpr) + row["neg"] * (1 - fpr) == close(row["ACC"])


@covers("004-threshold-monotone")
def test_threshold_table(case):
    inputs, expected = case["inputs"], case["expected"]
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], inputs["outputs"])
    table = pv.threshold_table(ladder, inputs["thresholds"])
    assert (table["tp"] + table["fp"]).tolist() == expected["predicted_positive_count_inclusive"]
    assert table["threshold"].tolist() == inputs["thresholds"]
    assert (table["tp"] + table["fn"] + table["fp"] + table["tn"]).tolist() == [4.0] * 3
    for cell in ("tp", "fp"):
        assert (np.diff(pv.threshold_table(ladder)[cell]) >= 0).all()
    cells = pv.instances([1, 0], inputs["leaf_purities"], expected["more_certain_leaf"])["cell"]
    assert cells.tolist() == ["TP", "TN"]


@covers("004-threshold-monotone")
def test_a_score_of_exactly_one_half_is_positive(case):
    assert case["deck_says"]["rule"] == "below 0.5 negative, otherwise positive"
    called = pv.instances([True] * 4, case["inputs"]["outputs"], 0.5)
    assert [(score, cell) for score, cell in zip(called["score"], called["cell"], strict=True)] == [
        (0.9, "TP"),
        (0.51, "TP"),
        (0.5, "TP"),
        (0.49, "FN"),
    ]


# Rows and the drawing of a curve


@covers("003-roc-drawing-example")
def test_cell_of_every_row(case):
    found = pv.instances(labels_of(case), case["inputs"]["scores"], 0.5)
    assert found["row"].tolist() == list(range(20))
    assert found["cell"].tolist() == case["expected"]["cell_labels_at_0.5"] == case["deck_says"]["cell_labels_at_0.5"]


@covers("003-exercise-5")
def test_cell_of_every_row_by_falling_score(case):
    expected, deck = case["expected"], case["deck_says"]
    found = pv.instances(labels_of(case), case["inputs"]["scores"], case["inputs"]["threshold"])
    assert (found["row"] + 1).tolist() == expected["sorted_instances"] == deck["sorted_instances"]
    assert found["cell"].tolist() == expected["cell_labels_at_0.5_sorted"]
    assert found["score"].tolist() == sorted(case["inputs"]["scores"], reverse=True)
    assert found["positive"].tolist() == [labels_of(case)[row] for row in found["row"]]
    # The deck counts the positive at 0.28 as a false positive, and so 5 of them and no false negative.
    assert found["cell"][18] == "FN" != deck["label_of_sorted_instance_19"]
    counts = {cell: found["cell"].tolist().count(cell) for cell in ("TP", "FP", "FN", "TN")}
    assert counts == {"TP": 9, "FP": 4, "FN": 1, "TN": 6}
    assert counts != {cell: deck[cell] for cell in counts}


@covers(*DRAWN)
def test_drawing_the_curve_step_by_step(case):
    drawing = pv.roc(ladder_of(case)).drawing()
    order = np.argsort(case["inputs"]["scores"])[::-1]
    assert drawing["move"].tolist() == ["up" if labels_of(case)[i] else "right" for i in order]
    right = drawing["move"] == "right"
    assert drawing["tpr"][right].tolist() == close(case["expected"]["TPR_at_each_negative"])
    assert drawing["fpr"][right].tolist() == close((np.arange(10) + 1) / 10)


@covers("000-roc-ties-knn-votes")
def test_a_tie_is_one_slanted_segment_and_both_axes_end_at_1(case):
    ladder = ladder_of(case)
    drawing = pv.roc(ladder).drawing()
    assert drawing["move"].tolist() == ["slanted"] * 4 + ["right", "slanted"]
    assert (drawing["fpr"][-1], drawing["tpr"][-1]) == (1, 1)
    # The deck divides the positives by the number of negatives: its curve would end at 0.8.
    assert ladder.totals[0] / ladder.totals[1] == close(0.8)


@covers(*ROC_CASES)
def test_the_likelihood_ratio_is_the_slope_from_the_origin(case):
    curve, rows = pv.roc(ladder_of(case)), case["expected"]["roc_points"]
    for found, row in zip(curve.likelihood_ratios(), rows, strict=True):
        wanted = row["TPR"] / row["FPR"] if row["FPR"] else math.inf if row["TPR"] else math.nan
        assert found == close(wanted)


@covers("003-roc-example-4", "003-roc-example-1")
def test_areas_run_from_0_to_1(case):
    curve = pv.roc(ladder_of(case))
    reverse = pv.roc(pv.Ladder.from_scores(labels_of(case), -np.array(case["inputs"]["scores"])))
    assert curve.auc == case["deck_says"]["AUC"] == 1 - reverse.auc


NORMAL_EDGES = np.round(np.arange(-0.6, 1.6, 1e-4), 4)


def normal_ladder(mean_p=0.6, mean_n=0.4, sd=0.1, rows=1e12):
    """Both score distributions in narrow bins, each with its exact share of very many rows."""
    counts = [
        np.diff(np.round(rows * norm.cdf([*NORMAL_EDGES, np.inf], mean, sd))).astype(np.int64)
        for mean in (mean_p, mean_n)
    ]
    return pv.Ladder.from_counts(NORMAL_EDGES, *counts)


@covers("003-roc-example-2")
def test_overlapping_normal_scores(case):
    ladder, expected, deck = normal_ladder(), case["expected"], case["deck_says"]
    table = pv.threshold_table(ladder, case["inputs"]["thresholds"])
    for i, row in enumerate(expected["rows"]):
        found = (table["threshold"][i], table["recall"][i], table["false_positive_rate"][i])
        assert found == close((row["threshold"], row["TPR"], row["FPR"]))
        assert 1 - table["recall"][i] == close(row["FNR"])
    curve = pv.roc(ladder)
    assert curve.auc == close(expected["AUC"], 1e-7)
    assert curve.eer == close(expected["EER"], 1e-6)
    # What the deck says of 0.4, 0.5 and 0.6.
    assert table["fp"][1] == pytest.approx(table["fn"][1], rel=1e-6)
    assert deck["threshold_0.5"] == "FN and FP of equal size"
    assert table["fp"][0] > table["fp"][1] > table["fp"][2]
    assert table["fn"][0] < table["fn"][1] < table["fn"][2]


# Up to the n-th false positive


def deck_roc50(labels_ascending, *, count_right, step_always, least, guard=1000):
    """The deck's ROC50 loop, with its slips in place where they are asked for; None if it does not end."""
    n = p = 0
    m = j = len(labels_ascending)
    while n < 50 and j >= least:
        guard -= 1
        if not guard:
            return None
        positive = labels_ascending[j - 1] == 1
        if positive:
            p += 1
        else:
            n = n + 1 if count_right else m + 1
        if step_always or not positive:
            j -= 1
    return {"n": n, "p": p, "j": j}


@covers("000-roc50-40pos-60neg")
def test_roc50_with_more_than_50_negatives(case):
    inputs, expected = case["inputs"], case["expected"]
    ladder = pv.Ladder.from_scores(inputs["labels_sorted_by_descending_score"], inputs["scores"])
    curve = pv.roc(ladder)
    assert ladder.totals == (expected["n_pos"], expected["n_neg"])
    assert curve.auc == close(expected["AUC_full"])
    part, local = curve.roc_n(50), curve.roc_n(50, "found")
    assert (part.n, part.found) == (50, expected["positives_above_50th_negative"])
    assert part.area * 50 * 40 == close(expected["sum_t_i"])
    assert [50 / 60, part.found / 40] == close(expected["end_point_on_ROC"])
    assert curve.at(50 / 60 - 1e-12) == close(expected["end_point_on_ROC"][1])
    assert curve.auc_n(50) == part.area == close(expected["AUC50_total_normalised"])
    assert curve.auc_n(50, "found") == local.area == close(expected["AUC50_local_normalised"])
    raw = expected["raw_partial_area_up_to_FPR_50_over_60"]
    assert curve.partial_auc(fpr=(0, 50 / 60)) == close(raw) == part.area * 50 / 60
    assert part.why is None


@covers("000-roc50-40pos-60neg")
def test_the_decks_roc50_loop_stops_at_once_or_never(case):
    labels, expected = case["inputs"]["labels_sorted_by_descending_score"][::-1], case["expected"]
    printed = {"count_right": False, "step_always": False, "least": 2}
    assert deck_roc50(labels, **printed) == expected["pseudo_code_as_printed_top_item_negative"]
    assert deck_roc50(labels[:-1], **printed) is None
    assert expected["pseudo_code_as_printed_top_item_positive"] == "does not terminate"
    assert deck_roc50(labels, count_right=True, step_always=False, least=2) is None
    assert expected["pseudo_code_counter_fixed_only"] == "does not terminate"
    mended = deck_roc50(labels, count_right=True, step_always=True, least=1)
    assert mended == expected["pseudo_code_all_fixed"]
    found = pv.roc(ladder_by_rank(labels[::-1])).roc_n(50)
    assert (found.n, found.found) == (mended["n"], mended["p"])


@covers("000-roc50-bound")
def test_the_last_of_50_negatives_counts(case):
    labels, expected = case["inputs"]["labels_ascending"], case["expected"]
    for least, key in ((2, "with_j_greater_1"), (1, "with_j_at_least_1")):
        assert deck_roc50(labels, count_right=True, step_always=True, least=least) == expected[key]
    curve = pv.roc(ladder_by_rank(labels[::-1]))
    found = curve.roc_n(50)
    right, deck = expected["with_j_at_least_1"], expected["with_j_greater_1"]
    assert (found.n, found.found) == (right["n"], right["p"]) != (deck["n"], deck["p"])
    # 49 negatives rank above all positives, one below.
    assert found.area == close(1 / 50) == curve.auc
    assert curve.auc_n(49) == 0


@covers("000-roc50-few-negatives")
def test_with_few_negatives_roc50_is_the_whole_curve(case):
    expected = case["expected"]
    curve = pv.roc(ladder_by_rank(case["inputs"]["labels_sorted_by_descending_score"]))
    found = curve.roc_n(50)
    assert (curve.auc, found.area) == close((expected["AUC"], expected["AUC50"]))
    assert found.n == expected["effective_n"]
    assert found.why == "there are only 6 negatives"
    assert "coincide" in case["deck_says"]["statement"]


@covers(*DRAWN)
def test_auc50_of_twenty_rows_is_the_auc(case):
    curve = pv.roc(ladder_of(case))
    assert curve.auc_n(50) == close(case["expected"]["AUC50"])
    assert curve.auc_n(50) == close(case["expected"]["AUC"])


@covers("000-roc50-chance-level")
def test_chance_level_of_auc50(case):
    inputs, expected = case["inputs"], case["expected"]
    rng = np.random.default_rng(0)
    labels = np.arange(inputs["n_pos"] + inputs["n_neg"]) < inputs["n_pos"]
    curves = [pv.roc(ladder_by_rank(rng.permutation(labels))) for _ in range(800)]
    yardsticks = {}
    for normalise, key in (("all", "total"), ("found", "local")):
        parts = [curve.roc_n(inputs["n"], normalise) for curve in curves]
        chance = yardsticks[normalise] = parts[0].chance
        assert chance == close(expected[f"{key}_normalised_expectation"])
        areas = np.array([part.area for part in parts])
        error = areas.std(ddof=1) / len(areas) ** 0.5
        assert areas.mean() == pytest.approx(chance, abs=4 * error)
        assert expected[f"mc_{key}"] == pytest.approx(chance, abs=4 * error)
        assert {part.chance for part in parts} == {chance}
    n, negatives = inputs["n"], inputs["n_neg"]
    assert yardsticks == {"all": close((n + 1) / (2 * (negatives + 1))), "found": close((n + 1) / (2 * n))}
    # The deck's yardstick of 0.5 fits the local form only.
    assert case["deck_says"]["statement"].endswith("0.5 is bad")
    assert yardsticks["all"] < 0.1
    assert abs(yardsticks["found"] - 0.5) < 0.02


# Classifiers as points


def classifiers(case):
    tables = case["inputs"]["matrices_rows_actual_cols_predicted"]
    return {name: pv.ConfusionMatrix.from_counts(table, ["p", "n"]).outcomes("p") for name, table in tables.items()}


@covers("004-three-classifiers")
def test_three_classifiers_in_one_diagram(case):
    expected = case["expected"]
    found = pv.roc_points(classifiers(case))
    assert {name: [x, y] for name, x, y in zip(found.names, found.fpr, found.tpr, strict=True)} == {
        name: close(point) for name, point in expected["roc_points"].items()
    }
    hull = found.hull()
    np.testing.assert_allclose(points(hull.fpr, hull.tpr), expected["hull_vertices"], atol=1e-12)
    assert hull.auc == close(expected["hull_area"])
    assert hull.height(found.fpr[2]) == close(expected["hull_TPR_at_C3_FPR"])
    assert found.below_hull() == ["C3"]
    assert found.dominance() == [tuple(pair) for pair in expected["dominance_pairs_(dominator, dominated)"]]
    assert list(found.mirrored("C3")) == close(expected["C3_swapped_outputs"])
    assert [found.fpr[2], found.tpr[2]] == close(expected["roc_points"]["C3"])


@covers("004-three-classifiers")
@pytest.mark.parametrize("rate", ["fpr", "tpr"])
def test_the_even_mixture_of_two_classifiers(case, rate):
    wanted = dict(zip(("fpr", "tpr"), case["expected"]["mixture_of_C1_C2_half_half"], strict=True))
    mixture = pv.roc_points(classifiers(case)).mix("C1", "C2", **{rate: wanted[rate]})
    assert (mixture.first, mixture.second, mixture.probability) == ("C1", "C2", close(0.5))
    assert (mixture.fpr, mixture.tpr) == close((wanted["fpr"], wanted["tpr"]))


@covers("004-three-classifiers")
def test_costs_of_three_classifiers_and_of_the_trivial_rules(case):
    models = classifiers(case)
    rows = case["expected"]["expected_cost"]
    assert [[row["C_FP"], row["C_FN"]] for row in rows] == case["inputs"]["costs_derived"]
    hull = pv.roc_points(models).hull()
    corners = {(0, 0): "all_negative", (0.2, 0.6): "C2", (0.5, 0.8): "C1", (1, 1): "all_positive"}
    for row in rows:
        costs = pv.Costs(fp=row["C_FP"], fn=row["C_FN"])
        compared = pv.compare_costs(models, costs)
        found = {name: estimate.value for name, estimate in compared.operating.items()}
        found |= {name.replace(" ", "_"): cost for name, cost in compared.trivial.items()}
        assert found == {name: close(cost) for name, cost in row["expected_cost"].items()}
        assert [min(found, key=found.get)] == row["best"]
        least = min(found["all_negative"], found["all_positive"])
        assert compared.beaten_by_trivial == [name for name in models if row["expected_cost"][name] > least]
        slope = costs.slope(0.5)
        assert slope == close(row["iso_cost_slope"])
        assert slope == close(pv.cost_line(0.5, 0.1, fp=row["C_FP"], fn=row["C_FN"]).slope)
        touch = hull.touch(slope)
        assert [corners[round(x, 9), round(y, 9)] for x, y in points(touch.fpr, touch.tpr)] == row["best"]


@covers("004-nondominated-below-hull")
def test_a_classifier_that_nobody_dominates_below_the_hull(case):
    expected = case["expected"]
    found = pv.roc_points(case["inputs"]["points"])
    assert any(worse == "D" for _, worse in found.dominance()) is expected["D_is_dominated"]
    hull = found.hull()
    assert hull.height(0.35) == close(expected["hull_TPR_at_0.35"])
    assert ("D" not in found.below_hull()) is expected["D_on_hull"]
    assert found.below_hull() == ["D"]
    np.testing.assert_allclose(points(hull.fpr, hull.tpr), expected["hull_vertices"], atol=1e-12)


@covers("004-dominance-ties")
def test_dominance_with_one_equal_rate(case):
    found = pv.roc_points(case["inputs"])
    assert (("A", "B") in found.dominance()) is case["expected"]["dominates_by_pareto_rule"]
    assert (("A", "B") in found.dominance(strict=True)) is case["expected"]["dominates_by_printed_strict_rule"]
    assert ("B", "A") not in found.dominance()


# Costs


@covers("004-always-negative-96-percent")
def test_break_even_ratio(case):
    never = pv.Outcomes(tp=0, fn=4, fp=0, tn=96)
    for row in case["expected"]["second_by_assumed_FN_share"]:
        fn, fp = round(100 * row["FN_share"]), round(100 * row["FP_share"])
        second = pv.Outcomes(tp=4 - fn, fn=fn, fp=fp, tn=96 - fp)
        ratio = row["break_even_C_FN_over_C_FP"]
        assert pv.break_even(never, second) == close(ratio) == pv.break_even(second, never)
        at = pv.compare_costs({"never": never, "second": second}, pv.Costs(fn=ratio)).operating
        assert at["never"].value == close(at["second"].value)


@covers("004-expected-cost-formula")
def test_lines_of_equal_cost(case):
    inputs, expected = case["inputs"], case["expected"]
    outcomes = pv.Outcomes(tp=inputs["TP"], fn=inputs["FN"], fp=inputs["FP"], tn=inputs["TN"])
    sample = pv.Costs(inputs["C_FP"], inputs["C_FN"])
    prior = inputs["operating_prior_pos_override"]
    operating = pv.Costs(inputs["C_FP"], inputs["C_FN"], prior=prior)
    assert sample.slope(0.5) == close(expected["iso_cost_slope_sample_prior"])
    assert operating.slope(0.5) == close(expected["iso_cost_slope_at_prior_0.1"])
    assert sample.expected(outcomes).value == close(expected["expected_cost_sample_prior"])
    assert operating.expected(outcomes).value == close(expected["expected_cost_at_prior_0.1"])
    both = pv.compare_costs({"model": outcomes}, operating)
    assert both.sample["model"].value == close(expected["expected_cost_sample_prior"])
    for share, cost, slope in (
        (0.5, expected["expected_cost_sample_prior"], expected["iso_cost_slope_sample_prior"]),
        (prior, expected["expected_cost_at_prior_0.1"], expected["iso_cost_slope_at_prior_0.1"]),
    ):
        line = pv.cost_line(share, cost, fp=inputs["C_FP"], fn=inputs["C_FN"])
        assert line.slope == close(slope)
        # The classifier itself lies on the line of its cost: FPR 0.1, TPR 0.8.
        assert line.tpr(0.1) == close(0.8)


@covers("004-expected-cost-formula")
def test_the_decks_paraphrase_of_a_miss_gives_another_cost(case):
    inputs, right = case["inputs"], case["expected"]["expected_cost_sample_prior"]
    cells = {name: inputs[name.upper()] for name in ("tp", "fn", "fp", "tn")}
    found = pv.Costs(inputs["C_FP"], inputs["C_FN"]).expected(pv.Outcomes(**cells)).value
    n = sum(cells.values())
    # "Predicted negative, actually negative" would put the true negatives in the place of the misses.
    paraphrased = (inputs["C_FP"] * cells["fp"] + inputs["C_FN"] * cells["tn"]) / n
    assert found == close(right) == (inputs["C_FP"] * cells["fp"] + inputs["C_FN"] * cells["fn"]) / n
    assert found != close(paraphrased)


# What is covered


@pytest.mark.parametrize("case", ROC_CASES, indirect=True)
def test_every_quantity_about_the_hull_is_there(case):
    drawn_only = {"AUC50", "accuracy_line_best"}
    missing = ROC_ASSERTED - set(case["expected"])
    assert missing == (set() if case["id"] in DRAWN else drawn_only)
