"""Counts as input, matrices, means of precision and recall, and the readings and cautions of measures."""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import numpy as np

import probative as pv
from probative.cli import main

from .entry import Entry

EMPTY = pv.Outcomes(tp=0, fn=10, fp=0, tn=90)
"""A model that calls nothing positive."""
DECK = pv.Outcomes(tp=2, fn=8, fp=0, tn=90)
"""Precision 1, recall 0.2."""
LINES = {"y": [1, 1, 0, 0], "pred": [1, 0, 1, 0], "n": [40, 10, 5, 45]}
THREE = {"C1": [80, 20, 50, 50], "C2": [60, 40, 20, 80], "C3": [40, 60, 30, 70]}


def _says(line: str, *words: str) -> bool:
    """Whether a shell line ends well and prints all of these words."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        try:
            main(shlex.split(line)[1:])
        except SystemExit as left:
            code = left.code
    out.flush()
    out.seek(0)
    said = out.read()
    return code == 0 and all(word in said for word in words)


def _codes(found: Any) -> set[str]:
    return {note.code for note in found.notes}


def _interval() -> tuple[float, float]:
    found = pv.evaluate(LINES, truth="y", count="n").models["model"].measures["accuracy"]
    return found.low, found.high


def _crossing() -> Any:
    y = np.repeat([1, 0], 40)
    a = np.concatenate([np.linspace(3, 4, 20), np.linspace(-3, -2, 20), np.linspace(-2, 2, 40)])
    b = np.concatenate([np.linspace(0, 2, 40), np.linspace(-3, 1.5, 40)])
    return pv.compare(truth=y, scores={"A": a, "B": b}, measure="auc")


ENTRIES = [
    Entry(
        "R207",
        "probative counts 40 10 5 45",
        lambda: _says("probative counts 40 10 5 45", "0.850  [0.767, 0.907]", "mutual_information"),
        expected=True,
        source="Wilson's interval of 85 of 100",
    ),
    Entry(
        "R207",
        "probative counts C1=80,20,50,50 C2=60,40,20,80 C3=40,60,30,70 --cost-fp 1 --cost-fn 5",
        lambda: _says(
            "probative counts C1=80,20,50,50 C2=60,40,20,80 C3=40,60,30,70 --cost-fp 1 --cost-fn 5",
            "C2 beats (lower is better) C3",
        ),
        expected=True,
        source="score test of two proportions",
    ),
    Entry(
        "R207",
        "pv.counts(three, costs=pv.Costs(1, 5)).models['C3'].measures['expected_cost'].value",
        lambda: pv.counts(THREE, costs=pv.Costs(1, 5)).models["C3"].measures["expected_cost"].value,
        expected=1.65,
        tolerance=1e-12,
        source="case 004-three-classifiers",
    ),
    Entry(
        "R207",
        "pv.evaluate({'y': .., 'pred': .., 'n': [40, 10, 5, 45]}, truth='y', count='n').models['model']"
        ".measures['accuracy'] (limits)",
        _interval,
        expected=(0.76716, 0.90694),
        tolerance=1e-5,
        source="Wilson's interval of 85 of 100, by hand",
    ),
    Entry(
        "R207",
        "pv.evaluate({'y': .., 'pred': .., 'n': [40, 10, 5, 45]}, truth='y', weight='n').notes",
        lambda: "weights-look-like-counts" in _codes(pv.evaluate(LINES, truth="y", weight="n")),
        expected=True,
        source="the text",
    ),
    Entry(
        "R221",
        "pv.counts([40, 10, 5, 45]).table('matrix').column('predicted positive')",
        lambda: pv.counts([40, 10, 5, 45]).table("matrix").column("predicted positive"),
        expected=("TP 40", "FP 5", "45"),
        source="deck 003, exercise 6",
    ),
    Entry(
        "R221",
        "probative counts 40 10 5 45 --layout predicted-rows --steps",
        lambda: _says("probative counts 40 10 5 45 --layout predicted-rows --steps", "actual positive", "0.39731"),
        expected=True,
        source="case 003-exercise-6",
    ),
    Entry(
        "R221",
        "[cell.bits for cell in pv.mutual_information_steps(pv.Outcomes(tp=40, fn=10, fp=5, tn=45)).cells]",
        lambda: [cell.bits for cell in pv.mutual_information_steps(pv.Outcomes(tp=40, fn=10, fp=5, tn=45)).cells],
        expected=[0.332029999423, -0.145943161864, -0.108496250072, 0.319722022262],
        tolerance=1e-11,
        source="case 003-exercise-6",
    ),
    Entry(
        "R56",
        "pv.estimate('precision', pv.Outcomes(tp=0, fn=10, fp=0, tn=90), undefined='zero').why",
        lambda: pv.estimate("precision", EMPTY, undefined="zero").why,
        expected="no predicted positives: counted as 0",
        source="the text",
    ),
    Entry(
        "R56",
        "probative counts 0 10 0 90 --undefined zero",
        lambda: _says("probative counts 0 10 0 90 --undefined zero", "counted as 0 as asked for: precision"),
        expected=True,
        source="the text",
    ),
    Entry(
        "R59",
        "[pv.value(name, pv.Outcomes(tp=2, fn=8, fp=0, tn=90)) for name in ('f0.5', 'f1', 'f2')]",
        lambda: [pv.value(name, DECK) for name in ("f0.5", "f1", "f2")],
        expected=[0.555555555556, 0.333333333333, 0.238095238095],
        tolerance=1e-11,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R59",
        "'f0_5' in pv.counts([40, 10, 5, 45]).models['model'].measures",
        lambda: {"f0_5", "f1", "f2"} <= set(pv.counts([40, 10, 5, 45]).models["model"].measures),
        expected=True,
        source="the text",
    ),
    Entry(
        "R60",
        "pv.explain('f1', truth=[1] * 10 + [0] * 5, predicted=[1] * 2 + [0] * 13)['arithmetic mean'].value",
        lambda: pv.explain("f1", truth=[1] * 10 + [0] * 5, predicted=[1] * 2 + [0] * 13)["arithmetic mean"].value,
        expected=0.6,
        tolerance=1e-12,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R60",
        "pv.harmonic_mean([1, 0.2]), pv.harmonic_mean([0.9, 0.8, 0])",
        lambda: (pv.harmonic_mean([1, 0.2]), pv.harmonic_mean([0.9, 0.8, 0])),
        expected=(1 / 3, 0.0),
        tolerance=1e-12,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R67",
        "probative explain error_types",
        lambda: _says(
            "probative explain error_types",
            "reject H0 when H0 is true: type I error, alpha, false positive",
            "keep H0 when H1 is true: type II error, beta, false negative",
        ),
        expected=True,
        source="case 002-error-type-table",
    ),
    Entry(
        "R82",
        "probative measures auc",
        lambda: _says(
            "probative measures auc",
            "1: some threshold separates",
            "0.5: no better than chance",
            "have 1 - AUC",
            "0: perf",
        ),
        expected=True,
        source="the text",
    ),
    Entry(
        "R102",
        "any('cross' in note for note in pv.compare(truth=y, scores={'A': a, 'B': b}, measure='auc').notes)",
        lambda: (
            any("average over all thresholds" in note for note in _crossing().notes)
            and any("cross" in note for note in _crossing().notes)
        ),
        expected=True,
        source="the text",
    ),
    *(
        Entry(
            requirement,
            "pv.evaluate(truth=[-1.0, 1.0] * 20, predicted=[-3.0, 2.5] * 20, task='regression').notes",
            lambda: (
                "mse-of-classes"
                in _codes(pv.evaluate(truth=[-1.0, 1.0] * 20, predicted=[-3.0, 2.5] * 20, task="regression"))
            ),
            expected=True,
            source="the text",
        )
        for requirement in ("R21", "R195")
    ),
]
