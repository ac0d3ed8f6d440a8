"""What worked examples of decks 002 and 003 expect of the companion, by the title of the slide."""

from itertools import pairwise


def cells(e):
    return {cell: e[cell.upper()] for cell in ("tp", "fn", "fp", "tn")}


def moves(e):
    """Up before each negative as often as its height has grown, and right at it."""
    heights = [0, *e["TPR_at_each_negative"]]
    steps = [word for a, b in pairwise(heights) for word in ["up"] * round(10 * (b - a)) + ["right"]]
    return " ".join(steps)


WANTED = {
    "002-f-measure-fingerprint": (
        "The F-measure of a fingerprint reader",
        lambda e: (
            {"arithmetic mean": e["arithmetic_mean"], "Finf": e["F_inf"]}
            | {name: e[name] for name in ("F0", "F0.5", "F1", "F2")}
        ),
    ),
    "002-bias-variance-extremes": (
        "Case 1: a model that ignores the data",
        lambda e: {
            "variance": e["case1_at_design"]["variance"],
            "bias²": [round(one, 6) for one in e["case1_at_design"]["bias2"]],
        },
    ),
    "002-leave-p-out-counts": (
        "Leave-p-out, in numbers",
        lambda e: {f"N = {row['N']}, p = {row['p']}": row["splits"] for row in e["rows"]},
    ),
    "002-kfold-layouts": (
        "Fold layouts",
        lambda e: {
            "K = 5, k = 3 tests": [e["K5_k3"].index("Test") + 1],
            "leave-one-out of 6, fourth tests": [e["loo_6"].index("Test") + 1],
            "23 rows in 5 folds": e["sizes_23_by_5"],
        },
    ),
    "002-pooled-vs-fold-mean": (
        "Folds of unequal size: mean of folds, and pooled",
        lambda e: {"mean of folds": e["fold_mean"], "pooled": e["pooled"]},
    ),
    "002-holdout-fractions": (
        "Hold-out: one split of very many",
        lambda e: {
            "training rows of 20, 100, 150": {"70/30": e["train_sizes_0.7"], "2/3": e["train_sizes_two_thirds"]}
        },
    ),
    "002-error-type-table": (
        "Error types of a test, and the cells they are",
        lambda e: {
            slide: "".join(word[0] for word in e[key].split(", ")[-1].split()).upper()
            for slide, key in (
                ("reject H0, H0 true (type I, α)", "reject_H0_when_H0_true"),
                ("keep H0, H1 true (type II, β)", "keep_H0_when_H1_true"),
                ("reject H0, H1 true", "reject_H0_when_H1_true"),
                ("keep H0, H0 true", "keep_H0_when_H0_true"),
            )
        },
    ),
    "002-specificity-vs-fpr": (
        "The axes of a ROC plot",
        lambda e: {"specificity": e["specificity"], "false positive rate": e["FPR"]},
    ),
    "002-choice-of-K": (
        "How to choose K: what is withheld",
        lambda e: {
            f"K = {row['K']}": {"train": row["train"], "test": row["test"], "trainings": row["models"]}
            for row in e["rows"]
        },
    ),
    "002-leave-pair-out-prior-learner": (
        "Leave-one-out scores in one heap: an AUC of 0 for a learner that knows nothing",
        lambda e: {"leave-one-out": e["pooled_leave_one_out_AUC"], "leave-pair-out": e["leave_pair_out_AUC"]},
    ),
    "002-leave-pair-out-nearest-mean": ("Leave-pair-out, for an AUC", lambda e: e["AUC_leave_pair_out"]),
    "003-exercise-1": (
        "Exercise 1: counts from shares",
        lambda e: {cell: e[cell] for cell in ("TP", "FP", "TN", "FN")},
    ),
    "003-exercise-2": ("Exercise 2: a confusion matrix", lambda e: e["matrix_rows_actual_cols_predicted"]),
    "003-exercise-3": (
        "Exercise 3: the measures of a matrix",
        lambda e: {
            "recall": e["TPR"],
            "precision": e["precision"],
            "f1": e["F1"],
            "specificity": e["TNR"],
            "accuracy": e["accuracy"],
            "balanced_accuracy": e["balanced_accuracy"],
        },
    ),
    "003-exercise-6": (
        "Exercise 6: mutual information",
        lambda e: {
            "joint p(a, g)": e["p_joint"],
            "p(a)": e["p_actual"],
            "p(g)": e["p_predicted"],
            "terms": [[e["terms_bits"]["TP"], e["terms_bits"]["FN"]], [e["terms_bits"]["FP"], e["terms_bits"]["TN"]]],
            "H(A)": e["H_A_bits"],
            "H(A|P)": e["H_A_given_P_bits"],
            "I(A; P)": e["mutual_information_bits"],
        },
    ),
    "003-multiclass-one-vs-rest": (
        "More than two classes: one against the rest",
        lambda e: {label: cells(row) for label, row in e["one_vs_rest"].items()},
    ),
    "003-roc-drawing-example": ("Drawing a ROC curve, step by step", moves),
    "003-exercise-5": (
        "Exercise 5, first part: the curve",
        lambda e: {"AUC": e["AUC"], "equal error rate": e["EER"]},
    ),
    "003-accuracy-lines": (
        "Accuracy lines",
        lambda e: {f"neg/pos = {row['neg_over_pos']:g}": [row["neg_over_pos"], row["intercept"]] for row in e["rows"]},
    ),
    "003-roc-example-1": (
        "Example 1: no overlap",
        lambda e: {
            "AUC": e["AUC"],
            "TPR at 0.5": e["at_threshold_0_5"]["TPR"],
            "FPR at 0.5": e["at_threshold_0_5"]["FPR"],
        },
    ),
    "003-roc-example-2": (
        "Example 2: overlap, and a threshold that moves",
        lambda e: {
            "threshold": [row["threshold"] for row in e["rows"]],
            "TPR": [round(row["TPR"], 4) for row in e["rows"]],
            "FPR": [round(row["FPR"], 4) for row in e["rows"]],
            "AUC": round(e["AUC"], 5),
        },
    ),
    "003-roc-example-3": ("Example 3: complete overlap", lambda e: e["AUC"]),
    "003-roc-example-4": (
        "Example 4: reversed",
        lambda e: {"AUC": e["AUC"], "of the scores turned round": 1 - e["AUC"]},
    ),
    "003-degrees-of-freedom": (
        "Degrees of freedom",
        lambda e: {
            "mean": e["mean"],
            "deviations": e["x_minus_mean"],
            "their sum": e["sum_of_deviations"],
            "variance, over n − 1 = 3": e["sample_variance"],
        },
    ),
    "003-independent-t": (
        "Two independent groups",
        lambda e: {
            "pooled variance": e["pooled_variance"],
            "t in %": e["t"],
            "t in fractions": e["t"],
            "p": e["p_two_sided"],
            "as printed, in % and fractions": [e["printed_formula_percent"], e["printed_formula_fractions"]],
        },
    ),
    "003-paired-t-unit-check": (
        "Dependent samples: the paired t",
        lambda e: {
            "t in %": e["t"],
            "t in fractions": e["t"],
            "as printed, in % and fractions": [e["printed_formula_percent"], e["printed_formula_fractions"]],
        },
    ),
    "003-anova-friedman-family": (
        "Analysis of variance, repeated measures, Friedman",
        lambda e: (
            {
                words: {"statistic": round(e[f"{key}_{name}"], 6), "df": e[f"{key}_df"], "p": round(e[f"{key}_p"], 6)}
                for words, key, name in (
                    ("independent", "anova", "F"),
                    ("repeated measures", "rm_anova", "F"),
                    ("Friedman", "friedman", "chi2_tie_corrected"),
                )
            }
            | {"average ranks": e["mean_ranks_best_is_1"]}
        ),
    ),
    "003-nonparametric-pair": (
        "Ranks in place of values",
        lambda e: {
            "signed ranks: W+, W−, p": [e["W_plus"], e["W_minus"], e["signed_rank_p_two_sided_exact_with_midranks"]],
            "rank sums: U, p": [e["U_x"], e["rank_sum_p_two_sided_exact_with_midranks"]],
        },
    ),
    "003-bootstrap-out-of-bag": (
        "Bootstrap: what is drawn and what is left out",
        lambda e: {
            f"n = {row['n']}": [row["expected_distinct_fraction"], round(row["expected_distinct_fraction"], 2)]
            for row in e["rows"]
        },
    ),
    "003-leave-one-subject-out": (
        "Leave-one-out and leave-one-subject-out",
        lambda e: {"leave-one-subject-out": e["n_splits"]},
    ),
    "003-m-times-k-fold": (
        "k-fold, and m times k-fold",
        lambda e: dict(zip(("5x10-fold", "10x10-fold", "2x10-fold"), e["n_trainings"], strict=True)),
    ),
    "003-exercise-7-iris": (
        "Exercise 7: a generator of train and test pairs, on iris",
        lambda e: {
            "per class in each of ten stratified folds": e["stratified_10_fold_test_counts_per_class"],
            "accuracy, leave-one-out": e["loo_1nn_accuracy_euclidean"],
            "three folds without shuffling": e["unshuffled_3_fold_accuracy_any_classifier"],
        },
    ),
}
