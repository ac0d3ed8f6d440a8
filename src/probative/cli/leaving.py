"""How the command line ends: one place where errors become messages and exit codes.

0 is success, 1 a gate that fails, 2 bad input, 3 a gate that cannot tell; 70 is a defect of ours, or output that cannot
be written, and never means anything about models; 130 and 143 are Ctrl-C and SIGTERM.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import typer

from probative.cli.shell_words import in_shell
from probative.cli.working import work
from probative.errors import ProbativeError, printable

DEFECT, STOPPED, TERMINATED = 70, 130, 143
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class Terminated(BaseException):
    """SIGTERM: no error of a training, which would be recorded, and no exit that a model asked for."""


def leave(error: BaseException, given: Sequence[str]) -> NoReturn:
    """End with the message and the exit code that an error deserves."""
    if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
        # Whoever read our output has seen enough; but a gate whose answer got lost has not passed.
        _end(DEFECT if "gate" in given[:2] else 0, silent=True)
    if isinstance(error, SystemExit):
        _end(error.code if isinstance(error.code, int) else 0 if error.code is None else DEFECT)
    if isinstance(error, Terminated):
        _say(f"terminated. {_resumed(given)}")
        _end(TERMINATED)
    if isinstance(error, typer.Abort | KeyboardInterrupt):
        _say(f"stopped. {_resumed(given)}")
        _end(STOPPED)
    if isinstance(error, ProbativeError):
        _say(in_shell(f"{type(error).__name__}: {error}"))
        _end(2)
    if isinstance(error, MemoryError):
        _say("MemoryError: the table does not fit into memory.\n  Try: fewer --by columns, or a larger machine")
        _end(2)
    if hasattr(error, "show"):
        with suppress(OSError, ValueError):
            error.show()
        _end(2)
    if isinstance(error, OSError) and error.errno in UNWRITABLE:
        _say(f"OSError: the output cannot be written.\n  Found: {error.strerror or error}.")
        _end(DEFECT, silent=True)
    _say(
        f"{type(error).__name__}: {printable(str(error))}{_place(error)}\n"
        "  This is a defect of probative, not of your data; nothing is said about any model. --debug shows where it is."
    )
    _end(DEFECT)


def _resumed(given: Sequence[str]) -> str:
    """What is kept of work that was stopped."""
    if given[:1] == ["run"] or "--resume" in given:
        return "Go on with the same command: finished trainings are kept."
    return "Nothing was finished."


def _place(error: BaseException) -> str:
    """Where in our code it happened."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "probative" in frame.filename]
    return f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""


def _say(message: str) -> None:
    work.spoken()
    with suppress(OSError, ValueError):
        print(message, file=sys.stderr)


def _end(code: int, *, silent: bool = False) -> NoReturn:
    if silent:
        # What is still buffered goes nowhere: the interpreter's end would complain about it once more.
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    sys.exit(code)


@contextmanager
def stopped_by_sigterm() -> Iterator[None]:
    """SIGTERM ends us as an error would, so that nothing is left half-written and no worker is left alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _raised)
    try:
        yield
    except BaseException:
        # Not loaded, it has none.
        processes = sys.modules.get("multiprocessing")
        for worker in processes.active_children() if processes else ():
            worker.terminate()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _raised(number: int, frame: FrameType | None) -> None:
    raise Terminated
