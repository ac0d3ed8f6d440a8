"""The worked examples about significance: t-tests, McNemar, ranks, analysis of variance, many tests."""

import math

import numpy as np
import pytest

from probative import stats

COVERED = set()
ROC_ASSERTED = {"rank_sum_p_one_sided_exact"}
"""Quantities of the ROC cases that this file asserts."""


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


def close(value, tolerance=1e-9):
    return pytest.approx(value, rel=0, abs=tolerance)


# Paired t


@covers("001-paired-t-5-folds")
def test_paired_t_over_five_folds(case):
    a, b, expected, deck = case["inputs"]["A_percent"], case["inputs"]["B_percent"], case["expected"], case["deck_says"]
    found = stats.paired_t(a, b)
    assert (found.statistic, found.df, found.p) == close((expected["t"], expected["df"], expected["p_two_sided"]))
    assert found.effect == close(expected["mean_diff"]) == deck["mean_diff"]
    assert found.details["sd"] == close(expected["S"])
    assert (found.low, found.high) == close(tuple(expected["ci95_mean_diff"]))
    assert found.rejects(case["inputs"]["alpha"]) is expected["reject_0.05"] is deck["reject"]
    assert stats.paired_t(a, b, alternative="greater").p == close(expected["p_one_sided_A_greater"])
    assert stats.paired_t(a, b, alternative="less").p == close(expected["p_one_sided_B_greater"])
    assert stats.t_critical(4) == close(expected["t_critical_two_sided_0.05"])
    assert round(stats.t_critical(4), 3) == deck["t_critical"]
    # The deck's S and t follow from deviations that add the mean's size instead of subtracting the mean.
    assert found.details["sd"] != close(deck["S"], 0.01)
    assert found.statistic != close(deck["t"], 0.01)
    printed = math.sqrt(np.square(deck["deviations"]).sum() / 4)
    assert (printed, math.sqrt(5) * deck["mean_diff"] / printed) == close((deck["S"], deck["t"]), 1e-3)


@covers("001-paired-t-5-folds")
def test_deviations_of_the_differences(case):
    expected, inputs = case["expected"], case["inputs"]
    d = np.subtract(inputs["A_percent"], inputs["B_percent"])
    assert d.tolist() == expected["diff"] == case["deck_says"]["diff"]
    deviations = d - stats.paired_t(inputs["A_percent"], inputs["B_percent"]).effect
    assert deviations.tolist() == close(expected["deviations"])
    assert deviations.tolist() != close(case["deck_says"]["deviations"])
    assert sum(case["deck_says"]["deviations"]) != close(0)
    sd = stats.paired_t(inputs["A_percent"], inputs["B_percent"]).details["sd"]
    assert 4 * sd**2 == close(expected["sum_squared_deviations"])


@covers("001-paired-t-5-folds")
def test_corrected_resampled_t(case):
    a, b, expected = case["inputs"]["A_percent"], case["inputs"]["B_percent"], case["expected"]
    found = stats.corrected_t(a, b, n_train=4, n_test=1)
    assert found.statistic == close(expected["corrected_resampled_t_derived"])
    assert found.p == close(expected["corrected_resampled_p_derived"])
    assert found.details["variance_factor"] == close(1 / 5 + 1 / 4)


@covers("003-paired-t-unit-check")
def test_t_does_not_depend_on_the_unit(case):
    d, expected = np.array(case["inputs"]["d_percent"]), case["expected"]
    percent, fractions = stats.paired_t(d, np.zeros(5)), stats.paired_t(d / 100, np.zeros(5))
    assert percent.statistic == close(expected["t"])
    assert fractions.statistic == close(expected["t"])
    # Divided by the variance, as the deck prints it, the value changes with the unit.
    for found, key in ((percent, "printed_formula_percent"), (fractions, "printed_formula_fractions")):
        printed = math.sqrt(5) * found.effect / found.details["sd"] ** 2
        assert printed == close(expected[key])
        assert found.statistic != close(printed, 0.1)


