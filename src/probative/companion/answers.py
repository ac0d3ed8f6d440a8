"""Answers: what the call of a slide gives, run now."""

from __future__ import annotations

import ast
import io
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.companion.slides import Slide
from probative.errors import ProbativeError
from probative.pictures import Chart, draw
from probative.records import OMITTED, Record, plain

DIGITS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Answer(Record):
    """A slide with what its call gave: as text, and as a value that JSON can hold."""

    slide: Slide
    output: str
    value: Any = None
    axes: Any = field(default=None, metadata=OMITTED)

    def __str__(self) -> str:
        slide = self.slide
        lines = [f"{slide.deck} · {slide.title}"]
        lines += [f"  {slide.words}"] if slide.words else []
        lines += [f"    {line}" for line in slide.call.splitlines()]
        lines += [f"    = {self.output}".replace("\n", "\n      ")]
        lines += [f"    $ {line}" for line in slide.shell.splitlines()]
        lines += [f"  {erratum.number}  {erratum.words}" for erratum in slide.errata]
        return "\n".join(lines)


def answer(slide: Slide) -> Answer:
    r"""Run the call of a slide; a refusal is an answer too, for some slides are about what must be refused.

    >>> answer(Slide("009", "Sum", "total = 1 + 1\n{'sum': total / 3}")).output
    'sum  0.666667'
    """
    if slide.pending:
        return Answer(slide, f"(comes with {slide.pending})")
    try:
        value, printed = _run(slide.call)
    except ProbativeError as refusal:
        return Answer(slide, f"{type(refusal).__name__}: {refusal}", str(refusal))
    if isinstance(value, Chart):
        value = draw(value)
    if isinstance(value, list) and value and hasattr(value[0], "get_figure"):
        value = value[0]  # panels are of one figure
    if hasattr(value, "get_figure"):
        return Answer(slide, "(a picture)", None, value)
    said = [printed.rstrip()] if printed else []
    said += [text(value)] if value is not None else []
    return Answer(slide, "\n".join(said), plain(value))


def _run(call: str) -> tuple[Any, str]:
    """The value of the last line, and what was printed before."""
    import probative

    known: dict[str, Any] = {"np": np, "pv": probative, "__name__": "slide"}
    *before, last = ast.parse(call).body
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(before, []), "<slide>", "exec"), known)
        if not isinstance(last, ast.Expr):
            raise TypeError(f"the last line of a call must be an expression: {ast.unparse(last)}")
        value = eval(compile(ast.Expression(last.value), "<slide>", "eval"), known)
    return value, printed.getvalue()


def text(value: object) -> str:
    """A value for the eye: six digits, a line for each name.

    >>> print(text({"tpr": 2 / 3, "cells": np.array([4, 1]), "why": None}))
    tpr    0.666667
    cells  [4, 1]
    why    None
    """
    if isinstance(value, Mapping):
        width = max((len(str(name)) for name in value), default=0)
        return "\n".join(f"{name!s:<{width}}  {_inline(item)}" for name, item in value.items())
    return _inline(value)


def _inline(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_inline(item)}" for name, item in value.items())
    if isinstance(value, np.ndarray | np.generic):
        return _inline(value.tolist())
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    if isinstance(value, float):
        return _short(value)
    return str(value)


def _short(value: float) -> str:
    """Six significant digits; a whole number keeps its point, to be seen as a measured one."""
    short = f"{value:.{DIGITS}g}"
    return f"{short}.0" if short.lstrip("-").isdigit() else short
