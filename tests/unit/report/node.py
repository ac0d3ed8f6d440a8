"""The page's arithmetic outside a browser: core.js in a JavaScript engine, asked in batches."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import playwright
import pytest

import probative.report

CORE = Path(probative.report.__file__).with_name("core.js")
SCRIPT = """
const core = require(process.argv[1]);
const { outlines, questions } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const known = outlines.map(core.outline);
const NUMBERS = { nan: NaN, inf: Infinity, "-inf": -Infinity, "-0": -0 };
function read(value) {
  if (Array.isArray(value)) return value.map(read);
  if (value === null || typeof value !== "object") return value;
  if ("number" in value) return NUMBERS[value.number];
  if ("outline" in value) return known[value.outline];
  if ("call" in value) return core[value.call[0]](...value.call.slice(1).map(read));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, read(part)]));
}
function write(value) {
  if (typeof value === "number") {
    const name = Object.keys(NUMBERS).find((key) => Object.is(NUMBERS[key], value));
    return name ? { number: name } : value;
  }
  if (value === null || value === undefined || typeof value !== "object") return value ?? null;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, write);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, write(part)]));
}
process.stdout.write(JSON.stringify(questions.map((question) => write(read(question)))));
"""


def call(function: str, *arguments: Any) -> dict[str, Any]:
    """A call of one of core's functions; an argument may be a call itself, or an `outline`."""
    return {"call": [function, *arguments]}


def outline(place: int) -> dict[str, int]:
    """One of the outlines that came with the questions."""
    return {"outline": place}


def ask(questions: Sequence[dict[str, Any]], outlines: Sequence[dict[str, Any]] = ()) -> list[Any]:
    """What core.js answers to the calls, all in one process."""
    said = json.dumps({"outlines": list(outlines), "questions": _plain(questions)}, allow_nan=False)
    found = subprocess.run(
        [_engine(), "-e", SCRIPT, str(CORE)], input=said.encode(), capture_output=True, check=False, timeout=300
    )
    assert found.returncode == 0, found.stderr.decode()
    return [_rich(answer) for answer in json.loads(found.stdout)]


def _engine() -> str:
    shipped = Path(playwright.__file__).parent / "driver" / "node"
    path = str(shipped) if shipped.exists() else shutil.which("node")
    if path is None:
        pytest.fail("no JavaScript engine to check the page's arithmetic with", pytrace=False)
    return path


def _plain(value: Any) -> Any:
    """A value for JSON: numbers that it lacks are named."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    if isinstance(value, float) and (not math.isfinite(value) or (value == 0 and math.copysign(1, value) < 0)):
        return {"number": "-0" if value == 0 else str(value)}
    return value


def _rich(value: Any) -> Any:
    if isinstance(value, dict):
        return float(value["number"]) if set(value) == {"number"} else {k: _rich(v) for k, v in value.items()}
    return [_rich(part) for part in value] if isinstance(value, list) else value
