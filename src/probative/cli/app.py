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
    forecasts,
    gate,
    intervals,
    learning_curve,
    measures,
    merge,
    methods,
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
from probative.cli.leaving import STOPPED, Terminated, leave, stopped_by_sigterm
from probative.cli.working import work

COMMANDS = (
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
    forecasts,
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
    methods,
    serve,
    validate,
    data,
    demo,
    decks,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"probative {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Options before the command."""


def application(word: str = "") -> typer.Typer:
    """All commands; or the one that is asked for alone, since laying all of them out takes a twentieth of a second."""
    made = typer.Typer(
        name="probative",
        help="Evaluate supervised models so that the numbers hold: every measure with its interval.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_options)
    chosen = [module for module in COMMANDS if word == module.NAME]
    for module in chosen or COMMANDS:
        made.command(module.NAME, help=module.HELP, short_help=module.SHORT, epilog=module.EXAMPLE)(module.command)
    if not chosen:
        made.add_typer(theory.app, name=theory.NAME, help=theory.HELP, short_help=theory.SHORT)
    return made


app = application()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line: exit 0 on success, 1 if a gate fails, 2 on bad input, 3 if a gate is inconclusive.

    Also 70 where we are at fault or the output cannot be written, 130 and 143 when stopped.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    if debug:
        # Wanted anywhere on the line, not only before the command.
        given = ["--debug", *(word for word in given if word != "--debug")]
    output.given.set(tuple(given))
    if sys.stdout is None:
        # Closed by whoever called: what is printed goes nowhere; results asked for there are refused (`json_alone`).
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        # What is said there must not end among the results.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    word = next((word for word in given if not word.startswith("-")), "")
    work.begin(word)
    for stream in (sys.stdout, sys.stderr):
        # A pipe may know fewer characters than the table uses; a question mark beats a crash.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        with stopped_by_sigterm(), output.shielded(), output.json_alone(given):
            code = application(word)(given, standalone_mode=False, prog_name="probative") or 0
            if code == STOPPED:
                # Some releases of the parser make a number of Ctrl-C, others an error.
                raise typer.Abort
        work.spoken()
        # A reader that has gone is noticed here, not at the interpreter's end, where it would be a complaint.
        sys.stdout.flush()
        sys.exit(code)
    except BaseException as error:
        if debug and not isinstance(error, SystemExit | Terminated | typer.Abort) and not hasattr(error, "show"):
            raise
        leave(error, given)
