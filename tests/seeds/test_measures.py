"""The worked examples about matrices, measures, costs, regression and ROC points."""

import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest

import probative as pv

COVERED = set()


MEASURES = {
    "accuracy": "accuracy",
    "error": "error_rate",
    "TPR": "recall",
    "TNR": "specificity",
    "FPR": "false_positive_rate",
    "FNR": "false_negative_rate",
    "precision": "precision",
    "NPV": "npv",
    "F1": "f1",
    "balanced_accuracy": "balanced_accuracy",
    "MCC": "mcc",
    "H_A_bits": "actual_entropy",
    "H_A_given_P_bits": "remaining_entropy",
    "mutual_information_bits": "mutual_information",
    "LR_plus": "lr_positive",
    "LR_minus": "lr_negative",
}
BETAS = {"F0": 0.0, "F0.5": 0.5, "F2": 2.0, "F_inf": math.inf}
COUNTS = {"TP": "tp", "FN": "fn", "FP": "fp", "TN": "tn", "P": "positives", "N": "negatives"}
ROC_CASES = (
    "000-roc-ties-knn-votes",
    "003-roc-drawing-example",
    "003-exercise-5",
    "003-roc-example-1",
    "003-roc-example-3",
    "003-roc-example-4",
)


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


def close(value):
    return pytest.approx(value, rel=0, abs=1e-9, nan_ok=True)


def outcomes_of(counts):
    return pv.Outcomes(tp=counts["TP"], fn=counts["FN"], fp=counts["FP"], tn=counts["TN"])


def matrix_of(table):
    return pv.ConfusionMatrix.from_counts(table, ["p", "n"])


def printed(key, outcomes):
    """The quantity that the examples call by this key."""
    if key in COUNTS:
        return getattr(outcomes, COUNTS[key])
    if key in BETAS:
        return pv.value("f_beta", outcomes, beta=BETAS[key])
    return pv.value(MEASURES[key], outcomes)


def wanted(key, value, outcomes):
    """Null is undefined, except that x/0 of a likelihood ratio is infinite for x > 0 (R68)."""
    if value is not None:
        return value
    return math.inf if key == "LR_plus" and outcomes.tp and outcomes.negatives else math.nan


def assert_measures(outcomes, expected):
    found = {key: printed(key, outcomes) for key in expected}
    assert found == {key: close(wanted(key, value, outcomes)) for key, value in expected.items()}


def ladder_of(case):
    inputs = case["inputs"]
    labels = [label in (1, "p") for label in inputs.get("labels", inputs.get("classes"))]
    return pv.Ladder.from_scores(labels, inputs["scores"])


# Confusion matrices and their measures


@covers("003-exercise-1")
def test_summary_counts_give_the_matrix_and_its_measures(case):
    inputs = case["inputs"]
    outcomes = pv.Outcomes.from_rates(
        found=inputs["TP"], positives=inputs["P"], rejected=inputs["TN"], negatives=inputs["N"]
    )
    assert_measures(outcomes, case["expected"])
    assert_measures(outcomes, case["deck_says"])


@covers("003-exercise-2")
def test_the_matrix_has_actual_classes_in_rows(case):
    inputs, expected = case["inputs"], dict(case["expected"])
    truth = ["p"] * inputs["P"] + ["n"] * inputs["N"]
    guess = ["p"] * inputs["TP"] + ["n"] * (inputs["P"] - inputs["TP"])
    guess += ["p"] * (inputs["N"] - inputs["TN"]) + ["n"] * inputs["TN"]
    matrix = pv.ConfusionMatrix.from_labels(truth, guess, labels=["p", "n"])
    assert matrix.counts.tolist() == expected.pop("matrix_rows_actual_cols_predicted")
    assert_measures(matrix.outcomes("p"), expected)
    assert_measures(matrix.outcomes("p"), case["deck_says"])


