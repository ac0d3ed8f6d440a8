"""Which lines of the rooms that compute each test runs, and how long it takes: asked once, before mutants are tried.

    cd tests && python -m attack.reach --out ../build/reach.json

A mutant can only be noticed by tests that run its line, whatever the names of their files.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

HERE = Path(__file__).resolve().parents[2]
ROOMS = ("evidence", "measurement", "inference", "stats", "comparison")
PLACES = [
    "tests/laws",
    "tests/reference",
    "tests/seeds",
    *(f"tests/unit/{room}" for room in ROOMS),
    "tests/attack/test_differential.py",
    "tests/attack/test_numerics.py",
    "tests/attack/test_magnitudes.py",
]
"""The tests of numbers. Tests of pages, of the command line and of faults run these lines too, and judge others."""
OPTIONS = ["-q", "-m", "not slow", "-p", "no:cacheprovider"]
ENOUGH = 40
"""After so many calls of a function in one test its further calls are not watched."""


def unhurried() -> None:
    """Drawn examples are the same at every run, and none fails for the time it takes."""
    from hypothesis import HealthCheck, settings  # here, as pytest must see it first

    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    settings.register_profile("unhurried", deadline=None, derandomize=True, suppress_health_check=quiet)
    settings.load_profile("unhurried")


class Watch:
    """A guest of pytest that notes the lines of the rooms run by each test."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[str, int]] = {}
        """By test and file: a number whose bit n says that line n was run."""
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._prepared: dict[str, dict[str, int]] = defaultdict(dict)
        self._left: dict[CodeType, set[int]] = {}
        self._calls: dict[CodeType, int] = {}
        self._now: dict[str, int] = {}
        self._files: dict[str, str | None] = {}

    def pytest_configure(self) -> None:
        """Watching takes time."""
        unhurried()

    def _call(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        name = self._files.get(code.co_filename, "")
        if name == "":
            name = self._files[code.co_filename] = _in_room(code.co_filename)
        if name is None or code.co_name == "<module>":
            return None
        self._calls[code] = self._calls.get(code, 0) + 1
        if self._calls[code] > ENOUGH:
            return None
        left = self._left.get(code)
        if left is None:
            left = self._left[code] = {line for _, _, line in code.co_lines() if line}
        if not left:
            return None
        file = name

        def line(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line" and frame.f_lineno in left:
                left.discard(frame.f_lineno)
                self._now[file] = self._now.get(file, 0) | 1 << frame.f_lineno
            return line

        return line

    def _watched(self) -> None:
        self._left, self._calls, self._now = {}, {}, {}
        threading.settrace(self._call)
        sys.settrace(self._call)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Any:
        """What fixtures run stands for all tests of the file: most are made once."""
        began = time.process_time()
        self._watched()
        yield
        sys.settrace(None)
        _add(self._prepared[item.nodeid.split("::")[0]], self._now)
        self.seconds[item.nodeid] = time.process_time() - began

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        """The test itself."""
        began = time.process_time()
        self._watched()
        done = yield
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        self.lines[item.nodeid] = self._now
        self.seconds[item.nodeid] += time.process_time() - began
        if done.excinfo:
            self.failed.add(item.nodeid)

    def found(self) -> dict[str, Any]:
        """What was noted of the tests that passed."""
        told = {}
        for test, lines in self.lines.items():
            if test not in self.failed:
                _add(lines, self._prepared[test.split("::")[0]])
                told[test] = [round(self.seconds[test], 3), {file: f"{bits:x}" for file, bits in lines.items()}]
        return told


def _add(to: dict[str, int], more: dict[str, int]) -> None:
    for file, bits in more.items():
        to[file] = to.get(file, 0) | bits


def _in_room(file: str) -> str | None:
    parts = Path(file).parts
    if "probative" not in parts or "src" not in parts:
        return None
    inside = parts[len(parts) - 1 - parts[::-1].index("probative") :]
    return "/".join(inside) if len(inside) > 2 and inside[1] in ROOMS else None


def main() -> None:
    """Run the tests of numbers, note what each runs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("places", nargs="*", default=PLACES)
    told = parser.parse_args()
    watch = Watch()
    pytest.main([*OPTIONS, *(str(HERE / place) for place in told.places)], plugins=[watch])
    told.out.parent.mkdir(parents=True, exist_ok=True)
    told.out.write_text(json.dumps(watch.found()), encoding="utf-8")


if __name__ == "__main__":
    main()
