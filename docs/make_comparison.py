"""Write the tables of docs/comparison.md from the declared tests: what the chooser chooses, and what every test is."""

from __future__ import annotations

import re
from dataclasses import replace
from inspect import getdoc
from pathlib import Path

import probative as pv
from probative.comparison.choice import choose
from probative.stats.facts import Facts
from probative.stats.registry import Aside, Declared, PostHoc, Test, declared, following, tests

TARGET = Path(__file__).with_name("comparison.md")
BETWEEN = re.compile(r"(<!-- (\w+): made by `make docs` -->\n).*?(<!-- end -->)", re.DOTALL)

HELD = {
    "same rows: accuracy or error rate": Facts("rows", 100, 2, "accuracy", "right or wrong", counted=True),
    "same rows: AUC": Facts("rows", 100, 2, "auc", "area"),
    "same rows: F1, MCC, recall, ... of two classes": Facts("rows", 100, 2, "f1", counted=True, binary=True),
    "same rows: macro F1, kappa, ... of several classes": Facts("rows", 100, 2, "macro_f1", counted=True),
    "same rows: MSE, MAE, Brier score, log loss or the mean of graded rows, of 8 rows or more": Facts(
        "rows", 100, 2, "mse", "mean"
    ),
    "same rows: these of fewer rows": Facts("rows", 7, 2, "mse", "mean"),
    "same rows: MSE or MAE of a series (`time=`)": Facts("rows", 100, 2, "mse", "mean", ordered=True),
    "same rows: largest error": Facts("rows", 100, 2, "max_error", "maximum"),
    "same rows: any other measure": Facts("rows", 100, 2, "average_precision"),
    "same rows, in groups": Facts("rows", 100, 2, "f1", groups=20),
    "folds of one plan": Facts("folds", 10, 2),
    "five times two folds": Facts("folds", 10, 2, two_fold=True),
    "data sets": Facts("datasets", 10, 2),
    "paired measurements (normal)": Facts("paired", 10, 2, normal=True),
    "paired measurements (not normal)": Facts("paired", 10, 2),
    "independent samples (normal)": Facts("independent", 10, 2, normal=True),
    "independent samples (not normal)": Facts("independent", 10, 2),
}
"""What one may hold, as the page calls it."""


def main() -> None:
    """Write the tables into the page."""
    TARGET.write_text(page(TARGET.read_text(encoding="utf-8")), encoding="utf-8")


def page(text: str) -> str:
    """The page with its tables made anew."""
    made = {"chooser": _chooser, "tests": _tests, "pairs": _pairs, "asides": _asides, "helpers": _helpers}
    return BETWEEN.sub(lambda found: found[1] + made[found[2]]() + found[3], text)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    cells = [head, ("---",) * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n" for row in cells)


def _chooser() -> str:
    rows = []
    for held, facts in HELD.items():
        two, more = choose(facts), choose(_more(facts))
        others = dict.fromkeys(f"`{test.name}`" for test in (*two.valid[1:], *more.valid[1:]) if test != two.test)
        rows.append((held, two.test.title, _followed(more.test), ", ".join(others)))
    return _table(("you hold", "two models", "more", "valid as well"), rows)


def _more(facts: Facts) -> Facts:
    return replace(facts, models=3)


def _followed(test: Test) -> str:
    after = following(test)
    if after is None:
        return f"{test.title} by pairs"
    return f"{test.title}, then {after.title}{'' if isinstance(after, PostHoc) else ' by pairs'}"


def _tests() -> str:
    rows = []
    for test in tests():
        more = "" if test.interval else " (no interval)"
        names = f"`{test.name}`<br>{_named(test)}"
        effect = test.effect.format(measure="the measure") + more
        rows.append((names, *_said(test), effect, _valid(test)))
    return _table(("name", "what it is", "doubts that", "assumes", "effect", "valid for"), rows)


def _valid(test: Test) -> str:
    """What it is valid for, of what one may hold: for two models, or for more."""
    found = [
        held.partition(" (")[0]
        for held, facts in HELD.items()
        if any(test.objection(either) is None for either in (facts, _more(facts)))
    ]
    return ", ".join(dict.fromkeys(found)).replace(", same rows: ", "; ")


def _said(test: Declared) -> tuple[str, str, str]:
    return _first_line(test.function), test.null, "; ".join(test.assumptions)


def _named(test: Declared) -> str:
    return f"`pv.stats.{test.function.__name__}`"


def _first_line(thing: object) -> str:
    return (getdoc(thing) or "").splitlines()[0]


def _pairs() -> str:
    after = [test for test in declared() if isinstance(test, PostHoc)]
    before = {test.post_hoc: test.title for test in tests() if test.post_hoc}
    rows = [(_named(test), *_said(test), test.effect, before.get(test.name, "by hand")) for test in after]
    return _table(("name", "what it is", "doubts that", "assumes", "effect", "follows"), rows)


def _asides() -> str:
    asides = [test for test in declared() if isinstance(test, Aside)]
    rows = [(_named(test), *_said(test), test.question) for test in asides]
    return _table(("name", "what it is", "doubts that", "assumes", "asks"), rows)


def _helpers() -> str:
    tested = {test.function.__name__ for test in declared()}
    names = [name for name in pv.stats.__all__ if name not in tested]
    return _table(
        ("name", "what it is"), [(f"`pv.stats.{name}`", _first_line(getattr(pv.stats, name))) for name in names]
    )


if __name__ == "__main__":
    main()
