"""Where the ledger of test sets is kept: one small file, written whole or not at all."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from probative.errors import BadFormat, ProbativeError, UnreadableFile
from probative.findings.usage import FORMAT, UsageLedger
from probative.records import put

NAME = "test-sets.json"
"""The ledger of a folder of results."""
PATIENCE, STALE = 10.0, 60.0
"""Seconds that are waited for somebody else who writes, and after which they must have died."""
Place = str | os.PathLike[str]


def ledger_file(place: Place) -> Path:
    """The file that is meant: itself, or the ledger of a folder.

    >>> ledger_file("ledger.json").name, ledger_file("results").name
    ('ledger.json', 'test-sets.json')
    """
    path = Path(place)
    return path if path.suffix.lower() == ".json" else path / NAME


def neighbours(place: Place) -> list[Path]:
    """The ledgers of the folders beside a folder of results, which are read and never written."""
    path = Path(place)
    if path.suffix.lower() == ".json":
        return []
    found = sorted(path.absolute().parent.glob(f"*/{NAME}"))
    return [other for other in found if other.parent != path.absolute()]


def loaded(path: Path) -> UsageLedger:
    """The ledger of a file; an empty one where there is none yet."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return UsageLedger()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error)) from error
    try:
        plain = json.loads(text)
        ours = isinstance(plain, dict) and plain.get("kind") == "test-sets"
        if not ours or plain.get("probative") != FORMAT:
            raise _unreadable(path, "another file" if not ours else f"format {plain.get('probative')}")
        return UsageLedger.from_dict(plain)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, ProbativeError) and error.what.startswith("the ledger"):
            raise
        raise _unreadable(path, f"{type(error).__name__}: {error}") from error


def known_beside(place: Place) -> UsageLedger:
    """What the ledgers of neighbouring folders know; those that cannot be read are none."""
    known = UsageLedger()
    for path in neighbours(place):
        with suppress(ProbativeError):
            known += loaded(path)
    return known


def changed(path: Path, change: Callable[[UsageLedger], UsageLedger]) -> UsageLedger:
    """The ledger after a change, on disk; two who change it at once wait for each other."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(path):
            made = change(loaded(path))
            put(path, made.to_json(indent=1) + "\n")
    except OSError as error:
        raise UnreadableFile(
            f"the ledger {os.fspath(path)!r} cannot be written.",
            found=error.strerror or str(error),
            remedy="another ledger= (--ledger FILE)",
        ) from error
    return made


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else changes the file meanwhile; whoever died while changing it is not waited for."""
    lock, began = path.with_name(f".{path.name}.lock"), time.monotonic()
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            with suppress(OSError):
                if time.time() - lock.stat().st_mtime > STALE:
                    lock.unlink()
                    continue
            if time.monotonic() - began > PATIENCE:
                raise UnreadableFile(
                    f"the ledger {os.fspath(path)!r} is being written by somebody else.",
                    found=f"{lock.name} beside it",
                    remedy="try again; remove that file if nobody is",
                ) from None
            time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()


def _unreadable(path: Path, found: str) -> BadFormat:
    return BadFormat(
        f"the ledger of test sets {os.fspath(path)!r} cannot be read.",
        found=found,
        remedy="restore it; or remove it, and counting begins anew; or name another, ledger= (--ledger FILE)",
    )
