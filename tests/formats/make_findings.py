"""Write the files of the current format: python tests/formats/make_findings.py. Never again once it is released."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import probative as pv

N = 40
SITE = np.array(["north", "south"])[np.arange(N) % 2]


def binary(generator: np.random.Generator) -> pv.Findings:
    """Two models, weights, slices, costs, a repeated row, a probability of 0 for what happened."""
    truth = np.array(["sick", "well"])[generator.integers(0, 2, N)]
    sick = truth == "sick"
    good = np.clip(0.35 + 0.3 * sick + 0.22 * generator.normal(size=N), 0, 1).round(2)
    poor = np.clip(0.5 + 0.05 * sick + 0.25 * generator.normal(size=N), 0, 1).round(2)
    poor[np.flatnonzero(sick)[0]] = 0.0
    table: dict[str, Any] = {"row": np.arange(N) // 2 * 2, "y": truth, "score_good": good, "score_poor": poor}
    return pv.evaluate(
        table | {"site": SITE, "w": np.array([1.0, 2.0, 0.5])[np.arange(N) % 3]},
        truth="y",
        positive="sick",
        by="site",
        weight="w",
        costs=pv.Costs(fp=1, fn=5, prior=0.1),
        level=0.9,
        random_state=3,
        title='Two models: <good> & "poor"',
    )


def classes(generator: np.random.Generator) -> pv.Findings:
    """A model with probabilities of three classes, and one with labels, of which one never occurs."""
    names = np.array(["ant", "bee", "cow"])
    truth = names[generator.integers(0, 3, N)]
    proba = ((2 * generator.dirichlet([1, 1, 1], N) + (truth[:, None] == names)) / 3).round(3)
    proba[:, 2] = (1 - proba[:, 0] - proba[:, 1]).round(3)
    columns = {f"proba_{name}": proba[:, i] for i, name in enumerate(names)}
    other = np.where(np.arange(N) % 7 == 0, "dog", np.roll(truth, 1))
    table = {"y": truth, **columns, "pred_other": other, "clinic": np.arange(N) % 2}
    return pv.evaluate(table, truth="y", scores=list(columns), predicted="pred_other", by="clinic")


def regression(generator: np.random.Generator) -> pv.Findings:
    """One model that is near and one that is worse than the mean."""
    target = generator.normal(10, 3, N).round(3)
    near, far = (target + generator.normal(0, 1, N)).round(3), (30 - target).round(3)
    return pv.evaluate({"target": target, "pred_near": near, "pred_far": far, "site": SITE}, by="site")


def undefined(_: np.random.Generator) -> pv.Findings:
    """One class only, nothing predicted."""
    return pv.evaluate(truth=[1] * N, scores=np.linspace(0, 1, N).round(3), threshold=2)


if __name__ == "__main__":
    for make in (binary, classes, regression, undefined):
        findings = make(np.random.default_rng(11))
        print(findings.save(Path(__file__).parent / f"findings-1-{make.__name__}.json"), findings.headline())
