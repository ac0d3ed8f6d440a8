"""Do the tests notice when the arithmetic is wrong? `make mutate` changes one operator or number and runs them.

    cd tests && python -m attack.mutate --sample 100 --seed 0

Mutants are drawn at random from the rooms that compute. Each is tried in a copy of the source, by its own examples, the
tests that name it, and those of its room; a test that fails has killed it. Survivors are listed with their place.
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
KEPT = ["tests/laws/test_kept.py"]
"""Limits and p-values as simulations judged them: asked before what takes minutes."""
EVERYWHERE = ["tests/reference", "tests/laws", "tests/unit", "tests/seeds", "tests/attack"]
"""Where else a test may name what a file defines: the most telling of them are asked too."""
NEAR = 8
"""At most so many files are near; a name that stands everywhere says little."""
EXAMPLES = "its own examples"
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
    text = path.read_bytes()  # offsets of the parser are bytes
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))

    def place(line: int, column: int) -> int:
        return lines[line - 1] + column

    name = path.relative_to(HERE / "src").as_posix()
    for node in _computing(ast.parse(text)):
        if isinstance(node, ast.Constant):
            start, end = place(node.lineno, node.col_offset), place(node.end_lineno or 0, node.end_col_offset or 0)
            yield Mutant(name, node.lineno, start, end, text[start:end].decode(), repr(node.value + 1))
            continue
        for left, operator, right in _operations(node):
            swap = SWAPS.get(type(operator))
            if swap is None:
                continue
            start = place(left.end_lineno or 0, left.end_col_offset or 0)
            found = text.find(swap[0].encode(), start, place(right.lineno, right.col_offset))
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


def fate(mutant: Mutant, seconds: float) -> tuple[str, str]:
    """What became of a change: 'killed' and the test that failed, 'too slow' where tests never end, or 'SURVIVED'."""
    with TemporaryDirectory() as folder:
        source = _copied(folder)
        path = source / mutant.file
        text = path.read_bytes()
        path.write_bytes(text[: mutant.start] + mutant.after.encode() + text[mutant.end :])
        if (words := examples_fail(mutant.file, source)) is not None:
            return ("killed", EXAMPLES) if words else ("too slow", "")
        near = nearest(mutant.file, tests_of(mutant))[:NEAR]
        for files in (near, KEPT, nearest(mutant.file, EVERYWHERE)[:NEAR], tests_of(mutant)):
            failed = first_failure(files, source, seconds) if files else None
            if failed is not None:
                return ("killed", failed) if failed else ("too slow", "")
    return "SURVIVED", ""


def tests_of(mutant: Mutant) -> list[str]:
    """All tests that stand for the room of a change."""
    return [*TESTS[mutant.file.split("/")[1]], *COMMON]


def nearest(file: str, among: list[str]) -> list[str]:
    """The test files that name most often what a source defines, or else what those who import it define."""
    places = [HERE / place for place in among]
    files = [test for place in places for test in ([place] if place.is_file() else sorted(place.rglob("test_*.py")))]
    for known in (_names([HERE / "src" / file]), _names(_importers(file))):
        pattern = re.compile(rf"\b({'|'.join(sorted(known) or ['(?!)'])})\b")
        times = {test: len(pattern.findall(test.read_text(encoding="utf-8"))) for test in files}
        if any(times.values()):
            return [str(test.relative_to(HERE)) for test in sorted(files, key=lambda t: -times[t]) if times[test]]
    return []


def _names(sources: list[Path]) -> set[str]:
    trees = [ast.parse(source.read_bytes()) for source in sources]
    names = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return {name for name in names if not name.startswith("_")}


def _importers(file: str) -> list[Path]:
    module = file.removesuffix(".py").replace("/", ".")
    return [path for path in (HERE / "src").rglob("*.py") if f"from {module} import" in path.read_text("utf-8")]


def _copied(folder: str) -> Path:
    source = Path(folder, "src")
    shutil.copytree(HERE / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    return source


def first_failure(tests: list[str], source: Path, seconds: float) -> str | None:
    """The first test that fails with this source; None where all pass, no word where they do not end in time."""
    options = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
    said = _said(["-m", "pytest", *options, *tests], source, seconds)
    if not said:
        return said
    return next((line.split()[1] for line in said.splitlines() if line.startswith(("FAILED", "ERROR "))), said[-200:])


def examples_fail(file: str, source: Path) -> str | None:
    """What the examples in the docstrings of a file say where they fail; None where they run."""
    module = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    code = f"import doctest, sys, {module}; sys.exit(bool(doctest.testmod(sys.modules[{module!r}]).failed))"
    return _said(["-c", code], source, 120)


def _said(arguments: list[str], source: Path, seconds: float) -> str | None:
    """What was said before a bad end; None after a good one, nothing where there was no end."""
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    try:
        done = subprocess.run(
            command, cwd=HERE, env=environment, capture_output=True, timeout=seconds, check=False, text=True
        )
    except subprocess.TimeoutExpired:
        return ""
    return None if done.returncode == 0 else done.stdout + done.stderr or "no words"


def proven(kills: dict[str, str]) -> dict[str, str]:
    """Kills by tests that pass without any change; a test that fails anyway kills everything, and proves nothing."""
    with TemporaryDirectory() as folder:
        source = _copied(folder)
        sound = {test for test in set(kills.values()) if test == EXAMPLES or first_failure([test], source, 900) is None}
    return {mutant: test for mutant, test in kills.items() if test in sound}


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
    ends: Counter[str] = Counter()
    kills: dict[str, str] = {}
    survivors = []
    for mutant in drawn:
        end, test = fate(mutant, told.timeout)
        ends[end] += 1
        survivors += [str(mutant)] if end == "SURVIVED" else []
        kills |= {str(mutant): test} if test else {}
        print(f"{end:8} {mutant}  {test}", flush=True)
        if told.out:
            result = {"mutants": len(every), **ends, "survivors": survivors, "kills": kills}
            Path(told.out).write_text(json.dumps(result, indent=1), encoding="utf-8")
    sound = proven(kills)
    for mutant in sorted(set(kills) - set(sound)):
        print(f"not proven: {mutant}: {kills[mutant]} fails without any change")
    print(f"{len(sound)} of {len(drawn)} killed, {ends['too slow']} too slow ({len(every):,} possible)")


if __name__ == "__main__":
    main()