@covers("003-exercise-3")
def test_measures_of_a_matrix(case):
    expected = dict(case["expected"])
    expected.pop("F_beta_with_printed_denominator")
    assert_measures(matrix_of(case["inputs"]["matrix_rows_actual_cols_predicted"]).outcomes("p"), expected)


@covers("003-exercise-3")
def test_a_transposed_table_gives_the_same_outcomes(case):
    table = case["inputs"]["matrix_rows_actual_cols_predicted"]
    transposed = pv.ConfusionMatrix.from_counts(np.transpose(table), ["p", "n"], transposed=True)
    assert transposed == matrix_of(table)
    assert transposed != matrix_of(np.transpose(table))


@covers("003-exercise-3")
def test_the_decks_balanced_accuracy_is_wrong(case):
    found = pv.value("balanced_accuracy", matrix_of(case["inputs"]["matrix_rows_actual_cols_predicted"]).outcomes("p"))
    assert found == close(case["expected"]["balanced_accuracy"])
    assert found != close(case["deck_says"]["balanced_accuracy"])


@covers("003-exercise-3")
@pytest.mark.parametrize("beta", [0.5, 2])
def test_the_decks_f_measure_exceeds_1_and_ours_does_not(case, beta):
    outcomes = matrix_of(case["inputs"]["matrix_rows_actual_cols_predicted"]).outcomes("p")
    deck = case["expected"]["F_beta_with_printed_denominator"][str(beta)]
    found = pv.value("f_beta", outcomes, beta=beta)
    assert found == close(case["expected"][f"F{beta}"])
    assert found < 1 < deck


@covers("003-exercise-3")
@pytest.mark.parametrize(("key", "name"), [("recall", "recall"), ("precision", "precision"), ("F1", "f1")])
def test_the_decks_rounded_figures(case, key, name):
    outcomes = matrix_of(case["inputs"]["matrix_rows_actual_cols_predicted"]).outcomes("p")
    assert round(pv.value(name, outcomes), 2) == case["deck_says"][key]


@covers("003-exercise-6")
def test_mutual_information_in_bits(case):
    matrix, expected = matrix_of(case["inputs"]["matrix_rows_actual_cols_predicted"]), case["expected"]
    for evidence in (matrix, matrix.outcomes("p")):
        bits = pv.value("mutual_information", evidence)
        assert bits == close(expected["mutual_information_bits"])
        assert bits == close(sum(expected["terms_bits"].values()))
        assert bits * math.log(2) == close(expected["mutual_information_nats"])
        assert bits != close(expected["value_if_missing_parentheses_taken_literally"])
        assert pv.value("actual_entropy", evidence) == close(expected["H_A_bits"])
        assert pv.value("remaining_entropy", evidence) == close(expected["H_A_given_P_bits"])
        assert pv.value("normalized_mutual_information", evidence) == close(bits / expected["H_A_bits"])
    assert round(bits, 4) == case["deck_says"]["mutual_information_bits"]


@covers("003-exercise-6")
def test_the_decks_marginals_are_misprinted(case):
    matrix, expected = matrix_of(case["inputs"]["matrix_rows_actual_cols_predicted"]), case["expected"]
    deck = case["deck_says"]
    np.testing.assert_allclose(matrix.counts / matrix.n, expected["p_joint"], atol=1e-12)
    actual = [pv.value("prevalence", matrix.outcomes(label)) for label in ("p", "n")]
    predicted = [pv.value("prediction_rate", matrix.outcomes(label)) for label in ("p", "n")]
    assert actual == close(expected["p_actual"])
    assert predicted == close(expected["p_predicted"])
    assert actual != close([deck["p_actual_pos"], deck["p_actual_neg"]])
    assert predicted != close([deck["p_pred_pos"], deck["p_pred_neg"]])


