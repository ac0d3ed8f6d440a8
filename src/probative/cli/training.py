"""What every command that trains models on a table is told, declared once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.drawing import check_picture, put_picture
from probative.cli.output import check_page, console, deliver_json, put_page
from probative.cli.paths import require_there
from probative.errors import printable

if TYPE_CHECKING:
    from probative.experiments.prepared import Prepared

Data = Annotated[str, typer.Argument(help="CSV, TSV, Parquet or JSON lines: one row per sample.")]
Target = Annotated[str, typer.Option(help="Column to predict.")]
Models = Annotated[
    list[str] | None,
    typer.Option("--model", help="A learner as in `probative run`; again for more, where it makes sense."),
]
Measure = Annotated[
    str | None, typer.Option(help="Any measure by name; by default error_rate for classes, mse for numbers.")
]
Plan = Annotated[str | None, typer.Option(help="Such as '10-fold stratified', '5x2', 'bootstrap 200'.")]
Group = Annotated[str | None, typer.Option(help="Column of groups that must not be torn apart.")]
Time = Annotated[str | None, typer.Option(help="Column of times: training rows lie before test rows.")]
SampleWeight = Annotated[
    str | None, typer.Option(help="Column of weights in training; the evaluation does not see them.")
]
Weight = Annotated[str | None, typer.Option(help="Column of weights in the evaluation, not in training.")]
Positive = Annotated[str | None, typer.Option(help="The positive label of two.")]
TaskWord = Annotated[str | None, typer.Option("--task", help="classification or regression, if not clear.")]
Drop = Annotated[list[str] | None, typer.Option(help="Column to leave out; again for more.")]
Missing = Annotated[str, typer.Option(help="Rows without a target: error, or drop.")]
Raw = Annotated[bool, typer.Option("--raw", help="Leave numbers in their own units: no standardising.")]
Jobs = Annotated[int | None, typer.Option(help="Trainings at a time; -1 for all cores.")]
Seed = Annotated[int, typer.Option(help="Seed of whatever is random.")]
Level = Annotated[float, typer.Option(help="Level of the intervals.")]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Draw it: .svg, .png or .pdf.")]
Html = Annotated[str | None, typer.Option(metavar="FILE", help="Write a page.")]
JsonFile = Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")]

FIRST: dict[str, tuple[object, object]] = {
    "data": (Data, Parameter.empty),
    "target": (Target, Parameter.empty),
    "model": (Models, None),
    "measure": (Measure, None),
}
"""What stands before the options of a command's own, with its default."""
LAST: dict[str, tuple[object, object]] = {
    "plan": (Plan, None),
    "group": (Group, None),
    "time": (Time, None),
    "sample_weight": (SampleWeight, None),
    "weight": (Weight, None),
    "positive": (Positive, None),
    "task": (TaskWord, None),
    "drop": (Drop, None),
    "missing": (Missing, "error"),
    "raw": (Raw, False),
    "level": (Level, 0.95),
    "jobs": (Jobs, None),
    "seed": (Seed, 0),
    "output": (Output, None),
    "html": (Html, None),
    "json": (JsonFile, None),
}


class Asked:
    """What a command that trains was told, and what it does with it: read the table, and hand over what was found."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told
        self.how = {"measure": told["measure"], "plan": told["plan"], "level": told["level"], "n_jobs": told["jobs"]}
        self.how["random_state"] = told["seed"]

    def ready(self, models: Sequence[str] | None = None) -> Prepared:
        """The table and the models, once the names of files to write were found to be possible."""
        from probative.experiments.prepared import prepared

        told = self._told
        check_picture(told["output"])
        check_page(told["html"])
        same = ("target", "time", "sample_weight", "weight", "positive", "task", "missing")
        return prepared(
            told["data"],
            models=models or told["model"] or (),
            groups=told["group"],
            drop=told["drop"] or (),
            scale=not told["raw"],
            say=lambda text: console(stderr=True).print(printable(text, 2000)),
            **{word: told[word] for word in same},
        )

    def hand_over(self, found: Any) -> None:
        """Draw, write and print a result that is a record and a curve."""
        told = self._told
        if told["html"] is not None:
            kind, of = str(found.head["kind"]), f"{told['target']} from {Path(told['data']).name}"
            title = f"{kind[0].upper()}{kind[1:]} of {of}"
            put_page(found, told["html"], title=title, level=told["level"], random_state=told["seed"])
        hand_over(found, told["output"], told["json"])


def trains(function: Callable[..., None]) -> Callable[..., None]:
    """A command that is also given `asked`: what all commands that train are told, but for what it takes itself."""
    own = {name: one for name, one in signature(function, eval_str=True).parameters.items() if name != "asked"}

    @wraps(function)
    def command(**given: Any) -> None:
        require_there(given.get("data"))
        told = {name: given.pop(name) for name in (*FIRST, *LAST) if name not in own}
        function(**given, asked=Asked({"model": None} | told))

    before, after = ([_option(name, *one) for name, one in some.items() if name not in own] for some in (FIRST, LAST))
    mine = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in own.values()]
    command.__signature__ = Signature([*before, *mine, *after])  # type: ignore[attr-defined]
    return command


def _option(name: str, kind: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def hand_over(found: Any, output: str | None, json: str | None) -> None:
    """Draw, write and print a result that is a record and a curve."""
    put_picture(found.picture(), output)
    if not deliver_json(found.to_dict(), json):
        print(found)


def listed(text: str | None) -> list[str]:
    """The values between commas.

    >>> listed("1, 5,15")
    ['1', '5', '15']
    """
    return [] if text is None else [part.strip() for part in text.split(",") if part.strip()]
