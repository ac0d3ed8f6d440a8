"""Files through DuckDB: CSV, TSV, Parquet and JSON lines, compressed or not, one or many."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from probative.errors import BadParameter, EmptyData, UnreadableFile, no_such_file
from probative.sources.columns import FileFacts
from probative.sources.decimal_commas import pointed_relation
from probative.sources.encodings import decoded
from probative.sources.first_rows import GUESSED_FROM, begins_empty, checked
from probative.sources.headers import Options, repeated_names
from probative.sources.kept import IN_MEMORY, kept
from probative.sources.limits import Limits
from probative.sources.long_integers import exact_relation
from probative.sources.packed import require_whole
from probative.sources.parquet import OFFLINE
from probative.sources.percentages import shares
from probative.sources.preambles import preamble
from probative.sources.sql import SqlSource
from probative.sources.stopped import stoppable
from probative.sources.thousands import dotted, joined

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_READERS = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".txt": "read_csv",
    ".parquet": "read_parquet",
    ".pq": "read_parquet",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
    ".json": "read_json",
}
_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
_UNPACKED = 20
"""How many bytes of text a compressed file may hold for each of its own."""
_AT_ONCE = 4 * 10**6
"""Bytes of a packed text that are read at once, more than any line: left to itself DuckDB takes three times 32 MB."""
_NULLS = ["", "NA", "N/A", "NaN", "nan", "null", "NULL"]
"""What a missing value looks like in a CSV file; as pandas reads them, without 'None', which may be a class."""


@stoppable()
def open_file(
    path: str | os.PathLike[str],
    limits: Limits | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
) -> SqlSource:
    """A file, or all files that a pattern such as 'day-*.parquet' matches.

    Of text files the encoding and the sign before decimals ("." or ",") are found out, unless they are named.
    """
    limits = limits or Limits()
    text = os.fspath(path)
    if decimal not in (None, ".", ","):
        raise BadParameter("the sign before decimals is a point or a comma.", found=repr(decimal), remedy="decimal=','")
    pattern, shown = _pattern(text), _short(text)
    reader, compression = _format(text, shown)
    if compression is not None:
        for file in [Path(text)] if Path(text).exists() else _matches(Path(text)):
            require_whole(file)
    import duckdb

    if encoding is not None and reader == "read_csv":
        return _told_encoding(Path(text), encoding, limits, decimal)
    try:
        return _opened(text, pattern, reader, compression, limits, decimal=decimal)
    except duckdb.OutOfMemoryException as error:
        # Nothing ails the file, and other encodings of it are as large.
        raise limits.exceeded(error) from error
    except (duckdb.Error, UnreadableFile) as error:
        if reader == "read_csv" and (source := _in_another_encoding(Path(text), limits, decimal)) is not None:
            return source
        if isinstance(error, UnreadableFile):
            raise
        raise UnreadableFile(
            f"{shown} cannot be read as {reader.removeprefix('read_')}.",
            found=_first_line(str(error)),
            remedy="check that the file is complete and of the kind its name says",
        ) from error


def _opened(
    text: str,
    pattern: str,
    reader: str,
    compression: str | None,
    limits: Limits,
    encoding: str = "",
    decimal: str | None = None,
) -> SqlSource:
    """A file read with the first options that fit it."""
    import duckdb

    connection = duckdb.connect(config=OFFLINE)
    place = limits.apply(connection)
    attempts = _attempts(text, reader, compression)
    keep = None if reader == "read_parquet" else partial(kept, connection, place=place, size=_size(text, compression))
    relation, options, size = _first_readable(connection, reader, pattern, attempts, keep)
    _require_same_columns(connection, reader, text, relation.columns, options)
    if reader != "read_csv":
        return SqlSource(relation, size=size, limits=limits, connection=connection)
    only = relation.columns[0] if len(relation.columns) == 1 else ""
    if any(mark in only for mark in ",;\t|") or any("\0" in name for name in relation.columns):
        raise UnreadableFile(
            f"the rows of {_short(text)} have different numbers of fields.",
            found=f"a column named {relation.columns[0]!r}",
            remedy="repair the rows with too many or too few fields",
        )
    twice = repeated_names(connection, pattern, options, relation.columns)
    relation = exact_relation(connection, pattern, options, relation)
    relation, points = dotted(connection, pattern, options, relation, decimal)
    relation, commas = pointed_relation(relation, decimal)
    relation, thousands = joined(relation, decimal)
    relation, percentages = shares(relation)
    if encoding:
        # The copy in UTF-8 is gone before somebody asks, and long integers are read from it anew.
        relation.create("copy")
        relation = connection.table("copy")
    facts = FileFacts(twice, commas, encoding, percentages, (*points, *thousands))
    return SqlSource(relation, untyped=True, size=size, file=facts, limits=limits, connection=connection)


def _size(text: str, compression: str | None) -> int:
    """Bytes of text in a file, or in all files of a pattern; at most, if they are compressed."""
    files = [Path(text)] if Path(text).exists() else _matches(Path(text))
    return sum(file.stat().st_size for file in files) * (_UNPACKED if compression else 1)


def is_small(text: str) -> bool:
    """Whether a path is that of a single file that is soon read, and kept in memory if it is text."""
    path = Path(text)
    # A name that is too long is no file to os.path; pathlib raises.
    return os.path.isfile(path) and path.stat().st_size <= IN_MEMORY


def _attempts(text: str, reader: str, compression: str | None) -> list[Options]:
    """Ways to read a file, the likeliest first."""
    attempts: list[Options] = [{"union_by_name": True, "hive_partitioning": False}]
    if reader == "read_csv":
        usual = attempts[0] | {
            "header": True,
            # Left to itself DuckDB skips lines, headers among them, until all rows have as many fields, and drops rows
            # that begin with #.
            "skiprows": preamble(Path(text) if Path(text).exists() else _matches(Path(text))[0]),
            "comment": "",
            "na_values": _NULLS,
            "compression": compression or "none",
            # Left to itself DuckDB takes yes/no for booleans and text such as 12:30 for times.
            "auto_type_candidates": ["BIGINT", "DOUBLE", "VARCHAR"],
        }
        attempts = [usual | {"buffer_size": _AT_ONCE} if compression else usual]
        if not compression and _header_spans_lines(text):
            # DuckDB's strict mode does not see that a quoted line break belongs to a name.
            attempts.append(usual | {"delimiter": ",", "quotechar": '"', "strict_mode": False})
    elif reader == "read_json" and compression:
        attempts[0]["compression"] = compression
    if reader == "read_parquet":
        return attempts
    # The whole file is looked at for its types only if the first rows were misleading.
    return [*attempts, *(words | {"sample_size": -1} for words in attempts)]


def _told_encoding(path: Path, encoding: str, limits: Limits, decimal: str | None) -> SqlSource:
    """A single file of text in the encoding that was named, through a copy in UTF-8."""
    try:
        return _copied(path.read_bytes().decode(encoding), encoding, limits, decimal)
    except LookupError as error:
        raise BadParameter("there is no such encoding.", found=encoding, remedy="latin-1, cp1252, utf-16") from error
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at {error.start:,}"
        raise UnreadableFile(
            f"{_short(str(path))} is not {encoding}.", found=found, remedy="another encoding= (--encoding)"
        ) from error
    except OSError as error:
        raise UnreadableFile(
            f"{_short(str(path))} is not one file of text.", found=error.strerror, remedy="leave the encoding out"
        ) from error


def _copied(text: str, encoding: str, limits: Limits, decimal: str | None) -> SqlSource:
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy.csv")
        copy.write_text(text, encoding="utf-8", newline="")
        return _opened(str(copy), _literal(copy), "read_csv", None, limits, encoding, decimal)


def _in_another_encoding(path: Path, limits: Limits, decimal: str | None = None) -> SqlSource | None:
    """A single file of text that is not UTF-8, through a copy that is; None where something else ails it."""
    if not path.exists() or path.suffix.lower() == ".zst":
        return None
    import duckdb

    try:
        text, encoding = decoded(path)
        if encoding.startswith("utf-8"):
            return None
        return _copied(text, encoding, limits, decimal)
    except (UnreadableFile, duckdb.Error):
        return None


def _require_same_columns(
    connection: DuckDBPyConnection, reader: str, text: str, columns: list[str], options: Options
) -> None:
    """Files of one pattern must have the same columns: a missing one would be filled with gaps."""
    path = Path(text)
    if path.exists():
        return
    for file in _matches(path):
        found = getattr(connection, reader)(_literal(file), **options).columns
        if set(found) != set(columns):
            odd = sorted(set(columns) ^ set(found))
            raise UnreadableFile(
                f"the files that match {_short(text)} have different columns.",
                found=f"{file.name} has {', '.join(found)}; others have {', '.join(odd[:5])}",
                remedy="give all files the same columns, or name them one by one",
            )


def _matches(pattern: Path) -> list[Path]:
    """The files that a pattern stands for."""
    root = Path(pattern.anchor or ".")
    try:
        return sorted(root.glob(str(pattern.relative_to(pattern.anchor) if pattern.anchor else pattern)))
    except ValueError as error:
        raise UnreadableFile(f"{_short(str(pattern))} is not a pattern.", found=error, remedy="use * and ?") from error


def _literal(path: Path) -> str:
    """A path in which nothing is a pattern."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in str(path.absolute()))


