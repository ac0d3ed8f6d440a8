"""docs/performance.md: the table of ratios and the pictures of growth, from the figures that are kept beside it."""

from __future__ import annotations

import json
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

from benchmarks.growth import exponent
from benchmarks.growth_cases import CASES
from benchmarks.machine import described
from benchmarks.timing import Ratio
from probative.pictures import Axis, Chart, Line, svg

DOCS = Path(__file__).parents[1] / "docs"
KEPT = DOCS / "performance.json"
"""What was measured last, line by line: whoever measures one part leaves the others as they are."""
MIB = 2**20
STYLE = (
    "<style>svg{background:#fff;color:#1b1f24}.grid{stroke:#d8dee4}.line{stroke-width:2}"
    ".s0{stroke:#0063a6}.s1{stroke:#b84300}.s2{stroke:#0b3f30}.s3{stroke:#8f25d4}</style>"
)
HEAD = """# Performance

Made by `python -m benchmarks` (`make bench`), which measures each line beside its peer in the same run, the best
of several tries of each; `python -m benchmarks growth` measures growth alone, `python -m benchmarks job` one
group of ratios, and leaves the rest of this page as it is. The figures are kept in `performance.json`.
"""
GROWTH = """
## Growth

Every point is a process of its own: seconds of all processors together, and memory at the peak beyond what libraries,
the data given and a first small call take. A line ends before the point that would take more than {seconds:g} seconds
of processors, or where memory or patience (ten times as long by the clock, at least a minute) ends. Exponents are
slopes of logarithms over the last decade of sizes: 1 is in proportion, 0 is not at all. Of files only sizes count that
do not fit into the memory given.
"""


def keep_ratios(found: dict[str, list[Ratio]]) -> None:
    """Ratios by group, with the machine as it is now."""
    kept = _kept()
    for name, ratios in found.items():
        lines = [_plain(ratio) for ratio in ratios]
        kept.setdefault("ratios", {})[name] = {"machine": described(), "lines": lines}
    _write(kept)


def keep_growth(case: str, points: list[dict[str, float]], seconds: float) -> None:
    """The points of a case, with the machine as it is now."""
    kept = _kept()
    points_of = kept.get("growth", {}).get("points", {}) | {case: points}
    _write(kept | {"growth": {"machine": described(), "seconds": seconds, "points": points_of}})


def write(folder: Path = DOCS) -> None:
    """Write the page and its pictures."""
    kept = _kept()
    parts = [HEAD, *_ratios(kept.get("ratios", {})), *_growth(kept.get("growth"), folder)]
    (folder / "performance.md").write_text("\n".join(parts).rstrip() + "\n", encoding="utf-8")


def _kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def _write(kept: dict[str, Any]) -> None:
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def _plain(ratio: Ratio) -> dict[str, Any]:
    names = ("what", "ours", "theirs", "goal", "unit", "at_most", "ratio", "reached")
    return {name: getattr(ratio, name) for name in names}


def _ratios(groups: dict[str, Any]) -> list[str]:
    if not groups:
        return []
    rows = ["\n## Against peers\n", "| what | ours | theirs | ratio | goal | | load |", "|---|---|---|---|---|---|---|"]
    for group in groups.values():
        for line in group["lines"]:
            goal = f"{'at most' if line['at_most'] else 'at least'} {line['goal']:g}"
            sides = f"{line['ours']:.3g} {line['unit']} | {line['theirs']:.3g} {line['unit']}"
            state = "reached" if line["reached"] else "MISSED"
            load = group["machine"]["load"]
            rows.append(f"| {line['what']} | {sides} | {line['ratio']:.3g} | {goal} | {state} | {load} |")
    machines = dict.fromkeys(_machine(group["machine"]) + "." for group in groups.values())
    return [*rows, "", *machines, "\nLoad is the mean number of processes that wanted a core, this one among them."]


def _growth(grown: dict[str, Any] | None, folder: Path) -> list[str]:
    if grown is None:
        return []
    parts = [GROWTH.format(seconds=grown["seconds"])]
    points = {case: grown["points"][case] for case in CASES if grown["points"].get(case)}
    parts += ["| what | of | up to | seconds there | MiB there | exponent of time | of memory | load |"]
    parts += ["|---|---|---|---|---|---|---|---|", *(_line(case, found) for case, found in points.items()), ""]
    parts.append(f"{_machine(grown['machine'])}, load {grown['machine']['load']} at its end.")
    for of in dict.fromkeys(CASES[case].of for case in points):
        mine = {CASES[case].what: found for case, found in points.items() if CASES[case].of == of}
        parts.append(f"\n### {of.capitalize()}\n")
        for kind, unit, scale in (("cpu", "seconds of processors", 1.0), ("peak", "MiB at the peak", MIB)):
            picture = f"performance-{of}-{'time' if kind == 'cpu' else 'memory'}.svg"
            chart = _chart(of, unit, {n: [(p["size"], p[kind] / scale) for p in ps] for n, ps in mine.items()})
            (folder / picture).write_text(svg(chart, alone=True, more=STYLE) + "\n", encoding="utf-8")
            parts.append(f"![{chart.title}]({picture})")
        colours = ("blue disc", "orange diamond", "green square", "violet triangle")
        parts.append("\n" + "; ".join(f"{c}: {name}" for c, name in zip(colours, mine, strict=False)) + ".")
    return parts


def _line(case: str, points: list[dict[str, float]]) -> str:
    told, last = CASES[case], points[-1]
    counted = [point for point in points if point["size"] > told.beyond]
    slopes = [_slope(exponent(counted, of), bound) for of, bound in zip(("cpu", "peak"), told.bound, strict=True)]
    loads = sorted(point["load"] for point in points)
    load = f"{loads[0]:.0f}-{loads[-1]:.0f}"
    figures = f"{last['size']:,.0f} | {last['cpu']:.3g} | {last['peak'] / MIB:.4g}"
    return f"| {told.what} | {told.of} | {figures} | {' | '.join(slopes)} | {load} |"


def _slope(found: float | None, bound: float | None) -> str:
    if found is None:
        return "too few points"
    if bound is None:
        return f"{found:.2f}"
    return f"{found:.2f} (goal at most {bound:g}: {'reached' if found <= bound else 'MISSED'})"


def _machine(told: dict[str, str]) -> str:
    return f"{told['machine']}; {told['software']}; {told['day']}"


def _chart(of: str, unit: str, series: dict[str, list[tuple[float, float]]]) -> Chart:
    lines = []
    for i, (name, points) in enumerate(series.items()):
        shown = [(x, y) for x, y in points if y > 0]
        lines.append(Line([x for x, _ in shown], [y for _, y in shown], series=i, name=name, marked=True))
    across = _decades(of, [x for line in lines for x in line.x])
    up = _decades(unit, [y for line in lines for y in line.y])
    return Chart(f"{unit} by number of {of}", across, up, tuple(lines), width=420, height=240)


def _decades(name: str, values: list[float]) -> Axis:
    low, high = (floor(log10(min(values))), ceil(log10(max(values)))) if values else (0, 1)
    powers = range(low, max(high, low + 1) + 1)
    ticks = tuple(10.0**p for p in powers)
    return Axis(name, ticks[0], ticks[-1], ticks, tuple(_power(p) for p in powers), scale="log")


def _power(p: int) -> str:
    """A power of ten as it is written, or with an exponent where that is shorter."""
    return f"{10.0**p:g}" if abs(p) < 4 else "10" + str(p).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
