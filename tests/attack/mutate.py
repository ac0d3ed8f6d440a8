"""Do the tests notice when the arithmetic is wrong? `make mutate` changes one operator or number and runs them.

    cd tests && python -m attack.reach --out ../build/reach.json
    cd tests && python -m attack.mutate --reach ../build/reach.json --sample 100 --seed 0

Mutants are drawn at random from the rooms that compute. Each is tried in a copy of the source, by its own examples and
the tests that run its line (attack.reach says which); a test that fails has killed it. Survivors are listed.
"""

from __future__ import annotations

import argparse
import doctest
import importlib
import json
import multiprocessing
import os
import random
import signal
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from .mutants import HERE, Mutant, mutants
from .reach import OPTIONS, ROOMS, unhurried

EXAMPLES = "its own examples"
KEPT = "test_kept.py"
"""Limits and p-values as simulations judged them: slow to ask and likely to know, so asked after the quick ones."""
QUICK = 10.0
"""Seconds of quick tests before those that stand at simulations are asked."""
HEAVY = [
    "pytest",
    "numpy",
    "scipy.stats",
    "scipy.optimize",
    "sklearn.metrics",
    "sklearn.model_selection",
    "sklearn.linear_model",
]
HEAVY += ["statsmodels.api", "pandas", "duckdb", "polars", "mpmath"]
"""What tests load besides: loaded once, in the process from which all others branch off."""


@dataclass(frozen=True)
class Reach:
    """Which tests run which lines, as attack.reach wrote it down."""

    seconds: dict[str, float]
    runs: dict[str, dict[str, int]]
    """By file and test: a number whose bit n says that line n was run."""

    @classmethod
    def read(cls, places: list[Path]) -> Reach:
        """What was written, in one file or several."""
        seconds: dict[str, float] = {}
        runs: dict[str, dict[str, int]] = defaultdict(dict)
        for place in places:
            for test, (took, files) in json.loads(place.read_text(encoding="utf-8")).items():
                seconds[test] = took
                for file, bits in files.items():
                    runs[file][test] = int(bits, 16)
        return cls(seconds, runs)

    def tests(self, mutant: Mutant, budget: float) -> list[str]:
        """Tests that run the line: one of each file, the quickest first, then a second of each; within the budget."""
        lines = (1 << mutant.line + 1) - (1 << mutant.since)
        by_file: dict[str, list[str]] = defaultdict(list)
        known = self.runs.get(mutant.file, {})
        # What is run when a source is loaded is run before any test: all tests of the file are asked.
        everyone = not any(bits & lines for bits in known.values())
        for test, bits in known.items():
            if everyone or bits & lines:
                by_file[test.split("::")[0]].append(test)
        ranked = []
        for tests in by_file.values():
            ranked += list(enumerate(sorted(tests, key=self.seconds.__getitem__)))
        kept, quick, rest, spent = [], [], [], 0.0
        for _, test in sorted(ranked, key=lambda one: (one[0], self.seconds[one[1]])):
            if KEPT in test:
                kept.append(test)
                continue
            spent += self.seconds[test]
            if spent <= budget:
                (quick if spent <= QUICK else rest).append(test)
        return [*quick, *kept, *rest]


class Chosen:
    """A guest of pytest: of what was collected, the chosen tests in their order; what fails first is told."""

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests
        self.failed: list[str] = []

    def pytest_configure(self) -> None:
        """A busy machine kills no mutant."""
        unhurried()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The chosen ones, as they were ranked."""
        place = {test: number for number, test in enumerate(self.tests)}
        items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails, or cannot even begin."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests that cannot be read with this source."""
        if report.failed:
            self.failed.append(report.nodeid)


