"""Precision and recall of the guards over both corpora: printed, and written into docs/guards.md (`make guards`)."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from pathlib import Path

from .corpora import broken, clean
from .scenario import heard

PAGE = Path(__file__).parents[2] / "docs" / "guards.md"
BETWEEN = re.compile(r"(<!-- corpora: made by `make guards` -->\n).*?(<!-- end -->)", re.DOTALL)


def main() -> None:
    """Run both corpora, print the table and write it."""
    text = table()
    print(text)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BETWEEN.sub(lambda found: found[1] + text + found[2], page), encoding="utf-8")


def table() -> str:
    """Every guard that a scenario is about: how often it should speak, how often it did, and how often wrongly."""
    sound, faulty = clean(), broken()
    expected: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    exact = silent = 0
    for scenario in (*sound, *faulty):
        found, wanted = heard(scenario), set(scenario.expected)
        expected.update(wanted)
        right.update(found & wanted)
        wrong.update(found - wanted)
        exact += bool(wanted) and found == wanted
        silent += not wanted and not found
    rows = [f"| `{code}` | {expected[code]} | {right[code]} | {wrong[code]} |" for code in sorted({*expected, *wrong})]
    told, due = sum(right.values()), sum(expected.values())
    head = (
        f"{len(sound)} sound evaluations, {silent} of them silent above a note; {len(faulty)} broken ones, {exact} of "
        f"them with exactly their own codes. Precision {told / max(told + sum(wrong.values()), 1):.3f}, recall "
        f"{told / max(due, 1):.3f}.\n\n"
    )
    return head + "| code | should speak | spoke | wrongly |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
