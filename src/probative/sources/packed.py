"""Compressed files looked at before they are read: cut off, or out of proportion."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

from probative.errors import UnreadableFile
from probative.sources.zstd import unpacked_sizes

CHUNK = 1 << 20
LARGEST, RATIO = 2**30, 200
"""Bytes beyond which a file may not unpack to more than so many times its size: no table is that empty."""


def require_whole(path: Path) -> None:
    r"""Refuse a packed file (.gz, .zst) that was cut off or is none: not every release of the engine says so.

    >>> import gzip, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "p.csv.gz")
    ...     _ = file.write_bytes(gzip.compress(b"y,p\n1,0\n" * 100)[:-9])
    ...     require_whole(file)
    Traceback (most recent call last):
    probative.errors.UnreadableFile: 'p.csv.gz' cannot be read to its end: it was cut off.
      Found: 27 bytes that do not end.   Try: copy the file again
    """
    if path.suffix.lower() == ".zst":
        _require_whole_frames(path)
    else:
        _require_whole_gzip(path)


def _require_whole_gzip(path: Path) -> None:
    size, seen = path.stat().st_size, 0
    part = zlib.decompressobj(31)
    try:
        with path.open("rb") as file:
            while block := file.read(CHUNK):
                while block:
                    if part.eof:
                        part = zlib.decompressobj(31)
                    seen += len(part.decompress(block, CHUNK))
                    block = part.unconsumed_tail or part.unused_data
                    _require_proportion(path, size, seen)
            while not part.eof and (rest := part.decompress(part.unconsumed_tail, CHUNK)):
                seen += len(rest)
                _require_proportion(path, size, seen)
    except (zlib.error, OSError) as error:
        raise UnreadableFile(
            f"{path.name!r} cannot be read: it is no sound GZIP file.", found=error, remedy="copy the file again"
        ) from error
    if not part.eof:
        raise _cut_off(path, size)


def _require_whole_frames(path: Path) -> None:
    size, seen = path.stat().st_size, 0
    try:
        with path.open("rb") as file:
            for unpacked in unpacked_sizes(file):
                seen += unpacked
                _require_proportion(path, size, seen)
    except EOFError as error:
        raise _cut_off(path, size) from error
    except (ValueError, OSError) as error:
        raise UnreadableFile(
            f"{path.name!r} cannot be read: it is no sound Zstandard file.", found=error, remedy="copy the file again"
        ) from error


def _cut_off(path: Path, size: int) -> UnreadableFile:
    return UnreadableFile(
        f"{path.name!r} cannot be read to its end: it was cut off.",
        found=f"{size} bytes that do not end",
        remedy="copy the file again",
    )


def _require_proportion(path: Path, size: int, seen: int) -> None:
    if seen > LARGEST and seen > RATIO * size:
        raise UnreadableFile(
            f"{os.fspath(path.name)!r} unpacks to more than {RATIO} times its size.",
            found=f"{size:,} bytes, unpacked more than {seen:,}",
            remedy="unpack it yourself if it is what you want",
        )
