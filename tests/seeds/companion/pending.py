"""Slides whose calls are still being built elsewhere, by what they wait for: none may be forgotten here."""

PENDING: dict[str, set[str]] = {
    "theory": {
        "Joint, marginal and conditional probabilities",
        "The zero-one risk is one integral",
        "Gaussian classes: the optimal border",
        "The three discriminants have one sign",
        "Example 1",
        "Example 1: the density, drawn",
        "Example 1: the difference of the posteriors, drawn",
        "Example 1: data with optimal and estimated border, drawn",
        "Example 1: the regions of a learner, drawn",
        "The price of an estimated border",
        "Example 2, data set 6",
        "Example 3",
        "The asymmetric minimal risk of a Gaussian task",
        "ROC curves of k nearest neighbours, drawn side by side",
        "Five separations of scores",
        "Two score distributions and a threshold, drawn",
        "Accuracy lines and the point that the best one touches, drawn",
        "Lines of equal cost and the point that the cheapest touches, drawn",
    },
    "runs": {
        "Which of the fold models is delivered? None",
    },
    "words": {
        "ROC50 as a curve, drawn",
        "A perceptron on sets: primal and dual are one",
        "The null distribution, drawn",
    },
    "counts": {
        "Error types in words",
        "The harmonic mean of several ratios",
        "Exercise 2, from the counts alone",
        "Exercise 6: the steps",
    },
    "costs": {
        "Three routes to lower cost, on the same folds",
    },
}
TITLES = set().union(*PENDING.values())
