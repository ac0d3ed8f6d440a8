"""Null distributions of permutation tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.findings import Findings
from probative.findings.tables.cells import short
from probative.report.figures.frame import entry, floats, legend_below, next_line, ruled, short_names
from probative.report.figures.picture import Data, Options


def gather_permutation(findings: Findings, _: Options) -> Data | None:
    """The observed value of each model beside those reached without structure."""
    tests = dict(findings.about.permutation)
    added = (found for found in findings.diagnostics if found.get("kind") == "permutation")
    tests |= {f"permutation test {i}": test for i, test in enumerate(added, 1)}
    found = {
        name: {key: test.get(key) for key in ("measure", "observed", "p", "null")}
        for name, test in tests.items()
        if test.get("null")
    }
    return {"models": found} if found else None


def draw_permutation(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Histograms of what permuted labels reach; a line where the real labels do."""
    models = data["models"]
    shown = short_names(models)
    everything = np.concatenate([floats(test["null"]) for test in models.values()])
    finite = everything[np.isfinite(everything)]
    many = int(np.sqrt(len(finite) / len(models)))
    bins = np.histogram_bin_edges(finite, min(max(many, 5), 40)) if len(finite) else 5
    for name, test in models.items():
        null = floats(test["null"])
        line = next_line(axes, {})
        words = f"observed {short(test['observed'])}, p = {short(test['p'])} ({len(null)} permutations)"
        box = {"histtype": "stepfilled", "alpha": 0.35, "edgecolor": "black", **line} | style
        axes.hist(null[np.isfinite(null)], bins=bins, **box)
        observed = floats([test["observed"]])[0]
        axes.axvline(observed, linewidth=2, label=entry(f"{shown[name]}: {words}"), **line)
    axes.set_xlabel(", ".join(dict.fromkeys(str(test["measure"]) for test in models.values())), parse_math=False)
    axes.set_ylabel("Permutations")
    ruled(axes)
    legend_below(axes)
