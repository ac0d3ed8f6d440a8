"""python -m benchmarks [NAME ...]: run the benchmarks and print the table."""

from __future__ import annotations

import importlib
import sys

from rich.console import Console
from rich.table import Table

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


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all of them."""
    table = Table("what", "ours", "theirs", "ratio", "goal", "", box=None)
    # All are imported before the first runs: one that lacks something says so at once.
    for suite in [importlib.import_module(f"benchmarks.{name}") for name in names or ALL]:
        for found in suite.run():
            goal = f"{'at most' if found.at_most else 'at least'} {found.goal:g}"
            table.add_row(
                found.what,
                f"{found.ours:.4g} {found.unit}",
                f"{found.theirs:.4g} {found.unit}",
                f"{found.ratio:.3g}",
                goal,
                "reached" if found.reached else "MISSED",
            )
            print(f"{found.what}: {found.ratio:.3g}", file=sys.stderr)
    Console(width=150).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
