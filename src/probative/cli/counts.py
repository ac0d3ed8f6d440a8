"""probative counts: an evaluation of confusion matrices, where no rows are left."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.output import console, deliver, signed
from probative.cli.view import Layout, Quiet, view_of
from probative.errors import BadCounts

NAME = "counts"
SHORT = "Every measure of confusion matrices, with intervals."
HELP = (
    "Every measure of confusion matrices, with intervals: four numbers TP FN FP TN, a square of k x k numbers (actual "
    "classes in rows), files with the names of the classes, or NAME=TP,FN,FP,TN and NAME=FILE for several, which are "
    "also compared."
)
EXAMPLE = (
    "Example: probative counts 40 10 5 45; probative counts C1=80,20,50,50 C2=60,40,20,80 --cost-fn 5 --plot roc.svg"
)


def command(
    matrices: Annotated[list[str], typer.Argument(help="TP FN FP TN, or k x k numbers, or files, or NAME=...")],
    label: Annotated[list[str] | None, typer.Option(help="Name of a class, in order; again for each.")] = None,
    positive: Annotated[str | None, typer.Option(help="The positive class; else the first, or 1 of 0 and 1.")] = None,
    transposed: Annotated[bool, typer.Option("--transposed", help="The rows given are predicted classes.")] = False,
    measure: Annotated[str | None, typer.Option(help="Compare several matrices by this; accuracy by default.")] = None,
    cost_fp: Annotated[float | None, typer.Option(help="Cost of a false positive.")] = None,
    cost_fn: Annotated[float | None, typer.Option(help="Cost of a false negative.")] = None,
    prior: Annotated[float | None, typer.Option(help="Share of positives where the model will work.")] = None,
    quiet: Quiet = False,
    layout: Layout = "actual-rows",
    steps: Annotated[bool, typer.Option("--steps", help="Also the steps of mutual information, cell by cell.")] = False,
    undefined: Annotated[
        str, typer.Option(help="Measures that do not exist: propagate (undefined), or zero (count as 0, and say so).")
    ] = "propagate",
    level: Annotated[float, typer.Option(help="Level of the intervals.")] = 0.95,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw all matrices as points of the ROC diagram: .svg, .png, .pdf."),
    ] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
) -> None:
    """Evaluate confusion matrices."""
    from probative.decisions import Costs
    from probative.evaluation import counts

    costs = None
    if cost_fp is not None or cost_fn is not None or prior is not None:
        costs = Costs(1.0 if cost_fp is None else cost_fp, 1.0 if cost_fn is None else cost_fn, prior)
    found = counts(
        given_matrices(matrices),
        labels=label,
        positive=positive,
        transposed=transposed,
        measure=measure,
        costs=costs,
        undefined=undefined,  # type: ignore[arg-type]
        level=level,
        title=title,
    )
    if plot is not None:
        _draw(found, plot)
    deliver(signed(found), json, html, view_of(True, quiet, layout=layout))
    if json != "-":
        _further(found, steps, quiet)


def _further(found: Any, steps: bool, quiet: bool) -> None:
    """Tables that only matrices have use for: several as points of the ROC diagram, the steps of information."""
    from probative.findings.screen import print_table
    from probative.findings.tables import TABLES

    for name, wanted in (("roc-points", not quiet), ("information", steps)):
        table = TABLES[name](found) if wanted else None
        if table is not None:
            print_table(table, console())


def given_matrices(words: list[str]) -> Any:
    """What the words of the line stand for: numbers of one matrix, or matrices by name, or files.

    >>> given_matrices(["40", "10", "5", "45"]), given_matrices(["A=1,2,3,4", "B=b.csv"])
    ([40, 10, 5, 45], {'A': [1, 2, 3, 4], 'B': 'b.csv'})
    """
    if all(_is_number(word) for word in words):
        return _matrix([_number(word) for word in words])
    made: dict[str, Any] = {}
    for word in words:
        name, equals, said = word.partition("=")
        if not equals:
            if len(words) == 1:
                return word
            from pathlib import Path

            name, said = Path(word).stem, word
        if name in made:
            raise BadCounts("two matrices have the same name.", found=name, remedy="NAME=FILE")
        numbers = said.split(",")
        made[name] = _matrix([_number(part) for part in numbers]) if all(map(_is_number, numbers)) else said
    return made


def _matrix(numbers: list[int | float]) -> list[Any]:
    """Four numbers as they are; more of them as a square."""
    side = round(len(numbers) ** 0.5)
    if side < 2 or side * side != len(numbers):
        raise BadCounts(
            "a matrix has 4, 9, 16, ... numbers.",
            found=f"{len(numbers)}",
            remedy="TP FN FP TN, or one row of counts after the other",
        )
    return numbers if side == 2 else [numbers[i * side : (i + 1) * side] for i in range(side)]


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _number(word: str) -> int | float:
    value = float(word)
    return int(value) if value.is_integer() else value


def _draw(found: Any, path: str) -> None:
    """All models as points of one ROC diagram, with their hull."""
    from probative.curves import roc_points
    from probative.pictures import check_picture_file, save_picture

    check_picture_file(path)
    if found.positive is None:
        raise BadCounts("a ROC diagram is for two classes.", found=f"{len(found.models)} matrices of more")
    outcomes = {name: model.confusion.outcomes(str(found.positive)) for name, model in found.models.items()}
    console(stderr=True).print(f"picture written to {save_picture(roc_points(outcomes).plot(), path)}")