def _first_readable(
    connection: DuckDBPyConnection,
    reader: str,
    pattern: str,
    attempts: list[Options],
    keep: Callable[[DuckDBPyRelation], DuckDBPyRelation] | None,
) -> tuple[DuckDBPyRelation, Options, int]:
    """The file read with the first options that fit it, or its table, these options, and the number of rows."""
    import duckdb

    for i, options in enumerate(attempts):
        try:
            text = getattr(connection, reader)(pattern, **options)
            guessed = reader != "read_parquet" and "sample_size" not in options
            sound = checked(connection, reader, pattern, options, text) if guessed else text
            held = keep(sound) if keep else sound
            # What was read through once is not checked again, and is read as often as it must be.
            relation = text if held is sound else held
            # Reading lazily would report a broken file later, as something else.
            size = int(relation.aggregate("count(*)").fetchall()[0][0])
            if not size:
                raise EmptyData("the predictions have no rows.", remedy="check the filter or the file that made them")
            if reader != "read_parquet" and held is sound:
                sound.aggregate("count(COLUMNS(*))").fetchall()
            if guessed and size > GUESSED_FROM and begins_empty(relation):
                continue
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.Error:
            if i + 1 == len(attempts):
                raise
        else:
            return relation, options, size
    raise AssertionError("unreachable: the last attempt returns or raises")


