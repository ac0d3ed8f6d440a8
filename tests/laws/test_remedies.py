"""Notes are read in Python and in a terminal: an option that a remedy names is spelled for both."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import probative.guards

SPOKEN = sorted(Path(probative.guards.__file__).parent.glob("*.py"))


def texts(path: Path) -> list[str]:
    """Every text of a file, except docstrings; what is filled in is a dot."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
            found.append("".join(str(part.value) if isinstance(part, ast.Constant) else "." for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            found.append(node.value)
    return found


def spellings(text: str) -> tuple[set[str], set[str]]:
    """The keywords of Python and the options of the command line in a text; options are given once for each."""
    options = {option.replace("-", "_") for option in re.findall(r"--([a-z][a-z-]*)", text)}
    keywords = set(re.findall(r"\b([a-z_]+)=", text))
    return {word if word in options else word.removesuffix("s") for word in keywords}, options


def test_both_spellings_are_seen() -> None:
    assert spellings("threshold_by='cost' (--threshold-by cost)") == ({"threshold_by"}, {"threshold_by"})
    assert spellings("use log_loss with clip=") == ({"clip"}, set())


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.stem)
def test_remedies_fit_python_and_the_command_line(path: Path) -> None:
    for text in texts(path):
        keywords, options = spellings(text)
        assert keywords == options, text
        assert "said." not in text, text
        assert "pv." not in text, text
