"""What tests say: hypotheses, p, directions, acceptance regions, degrees of freedom, null distributions; ROC50."""

from __future__ import annotations

import io
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import probative as pv
from probative.cli import main

from .entry import Entry

A, B = [80, 82, 85, 78, 85], [81, 81, 86, 80, 88]
FOLDS = "A,B\n" + "".join(f"{a},{b}\n" for a, b in zip(A, B, strict=True))
TRUTH = np.repeat([1, 0], [40, 60])
FIRST, SECOND = np.where(np.arange(100) % 7 == 0, 1 - TRUTH, TRUTH), np.where(np.arange(100) % 4 == 0, 1 - TRUTH, TRUTH)
LADDER = pv.Ladder.from_scores([1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0], range(13, 0, -1))
XOR = ([{"a"}, {"b"}, set(), {"a", "b"}], [1, 1, -1, -1])


def _said(line: str) -> str:
    """What a shell line prints, beside the deck's folds as folds.csv."""
    out, code = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), None
    with TemporaryDirectory() as folder:
        Path(folder, "folds.csv").write_text(FOLDS, encoding="utf-8")
        with chdir(folder), redirect_stdout(out), redirect_stderr(io.StringIO()):
            try:
                main(shlex.split(line)[1:])
            except SystemExit as stopped:
                code = stopped.code
    assert not code, line
    out.flush()
    return out.buffer.getvalue().decode()  # type: ignore[attr-defined]


def _counted() -> dict[str, float]:
    """The four counts behind a comparison of accuracies."""
    verdict = pv.compare(truth=TRUTH, predicted={"A": FIRST, "B": SECOND}, measure="accuracy")
    found = verdict.to_dict()["comparisons"][0]["details"]
    return {name: found[name] for name in ("n00", "n01", "n10", "n11", "expected")}


def _wanted() -> dict[str, float]:
    a, b = FIRST == TRUTH, SECOND == TRUTH
    counts = {"n00": ~a & ~b, "n01": ~a & b, "n10": a & ~b, "n11": a & b}
    found = {name: float(cell.sum()) for name, cell in counts.items()}
    return found | {"expected": (found["n01"] + found["n10"]) / 2}


