"""The package is typed for its users: what they write is checked, and mistakes are found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SNIPPET = """
import numpy as np
import probative as pv
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

y = np.array([1, 0, 1, 0])
found = pv.evaluate(y, np.array([0.9, 0.2, 0.6, 0.4]))
auc: float = found.models["model"].measures["auc"].value
verdict = pv.compare(truth=y, scores={"A": y, "B": y})
print(verdict.contests[0].winner, pv.scorer("mcc"), pv.Meter("scores"), float(found.models["model"].measures["auc"]))
ladder = pv.Ladder.from_scores(y, [0.9, 0.2, 0.6, 0.4])
print(pv.RocCurve.from_predictions(y, y).auc, pv.best_threshold(ladder, "cost", costs=pv.Costs(fp=1, fn=5)).threshold)
pv.testing.assert_not_worse(y, y, truth=y, margin=0.1)
print(pv.stats.mcnemar(12, 28).p)
model = LogisticRegression().fit([[0.0], [1.0]], [0, 1])
X = np.array([[0.1], [0.7], [0.9], [0.3]])
print(pv.evaluate(model, X, y).table(), pv.evaluate(y_true=y, y_score=y).n, pv.evaluate(y, {"A": y, "B": y}).to_json())
print(pv.PrecisionRecallCurve.from_estimator(model, X, y).average_precision, pv.scorer("mcc")(model, X, y))
for train, test in pv.plan("2-fold stratified", random_state=0).split(X, y):
    print(len(train) + len(test))
print(pv.evaluate(pv.run({"m": model}, X, y, plan=pv.plan("2-fold"))).n, str(pv.select(model, {"C": [0.1]}, X, y)))
print(pv.plan_size("proportion", expected=0.9, half_width=0.02).n, [m.name for m in pv.measures()])
print(pv.gate({"y": y, "s": y}, {"y": y, "s": y}, truth="y", scores="s", margin=0.05).passed)
matrix = pv.ConfusionMatrix.from_labels(y, y)

class Learner:
    def predict(self, X: object) -> object:
        return X

one = Learner()
print(pv.evaluate(one, X, y).n, pv.evaluate([one, one], X, y).n, pv.compare({"a": one, "b": one}, X, y).p, f"{auc:.3f}")
print(pv.compare(y, y, truth=y).p, pv.gate(y, y, truth=y, margin=0.1).passed)
print(matrix.outcomes(1).tp, pv.value("mcc", matrix), pv.estimate("auc", ladder).low)
"""


@pytest.mark.slow
def test_what_users_write_is_clean_and_a_mistake_is_found(tmp_path: Path) -> None:
    def checked(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "used.py").write_text(text)
        words = ["-m", "mypy", "--strict", "--follow-imports=silent", "used.py"]
        return subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False)

    clean = checked(SNIPPET)
    assert clean.returncode == 0, clean.stdout
    assert "has no attribute" in checked(SNIPPET + "found.modells\n").stdout
