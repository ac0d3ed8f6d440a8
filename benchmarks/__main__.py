"""python -m benchmarks [NAME ...] [--seconds N]: run the benchmarks, print the table, write docs/performance.md.

NAME is one of the groups of ratios, or `growth`; all of them unless said, but for `large` (100 million rows, minutes)
and `spark`, which run where they are named. N is how many seconds of processors the largest point of growth may take.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from rich.console import Console
from rich.table import Table

from benchmarks import page
from benchmarks.growth import grown
from benchmarks.timing import Ratio

ALL = (
    "ranking",
    "curves",
    "counting",
    "resampling",
    "everything",
    "job",
    "running",
    "comparing",
    "auditing",
    "slices",
    "memory",
    "scale",
    "start",
    "report",
)
APART = ("large", "spark")
"""Groups that need what others do not, gigabytes of disk or Spark: they run when they are named."""

SECONDS = 120.0


def main(names: list[str], seconds: float = SECONDS) -> None:
    """Run the named benchmarks, or all of them."""
    # All are imported before the first runs: one that lacks something says so at once.
    chosen = [name for name in names or ALL if name != "growth"]
    suites = {name: importlib.import_module(f"benchmarks.{name}") for name in chosen}
    for name, suite in suites.items():
        found: list[Ratio] = []
        for ratio in suite.run():
            found.append(ratio)
            print(f"{ratio.what}: {ratio.ratio:.3g}", file=sys.stderr)
        _print(found)
        # Kept group by group: what was measured outlives a later group that fails.
        page.keep_ratios({name: found})
    if not names or "growth" in names:
        for case, points in grown(seconds):
            page.keep_growth(case, points, seconds)
    page.write()


def _print(ratios: list[Ratio]) -> None:
    table = Table("what", "ours", "theirs", "ratio", "goal", "", box=None)
    for found in ratios:
        table.add_row(
            found.what,
            f"{found.ours:.4g} {found.unit}",
            f"{found.theirs:.4g} {found.unit}",
            f"{found.ratio:.3g}",
            f"{'at most' if found.at_most else 'at least'} {found.goal:g}",
            "reached" if found.reached else "MISSED",
        )
    Console(width=150).print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure; write docs/performance.md.")
    parser.add_argument(
        "names", nargs="*", choices=[*ALL, *APART, "growth", []], metavar="NAME", help="what to measure"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of processors, for a point of growth (120)")
    told = parser.parse_args()
    main(told.names, told.seconds)
