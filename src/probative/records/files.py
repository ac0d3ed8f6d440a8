"""Files written whole or not at all: beside, flushed, synced, then renamed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from probative.errors import UnreadableFile

_number = count()
"""Two threads of one process never write beside under one name."""


def put(path: str | os.PathLike[str], content: str | bytes, *, sync: bool = True) -> Path:
    """Write a file, whole or not at all; a file that was there stays as it was if that fails.

    Without `sync` the system has it, but the disk only some time later, or after `synced`. Letters that no text may
    hold (half of a surrogate pair) become question marks.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     target = put(Path(folder, "a.txt"), "one")
    ...     target.read_text(), os.listdir(folder)
    ('one', ['a.txt'])
    """
    block = content if isinstance(content, bytes) else content.encode("utf-8", "replace")

    def write(file: Path) -> None:
        file.write_bytes(block)

    return put_by(path, write, sync=sync)


def put_by(path: str | os.PathLike[str], write: Callable[[Path], object], *, sync: bool = True) -> Path:
    """The same by whoever knows how: `write` is given the name to write to."""
    target = Path(path)
    try:
        with replaced(target, sync=sync) as beside:
            write(beside)
    except (OSError, ValueError) as error:
        found = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise UnreadableFile(
            f"{os.fspath(path)!r} cannot be written.",
            found=found,
            remedy="check the folder, its permissions and the room on the disk",
        ) from error
    return target


@contextmanager
def replaced(target: Path, *, sync: bool = True) -> Iterator[Path]:
    """A name beside the target, which becomes the target once what was written there is on the disk (`sync`)."""
    # A link stays a link to what is replaced; pipes and devices are written as they are.
    place = Path(os.path.realpath(target))
    mode = _mode(place)
    if mode is not None and not stat.S_ISREG(mode):
        yield place
        return
    beside = place.with_name(f".{place.name[:180]}.{os.getpid()}.{next(_number)}.tmp")
    try:
        yield beside
        if sync:
            synced(beside)
        if mode is not None:
            os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, place)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _mode(path: Path) -> int | None:
    """What a file is and who may use it; None where there is none."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def synced(path: Path) -> None:
    """Wait until a file is on the disk."""
    file = os.open(path, os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