@covers("edge-paired-t-constant-difference")
def test_differences_without_spread(case):
    constant, zero = case["inputs"]["d_equal_nonzero"], case["inputs"]["d_all_zero"]
    found = stats.paired_t(constant, [0] * 5)
    assert math.isnan(found.statistic)
    assert math.isnan(found.p)
    assert not found.rejects()
    assert found.effect == 1
    assert "equal" in found.notes[0]
    none = stats.paired_t(zero, [0] * 5)
    assert (none.statistic, none.p) == (0, 1)
    assert case["expected"]["d_all_zero"]["rule"] == "no difference, p = 1"
    assert case["expected"]["d_equal_nonzero"]["S"] == 0


@covers("001-t-critical-values")
def test_critical_values_of_t(case):
    expected, alphas, df = case["expected"], case["inputs"]["alpha"], case["inputs"]["df"]
    assert [stats.t_critical(df, alpha) for alpha in alphas] == close(expected["t_two_sided"])
    assert [stats.t_critical(df, alpha, "greater") for alpha in alphas] == close(expected["t_one_sided"])
    assert stats.t_critical(df, 0.05) == close(case["deck_says"]["t_0.025,4"], 5e-4)


@covers("001-decision-rule")
def test_a_large_negative_t_is_rejected(case):
    t, df, alpha = (case["inputs"][key] for key in ("t", "df", "alpha"))
    spread = np.array([-2.0, -1.0, 0.0, 1.0, 2.0]) / math.sqrt(2.5)
    found = stats.paired_t(spread + t / math.sqrt(5), np.zeros(5))
    assert (found.statistic, found.df) == close((t, df))
    assert found.p == close(case["expected"]["p_two_sided"])
    assert found.rejects(alpha) is case["expected"]["reject"] is True
    # The deck's step 4 compares t with its sign, and would never reject a negative one.
    printed = found.statistic > stats.t_critical(df, alpha, "greater")
    assert printed is case["expected"]["reject_by_printed_step_4"] is False


@covers("001-5x2cv")
def test_five_by_two(case):
    d, expected = case["inputs"]["differences"], case["expected"]
    t, f = stats.five_by_two_t(d, np.zeros((5, 2))), stats.five_by_two_f(d, np.zeros((5, 2)))
    assert t.details["variances"] == close(expected["s2"])
    assert (t.statistic, t.df, t.p) == close((expected["t"], expected["df"], expected["p_two_sided"]))
    assert (f.statistic, f.p) == close((expected["combined_F"], expected["combined_F_p"]))
    assert list(f.df) == expected["combined_F_df"]


# McNemar

MCNEMAR = ("001-mcnemar-large", "001-mcnemar-few", "001-mcnemar-equal")


@covers(*MCNEMAR)
def test_mcnemar(case):
    inputs, expected = case["inputs"], case["expected"]
    n01, n10 = inputs["n01"], inputs["n10"]
    n = sum(inputs[key] for key in ("n00", "n01", "n10", "n11"))

    def run(method):
        return stats.mcnemar(n01, n10, n=n, method=method)

    assert run("chi2-corrected").statistic == close(expected["chi2_corrected"])
    assert run("chi2-corrected").p == close(expected["p_chi2"])
    assert run("chi2").statistic == close(expected["chi2_uncorrected"])
    assert run("chi2").p == close(expected["p_uncorrected"])
    assert run("exact").p == close(expected["p_exact"])
    assert run("mid-p").p == close(expected["p_mid"])
    assert run("chi2-corrected").rejects() is expected["reject_0.05_chi2"]
    assert run(None).p == close(expected["p_mid"])
    assert run(None).effect == close((n10 - n01) / n)
    assert run(None).details["expected"] == (n01 + n10) / 2
    printed = (abs(n01 - n10) - 1) ** 2 / (n01 + n10)
    assert printed == close(expected["chi2_as_printed"])


