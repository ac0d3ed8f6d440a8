"""probative demo: the bundled example."""

from __future__ import annotations

from importlib import resources
from typing import Annotated

import typer

from probative.cli.output import deliver, signed
from probative.cli.view import All, Quiet, view_of

NAME = "demo"
SHORT = "Evaluate the bundled example."
HELP = "Evaluate the bundled example: two models' out-of-fold predictions on the breast-cancer data."
EXAMPLE = "Example: probative demo --html report.html"


def command(
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
    everything: All = False,
    quiet: Quiet = False,
) -> None:
    """Evaluate the bundled example."""
    from probative.evaluation import evaluate

    with resources.as_file(resources.files("probative.data") / "breast_cancer.csv") as path:
        findings = evaluate(
            path,
            truth="diagnosis",
            scores=["score_logistic", "score_knn"],
            positive="malignant",
            title="Breast cancer: logistic regression and nearest neighbours",
        )
    deliver(signed(findings), json, html, view_of(everything, quiet))
