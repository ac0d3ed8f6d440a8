"""Mutants: all places of a source where one operator or one number can be another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
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
    since: int
    """The line at which its statement begins."""
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
    tree = ast.parse(text)
    whole = [(part.lineno, part.end_lineno or 0) for part in ast.walk(tree) if isinstance(part, ast.stmt)]

    def since(line: int) -> int:
        return max(first for first, last in whole if first <= line <= last)

    for node in _computing(tree):
        if isinstance(node, ast.Constant):
            start, end = place(node.lineno, node.col_offset), place(node.end_lineno or 0, node.end_col_offset or 0)
            was = text[start:end].decode()
            yield Mutant(name, node.lineno, since(node.lineno), start, end, was, repr(node.value + 1))
            continue
        for left, operator, right in _operations(node):
            swap = SWAPS.get(type(operator))
            if swap is None:
                continue
            start = place(left.end_lineno or 0, left.end_col_offset or 0)
            found = text.find(swap[0].encode(), start, place(right.lineno, right.col_offset))
            if found >= 0:
                yield Mutant(name, left.lineno, since(left.lineno), found, found + len(swap[0]), *swap)


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