ENTRIES = [
    Entry("R141", "pv.permutation_p(0, 3, 999).p", lambda: pv.permutation_p(0, 3, 999).p, 0.004, 1e-12, "E4"),
    Entry("R141", "pv.permutation_p(0, 3, 999).strict", lambda: pv.permutation_p(0, 3, 999).strict, 0.0, None, "E4"),
    Entry(
        "R141",
        "pv.permutation_p(0, 3, 999).at_least",
        lambda: pv.permutation_p(0, 3, 999).at_least,
        0.003003003003,
        1e-9,
        "E4",
    ),
    Entry(
        "R143",
        "print(pv.stats.paired_t(A, B))",
        lambda: "it is not the probability of H0" in str(pv.stats.paired_t(A, B)),
        True,
        source="001, p-values",
    ),
    Entry(
        "R144",
        'pv.compare({"A": A, "B": B}, of="paired", alternative="less").p',
        lambda: pv.compare({"A": A, "B": B}, of="paired", alternative="less").p,
        0.072351999303,
        1e-9,
        "scipy.stats.ttest_rel(alternative='less')",
    ),
    Entry(
        "R144",
        "probative compare folds.csv --of paired --alternative greater --significance 0.05",
        lambda: "0.928" in _said("probative compare folds.csv --of paired --alternative greater --significance 0.05"),
        True,
        source="scipy.stats.ttest_rel(alternative='greater'): 0.927648",
    ),
    Entry(
        "R145",
        'pv.stats.paired_t(A, B).details["acceptance"]',
        lambda: pv.stats.paired_t(A, B).details["acceptance"],
        (-1.841685332992, 1.841685332992),
        1e-9,
        "t(0.975, 4) * S / sqrt(5)",
    ),
    Entry(
        "R145",
        'pv.stats.paired_t(A, B, alternative="greater").details["acceptance"]',
        lambda: pv.stats.paired_t(A, B, alternative="greater").details["acceptance"],
        (-inf, 1.414107180154),
        1e-9,
        "t(0.95, 4) * S / sqrt(5)",
    ),
    Entry(
        "R149",
        'pv.compare(truth=y, predicted={"A": a, "B": b}, measure="accuracy").to_dict()',
        _counted,
        _wanted(),
        source="counted by NumPy",
    ),
    Entry("R149", "pv.stats.mcnemar(1, 6).details", lambda: pv.stats.mcnemar(1, 6).details["p_exact"], 0.125, 1e-12),
    Entry(
        "R151",
        'pv.compare({"A": A, "B": B}, of="paired").differences()',
        lambda: pv.compare({"A": A, "B": B}, of="paired").differences().column("deviation"),  # type: ignore[union-attr]
        (0.2, 2.2, 0.2, -0.8, -1.8),
        1e-9,
        "E14",
    ),
    Entry(
        "R155",
        "probative compare ... --correction greenhouse-geisser",
        lambda: (
            pv.compare(
                {"A": A, "B": B, "C": [79, 84, 83, 77, 84]},
                of="paired",
                parametric=True,
                correction="greenhouse-geisser",
            ).p
        ),
        0.220232,
        1e-6,
        "pingouin.rm_anova",
    ),
    Entry(
        "R158",
        "probative explain degrees_of_freedom",
        lambda: "-1.5, -0.5, 0.5, 1.5" in _said("probative explain degrees_of_freedom"),
        True,
        source="E41",
    ),
    Entry("R158", "pv.stats.deviations([1, 2, 3, 4]).df", lambda: pv.stats.deviations([1, 2, 3, 4]).df, 3, None, "E41"),
    Entry(
        "R187",
        'pv.compare({"A": A, "B": B}, of="paired")',
        lambda: "significance is not size of effect" in str(pv.compare({"A": A, "B": B}, of="paired")),
        True,
        source="001",
    ),
    Entry(
        "R213",
        "pv.stats.paired_t(A, B).plot()",
        lambda: [word.text for word in pv.stats.paired_t(A, B).picture().shapes if hasattr(word, "text")],
        ["−2.776", "2.776", "t = −1.809"],
        source="t(0.975, 4), E14",
    ),
    Entry(
        "R213",
        'pv.stats.paired_t(A, B, alternative="less").plot()',
        lambda: [
            word.text for word in pv.stats.paired_t(A, B, alternative="less").picture().shapes if hasattr(word, "text")
        ],
        ["−2.132", "t = −1.809"],
        source="t(0.95, 4)",
    ),
    Entry(
        "R217",
        'pv.explain("mcc", tp=40, fn=10, fp=5, tn=45)["normalised determinant"].value',
        lambda: pv.explain("mcc", tp=40, fn=10, fp=5, tn=45)["normalised determinant"].value,
        1750 / (50 * 50 * 45 * 55) ** 0.5,
        1e-12,
        "000, definition of MCC",
    ),
    Entry(
        "R217",
        'pv.primal_and_dual(items, labels, space="subsets").same',
        lambda: pv.primal_and_dual(*XOR, space="subsets").same,
        True,
        source="001, duals and kernels",
    ),
    Entry(
        "R217",
        'pv.primal_and_dual(items, labels, space="elements").converged',
        lambda: pv.primal_and_dual(*XOR, space="elements").converged,
        False,
        source="exclusive or is not linear",
    ),
    Entry(
        "R218",
        "pv.roc(ladder).roc_n(2).tpr",
        lambda: pv.roc(LADDER).roc_n(2).tpr.tolist(),
        [0, 1 / 7, 2 / 7, 2 / 7, 3 / 7, 3 / 7],
        1e-12,
        "drawn by hand from + + - + -",
    ),
    Entry("R218", "pv.roc(ladder).roc_n(50).area", lambda: pv.roc(LADDER).roc_n(50).area, 2 / 3, 1e-12, "scikit-learn"),
    Entry(
        "R222",
        "probative compare folds.csv --of folds",
        lambda: all(
            words in _said("probative compare folds.csv --of folds")
            for words in ("−1.21", "S = 1.483", "critical value 2.776", "1/4")
        ),
        True,
        source="001-paired-t-5-folds: corrected t -1.206",
    ),
]
