"""Do the tests notice when the arithmetic is wrong? `make mutate` changes one operator or number and runs them.

    cd tests && python -m attack.mutate --sample 100 --seed 0

Mutants are drawn at random from the rooms that compute. Each is tried in a copy of the source; a test that fails, or
that takes far too long, has killed it. Survivors are listed with their place.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parents[2]
ROOMS = ("evidence", "measurement", "inference", "stats", "comparison")
TESTS = {
    "evidence": ["tests/laws/test_evidence.py", "tests/laws/test_ladders.py", "tests/laws/test_counts_and_moments.py"],
    "measurement": ["tests/laws/test_measures.py", "tests/laws/test_measure_conventions.py", "tests/unit/measurement"],
    "inference": ["tests/unit/inference", "tests/laws/test_inference.py", "tests/laws/test_smallest_samples.py"],
    "stats": ["tests/unit/stats", "tests/laws/test_two_models.py", "tests/laws/test_many_models.py"],
    "comparison": ["tests/unit/comparison", "tests/laws/test_comparison.py"],
}
COMMON = ["tests/attack/test_differential.py", "tests/attack/test_numerics.py"]
"""Tests of numbers against other tools, which every room must satisfy."""
SWAPS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}


@dataclass(frozen=True)
class Mutant:
    """One change: the text from start to end of a file becomes another."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.after}"


def mutants(path: Path) -> Iterator[Mutant]:
    """All single changes of a file; annotations, declarations in decorators and words are left alone."""
    text = path.read_text(encoding="utf-8")
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    if not text.isascii():
        return  # offsets of the parser are bytes

    def place(line: int, column: int) -> int:
        return lines[line - 1] + column

    name = path.relative_to(HERE / "src").as_posix()
    for node in _computing(ast.parse(text)):
        if isinstance(node, ast.Constant):
            start, end = place(node.lineno, node.col_offset), place(node.end_lineno or 0, node.end_col_offset or 0)
            yield Mutant(name, node.lineno, start, end, text[start:end], repr(node.value + 1))
            continue
        for left, operator, right in _operations(node):
            swap = SWAPS.get(type(operator))
            if swap is None:
                continue
            start = place(left.end_lineno or 0, left.end_col_offset or 0)
            found = text.find(swap[0], start, place(right.lineno, right.col_offset))
            if found >= 0:
                yield Mutant(name, left.lineno, found, found + len(swap[0]), *swap)


def _operations(node: ast.AST) -> Iterator[tuple[ast.expr, ast.AST, ast.expr]]:
    if isinstance(node, ast.BinOp):
        yield node.left, node.op, node.right
    elif isinstance(node, ast.Compare):
        yield from zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
    elif isinstance(node, ast.BoolOp):
        yield node.values[0], node.op, node.values[1]


def _computing(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes inside functions, without what is raised, written or declared."""
    todo = [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]
    seen: set[int] = set()
    while todo:
        function = todo.pop()
        inside: list[ast.AST] = list(function.body)
        while inside:
            node = inside.pop()
            if id(node) in seen or isinstance(node, ast.Raise | ast.JoinedStr | ast.AnnAssign | ast.FunctionDef):
                continue
            seen.add(id(node))
            number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
            if number or isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp):
                yield node
            inside += list(ast.iter_child_nodes(node))


def killed(mutant: Mutant, seconds: float) -> bool:
    """Whether some test of the room notices the change."""
    with TemporaryDirectory() as folder:
        source = _copied(folder)
        path = source / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text[: mutant.start] + mutant.after + text[mutant.end :], encoding="utf-8")
        room = mutant.file.split("/")[1]
        near = nearest(room, text)
        return not ((not near or passes(near, source, seconds)) and passes(tests_of(room), source, seconds))


def tests_of(room: str) -> list[str]:
    """All tests that stand for a room."""
    return [*TESTS[room], *COMMON]


def nearest(room: str, text: str) -> list[str]:
    """The test files that name what this source defines: most mutants die there, in a tenth of the time."""
    names = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    known = re.compile(rf"\b({'|'.join(sorted(name for name in names if not name.startswith('_')) or ['(?!)'])})\b")
    places = [HERE / place for place in tests_of(room)]
    files = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("test_*.py")))]
    return [str(file.relative_to(HERE)) for file in files if known.search(file.read_text(encoding="utf-8"))]


def _copied(folder: str) -> Path:
    source = Path(folder, "src")
    shutil.copytree(HERE / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    return source


def passes(tests: list[str], source: Path, seconds: float) -> bool:
    """Whether these tests pass with this source, in time."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *tests], cwd=HERE, env=environment, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> None:
    """Draw mutants, try them, say who survived."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=900)
    parser.add_argument("--out", default="")
    parser.add_argument("--room", choices=ROOMS)
    told = parser.parse_args()
    rooms = [told.room] if told.room else ROOMS
    files = sorted(path for room in rooms for path in (HERE / "src" / "probative" / room).rglob("*.py"))
    every = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(told.seed).sample(every, min(told.sample, len(every)))
    with TemporaryDirectory() as folder:
        # Tests that fail anyway kill everything, and prove nothing.
        source = _copied(folder)
        rooms_drawn = sorted({mutant.file.split("/")[1] for mutant in drawn})
        red = [room for room in rooms_drawn if not passes(tests_of(room), source, 3600)]
    if red:
        raise SystemExit(f"the tests of {', '.join(red)} fail without any change")
    ends: Counter[bool] = Counter()
    survivors = []
    for mutant in drawn:
        gone = killed(mutant, told.timeout)
        ends[gone] += 1
        survivors += [] if gone else [str(mutant)]
        print(f"{'killed  ' if gone else 'SURVIVED'} {mutant}", flush=True)
        if told.out:
            result = {"mutants": len(every), "tried": sum(ends.values()), "killed": ends[True], "survivors": survivors}
            Path(told.out).write_text(json.dumps(result, indent=1), encoding="utf-8")
    print(f"{ends[True]} of {len(drawn)} killed ({len(every):,} possible)")


if __name__ == "__main__":
    main()
