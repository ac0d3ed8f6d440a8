"""Saved findings and evidence with values in the wrong places."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import probative as pv
from probative.report import render_html

from .odd import Rng, pick

WRONG = [
    None,
    -1,
    0,
    1e308,
    "inf",
    "nan",
    "x",
    "\x1b[31m",
    [],
    {},
    [1],
    {"a": 1},
    True,
    10**30,
    "<script>",
    [[]],
    1e-320,
]


@cache
def _known() -> tuple[dict[str, Any], ...]:
    """Findings of several tasks, plain."""
    rng = np.random.default_rng(1)
    y = np.arange(40) % 2
    s = {"a": rng.random(40) + y * 0.4, "b": rng.random(40)}
    found = [
        pv.evaluate(truth=y, scores=s, costs=pv.Costs(fp=1, fn=5)),
        pv.evaluate(truth=y.astype(float) + s["a"], predicted={"m": s["b"]}, task="regression"),
        pv.evaluate(truth=np.arange(40) % 3, predicted={"m": (np.arange(40) // 2) % 3}),
    ]
    return tuple(json.loads(one.to_json()) for one in found)


def findings(rng: Rng, folder: Path) -> None:
    """Findings with one to three wrong values: refused when they are loaded, or shown."""
    plain = copy.deepcopy(pick(rng, list(_known())))
    for _ in range(int(rng.integers(1, 4))):
        spoil(rng, plain)
    path = folder / "findings.json"
    path.write_text(json.dumps(plain))
    found = pv.Findings.load(path)
    render_html(found)
    str(found)
    found.table()


def evidence(rng: Rng, folder: Path) -> None:
    """The same of evidence, which is then measured."""
    y, s = np.arange(20) % 2, rng.random(20)
    made = pick(
        rng,
        [
            lambda: pv.Outcomes(tp=3, fn=4, fp=5, tn=6),
            lambda: pv.ConfusionMatrix.from_labels(y, 1 - y),
            lambda: pv.Ladder.from_scores(y, s),
            lambda: pv.Residuals.from_values(s, s[::-1]),
            lambda: pv.Moments.from_values(s),
        ],
    )()
    plain = json.loads(made.to_json())
    spoil(rng, plain)
    back = type(made).from_json(json.dumps(plain))
    for measure in [one for one in pv.measures() if isinstance(back, one.needs)][:3]:
        pv.estimate(measure.name, back)


def spoil(rng: Rng, plain: Any) -> None:
    """Put a wrong value somewhere, or take a value away."""
    part = plain
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not keys:
            return
        key = pick(rng, keys)
        inside = part[key]
        if isinstance(inside, dict | list) and inside and rng.random() < 0.8:
            part = inside
            continue
        if rng.random() < 0.15:
            del part[key]
        else:
            part[key] = pick(rng, WRONG)
        return
