"""The application: its commands, and one place where errors become messages and exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from probative._version import __version__
from probative.cli import (
    audit,
    compare,
    counts,
    data,
    decks,
    demo,
    evaluate,
    explain,
    gate,
    intervals,
    learning_curve,
    measures,
    merge,
    output,
    plan,
    plan_size,
    plans,
    plot,
    render,
    resubstitution,
    run,
    serve,
    slices,
    study,
    table,
    tally,
    theory,
    validate,
    validation_curve,
)
from probative.errors import ProbativeError

app = typer.Typer(
    name="probative",
    help="Evaluate supervised models so that the numbers hold: every measure with its interval.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    evaluate,
    run,
    audit,
    compare,
    gate,
    slices,
    counts,
    tally,
    merge,
    intervals,
    plans,
    plan,
    plan_size,
    learning_curve,
    validation_curve,
    resubstitution,
    study,
    explain,
    measures,
    render,
    table,
    plot,
    serve,
    validate,
    data,
    demo,
    decks,
):
    app.command(name=module.NAME, help=module.HELP, epilog=module.EXAMPLE)(module.command)


app.add_typer(theory.app, name=theory.NAME, help=theory.HELP)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"probative {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Options before the command."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line: exit 0 on success, 1 if a gate fails, 2 on bad input, 3 if a gate is inconclusive."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    if debug:
        # Wanted anywhere on the line, not only before the command.
        given = ["--debug", *(word for word in given if word != "--debug")]
    output.given.set(tuple(given))
    for stream in (sys.stdout, sys.stderr):
        # A pipe may know fewer characters than the table uses; a question mark beats a crash.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(given, standalone_mode=False) or 0
        # A reader that has gone is noticed here, not at the interpreter's end, where it would be a complaint.
        sys.stdout.flush()
        sys.exit(code)
    except ProbativeError as error:
        if debug:
            raise
        _fail(f"{type(error).__name__}: {error}")
    except BrokenPipeError:
        _leave_quietly()
    except SystemExit as left:
        # The parser makes 1 of a reader that has gone, which here means a gate that failed.
        if isinstance(left.__context__, BrokenPipeError):
            _leave_quietly()
        raise
    except MemoryError:
        if debug:
            raise
        _fail("MemoryError: the table does not fit into memory.\n  Try: fewer --by columns, or a larger machine")
    except typer.Abort:
        sys.exit(130)
    except Exception as error:
        # Usage errors know how to show themselves; anything else is a defect of ours and keeps its traceback.
        if not hasattr(error, "show"):
            raise
        error.show()
        sys.exit(2)


def _leave_quietly() -> None:
    """Whoever read our output has seen enough; what is still buffered goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(0)


def _fail(message: str) -> None:
    print(message, file=sys.stderr)
    sys.exit(2)