@covers("002-specificity-vs-fpr")
def test_specificity_is_not_the_false_positive_rate(case):
    outcomes, expected = outcomes_of(case["inputs"]), case["expected"]
    specificity, fpr = pv.value("specificity", outcomes), pv.value("false_positive_rate", outcomes)
    assert (specificity, fpr) == close((expected["specificity"], expected["FPR"]))
    assert specificity + fpr == close(expected["sum"])
    assert specificity != close(fpr)


@covers("002-error-type-table")
@pytest.mark.parametrize("decision", ["reject", "keep"])
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_error_types_map_to_cells(case, decision, truth):
    cells = {"false positive": "fp", "false negative": "fn", "true positive": "tp", "true negative": "tn"}
    situation = f"{decision}_H0_when_{truth}_true"
    said = {source: case[source][situation] for source in ("expected", "deck_says")}
    right, wrong = (cells[text.split(", ")[-1]] for text in said.values())
    guess = "H1" if decision == "reject" else "H0"
    outcomes = pv.ConfusionMatrix.from_labels([truth], [guess], labels=["H0", "H1"]).outcomes("H1")
    assert (getattr(outcomes, right), getattr(outcomes, wrong)) == (1, 0)
    names = {"type I": "type_1_error", "alpha": "alpha_error", "type II": "type_2_error", "beta": "beta_error"}
    for word in said["expected"].split(", "):
        assert word not in names or pv.value(names[word], outcomes) == 1
    if "correct" in said["expected"]:
        assert pv.value("error_rate", outcomes) == 0
    told = pv.error_types(outcomes).cell(f"{decision} H0", truth)
    assert said["expected"].startswith(told.name.removesuffix(" error"))
    assert said["expected"].endswith(told.cell)
    assert told.count == told.rate == 1


@covers("003-multiclass-one-vs-rest")
@pytest.mark.parametrize("label", ["A", "B", "C"])
def test_one_class_against_the_rest(case, label):
    matrix = pv.ConfusionMatrix.from_counts(
        case["inputs"]["matrix_rows_actual_cols_predicted"], case["inputs"]["classes"]
    )
    assert_measures(matrix.outcomes(label), case["expected"]["one_vs_rest"][label])


@covers("003-multiclass-one-vs-rest")
@pytest.mark.parametrize("label", ["A", "B", "C"])
def test_confusions_among_the_other_classes_are_true_negatives(case, label):
    labels, roles = case["inputs"]["classes"], []
    for actual in labels:
        alone = [pv.ConfusionMatrix.from_labels([actual], [guess], labels=labels).outcomes(label) for guess in labels]
        roles.append([next(key for key in ("TP", "FN", "FP", "TN") if printed(key, o)) for o in alone])
    deck = case["deck_says"]["cell_roles"][label]
    assert roles == case["expected"]["cell_roles"][label]
    assert [
        (role, said)
        for row, printed_row in zip(roles, deck, strict=True)
        for role, said in zip(row, printed_row, strict=True)
        if role != said
    ] == [("TN", "FN")] * 2


@covers("003-multiclass-one-vs-rest")
def test_measures_of_three_classes(case):
    expected = case["expected"]
    matrix = pv.ConfusionMatrix.from_counts(
        case["inputs"]["matrix_rows_actual_cols_predicted"], case["inputs"]["classes"]
    )
    assert pv.value("accuracy", matrix) == close(expected["accuracy"])
    assert pv.value("balanced_accuracy", matrix) == close(expected["macro_recall_(balanced_accuracy)"])
    assert pv.value("macro_recall", matrix) == close(expected["macro_recall_(balanced_accuracy)"])
    assert pv.value("mcc", matrix) == close(expected["multiclass_MCC"])
    assert pv.value("mutual_information", matrix) == close(expected["mutual_information_bits"])


