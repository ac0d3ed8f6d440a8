"""What worked examples of decks 000 and 001 expect of the companion, by the title of the slide."""


def gauss(e):
    return {
        "border": e["quadric"].split(" (")[0].split(";")[0],
        "Bayes risk": e["bayes_risk"],
        "TPR": e["bayes_TPR"],
        "FPR": e["bayes_FPR"],
        "AUC of ĝ": (e["AUC_of_g_hat"], 1e-6),
    }


def mcnemar(e):
    keys = {"chi2-corrected": "p_chi2", "chi2": "p_uncorrected", "exact": "p_exact", "mid-p": "p_mid"}
    return {method: round(e[key], 6) for method, key in keys.items()}


def t_test(e):
    return {"t": e["t"], "df": e["df"], "p": e["p_two_sided"]}


WANTED = {
    "000-gauss-example-1": ("Example 1", gauss),
    "000-gauss-example-2": ("Example 2, data set 6", gauss),
    "000-gauss-example-3": ("Example 3", lambda e: gauss(e) | {"prior": e["prior_pos"]}),
    "000-loss-identity": (
        "Zero-one and quadratic loss",
        lambda e: {
            "labels −1, +1": {"zero-one": 0.5, "quadratic": 0.5 * e["factor_labels_pm1"]},
            "labels 0, 1": {"zero-one": 0.5, "quadratic": 0.5 * e["factor_labels_01"]},
        },
    ),
    "000-noisy-function-risk": (
        "The risk of a noisy function",
        lambda e: {"modelling error": e["modelling_error"], "risk": e["risk"]},
    ),
    "000-asymmetric-thresholds": (
        "The asymmetric case: four thresholds that say the same",
        lambda e: {
            f"{row['l_FP']} : {row['l_FN']}": [
                row[f"{name}_threshold"] for name in ("posterior", "odds", "log_odds", "g_bar")
            ]
            for row in e["rows"]
        },
    ),
    "000-roc-ties-knn-votes": (
        "Ties count half",
        lambda e: {
            "AUC": e["AUC"],
            "P(X > Y) alone": e["AUC_step_algorithm_negatives_first"],
            "P(X ≥ Y)": e["AUC_step_algorithm_positives_first"],
        },
    ),
    "000-roc50-40pos-60neg": (
        "ROC50: up to the fiftieth false positive",
        lambda e: {
            "AUC": e["AUC_full"],
            "AUC50, of all positives": e["AUC50_total_normalised"],
            "of those found so far": e["AUC50_local_normalised"],
        },
    ),
    "000-roc50-few-negatives": (
        "ROC50: up to the fiftieth false positive",
        lambda e: {"6 negatives only: AUC and AUC50": [e["AUC"], e["AUC50"]]},
    ),
    "000-roc50-bound": (
        "The ROC50 algorithm, repaired",
        lambda e: {
            words: [e[key]["n"], e[key]["p"]]
            for words, key in (
                ("lowest row a negative, j > 1", "with_j_greater_1"),
                ("j ≥ 1", "with_j_at_least_1"),
            )
        },
    ),
    "000-roc50-chance-level": (
        "The level of chance of an AUC50",
        lambda e: {
            "of all positives": e["total_normalised_expectation"],
            "of those found so far": e["local_normalised_expectation"],
        },
    ),
    "000-permutation-p-estimators": (
        "Estimating the p-value of a permutation test",
        lambda e: {
            "share of strictly better": e["strict_proportion"],
            "of at least as good": e["at_least_as_good"],
            "(b + 1)/(B + 1)": e["recommended_(b+1)/(n+1)"],
        },
    ),
    "001-paired-t-5-folds": (
        "Computing t over five folds",
        lambda e: (
            t_test(e)
            | {"differences": e["diff"], "mean": e["mean_diff"], "deviations": e["deviations"], "S": e["S"]}
            | {"rejected at 0.05": e["reject_0.05"]}
        ),
    ),
    "001-t-critical-values": (
        "Can we reject H₀? The rule with its sign",
        lambda e: {"critical at 0.05, 0.01, 0.001": e["t_two_sided"]},
    ),
    "001-decision-rule": (
        "Can we reject H₀? The rule with its sign",
        lambda e: {"p": e["p_two_sided"], "|t| > critical": e["reject"], "t > critical": e["reject_by_printed_step_4"]},
    ),
    "001-chi2-critical-values": (
        "Critical values of McNemar's χ²",
        lambda e: {
            "two-sided, 0.05": e["two_tailed_0.05"],
            "two-sided, 0.01": e["two_tailed_0.01"],
            "greater, 0.05": e["one_tailed_0.05"],
            "greater, 0.01": e["one_tailed_0.01"],
        },
    ),
    "001-twenty-experiments": (
        "Twenty tests at 0.05: how often is one of them significant by chance?",
        lambda e: {"at least one": e["p_at_least_one"], "expected number": e["expected_false_alarms"]},
    ),
    "001-mcnemar-large": ("McNemar's test on one test set", lambda e: {"12 and 28": mcnemar(e)}),
    "001-mcnemar-few": ("McNemar's test on one test set", lambda e: {"1 and 6": mcnemar(e)}),
    "001-mcnemar-equal": (
        "Equal and absent disagreements",
        lambda e: {"3 and 3": [e["chi2_corrected"], e["p_chi2"]]},
    ),
    "001-mcnemar-zero": ("Equal and absent disagreements", lambda e: {"0 and 0": [0, e["p_exact"]]}),
    "001-5x2cv": (
        "Five times two-fold cross-validation",
        lambda e: t_test(e) | {"F": e["combined_F"], "df of F": e["combined_F_df"], "p of F": e["combined_F_p"]},
    ),
    "001-set-kernels": (
        "Kernels over finite sets",
        lambda e: {"shared elements": e["intersection_kernel"], "shared subsets": e["subset_kernel"]},
    ),
    "edge-paired-t-constant-difference": (
        "All folds agree: no spread, no t",
        lambda e: {"never apart": [e["d_all_zero"]["S"], 1.0]},
    ),
}