@covers("001-mcnemar-equal")
def test_the_correction_never_overshoots(case):
    found = stats.mcnemar(case["inputs"]["n01"], case["inputs"]["n10"], method="chi2-corrected")
    assert found.statistic == 0
    assert found.statistic != close(case["expected"]["chi2_as_printed"])


@covers("001-mcnemar-zero")
def test_mcnemar_without_disagreements(case):
    expected = case["expected"]
    for method in (None, "exact", "mid-p", "chi2", "chi2-corrected"):
        found = stats.mcnemar(0, 0, n=100, method=method)
        assert found.p == 1 == expected["p_exact"]
        assert found.effect == 0
        assert not found.rejects()
        assert "never differ" in found.notes[0]
    assert expected["recommended"] == "no disagreements: no evidence, p = 1"
    assert expected["chi2_corrected"] is None


@covers("001-chi2-critical-values")
def test_critical_values_of_chi_squared(case):
    expected, deck = case["expected"], case["deck_says"]
    for key, value in expected.items():
        tails, alpha = key.split("_tailed_")
        side = "two-sided" if tails == "two" else "greater"
        assert stats.chi2_critical(case["inputs"]["df"], float(alpha), side) == close(value)
        assert (round(value, 2) == deck[key]) is (key != "one_tailed_0.01")
    assert stats.chi2_critical(1, 0.01, "greater") != close(deck["one_tailed_0.01"], 0.01)


@covers("001-chi2-critical-values")
def test_a_one_sided_test_also_checks_the_sign(case):
    limit = case["expected"]["one_tailed_0.05"]
    for_b, for_a = (stats.mcnemar(*pair, method="chi2", alternative="greater") for pair in ((28, 12), (12, 28)))
    assert for_a.statistic == for_b.statistic > limit
    assert for_a.rejects()
    assert not for_b.rejects()


# Independent samples and ranks


@covers("003-independent-t")
def test_independent_t(case):
    x, y, expected = np.array(case["inputs"]["x"]), np.array(case["inputs"]["y"]), case["expected"]
    found = stats.student_t(x, y)
    assert (found.statistic, found.df, found.p) == close((expected["t"], expected["df"], expected["p_two_sided"]))
    details = found.details
    assert (details["mean_a"], details["mean_b"]) == close((expected["mean_x"], expected["mean_y"]))
    assert (details["sd_a"] ** 2, details["sd_b"] ** 2) == close((expected["var_x"], expected["var_y"]))
    assert details["sd"] ** 2 == close(expected["pooled_variance"])
    in_fractions = stats.student_t(x / 100, y / 100)
    assert in_fractions.statistic == close(found.statistic)
    for result, key in ((found, "printed_formula_percent"), (in_fractions, "printed_formula_fractions")):
        printed = math.sqrt(25 / 10) * result.effect / result.details["sd"] ** 2
        assert printed == close(expected[key])
        assert result.statistic != close(printed, 0.1)


@covers("003-nonparametric-pair")
def test_ranks_of_two_samples(case):
    x, y, expected = case["inputs"]["x"], case["inputs"]["y"], case["expected"]
    signed = stats.wilcoxon(x, y)
    assert (signed.details["w_plus"], signed.details["w_minus"]) == (expected["W_plus"], expected["W_minus"])
    assert signed.p == close(expected["signed_rank_p_two_sided_exact_with_midranks"])
    assert stats.wilcoxon(x, y, method="normal").p == close(expected["signed_rank_p_two_sided_normal"])
    summed = stats.mann_whitney(x, y)
    assert summed.statistic == expected["U_x"]
    assert summed.p == close(expected["rank_sum_p_two_sided_exact_with_midranks"])
    normal = stats.mann_whitney(x, y, method="normal")
    assert normal.p == close(expected["rank_sum_p_two_sided_normal_continuity"])