@covers("002-f-measure-fingerprint")
def test_the_fingerprint_values_are_f1_and_not_f2(case):
    expected = dict(case["expected"])
    outcomes = pv.Outcomes(tp=2, fn=8, fp=0, tn=90)
    precision, recall = pv.value("precision", outcomes), pv.value("recall", outcomes)
    assert (precision, recall) == close((case["inputs"]["precision"], case["inputs"]["recall"]))
    explained = pv.explain("f1", truth=[1] * 10 + [0] * 90, predicted=[1] * 2 + [0] * 98)
    assert explained["arithmetic mean"].value == close(expected.pop("arithmetic_mean"))
    assert pv.harmonic_mean([precision, recall]) == close(expected["F1"])
    assert_measures(outcomes, expected)
    assert round(printed("F1", outcomes), 2) == case["deck_says"]["F_2 (label)"]
    assert round(printed("F2", outcomes), 2) != case["deck_says"]["F_2 (label)"]


@covers("002-pooled-vs-fold-mean")
def test_merged_folds_give_the_pooled_accuracy(case):
    inputs, expected = case["inputs"], case["expected"]
    right = [round(size * share) for size, share in zip(inputs["fold_sizes"], inputs["fold_accuracies"], strict=True)]
    folds = [
        pv.Outcomes(tp=hits, fn=size - hits, fp=0, tn=0) for hits, size in zip(right, inputs["fold_sizes"], strict=True)
    ]
    accuracies = [pv.value("accuracy", fold) for fold in folds]
    assert accuracies == close(inputs["fold_accuracies"])
    assert np.mean(accuracies) == close(expected["fold_mean"])
    assert pv.value("accuracy", folds[0] + folds[1] + folds[2]) == close(expected["pooled"])
    assert pv.value("accuracy", pv.Ledger(("fold",), {(i,): fold for i, fold in enumerate(folds)}).total()) == close(
        expected["pooled"]
    )


@covers("edge-zero-denominators")
@pytest.mark.parametrize(
    "name",
    ["no_predicted_positives", "no_actual_positives", "no_actual_negatives", "no_predicted_negatives", "perfect"],
)
def test_empty_rows_and_columns(case, name):
    outcomes = outcomes_of(case["inputs"][name])
    assert_measures(outcomes, case["expected"][name])
    for key in MEASURES:
        estimate = pv.estimate(MEASURES[key], outcomes)
        assert estimate.defined == (not math.isnan(wanted(key, case["expected"][name][key], outcomes)))
        assert estimate.defined or estimate.why.startswith("no ")


# Costs and rare classes


@covers("004-expected-cost-formula")
def test_expected_cost_at_sample_and_operating_prior(case):
    inputs, expected = case["inputs"], case["expected"]
    outcomes, costs = outcomes_of(inputs), {"fp": inputs["C_FP"], "fn": inputs["C_FN"]}
    at_sample = pv.value("expected_cost", outcomes, **costs)
    at_prior = pv.value("expected_cost", outcomes, **costs, prior=inputs["operating_prior_pos_override"])
    assert at_sample == close(expected["expected_cost_sample_prior"])
    assert at_prior == close(expected["expected_cost_at_prior_0.1"])
    assert pv.value("expected_cost", outcomes, **costs, prior=0.5) == close(at_sample)


@covers("004-expected-cost-formula")
def test_the_cost_of_a_point_of_the_roc_diagram(case):
    inputs, expected = case["inputs"], case["expected"]
    point = inputs["FP"] / (inputs["FP"] + inputs["TN"]), inputs["TP"] / (inputs["TP"] + inputs["FN"])
    costs = pv.Costs(inputs["C_FP"], inputs["C_FN"])
    assert costs.of_point(*point, prevalence=0.5) == close(expected["expected_cost_sample_prior"])
    assert costs.of_point(*point, prevalence=0.1) == close(expected["expected_cost_at_prior_0.1"])


