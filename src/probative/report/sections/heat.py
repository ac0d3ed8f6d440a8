"""Who is taken for whom: a matrix for each model in shares of rows or columns, errors shaded on one scale for all."""

from __future__ import annotations

from math import ceil, isfinite

import numpy as np

from probative.evidence.arrays import Floats
from probative.findings import Confusion, Findings
from probative.findings.text import count
from probative.pictures.svg_pen import key
from probative.report.charts.kind import ranked, series_of
from probative.report.words import short, text

SHADES = 8
SHARES = {"row": "of each actual class", "column": "of each predicted class", "count": "as counts"}
"""What the numbers in the cells can be; the first is shown without scripts."""


def heat_maps(findings: Findings, most: int) -> str:
    """The matrices of all models of at most so many classes, side by side."""
    found = {m: findings.models[m].confusion for m in ranked(findings)}
    held = {m: one for m, one in found.items() if one is not None and len(one.labels) <= most}
    if not held:
        return ""
    worst = {kind: max(_worst(one, kind) for one in held.values()) for kind in ("row", "column")}
    series = series_of(findings)
    drawn = "".join(_matrix(findings, m, one, series[m], worst) for m, one in held.items())
    choice = "".join(f'<option value="{kind}">{words}</option>' for kind, words in SHARES.items())
    return (
        '<h3>Who is taken for whom</h3><p class="soft">Rows: what it was. Columns: what was said. Per cent '
        f'<select id="heat-kind" class="live-only" hidden aria-label="What the cells show">{choice}</select>'
        '<span class="still">of each actual class</span>; darker: a worse mistake, on the same scale in all. '
        f'Correct ones stay pale. Classes by name, as the counts have them.</p><div class="heats">{drawn}</div>'
    )


def shares(confusion: Confusion, kind: str) -> Floats:
    """Counts as shares of their row or of their column; nan where there is none.

    >>> shares(Confusion(("a", "b"), ((3, 1), (0, 2))), "column").tolist()
    [[1.0, 0.3333333333333333], [0.0, 0.6666666666666666]]
    """
    counts = np.array(confusion.counts, np.float64)
    whole = counts.sum(axis=1 if kind == "row" else 0, keepdims=True)
    return np.asarray(np.divide(counts, whole, out=np.full(counts.shape, np.nan), where=whole > 0))


def _worst(confusion: Confusion, kind: str) -> float:
    found = shares(confusion, kind)
    np.fill_diagonal(found, 0.0)
    return float(np.nanmax(found)) if np.isfinite(found).any() else 0.0


def _matrix(findings: Findings, model: str, confusion: Confusion, series: int, worst: dict[str, float]) -> str:
    rows, columns = shares(confusion, "row"), shares(confusion, "column")
    head = "".join(f'<th scope="col">{short(label)}</th>' for label in confusion.labels)
    body = ""
    for i, label in enumerate(confusion.labels):
        cells = "".join(
            _cell(confusion.counts[i][j], (rows[i, j], columns[i, j]), worst, correct=i == j)
            for j in range(len(confusion.labels))
        )
        body += f'<tr><th scope="row">{short(label)}</th>{cells}</tr>'
    at = findings.models[model].threshold
    cut = "" if at is None else f", score at least {text(at)}"
    return (
        '<div><div class="wide" tabindex="0" role="group" aria-label="Table"><table class="heat-map">'
        f"<caption>{key(series)}<b>{short(model)}</b>{cut}: rows actual, columns predicted</caption>"
        f'<thead><tr><th scope="col"><span class="sr">actual</span></th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div></div>"
    )


def _cell(found: float, share: tuple[float, float], worst: dict[str, float], *, correct: bool) -> str:
    """A cell: the share of its row, and for the script the share of its column and the count, each with its shade."""
    texts, levels = [], []
    for part, most in zip(share, worst.values(), strict=True):
        texts.append(_per_cent(part))
        levels.append(0 if correct or not found or not most else ceil(SHADES * part / most - 1e-9))
    shade = "right" if correct else f"h{levels[0]}" if levels[0] else ""
    marked = f' class="{shade}"' if shade else ""
    return (
        f'<td{marked} data-row="{texts[0]} {levels[0]}" data-column="{texts[1]} {levels[1]}" '
        f'data-count="{count(found)} {levels[0]}">{texts[0]}</td>'
    )


def _per_cent(share: float) -> str:
    """A share as it stands in a cell: nothing where there is none, "<1" where it would round to nothing."""
    if not isfinite(share) or share == 0:
        return ""
    return "&lt;1" if share < 0.005 else f"{100 * share:.0f}"
