"""Tables of every shape in a folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from .tables import CLASSES, GUESS, PROBA, SCORE_A, SCORE_B, SITE, TARGET, TRUTH, WEIGHT, N, write


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of every shape; tests only read them."""
    here = tmp_path_factory.mktemp("tables")
    both = {"score_A": SCORE_A, "score_B": SCORE_B}
    write(here / "one.csv", y_true=TRUTH, score=SCORE_A)
    write(here / "wide.csv", y=TRUTH, **both, site=SITE, w=WEIGHT)
    twice = np.tile(TRUTH, 2)
    write(here / "long.csv", model=["A"] * N + ["B"] * N, y=twice, score=np.concatenate([SCORE_A, SCORE_B]))
    write(here / "classes.csv", y=CLASSES, **{f"proba_{c}": PROBA[:, i] for i, c in enumerate(("ant", "bee", "cow"))})
    write(here / "regression.csv", target=TARGET, prediction=GUESS)
    write(here / "labels.csv", truth=np.where(TRUTH, "yes", "no"), pred=np.where(SCORE_A >= 0.5, "yes", "no"))
    gaps = [str(s) for s in SCORE_A]
    gaps[3] = gaps[17] = ""
    write(here / "gaps.csv", y=TRUTH, score=gaps)
    return here
