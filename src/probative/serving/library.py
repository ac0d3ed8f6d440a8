"""The library: saved findings below one folder, and what there could not be read."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Lock

from probative.answers.standing import Standing
from probative.answers.words import valued
from probative.errors import BadFormat, ProbativeError, UnreadableFile, printable
from probative.findings import Findings
from probative.records import OMITTED, Record

LARGEST = 256 * 2**20
"""Bytes above which a file is not opened: no findings are that long."""
MOST = 5000
"""JSON files that are looked at; a folder with more is not a folder of findings."""


@dataclass(frozen=True, slots=True)
class Entry(Record):
    """One findings file: its address here, and what the list says about it."""

    key: str = field(metadata=OMITTED)
    file: str
    path: Path = field(metadata=OMITTED)
    saved: float = field(metadata=OMITTED)
    title: str
    task: str
    n: float
    models: tuple[str, ...]
    plan: str | None
    answer: str = ""
    """What the findings say first."""
    stress: str = field(default="", metadata=OMITTED)
    """The verdict itself: the first words of the answer."""
    value: str = ""
    """The leading model with its headline measure and interval."""


@dataclass(frozen=True, slots=True)
class Unreadable(Record):
    """A file that may have been findings, and why it is not shown."""

    file: str
    reason: str


Read = Entry | Unreadable | None
"""What a JSON file turned out to be; None is somebody else's, or another kind of ours."""


class Library:
    """The findings below a folder; files are read again only when they change.

    What is asked for by key is looked up among the files found, so that no address leads out of the folder.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        if not os.path.isdir(folder):
            raise UnreadableFile(
                f"{os.fspath(folder)!r} is not a folder.", remedy="name the folder that findings were saved in"
            )
        self.folder = Path(folder).resolve()
        self._known: dict[Path, tuple[tuple[int, ...], Read]] = {}
        self._lock = Lock()

    def shelves(self) -> tuple[list[Entry], list[Unreadable]]:
        """The findings, newest first, and what could not be read."""
        with self._lock:
            known = {path: self._looked_at(path) for path in islice(self._files(), MOST)}
            # What was deleted is forgotten.
            self._known = known
        read = [found for _, found in known.values()]
        bad = [found for found in read if isinstance(found, Unreadable)]
        if len(known) == MOST:
            bad.append(Unreadable("…", f"only the first {MOST:,} JSON files were looked at"))
        entries = [found for found in read if isinstance(found, Entry)]
        return sorted(entries, key=lambda entry: (-entry.saved, entry.file)), bad

    def mark(self) -> str:
        """A short text that changes when anything in the list does."""
        entries, bad = self.shelves()
        seen = [*((entry.key, entry.saved) for entry in entries), *((file.file, file.reason) for file in bad)]
        return hashlib.blake2b(repr(seen).encode("utf-8", "replace"), digest_size=8).hexdigest()

    def entry(self, key: str) -> Entry | None:
        """The findings file with that key, as it is now."""
        return next((entry for entry in self.shelves()[0] if entry.key == key), None)

    def beside(self, entry: Entry, name: str) -> Path | None:
        """A file in the folder of the findings, if it is there and inside the library."""
        path = entry.path.with_name(name)
        return path.resolve() if path.is_file() and self._inside(path) else None

    def _files(self) -> Iterator[Path]:
        """JSON files in a steady order; hidden folders, and links that lead out, are left out."""
        for place, folders, names in os.walk(self.folder, followlinks=False):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(place, name)
                if path.suffix.lower() == ".json" and not name.startswith(".") and self._inside(path):
                    yield path

    def _inside(self, path: Path) -> bool:
        try:
            return path.resolve().is_relative_to(self.folder)
        except (OSError, RuntimeError):
            # A link that points at itself.
            return False

    def _looked_at(self, path: Path) -> tuple[tuple[int, ...], Read]:
        name = _shown(path.relative_to(self.folder))
        try:
            facts = path.stat()
        except OSError as error:
            return (), Unreadable(name, error.strerror or "cannot be opened")
        mark = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
        before = self._known.get(path)
        if before is not None and before[0] == mark:
            return before
        if not stat.S_ISREG(facts.st_mode):
            # A pipe would keep its reader waiting for ever.
            return mark, Unreadable(name, "not a regular file")
        if facts.st_size > LARGEST:
            return mark, Unreadable(name, f"larger than {LARGEST // 2**20} MB")
        try:
            found = _findings(path.resolve())
        except (ProbativeError, OSError) as error:
            return mark, Unreadable(name, _reason(error))
        return mark, None if found is None else self._listed(path, name, facts.st_mtime, found)

    def _listed(self, path: Path, name: str, saved: float, found: Findings) -> Entry:
        inside = os.fsencode(path.relative_to(self.folder))
        key = hashlib.blake2b(inside, digest_size=8).hexdigest()
        title = printable(found.about.title or name, 200)
        about = (title, found.task, found.n, tuple(found.rivals), found.about.plan)
        return Entry(key, name, path.resolve(), saved, *about, *_first_answer(found))


def _first_answer(found: Findings) -> tuple[str, str, str]:
    """What the findings say first, its verdict, and the leader's value by the measure that decides."""
    answers = found.answers
    if not answers:
        return "", "", ""
    standing = Standing.of(found) if found.models else None
    value = ""
    if standing is not None:
        value = f"{standing.leader}: {valued(standing.measure, standing.values[standing.leader], interval=True)}"
    return answers[0].headline, answers[0].stress, value


def load(entry: Entry) -> Findings:
    """The findings of an entry, read anew."""
    try:
        found = _findings(entry.path)
    except OSError as error:
        raise UnreadableFile(f"{entry.file!r} cannot be opened.", found=error.strerror) from error
    if found is None:
        raise BadFormat(f"{entry.file!r} no longer holds findings.", remedy="save them again")
    return found


def _findings(path: Path) -> Findings | None:
    """The findings in a file; None for JSON that never was findings."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadFormat("this is not JSON, or it was cut off.", found=error, remedy="save it again") from error
    if not isinstance(plain, dict) or "probative" not in plain:
        return None
    # A checkpoint's manifest has no kind either, but no level of intervals.
    if plain.get("kind", "evaluation" if "level" in plain else None) != "evaluation":
        return None
    return Findings.from_dict(plain)


def _shown(path: Path) -> str:
    """A path fit to print, whatever bytes its name is made of."""
    return printable(path.as_posix().encode("utf-8", "replace").decode(), 300)


def _reason(error: Exception) -> str:
    if isinstance(error, ProbativeError):
        return printable(" ".join(filter(None, (error.what, error.found))))
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
