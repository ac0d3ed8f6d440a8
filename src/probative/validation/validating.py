"""Validate: simulate every default interval and test where the truth is known."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.measurement import measures
from probative.records import Json, read_record
from probative.resampling.seeding import checked_seed
from probative.running.checkpoint import Checkpoint
from probative.running.identity import versions
from probative.running.workers import side_by_side
from probative.sources.progress import progress
from probative.stats.registry import tests
from probative.validation.cases.case import Case
from probative.validation.fingerprint import code_of, files_behind
from probative.validation.grids import REPLICATES, grid_named
from probative.validation.lines import Coverage, FalseAlarms, Line
from probative.validation.result import Validation
from probative.validation.second_look import AGAIN, seen_again

LEAST = 20
"""Samples that are drawn of the slowest world, however few are asked for."""


def validate(
    grid: str = "quick",
    *,
    only: str | Sequence[str] | None = None,
    replicates: int | None = None,
    random_state: int = 0,
    n_jobs: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    verbose: bool | None = None,
) -> Validation:
    """How often every default interval holds the truth, and how often every test gives a false alarm.

    Samples are drawn from worlds whose truth is known in closed form or by quadrature, under the settings of a grid:
    "quick" takes about two minutes on two cores, "full" hours. `only` names measures, tests or functions (auc,
    mcnemar, gate) that alone are judged; `replicates` is the number of samples of every world, of which worlds that
    take long draw a fixed share. What falls short is drawn again, four times as often, and that stands. With a folder
    as `checkpoint`, what is done is not done again, unless code has changed that makes its numbers.

    >>> import probative as pv
    >>> found = pv.validate(only="disagreement", replicates=200)
    >>> [(line.what, line.setting, line.holds) for line in found.intervals]
    [('disagreement', 'n 200, only A right 0.1, only B 0.05', True)]
    """
    cases = grid_named(grid)
    chosen = _chosen(cases, only)
    size = REPLICATES[grid] if replicates is None else replicates
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise BadParameter("replicates must be a whole number of at least 1.", found=repr(size))
    seed = checked_seed(random_state)
    kept = None
    if checkpoint is not None:
        told: dict[str, Json] = {"replicates": size, "seed": seed, "only": sorted(chosen), "software": versions()}
        kept = Checkpoint(checkpoint, {"kind": "validation", **told})
    meant = [case for case in cases if not chosen or chosen & set(case.subjects)]
    found: dict[str, list[Line]] = {}
    with progress("cases", len(meant), verbose) as step:
        arguments = ((case, size, seed, chosen, kept) for case in meant)
        for name, lines in side_by_side(_judged, arguments, n_jobs, ordered=False):
            found[name] = lines
            step(1)
    lines = [line for case in meant for line in found[case.name]]
    return Validation(
        grid,
        size,
        seed,
        tuple(line for line in lines if isinstance(line, Coverage)),
        tuple(line for line in lines if isinstance(line, FalseAlarms)),
        () if chosen else _unjudged(cases),
    )


def _judged(
    case: Case, replicates: int, seed: int, only: frozenset[str], kept: Checkpoint | None
) -> tuple[str, list[Line]]:
    """The lines of a case; of those that fall short, what a second look at more samples finds."""
    samples = max(round(replicates * case.effort), min(LEAST, replicates))
    code = code_of((*case.rooms, *files_behind(case)))

    def first() -> list[Line]:
        return case.judged(samples, np.random.default_rng([seed, zlib.crc32(case.name.encode())]), only)

    lines = _once(kept, case.name, {"code": code, "samples": samples}, first)
    if all(line.holds for line in lines):
        return case.name, lines
    told: dict[str, Json] = {"code": code, "samples": AGAIN * samples}
    return case.name, _once(kept, f"{case.name}, again", told, lambda: seen_again(case, samples, seed, only, lines))


def _once(kept: Checkpoint | None, name: str, made_by: dict[str, Json], made: Callable[[], list[Line]]) -> list[Line]:
    """Lines as they were kept, if the code that makes them is still the same, or made now."""
    done = None if kept is None else kept.load(key_of(name))
    if done is not None and all(done[0].get(word) == told for word, told in made_by.items()):
        return [_read(plain) for plain in done[0]["lines"]]
    lines = made()
    if kept is not None:
        kept.store(key_of(name), {**made_by, "lines": [line.to_dict() for line in lines]}, {})
        kept.settle()
    return lines


def key_of(name: str) -> str:
    """The name of a file for the name of a case: short, readable, and no other case's.

    >>> key_of("Ladder: n 50, AUC 0.8")
    'ladder-n-50-auc-0-8-59220a1e'
    """
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return f"{words[:80]}-{zlib.crc32(name.encode()):08x}"


def _read(plain: dict[str, Any]) -> Line:
    return read_record(FalseAlarms, plain) if "type_one" in plain else read_record(Coverage, plain)


def _chosen(cases: Sequence[Case], only: str | Sequence[str] | None) -> frozenset[str]:
    """What alone is judged, by the names that cases use; empty where everything is."""
    names = [only] if isinstance(only, str) else list(only or ())
    known = {subject for case in cases for subject in case.subjects} if names else set()
    found = []
    for name in names:
        plain = name.strip().lower()
        aliases = (plain, plain.replace("_", "-"), plain.replace("-", "_"))
        canonical = {m.name for m in measures() if plain.replace("-", "_") in (m.name, *m.aka)}
        meant = next((alias for alias in (*aliases, *canonical) if alias in known), None)
        if meant is None:
            raise BadParameter(f"the grid judges no {name!r}.", found=", ".join(sorted(known)), remedy="one of these")
        found.append(meant)
    return frozenset(found)


def _unjudged(cases: Sequence[Case]) -> tuple[str, ...]:
    """The measures and tests that no world of the grid has a truth for."""
    known = {subject for case in cases for subject in case.subjects}
    everything = [m.name for m in measures()] + [test.name for test in tests()]
    return tuple(name for name in dict.fromkeys(everything) if name not in known)
