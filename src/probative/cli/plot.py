"""probative plot: a picture of a findings.json."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.output import console, deliver_json
from probative.cli.paths import require_there
from probative.errors import BadParameter

NAME = "plot"
SHORT = "A picture of saved findings: SVG, PNG or PDF."
HELP = "Draw saved findings as SVG, PNG or PDF: curves, measures with intervals, folds, errors and more (--list)."
EXAMPLE = "Example: probative plot findings.json roc -o roc.svg"


def command(
    findings: Annotated[str, typer.Argument(help="A findings.json, or the folder of a run.")],
    kind: Annotated[str | None, typer.Argument(help="What to draw; by default roc, else measures.")] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="The picture: .svg, .png or .pdf.")
    ] = None,
    measure: Annotated[str | None, typer.Option(help="The measure of measures, folds and differences.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="A model to draw; again for more; all if left out.")] = None,
    every: Annotated[bool, typer.Option("--list", help="List the pictures that these findings have.")] = False,
    hull: Annotated[bool, typer.Option("--hull", help="Add the convex hull to ROC curves.")] = False,
    panels: Annotated[bool, typer.Option("--panels", help="A panel for each model, all in one figure.")] = False,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the drawn values; - to print.")] = None,
) -> None:
    """Draw findings."""
    require_there(findings)
    from probative.findings import Findings
    from probative.pictures import check_picture_file, save_picture
    from probative.report.drawing import draw_findings, draw_findings_panels, picture_data

    if every:
        _print_list(findings)
        return
    if output is None and json is None:
        raise BadParameter("there is no file to draw into.", remedy="-o roc.svg")
    if output is not None:
        check_picture_file(output)
    found = Findings.load(findings)
    if output is not None:
        wanted: dict[str, Any] = {"measure": measure, "models": model, "hull": hull}
        axes = draw_findings_panels(found, kind, **wanted)[0] if panels else draw_findings(found, kind, **wanted)
        console(stderr=True).print(f"picture written to {save_picture(axes, output)}")
    if json is not None:
        drawn = picture_data(found, kind, measure=measure, models=model, hull=hull)
        deliver_json({"probative": 1, "kind": "picture", **drawn}, json)


def _print_list(findings: str) -> None:
    from probative.findings import Findings
    from probative.report.charts.kinds import kinds
    from probative.report.drawing import drawable

    for name in drawable(Findings.load(findings)):
        print(f"{name:<17} {kinds()[name].doc}")