@covers("004-cost-weighting")
def test_costs_as_weights(case):
    inputs, expected = case["inputs"], case["expected"]
    found = pv.Costs(inputs["C_FP"], inputs["C_FN"]).weighting(inputs["P"], inputs["N"])
    assert [found.weight_positive, found.weight_negative] == [expected["weight_pos"], expected["weight_neg"]]
    assert found.effective_prior == close(expected["effective_prior_pos"])
    assert found.ratio == close(expected["resample_ratio_pos_to_neg"])
    assert found.threshold == close(expected["equivalent_posterior_threshold_without_weights"])


@covers("004-expected-cost-formula")
def test_mean_asymmetric_loss_is_the_expected_cost(case):
    inputs = case["inputs"]
    losses = [inputs["C_FN"]] * inputs["FN"] + [inputs["C_FP"]] * inputs["FP"] + [0] * (inputs["TP"] + inputs["TN"])
    cost = pv.value("expected_cost", outcomes_of(inputs), fp=inputs["C_FP"], fn=inputs["C_FN"])
    assert cost == close(pv.value("mean", pv.Moments.from_values(losses)))


@covers("004-three-classifiers")
@pytest.mark.parametrize("name", ["C1", "C2", "C3"])
def test_three_classifiers(case, name):
    outcomes = matrix_of(case["inputs"]["matrices_rows_actual_cols_predicted"][name]).outcomes("p")
    assert_measures(outcomes, case["expected"]["measures"][name])
    assert [printed("FPR", outcomes), printed("TPR", outcomes)] == close(case["expected"]["roc_points"][name])


@covers("004-three-classifiers")
def test_costs_of_three_classifiers_and_the_trivial_rules(case):
    tables = case["inputs"]["matrices_rows_actual_cols_predicted"] | {
        "all_negative": [[0, 100], [0, 100]],
        "all_positive": [[100, 0], [100, 0]],
    }
    for row in case["expected"]["expected_cost"]:
        costs = {
            name: pv.value("expected_cost", matrix_of(table).outcomes("p"), fp=row["C_FP"], fn=row["C_FN"])
            for name, table in tables.items()
        }
        assert costs == {name: close(cost) for name, cost in row["expected_cost"].items()}
        assert [min(costs, key=costs.get)] == row["best"]


@covers("004-always-negative-96-percent")
def test_the_always_negative_rule_is_accurate_and_useless(case):
    expected = case["expected"]
    never = pv.Outcomes(tp=0, fn=4, fp=0, tn=96)
    assert pv.value("accuracy", never) == close(case["deck_says"]["accuracy_1"])
    assert pv.value("prevalence", never) == close(expected["prevalence_positive"])
    assert_measures(never, expected["always_negative"])


@covers("004-always-negative-96-percent")
def test_the_less_accurate_rule_is_cheaper_beyond_the_break_even_ratio(case):
    never = pv.Outcomes(tp=0, fn=4, fp=0, tn=96)
    for row in case["expected"]["second_by_assumed_FN_share"]:
        fn, fp = round(100 * row["FN_share"]), round(100 * row["FP_share"])
        second = pv.Outcomes(tp=4 - fn, fn=fn, fp=fp, tn=96 - fp)
        assert pv.value("accuracy", second) == close(case["deck_says"]["accuracy_2"])
        assert_measures(second, {key: row[key] for key in ("TPR", "FPR", "balanced_accuracy")})
        ratio = row["break_even_C_FN_over_C_FP"]
        gains = [
            pv.value("expected_cost", never, fn=ratio * factor) - pv.value("expected_cost", second, fn=ratio * factor)
            for factor in (0.9, 1, 1.1)
        ]
        assert gains[0] < 0 < gains[2]
        assert gains[1] == close(0)


@covers("004-accuracy-99-imbalanced")
def test_99_percent_accuracy_at_99_to_1_is_the_baseline(case):
    inputs, expected = case["inputs"], case["expected"]
    majority = pv.Outcomes(tp=0, fn=1, fp=0, tn=inputs["ratio"])
    baseline = pv.value("accuracy", majority)
    assert baseline == close(expected["majority_baseline_accuracy"])
    assert baseline == close(1 - pv.value("prevalence", majority))
    assert inputs["accuracy"] - baseline == close(expected["gain_over_baseline"])
    assert pv.value("balanced_accuracy", majority) == close(expected["balanced_baseline_accuracy_at_equal_classes"])


