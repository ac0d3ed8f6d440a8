"""The package is typed for its users: what they write is checked, and mistakes are found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SNIPPET = """
import numpy as np
import probative as pv

y = np.array([1, 0, 1, 0])
found = pv.evaluate(y, np.array([0.9, 0.2, 0.6, 0.4]))
auc: float = found.models["model"].measures["auc"].value
verdict = pv.compare(truth=y, scores={"A": y, "B": y})
print(verdict.contests[0].winner, pv.scorer("mcc"), pv.Meter("scores"), float(found.models["model"].measures["auc"]))
ladder = pv.Ladder.from_scores(y, [0.9, 0.2, 0.6, 0.4])
print(pv.RocCurve.from_predictions(y, y).auc, pv.best_threshold(ladder, "cost", costs=pv.Costs(fp=1, fn=5)).threshold)
pv.testing.assert_not_worse(y, y, truth=y, margin=0.1)
print(pv.stats.mcnemar(12, 28).p)
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
