"""Random attacks that can be made again: `make fuzz SECONDS=600`, or one of them by kind and number.

Rule: a documented error or a right answer; never a traceback, a hang, a number out of its range, a lost file.

    cd tests && python -m attack.fuzz --seconds 600          # as many as there is time for
    cd tests && python -m attack.fuzz --kind damaged --number 4711
"""

from __future__ import annotations

import argparse
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from probative.errors import ProbativeError

from .calls import called
from .files import damaged, noise
from .lines import command_line
from .saved import evidence, findings
from .shown import shown

KINDS = {
    "calls": called,
    "command-line": command_line,
    "damaged": damaged,
    "noise": noise,
    "findings": findings,
    "evidence": evidence,
    "shown": shown,
}
FIRST_KINDS = ("calls", "command-line", "damaged", "evidence", "findings", "noise")
"""An attack is drawn from its number and the place of its kind, which must not move: new kinds come last."""


def attack(kind: str, number: int) -> str:
    """One attack: how it ended, 'held' where there was an answer, the class of the error where it was documented."""
    rng = np.random.default_rng([_place(kind), number])
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return KINDS[kind](rng, Path(folder)) or "held"
        except ProbativeError as error:
            return type(error).__name__ if str(error).strip() else _wordless(error)


def _place(kind: str) -> int:
    return [*FIRST_KINDS, *(other for other in KINDS if other not in FIRST_KINDS)].index(kind)


def _wordless(error: ProbativeError) -> str:
    raise AssertionError("an error without words") from error


def main() -> None:
    """Attack until the time is over; exit 1 where something broke."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="numbers of attacks begin at a million times this")
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--number", type=int)
    told = parser.parse_args()
    kinds = [told.kind] if told.kind else list(KINDS)
    if told.number is not None:
        print(attack(kinds[0], told.number))
        return
    end, number, ends, broken = time.monotonic() + told.seconds, told.seed * 10**6, Counter[str](), []
    while time.monotonic() < end:
        for kind in kinds:
            try:
                ends[f"{kind}: {attack(kind, number)}"] += 1
            except Exception as error:
                broken.append((kind, number))
                place = traceback.extract_tb(error.__traceback__)[-1]
                print(f"BROKEN --kind {kind} --number {number}: {type(error).__name__}: {str(error)[:200]}", end="")
                print(f" ({Path(place.filename).name}:{place.lineno})", flush=True)
        number += 1
    for words, times in sorted(ends.items()):
        print(f"{times:8,} {words}")
    print(f"{sum(ends.values()) + len(broken):,} attacks, {len(broken)} broke something")
    raise SystemExit(bool(broken))


if __name__ == "__main__":
    main()