# Losses, moments and regression


@covers("000-loss-identity")
def test_quadratic_loss_is_four_times_zero_one_loss_on_signs_only(case):
    inputs, expected = case["inputs"], case["expected"]
    for y, g, zero_one, quadratic in zip(
        inputs["y"], inputs["g"], expected["zero_one"], expected["quadratic"], strict=True
    ):
        assert pv.value("error_rate", pv.ConfusionMatrix.from_labels([y], [g])) == zero_one
        assert pv.value("mse", pv.Residuals.from_values([y], [g])) == quadratic
    for low, factor in ((-1, expected["factor_labels_pm1"]), (0, expected["factor_labels_01"])):
        y, g = (np.where(np.array(inputs[name]) > 0, 1, low) for name in ("y", "g"))
        risk = pv.value("error_rate", pv.ConfusionMatrix.from_labels(y, g))
        assert pv.value("mse", pv.Residuals.from_values(y, g)) == close(factor * risk)


@covers("003-degrees-of-freedom")
def test_deviations_add_up_to_0_and_cost_one_degree_of_freedom(case):
    x, expected = np.array(case["inputs"]["x"]), case["expected"]
    moments = pv.Moments.from_values(x)
    assert moments.mean == close(expected["mean"])
    assert moments.powers[1] == close(expected["sum_of_deviations"])
    assert moments.powers[2] == close(expected["sum_squares"])
    assert moments.variance == close(expected["sample_variance"])
    assert moments.powers[2] / moments.variance == close(expected["df"])
    assert (x - moments.mean).tolist() == close(expected["x_minus_mean"])


@covers("003-degrees-of-freedom")
def test_the_decks_deviations_are_wrong(case):
    moments, deck = pv.Moments.from_values(case["inputs"]["x"]), case["deck_says"]
    assert moments.mean == close(deck["mean"])
    assert (moments.mean - np.array(case["inputs"]["x"])).tolist() != close(deck["mean_minus_x"])
    assert moments.powers[1] != close(sum(deck["mean_minus_x"]))


@covers("004-r2-endpoints")
@pytest.mark.parametrize("name", ["model", "perfect", "mean", "anti"])
def test_regression_measures(case, name):
    y, expected = case["inputs"]["y"], case["expected"][name]
    residuals = pv.Residuals.from_values(y, case["inputs"]["predictions"][name])
    mse, r2 = pv.value("mse", residuals), pv.value("r2", residuals)
    assert mse == close(expected["MSE"])
    assert pv.value("rmse", residuals) == close(expected["RMSE"])
    assert r2 == close(expected["R2"])
    assert mse * residuals.n == close(expected["SS_res"])
    assert 1 - expected["SS_res"] / expected["SS_tot"] == close(r2)


@covers("004-r2-endpoints")
def test_the_decks_endpoints_of_r2_are_swapped(case):
    inputs, deck = case["inputs"], case["deck_says"]
    perfect, mean = (
        pv.value("r2", pv.Residuals.from_values(inputs["y"], inputs["predictions"][name]))
        for name in ("perfect", "mean")
    )
    assert (perfect, mean) == close((1, 0))
    assert perfect != close(deck["R2_perfect"])
    assert mean != close(deck["R2_mean_prediction"])


@covers("004-r2-endpoints")
def test_r2_of_a_constant_target_is_undefined_with_a_reason(case):
    constant = case["expected"]["constant_target"]
    estimate = pv.estimate("r2", pv.Residuals.from_values(constant["y"], constant["h"]))
    assert (constant["R2"], estimate.defined, bool(estimate.why)) == (None, False, True)


# ROC points


