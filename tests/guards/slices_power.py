"""False alarms and power of weak slices, simulated and written into docs/slices.md (`make slices`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numpy as np

import probative as pv

PAGE = Path(__file__).parents[2] / "docs" / "slices.md"
BETWEEN = re.compile(r"(<!-- simulated: made by `make slices` -->\n).*?(<!-- end -->)", re.DOTALL)
REPLICATES, PERMUTATIONS = 200, 199
METHODS = ("permutation", "halves")
Draw = Callable[[np.random.Generator, int], np.ndarray]
LOSSES: dict[str, Draw] = {
    "errors, 20 %": lambda rng, n: (rng.random(n) < 0.2) * 1.0,
    "rare errors, 1 %": lambda rng, n: (rng.random(n) < 0.01) * 1.0,
    "errors, 97 %": lambda rng, n: (rng.random(n) < 0.97) * 1.0,
    "exponential": lambda rng, n: rng.exponential(size=n),
    "log-normal, σ = 2": lambda rng, n: rng.lognormal(0, 2, n),
    "Cauchy": lambda rng, n: np.abs(rng.standard_cauchy(n)),
    "log-normal to the left": lambda rng, n: -rng.lognormal(0, 1.5, n),
}
NUMBERS = 5
GROUP = 10
ELSEWHERE = 0.1
PLANTED = {
    "one condition": lambda x: x["x0"] > 0.6,
    "two conditions": lambda x: (x["x0"] > 0.6) & (x["x1"] < -0.2),
    "three conditions": lambda x: (x["x0"] > 0.6) & (x["x1"] < -0.2) & (x["x2"] > 0.6),
}
"""Slices whose edges lie between those of quartile bins."""
POWER = (
    ("one condition", 0.2, (1000, 5000)),
    ("one condition", 0.3, (1000,)),
    ("two conditions", 0.2, (1000, 5000)),
    ("two conditions", 0.3, (1000,)),
    ("two conditions", 0.4, (1000,)),
    ("three conditions", 0.3, (1000, 5000)),
    ("three conditions", 0.4, (1000, 5000)),
)


def main() -> None:
    """Simulate, print and write."""
    text = f"{noise()}\n{power()}"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BETWEEN.sub(lambda found: found[1] + text + found[2], page), encoding="utf-8")


def features(rng: np.random.Generator, n: int, correlated: bool) -> dict[str, np.ndarray]:
    """Five numbers and two columns of categories, one of them skewed."""
    columns = rng.normal(size=(n, NUMBERS))
    if correlated:
        columns = 0.9 * rng.normal(size=(n, 1)) + 0.4 * columns
    categories = {"c": rng.choice(list("abcd"), n, p=[0.5, 0.3, 0.15, 0.05]), "d": rng.choice(list("xy"), n)}
    return {f"x{i}": columns[:, i] for i in range(NUMBERS)} | categories


def alarms(losses: str, n: int, method: str | None = None, *, weights: bool = False, groups: bool = False) -> float:
    """The share of data sets without any weak slice in which something was found."""
    count = 0
    for seed in range(REPLICATES):
        rng = np.random.default_rng([seed, n, list(LOSSES).index(losses)])
        table, values = features(rng, n, bool(seed % 2)), LOSSES[losses](rng, n)
        words: dict[str, object] = {}
        if groups:
            # Half of the rows lose what the first of their group does, and half of the features are the group's.
            first = np.repeat(np.arange(0, n, GROUP), GROUP)
            values = np.where(rng.random(n) < 0.5, values[first], values)
            table = {name: column[first] if i % 2 else column for i, (name, column) in enumerate(table.items())}
            words["groups"] = first
        if weights:
            words["weight"] = rng.lognormal(0, 0.7, n) * np.where(table["c"] == "a", 2.0, 1.0)
        found = pv.weak_slices(
            values=values,
            better="lower",
            features=table,
            method=method,
            n_permutations=PERMUTATIONS,
            random_state=seed,
            **words,
        )
        count += len(found) > 0
    return count / REPLICATES


def noise() -> str:
    """The table of false alarms."""
    error = sqrt(0.05 * 0.95 / REPLICATES)
    text = (
        f"Share of {REPLICATES} simulated data sets without any weak slice in which something was found (seven "
        f"features, correlated ones in every other data set; {PERMUTATIONS} permutations; groups are of {GROUP} rows, "
        f"whose losses and features are alike; where the share is 0.05, the simulation errs by {error:.3f}):\n\n"
    )
    heads = [f"{method}, n = {n:,}" for n in (300, 2000) for method in METHODS]
    heads += [f"{kind}, n = {n:,}" for kind in ("weights", "groups") for n in (800, 3000)]
    text += f"| losses | {' | '.join(heads)} |\n|---|{'---:|' * len(heads)}\n"
    print(text, end="", flush=True)
    for losses in LOSSES:
        shares = [alarms(losses, n, method) for n in (300, 2000) for method in METHODS]
        shares += [alarms(losses, n, **{kind: True}) for kind in ("weights", "groups") for n in (800, 3000)]
        line = f"| {losses} | {' | '.join(f'{share:.3f}' for share in shares)} |\n"
        print(line, end="", flush=True)
        text += line
    return text


def hits(planted: str, rate: float, n: int, method: str) -> float:
    """The share of data sets in which a planted slice was found."""
    count = 0
    for seed in range(REPLICATES):
        rng = np.random.default_rng([seed, n, round(100 * rate)])
        table = features(rng, n, correlated=False)
        weak = PLANTED[planted](table)
        values = (rng.random(n) < np.where(weak, rate, ELSEWHERE)) * 1.0
        found = pv.weak_slices(
            values=values, better="lower", features=table, method=method, n_permutations=PERMUTATIONS, random_state=seed
        )
        count += any(weak[list(one.rows)].mean() >= 2 * weak.mean() for one in found)
    return count / REPLICATES


def power() -> str:
    """The table of planted slices."""
    text = (
        f"Share of {REPLICATES} data sets in which a planted slice was found (the same features, uncorrelated; "
        f"{100 * ELSEWHERE:.0f} % errors elsewhere; edges of the slice lie between those of the bins). Found means: a "
        "slice was reported in which rows of the planted one are at least twice as frequent as among all:\n\n"
    )
    heads = [f"{method}, n = {n:,}" for n in (1000, 5000) for method in METHODS]
    text += f"| planted slice | its share of rows | its errors | {' | '.join(heads)} |\n|---|---:|---:|{'---:|' * 4}\n"
    print(f"\n{text}", end="", flush=True)
    for planted, rate, sizes in POWER:
        weak = PLANTED[planted](features(np.random.default_rng(0), 100_000, correlated=False))
        cells = [(n, method) for n in (1000, 5000) for method in METHODS]
        shares = [f"{hits(planted, rate, n, method):.3f}" if n in sizes else "" for n, method in cells]
        line = f"| {planted} | {100 * weak.mean():.0f} % | {100 * rate:.0f} % | {' | '.join(shares)} |\n"
        print(line, end="", flush=True)
        text += line
    return text


if __name__ == "__main__":
    main()
