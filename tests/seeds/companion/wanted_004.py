"""What worked examples of deck 004 expect of the companion, by the title of the slide."""


def costs(e):
    return {
        f"fp {row['C_FP']}, fn {row['C_FN']}": {"slope": row["iso_cost_slope"]}
        | {name.replace("_", " "): cost for name, cost in row["expected_cost"].items()}
        for row in e["expected_cost"]
    }


WANTED = {
    "004-three-classifiers": ("Lines of equal cost, and who is best", costs),
    "004-nondominated-below-hull": (
        "The convex hull: non-dominated is not enough",
        lambda e: {"dominated": [], "below the hull": ["D"], "TPR of the hull at 0.35": e["hull_TPR_at_0.35"]},
    ),
    "004-dominance-ties": (
        "Dominance",
        lambda e: {
            "A before B": e["dominates_by_pareto_rule"],
            "if both must be strict": e["dominates_by_printed_strict_rule"],
        },
    ),
    "004-always-negative-96-percent": (
        "96 % right and useless",
        lambda e: {
            "balanced accuracy": [
                e["always_negative"]["balanced_accuracy"],
                e["second_by_assumed_FN_share"][2]["balanced_accuracy"],
            ],
            "the second is cheaper when a miss costs more than": e["second_by_assumed_FN_share"][2][
                "break_even_C_FN_over_C_FP"
            ],
        },
    ),
    "004-accuracy-99-imbalanced": (
        "99 % at 99 to 1",
        lambda e: {
            "accuracy": e["majority_baseline_accuracy"],
            "balanced_accuracy": e["balanced_baseline_accuracy_at_equal_classes"],
        },
    ),
    "004-r2-endpoints": (
        "Regression: MSE, RMSE and R²",
        lambda e: {
            name: {"mse": e[name]["MSE"], "rmse": e[name]["RMSE"], "r2": e[name]["R2"]}
            for name in ("model", "perfect", "mean", "anti")
        },
    ),
    "004-expected-cost-formula": (
        "Misclassification cost",
        lambda e: {
            "at the sample's prior": e["expected_cost_sample_prior"],
            "at 0.1": e["expected_cost_at_prior_0.1"],
        },
    ),
    "edge-zero-denominators": (
        "Empty rows and columns: undefined, with a reason",
        lambda e: {
            "accuracy": e["no_predicted_positives"]["accuracy"],
            "recall": e["no_predicted_positives"]["TPR"],
            "precision": "no predicted positives",
            "mcc": "no predicted positives",
        },
    ),
    "004-cost-weighting": (
        "Learning by cost: weights and resampling",
        lambda e: {
            "weights": [e["weight_pos"], e["weight_neg"]],
            "effective prior": e["effective_prior_pos"],
            "positives to negatives": e["resample_ratio_pos_to_neg"],
            "the same by a threshold on the posterior": e["equivalent_posterior_threshold_without_weights"],
        },
    ),
    "004-threshold-monotone": (
        "Thresholds: raise them, and TP and FP fall",
        lambda e: {"called positive": e["predicted_positive_count_inclusive"]},
    ),
}