@covers("003-nonparametric-pair")
def test_ranks_do_not_see_rounding(case):
    x, y = np.array(case["inputs"]["x"]) / 100, np.array(case["inputs"]["y"]) / 100
    assert len(set(np.abs(x - y))) > 3  # as floats, equal differences differ
    assert stats.wilcoxon(x, y).p == close(case["expected"]["signed_rank_p_two_sided_exact_with_midranks"])


@covers("003-roc-drawing-example", "003-exercise-5")
def test_one_sided_rank_sum_of_scores(case):
    inputs = case["inputs"]
    labels = np.array([label in (1, "p") for label in inputs.get("labels", inputs.get("classes"))])
    scores = np.array(inputs["scores"])
    found = stats.mann_whitney(scores[labels], scores[~labels], alternative="greater")
    assert found.p == close(case["expected"]["rank_sum_p_one_sided_exact"])
    assert found.statistic == case["expected"]["U_statistic"]
    assert found.effect == close(case["expected"]["AUC"])


@covers("003-degrees-of-freedom")
def test_deviations_sum_to_zero(case):
    x, expected = np.array(case["inputs"]["x"], float), case["expected"]
    found = stats.paired_t(x, np.zeros(4))
    assert (found.effect, found.df) == (expected["mean"], expected["df"])
    assert found.details["sd"] ** 2 == close(expected["sample_variance"])
    deviations = x - found.effect
    assert deviations.tolist() == expected["x_minus_mean"]
    assert deviations.sum() == expected["sum_of_deviations"]
    assert np.square(deviations).sum() == expected["sum_squares"]
    assert deviations.tolist() != case["deck_says"]["mean_minus_x"]
    assert sum(case["deck_says"]["mean_minus_x"]) == 1


# More than two


@covers("003-anova-friedman-family")
def test_three_methods_over_five_folds(case):
    inputs, expected = case["inputs"], case["expected"]
    one_way = stats.anova(*inputs.values())
    assert (one_way.statistic, one_way.p) == close((expected["anova_F"], expected["anova_p"]))
    assert list(one_way.df) == expected["anova_df"]
    repeated = stats.rm_anova(inputs)
    assert (repeated.statistic, repeated.p) == close((expected["rm_anova_F"], expected["rm_anova_p"]))
    assert list(repeated.df) == expected["rm_anova_df"]
    for part, size in expected["rm_anova_ss"].items():
        assert repeated.details[part] == close(size)
    two = {name: inputs[name] for name in "AB"}
    assert stats.rm_anova(two).statistic == close(expected["rm_anova_two_methods_F_equals_t_squared"])
    assert stats.rm_anova(two).statistic == close(stats.paired_t(*two.values()).statistic ** 2)
    ranked = stats.friedman(inputs)
    assert (ranked.statistic, ranked.p) == close((expected["friedman_chi2_tie_corrected"], expected["friedman_p"]))
    assert ranked.df == expected["friedman_df"]
    assert list(stats.average_ranks(inputs).values()) == close(expected["mean_ranks_best_is_1"])


@covers("001-twenty-experiments")
def test_twenty_experiments(case):
    n, alpha, expected = case["inputs"]["n"], case["inputs"]["alpha"], case["expected"]
    found = stats.false_alarm_probability(n, alpha)
    assert found == close(expected["p_at_least_one"])
    assert found != 1  # the deck: at least one *will* fall in the significant range
    assert case["deck_says"]["statement"] == "at least one will fall in the significant range"
    assert n * alpha == close(expected["expected_false_alarms"])
    assert stats.per_test_level(n, alpha) == close(expected["bonferroni_level"])
    assert stats.per_test_level(n, alpha, "sidak") == close(expected["sidak_level"])
    assert stats.false_alarm_probability(n, expected["sidak_level"]) == close(alpha)
    assert stats.adjust([expected["bonferroni_level"]] * n, "bonferroni").tolist() == close([alpha] * n)