def _pattern(text: str) -> str:
    """The path as DuckDB must be told it: a name that exists is no pattern, and is never an address."""
    if not text or "\0" in text:
        raise UnreadableFile(
            "the path is empty or holds a null character.", found=repr(text), remedy="name a file of predictions"
        )
    path = Path(text)
    try:
        if path.is_dir():
            raise UnreadableFile(
                f"{_short(text)} is a directory.", remedy="name a file, or a pattern such as folder/*.parquet"
            )
        if path.exists():
            if path.stat().st_size == 0:
                raise EmptyData(f"{_short(text)} is empty.", found="0 bytes", remedy="name a file with rows")
            return _literal(path)
        if any(c in text for c in "*?["):
            if not _matches(path):
                raise UnreadableFile(f"no file matches {_short(text)}.", remedy="check the pattern")
            return str(path.absolute())
    except OSError as error:
        raise UnreadableFile(
            f"{_short(text)} cannot be opened.", found=error.strerror, remedy="check the path and its permissions"
        ) from error
    raise no_such_file(text)


def _format(text: str, shown: str) -> tuple[str, str | None]:
    suffixes = [suffix.lower() for suffix in Path(text).suffixes]
    compression = _COMPRESSIONS.get(suffixes[-1]) if suffixes else None
    kind = suffixes[-2] if compression and len(suffixes) > 1 else suffixes[-1] if suffixes else ""
    if kind not in _READERS:
        raise UnreadableFile(
            f"the kind of {shown} is not known.",
            found=f"the ending {kind!r}" if kind else "no ending",
            remedy="use .csv, .tsv, .parquet, .jsonl (also .gz, .zst), .feather or .xlsx",
        )
    return _READERS[kind], compression


def _short(text: str) -> str:
    """A path fit for a message: no control characters, not endless."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return repr(clean if len(clean) < 120 else clean[:60] + "..." + clean[-50:])


def _header_spans_lines(text: str) -> bool:
    """Whether a column's name holds a line break."""
    path = Path(text)
    files = [path] if path.exists() else _matches(path)[:1]
    for file in files:
        try:
            with file.open(newline="", encoding="utf-8", errors="replace") as lines:
                return any("\n" in name for name in next(csv.reader(lines), []))
        except (OSError, csv.Error):
            return False  # the reader itself will say what is wrong
    return False


def _first_line(text: str) -> str:
    line = next((line.strip() for line in text.splitlines() if line.strip()), "no message")
    return line.rstrip(".")[:200]
