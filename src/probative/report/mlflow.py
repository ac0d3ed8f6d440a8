"""Findings in MLflow: values and limits as metrics, answers as tags, the page and the findings as artifacts."""

from __future__ import annotations

import re
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from probative.errors import MissingExtra
from probative.findings import Findings

LONGEST = 5000
"""Characters of a tag that every store of MLflow's keeps."""


def log_to_mlflow(findings: Findings, prefix: str = "", client: Any = None) -> dict[str, float]:
    """Log to the run that is active, or to a new one; what was logged as metrics.

    A value that is undefined or infinite is no metric, since stores disagree about them; a tag says what it is.
    """
    mlflow = client or _mlflow()
    metrics, tags = flat(findings, prefix)
    mlflow.log_metrics(metrics)
    mlflow.set_tags(tags)
    with TemporaryDirectory() as folder:
        for name in ("report.html", "findings.json"):
            mlflow.log_artifact(str(findings.save(Path(folder, name))))
    return metrics


def flat(findings: Findings, prefix: str = "") -> tuple[dict[str, float], dict[str, str]]:
    """Metrics by name, and tags.

    >>> import probative as pv
    >>> metrics, tags = flat(pv.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]))
    >>> metrics["model.auc"], "model.auc_low" in metrics, tags["probative.answer.1"][:4]
    (0.75, True, 'How ')
    """
    metrics: dict[str, float] = {}
    tags: dict[str, str] = {"probative.version": str(findings.about.version)}
    for model, found in findings.models.items():
        for measure, one in found.measures.items():
            for ending, number in (("", one.value), ("_low", one.low), ("_high", one.high)):
                name = _clean(f"{prefix}{model}.{measure}{ending}")
                if isfinite(number):
                    metrics[name] = number
                elif not ending:
                    tags[name] = f"{number}: {one.why}" if one.why else str(number)
    for number, answer in enumerate(findings.answers, 1):
        tags[f"probative.answer.{number}"] = f"{answer.question} {answer.headline}"[:LONGEST]
    return metrics, tags


def _clean(name: str) -> str:
    """A name that MLflow takes: letters, digits, and a few signs."""
    return re.sub(r"[^\w\-. /]", "_", name, flags=re.ASCII)


def _mlflow() -> Any:
    try:
        import mlflow
    except ImportError:
        raise MissingExtra("MLflow is not installed.", remedy="pip install mlflow") from None
    return mlflow
