"""Text files that are not UTF-8: which encoding they have, found out from their bytes."""

from __future__ import annotations

import codecs
import gzip
import re
from pathlib import Path

from probative.errors import UnreadableFile

CONTROLS = re.compile(rb"[\x80-\x9f]")
"""What no text in latin-1 holds."""
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def decoded(path: Path) -> tuple[str, str]:
    """The text of a file and its encoding: UTF-8, UTF-16, or that of Windows or latin-1 where its bytes are neither.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "p.csv").write_bytes("größe".encode("latin-1"))
    ...     decoded(Path(folder, "p.csv"))
    ('größe', 'latin-1')
    """
    try:
        raw = gzip.decompress(path.read_bytes()) if path.suffix.lower() == ".gz" else path.read_bytes()
    except (OSError, EOFError) as error:
        raise UnreadableFile(f"{path.name!r} cannot be read.", found=error, remedy="check the file") from error
    encoding = encoding_of(raw)
    if encoding is None:
        raise UnreadableFile(f"{path.name!r} is no text.", found="bytes that are 0", remedy="a text file, in UTF-8")
    return raw.decode(encoding), encoding


def encoding_of(raw: bytes) -> str | None:
    r"""The encoding of a text; None for bytes that are none.

    Every byte is a character of latin-1, so that it is the last guess; wrong letters do not make wrong numbers. Bytes
    that would be control characters there are dashes, quotes and currencies of Windows.

    >>> [encoding_of(raw) for raw in ("y;1".encode("utf-16"), "y;1".encode("utf-16-le"), b"y;1", b"y\xff", b"a\0b")]
    ['utf-16', 'utf-16-le', 'utf-8', 'latin-1', None]
    >>> encoding_of("“good” – 5 €".encode("cp1252"))
    'cp1252'
    """
    for mark, encoding in _MARKS.items():
        if raw.startswith(mark) and _reads(raw, encoding):
            return encoding
    if b"\0" not in raw:
        if _reads(raw, "utf-8"):
            return "utf-8"
        return "cp1252" if CONTROLS.search(raw) and _reads(raw, "cp1252") else "latin-1"
    # Latin letters and digits in two bytes each: every other one is 0.
    for encoding, zeros, others in (("utf-16-le", raw[1::2], raw[::2]), ("utf-16-be", raw[::2], raw[1::2])):
        if zeros.count(0) > 0.9 * len(zeros) and 0 not in others and _reads(raw, encoding):
            return encoding
    return None


def _reads(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
