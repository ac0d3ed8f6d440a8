"""Make breast_cancer.csv: out-of-fold probabilities of two models, 10-fold stratified, seed 0.

Run as `python -m probative.data.make_breast_cancer`; it rewrites the file beside this script.
"""

from __future__ import annotations

import csv
from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def main() -> None:
    """Fit both models on the same folds and write every row's prediction by the model that had not seen it."""
    data = load_breast_cancer()
    malignant = (data.target == 0).astype(int)
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "knn": make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
    }
    scores = {
        name: cross_val_predict(model, data.data, malignant, cv=folds, method="predict_proba")[:, 1]
        for name, model in models.items()
    }
    fold_of = {row: k for k, (_, test) in enumerate(folds.split(data.data, malignant)) for row in test}
    with Path(__file__).with_name("breast_cancer.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["row", "fold", "diagnosis", *(f"score_{name}" for name in models)])
        for row, positive in enumerate(malignant):
            label = "malignant" if positive else "benign"
            writer.writerow([row, fold_of[row], label, *(f"{scores[name][row]:.6g}" for name in models)])


if __name__ == "__main__":
    main()
