"""The options that name the columns of predictions: the same for every command that reads some."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated

import typer

from probative.cli.paths import require_there

Text = str | None
Several = list[str] | None
OPTIONS: dict[str, object] = {
    "truth": Annotated[Text, typer.Option(help="Column of true labels or targets.")],
    "score": Annotated[Several, typer.Option(help="Column of scores; again for each model, or for each class.")],
    "predicted": Annotated[Several, typer.Option(help="Column of predicted labels or values; again for each model.")],
    "value": Annotated[
        Several, typer.Option(help="Column that grades rows already (a loss, a latency); again for each model.")
    ],
    "better": Annotated[Text, typer.Option(help="Of values or results: lower or higher is better.")],
    "positive": Annotated[Text, typer.Option(help="The positive label.")],
    "model": Annotated[Text, typer.Option(help="Column naming the model of each row (a long table).")],
    "row": Annotated[Text, typer.Option(help="Column with the id of each row, which counts once and pairs tables.")],
    "fold": Annotated[Text, typer.Option(help="Column with the fold that tested each row.")],
    "repeat": Annotated[Text, typer.Option(help="Column with the repeat of the folds, or the sample of a graded row.")],
    "weight": Annotated[Text, typer.Option(help="Column of row weights.")],
    "count": Annotated[Text, typer.Option(help="Column that says how many equal rows each line stands for.")],
    "group": Annotated[Text, typer.Option(help="Column of clusters: whole clusters vary, not rows.")],
    "time": Annotated[Text, typer.Option(help="Column of times.")],
    "by": Annotated[Several, typer.Option(help="Column to slice by; again for further slices.")],
    "task": Annotated[Text, typer.Option(help="classification or regression, if not clear.")],
    "encoding": Annotated[Text, typer.Option(help="Encoding of a text file, if it is not found out.")],
    "decimal": Annotated[Text, typer.Option(help="Sign before decimals in a text file, a point or a comma.")],
    "memory": Annotated[
        Text, typer.Option(help="Memory for the rows, such as 512MB; larger files are sorted on disk (usually 1GB).")
    ],
    "spill": Annotated[Text, typer.Option(metavar="DIR", help="Folder for what exceeds it; by default the system's.")],
    "bins": Annotated[bool, typer.Option("--bins", help="Count scores in bins: faster, areas known up to a bound.")],
    "missing": Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")],
}
Accept = Annotated[
    Several, typer.Option(metavar="CODE", help="Silence a guard by its code, which is said; again for more.")
]
LedgerFile = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Ledger of what test rows were used for; by default in the folder that results are written to, unless "
        "that is the current one or that of the predictions.",
    ),
]
DEFAULTS: dict[str, object] = {"missing": "error", "bins": False}
"""What an option means that is not given; any other is None."""
IN_PYTHON = {"score": "scores", "group": "groups", "value": "values", "bins": "binned"}
"""Options that Python calls otherwise: those given once for each column, which it takes together, and a flag."""

ARGUMENTS = ("predictions", "data", "other", "baseline", "candidate")
"""What stands on the line before the options."""


def reads(function: Callable[..., object]) -> Callable[..., object]:
    """A command that is also given `words`: what was said about the columns, as `read` takes it."""

    @wraps(function)
    def command(**given: object) -> object:
        # What an engine's workers read need not be there where the question is asked.
        for argument in () if given.get("engine") else ARGUMENTS:
            require_there(given.get(argument))
        words = {IN_PYTHON.get(name, name): given.pop(name) for name in shared}
        return function(**given, words={word: value for word, value in words.items() if value is not None})

    own = [
        parameter for parameter in signature(function, eval_str=True).parameters.values() if parameter.name != "words"
    ]
    # A command may mean something of its own by a word.
    shared = {name: kind for name, kind in OPTIONS.items() if name not in {parameter.name for parameter in own}}
    arguments = [parameter for parameter in own if parameter.name in ARGUMENTS]
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name), annotation=kind)
        for name, kind in shared.items()
    ]
    rest = [parameter for parameter in own if parameter not in arguments]
    merged = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in (*arguments, *options, *rest)]
    command.__signature__ = Signature(merged)  # type: ignore[attr-defined]
    return command