@covers(*ROC_CASES)
def test_roc_points(case):
    ladder, points = ladder_of(case), case["expected"]["roc_points"]
    curve, cells = pv.roc(ladder), ladder.outcomes()
    found = zip(curve.thresholds, cells.fp, cells.tp, curve.fpr, curve.tpr, pv.value("accuracy", cells), strict=True)
    for row, point in zip(found, points, strict=True):
        keys = ("threshold", "FP", "TP", "FPR", "TPR", "ACC")
        assert row == close(tuple(float(point[key]) for key in keys))


@covers(*ROC_CASES)
def test_area_under_the_curve_in_four_ways(case):
    ladder, expected = ladder_of(case), case["expected"]
    curve, (positives, negatives) = pv.roc(ladder), ladder.totals
    assert (positives, negatives) == (expected["n_pos"], expected["n_neg"])
    numerator, _, denominator = expected["AUC_fraction"].partition("/")
    for area in (pv.value("auc", ladder), curve.auc, np.trapezoid(curve.tpr, curve.fpr)):
        assert area == close(expected["AUC"])
        assert area == close(int(numerator) / int(denominator or 1))
        assert area * positives * negatives == close(expected["U_statistic"])
    rank_sum = pv.value("auc", ladder) * positives * negatives + positives * (positives + 1) / 2
    assert rank_sum == close(expected["rank_sum_positives_ascending"])


@covers(*ROC_CASES)
@pytest.mark.parametrize(
    ("measure", "best", "thresholds"),
    [
        ("accuracy", "best_accuracy", "best_accuracy_thresholds"),
        ("informedness", "youden_max", "youden_thresholds"),
    ],
)
def test_best_thresholds_by_a_measure_of_all_of_them(case, measure, best, thresholds):
    ladder, expected = ladder_of(case), case["expected"]
    values = pv.value(measure, ladder.outcomes())
    assert values.max() == close(expected[best])
    winners = pv.roc(ladder).thresholds[np.isclose(values, values.max(), rtol=0, atol=1e-12)]
    assert winners.tolist() == [math.inf if t is None else t for t in expected[thresholds]]


@covers("000-roc-ties-knn-votes")
def test_ties_count_half_whatever_the_order_of_rows(case):
    inputs, expected = case["inputs"], case["expected"]
    for step in (1, -1):
        ladder = pv.Ladder.from_scores(inputs["labels"][::step], inputs["scores"][::step])
        assert pv.value("auc", ladder) == close(expected["AUC"])
    extremes = [expected[f"AUC_step_algorithm_{first}_first"] for first in ("positives", "negatives")]
    assert expected["AUC"] == close(np.mean(extremes))
    assert all(pv.value("auc", ladder) != close(extreme) for extreme in extremes)


@covers("003-roc-drawing-example", "003-exercise-5")
def test_area_is_the_mean_tpr_over_the_negatives(case):
    assert pv.value("auc", ladder_of(case)) == close(np.mean(case["expected"]["TPR_at_each_negative"]))


@covers("003-roc-drawing-example", "003-exercise-5")
def test_measures_at_thresholds(case):
    ladder, expected = ladder_of(case), case["expected"]
    tables = {key: key.removeprefix("at_threshold_").split("_") for key in expected if key.startswith("at_threshold_")}
    assert len(tables) == 3
    for key, (threshold, *rule) in tables.items():
        least = np.nextafter(float(threshold), math.inf) if rule == ["strict"] else float(threshold)
        assert_measures(ladder.at(least), expected[key])


@covers("003-roc-drawing-example", "003-exercise-5")
def test_the_decks_best_threshold_needs_the_inclusive_rule(case):
    ladder, best = ladder_of(case), case["deck_says"]["best_threshold"]
    inclusive = pv.value("accuracy", ladder.at(best))
    strict = pv.value("accuracy", ladder.at(np.nextafter(best, math.inf)))
    assert inclusive == close(case["expected"]["best_accuracy"])
    assert strict == close(case["expected"][f"at_threshold_{best}_strict"]["accuracy"])
    assert strict < inclusive