def _asked(source: str, file: str, tests: list[str], all_of_them: bool, said: Any) -> None:
    """In a process of its own: which tests fail with this source."""
    os.setsid()  # so that what it starts ends with it
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    os.chdir(HERE)
    os.environ |= {"PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, source)
    if file and not _examples_hold(file):
        said.send([EXAMPLES])
        return
    if not tests:
        said.send([])
        return
    chosen = Chosen(tests)
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    end = pytest.main([*OPTIONS, *(() if all_of_them else ("-x",)), *files], plugins=[chosen])
    good = end in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    said.send(chosen.failed or ([] if good else [f"pytest ended with {end}"]))


def _examples_hold(file: str) -> bool:
    module = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    try:
        return not doctest.testmod(importlib.import_module(module)).failed
    except Exception:
        return False


def failing(mutant: Mutant | None, tests: list[str], seconds: float) -> list[str] | None:
    """Which tests fail after a change, the first of them (all without a change); None where they do not end."""
    context = multiprocessing.get_context("forkserver")
    with TemporaryDirectory() as folder:
        source = _beside(Path(folder, "src"), mutant)
        here, there = context.Pipe(duplex=False)
        arguments = (str(source), mutant.file if mutant else "", tests, mutant is None, there)
        process = context.Process(target=_asked, args=arguments)
        process.start()
        there.close()
        try:
            if not here.poll(seconds):
                return None
            found: list[str] = here.recv()
            return found
        except EOFError:
            return ["the process itself"]
        finally:
            _end(process)


def _beside(source: Path, mutant: Mutant | None) -> Path:
    """The source as it is, by links to it, but for the file that changes."""
    if mutant is None:
        source.symlink_to(HERE / "src")
        return source
    there, here = HERE / "src", source
    for part in Path(mutant.file).parts:
        here.mkdir()
        for one in there.iterdir():
            if one.name != part:
                (here / one.name).symlink_to(one)
        there, here = there / part, here / part
    text = there.read_bytes()
    here.write_bytes(text[: mutant.start] + mutant.after.encode() + text[mutant.end :])
    return source


def _end(process: Any) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()
    process.join()


def fate(mutant: Mutant, reach: Reach, budget: float) -> tuple[str, str]:
    """What became of a change: 'killed' and by which test, 'too slow' where tests never end, or 'SURVIVED'."""
    tests = reach.tests(mutant, budget)
    failed = failing(mutant, tests, 120 + 10 * budget)
    if failed is None:
        return "too slow", ""
    return ("killed", failed[0]) if failed else ("SURVIVED", f"{len(tests)} tests run it")


def proven(kills: dict[str, str]) -> dict[str, str]:
    """Kills by tests that pass without any change; a test that fails anyway kills everything, and proves nothing."""
    tests = sorted({test for test in kills.values() if test != EXAMPLES})
    unsound = failing(None, tests, 3600) if tests else []
    return {mutant: test for mutant, test in kills.items() if unsound is not None and test not in unsound}


def main() -> None:
    """Draw mutants, try them, say who survived."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests asked about one mutant")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--reach", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--room", choices=ROOMS)
    parser.add_argument("--only", nargs="*", help="only those drawn that begin so: file:line")
    told = parser.parse_args()
    multiprocessing.get_context("forkserver").set_forkserver_preload(HEAVY)
    rooms = [told.room] if told.room else ROOMS
    files = sorted(path for room in rooms for path in (HERE / "src" / "probative" / room).rglob("*.py"))
    every = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(told.seed).sample(every, min(told.sample, len(every)))
    if told.only:
        drawn = [mutant for mutant in drawn if str(mutant).startswith(tuple(told.only))]
    reach = Reach.read(told.reach)
    ends: Counter[str] = Counter()
    kills: dict[str, str] = {}
    survivors: list[str] = []
    with ThreadPoolExecutor(told.jobs) as pool:
        asked = {pool.submit(fate, mutant, reach, told.budget): str(mutant) for mutant in drawn}
        for done in as_completed(asked):
            mutant, (end, test) = asked[done], done.result()
            ends[end] += 1
            survivors += [mutant] if end == "SURVIVED" else []
            kills |= {mutant: test} if end == "killed" else {}
            print(f"{end:8} {mutant}  {test}", flush=True)
            if told.out:
                result = {"mutants": len(every), **ends, "survivors": survivors, "kills": kills}
                told.out.write_text(json.dumps(result, indent=1), encoding="utf-8")
    sound = proven(kills)
    for mutant in sorted(set(kills) - set(sound)):
        print(f"not proven: {mutant}: {kills[mutant]} fails without any change")
    print(f"{len(sound)} of {len(drawn)} killed, {ends['too slow']} too slow ({len(every):,} possible)")


if __name__ == "__main__":
    main()
