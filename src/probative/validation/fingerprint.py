"""Fingerprints: whether lines that were made before are what the code would make today."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
MEASURED = ("evidence", "measurement", "inference")
"""What makes the numbers of every case: evidence, values and intervals."""
COMPARED = (*MEASURED, "curves", "decisions", "stats", "predictions", "sources", "resampling", "comparison")
"""What makes those of tests, too: from tables of predictions to verdicts."""
_HERE = "probative.validation"


@cache
def code_of(places: tuple[str, ...]) -> str:
    """A fingerprint of the code of some rooms or files: of what it does, not of its comments and docstrings.

    >>> code_of(("evidence",)) == code_of(("evidence",)) != code_of(("stats",))
    True
    """
    digest = hashlib.blake2b(digest_size=8)
    for place in places:
        found = PACKAGE / place
        for path in [found] if found.is_file() else sorted(found.rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + _doing(path))
    return digest.hexdigest()


def files_behind(case: object) -> tuple[str, ...]:
    """The files of this room that a case is made of: its own, its world's, and whatever of this room they import.

    >>> from probative.validation.grids import grid_named
    >>> [file for file in files_behind(grid_named("quick")[0]) if "worlds" in file][0]
    'validation/worlds/binormal.py'
    """
    modules = {type(part).__module__ for part in (case, *vars(case).values())}
    reached: set[str] = set()
    waiting = [module for module in modules if module.startswith(_HERE)]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += _imported(module)
    return tuple(sorted(_path(module).relative_to(PACKAGE).as_posix() for module in reached))


@cache
def _imported(module: str) -> tuple[str, ...]:
    tree = ast.parse(_path(module).read_bytes())
    named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return tuple(name for name in named if name.startswith(_HERE + ".") and not name.endswith(".fingerprint"))


def _path(module: str) -> Path:
    return PACKAGE.parent / (module.replace(".", "/") + ".py")


@cache
def _doing(path: Path) -> bytes:
    """The statements of a file, without docstrings and the texts under fields: they say, and do nothing."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        for block in _blocks(node):
            block[:] = [line for line in block if not _is_text(line)]
    return ast.dump(tree).encode()


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)
