"""Checkpoints: every finished training is in a file of its own at once, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from probative.errors import BadInput, UnreadableFile
from probative.evidence.arrays import Array
from probative.records import Document, Json, put, synced
from probative.running.another_run import require_same

FORMAT = 1
_MANIFEST = "manifest.json"
STALE = 3600
"""Seconds after which nobody is still writing a file."""
APART = 0.25
"""Seconds between waits for the disk. What is finished in between is the system's: it outlives this process, and not
a power cut, after which its checksum says so. Waiting for each of many short trainings would take longer than they."""


class Checkpoint:
    """A folder with a manifest of what is being computed and one file per finished piece."""

    def __init__(self, folder: str | os.PathLike[str], identity: Mapping[str, Json], grows: str = "") -> None:
        """`grows` is the part of the identity that may get further entries; what was there must be as it was."""
        self.folder = Path(folder)
        wanted = json.loads(json.dumps({"probative": FORMAT, **identity}))
        manifest = self.folder / _MANIFEST
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            there = manifest.exists()
            kept = json.loads(manifest.read_text(encoding="utf-8")) if there else None
            if there and not isinstance(kept, dict):
                raise ValueError(f"{_MANIFEST} holds no manifest")
            if kept is not None and grows:
                # Entries of before keep their places, so that what they left here is found again.
                wanted[grows] = kept.get(grows, {}) | wanted[grows]
            require_same(kept, wanted, self.folder, grows)
            if kept != wanted:
                put(manifest, json.dumps(wanted, indent=1))
        except (OSError, ValueError, RecursionError) as error:
            if isinstance(error, BadInput):
                raise
            raise UnreadableFile(
                f"the checkpoint {str(folder)!r} cannot be used.",
                found=error,
                remedy="another folder, or delete this one",
            ) from error
        self._tidy()
        self._unsynced: list[Path] = []
        self._waited = -math.inf
        self._places = {name: place for place, name in enumerate(wanted.get(grows, ()))}
        # What may grow is left out: pieces of before stay valid when more is asked for.
        lasting = json.dumps({key: value for key, value in wanted.items() if key != grows}, sort_keys=True)
        self._mark = hashlib.blake2b(lasting.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    def _tidy(self) -> None:
        """What others left half-written when they were killed goes, once nobody can still be writing it."""
        for left in self.folder.glob(".*.tmp"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > STALE:
                    left.unlink()

    def place(self, name: str) -> int:
        """The number of an entry of the part that grows: the same whatever came later."""
        return self._places[name]

    def load(self, key: str) -> tuple[Document, dict[str, Array]] | None:
        """A finished piece; None where there is none, or only one that is damaged or belongs elsewhere."""
        try:
            return unpacked((self.folder / f"{key}.part").read_bytes(), self._place(key))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            return None

    def store(self, key: str, facts: Document, arrays: dict[str, Array]) -> None:
        """Keep a finished piece."""
        target = self.folder / f"{key}.part"
        try:
            put(target, packed(facts, arrays, self._place(key)), sync=False)
        except UnreadableFile as error:
            raise self._full(error.found) from error
        self._unsynced.append(target)
        if time.monotonic() >= self._waited + APART:
            self.settle()

    def settle(self) -> None:
        """Wait until everything is on the disk; what cannot get there is taken away again."""
        try:
            while self._unsynced:
                synced(self._unsynced[0])
                self._unsynced.pop(0)
        except OSError as error:
            for path in self._unsynced:
                path.unlink(missing_ok=True)
            self._unsynced.clear()
            raise self._full(error.strerror or error) from error
        finally:
            self._waited = time.monotonic()

    def _full(self, found: object) -> UnreadableFile:
        return UnreadableFile(
            f"the checkpoint {str(self.folder)!r} cannot be written.",
            found=found,
            remedy="make room, and go on with the same command: what is finished is kept",
        )

    def _place(self, key: str) -> str:
        """Where a piece belongs: to this run, and there to this training."""
        return f"{self._mark}/{key}"


@contextmanager
def settled(store: Checkpoint | None) -> Iterator[None]:
    """Whatever is kept inside is on the disk afterwards, also after Ctrl-C."""
    try:
        yield
    finally:
        if store is not None:
            store.settle()


def packed(facts: Document, arrays: dict[str, Array], place: str = "") -> bytes:
    """Document and arrays as one block of bytes with a checksum of them and their place; nothing in it can run."""
    layout = {name: [array.dtype.str, list(array.shape)] for name, array in arrays.items()}
    head = json.dumps({"facts": facts, "arrays": layout}).encode()
    content = b"".join([head, *(np.ascontiguousarray(array).tobytes() for array in arrays.values())])
    return f"{len(head)} {_checksum(content, place)}\n".encode() + content


def _checksum(content: bytes, place: str) -> str:
    return hashlib.blake2b(
        content, digest_size=16, key=hashlib.blake2b(place.encode(errors="surrogatepass")).digest()
    ).hexdigest()


def unpacked(block: bytes, place: str = "") -> tuple[Document, dict[str, Array]]:
    """What `packed` packed for this place; ValueError where the block is damaged or comes from another one."""
    first, _, content = block.partition(b"\n")
    size, check = first.split()
    if _checksum(content, place) != check.decode():
        raise ValueError("damaged")
    head, body = json.loads(content[: int(size)]), content[int(size) :]
    arrays, start = {}, 0
    for name, (dtype, shape) in head["arrays"].items():
        end = start + int(np.prod(shape)) * np.dtype(dtype).itemsize
        arrays[name] = np.frombuffer(body[start:end], dtype).reshape(shape)
        start = end
    return head["facts"], arrays