def cells_by_row(case, order):
    labels, scores = case["inputs"]["classes"], case["inputs"]["scores"]
    rows = [pv.Ladder.from_scores([labels[i] == "p"], [scores[i]]).at(0.5) for i in order]
    return [next(key for key in ("TP", "FN", "FP", "TN") if printed(key, row)) for row in rows]


@covers("003-roc-drawing-example")
def test_cell_of_every_row(case):
    found = cells_by_row(case, range(20))
    assert found == case["expected"]["cell_labels_at_0.5"]
    assert found == case["deck_says"]["cell_labels_at_0.5"]


@covers("003-exercise-5")
def test_cell_of_every_row_sorted_by_score(case):
    expected, deck = case["expected"], case["deck_says"]
    order = [i - 1 for i in expected["sorted_instances"]]
    assert ladder_of(case).scores.tolist() == [case["inputs"]["scores"][i] for i in order]
    assert expected["sorted_instances"] == deck["sorted_instances"]
    found = cells_by_row(case, order)
    assert found == expected["cell_labels_at_0.5_sorted"]
    assert found[18] != deck["label_of_sorted_instance_19"]


@covers("003-exercise-5")
def test_the_decks_counts_at_one_half_are_wrong(case):
    outcomes = ladder_of(case).at(case["inputs"]["threshold"])
    assert [printed(key, outcomes) for key in ("TP", "FP", "FN", "TN")] == [9, 4, 1, 6]
    assert [case["deck_says"][key] for key in ("TP", "FP", "FN", "TN")] == [9, 5, 0, 6]
    assert outcomes.n == len(case["inputs"]["scores"])


@covers("003-roc-example-1", "003-roc-example-3", "003-roc-example-4")
def test_extreme_score_distributions(case):
    ladder = ladder_of(case)
    assert_measures(ladder.at(case["inputs"]["threshold"]), case["expected"]["at_threshold_0_5"])
    assert pv.value("auc", ladder) == close(case["deck_says"]["AUC"])


@covers("004-threshold-monotone")
def test_raising_the_threshold_never_raises_tp_or_fp(case):
    inputs, expected = case["inputs"], case["expected"]
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], inputs["outputs"])
    called = [ladder.at(threshold).tp + ladder.at(threshold).fp for threshold in inputs["thresholds"]]
    assert called == expected["predicted_positive_count_inclusive"]
    cells = ladder.outcomes()
    assert (np.diff(cells.tp) >= 0).all()
    assert (np.diff(cells.fp) >= 0).all()
    assert pv.Ladder.from_scores([1, 0], inputs["leaf_purities"]).scores[0] == expected["more_certain_leaf"]


# What is covered


def modules():
    """All files of worked examples; each keeps the ids that it covers."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        spec = importlib.util.spec_from_file_location(f"seeds_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module


@pytest.mark.parametrize("case", ROC_CASES, indirect=True)
def test_every_roc_quantity_is_asserted(case):
    asserted = {
        *("n_pos", "n_neg", "roc_points", "AUC", "AUC_fraction", "U_statistic", "rank_sum_positives_ascending"),
        *("best_accuracy", "best_accuracy_thresholds", "youden_max", "youden_thresholds", "TPR_at_each_negative"),
        *("AUC_step_algorithm_positives_first", "AUC_step_algorithm_negatives_first", "sorted_instances"),
        *("cell_labels_at_0.5", "cell_labels_at_0.5_sorted"),
    }.union(*(getattr(module, "ROC_ASSERTED", set()) for module in modules()))
    rest = {key for key in case["expected"] if not key.startswith("at_threshold_")} - asserted
    assert rest == set()


def test_every_worked_example_is_covered(cases):
    assert set(cases) == set().union(*(module.COVERED for module in modules()))
    assert len(cases) == 66
