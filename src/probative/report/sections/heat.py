"""Who is taken for whom: a matrix for each model in shares of rows or columns, errors shaded on one scale for all."""

from __future__ import annotations

from math import ceil, isfinite

import numpy as np

from probative.evidence.arrays import Floats
from probative.findings import Confusion, Findings
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
    worst = max(_worst(one) for one in held.values())
    series = series_of(findings)
    drawn = "".join(_matrix(findings, m, one, series[m], worst) for m, one in held.items())
    choice = "".join(f'<option value="{kind}">{words}</option>' for kind, words in SHARES.items())
    return (
        '<h3>Who is taken for whom</h3><p class="soft">Rows: what it was. Columns: what was said. Per cent '
        f'<select id="heat-kind" class="live-only" hidden aria-label="What the cells show">{choice}</select>'
        '<span class="still">of each actual class</span>; darker: a worse mistake, on the same scale in all. '
        f'Correct ones stay pale. Classes by name, as the counts have them.</p><div class="heats">{drawn}</div>'
    )


def shares(confusion: Confusion) -> Floats:
    """Counts as shares of their row; nan where there is none.

    >>> shares(Confusion(("a", "b"), ((3, 1), (0, 2)))).tolist()
    [[0.75, 0.25], [0.0, 1.0]]
    """
    counts = np.array(confusion.counts, np.float64)
    whole = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(counts, whole, out=np.full(counts.shape, np.nan), where=whole > 0))


def _worst(confusion: Confusion) -> float:
    found = shares(confusion)
    np.fill_diagonal(found, 0.0)
    return float(np.nanmax(found)) if np.isfinite(found).any() else 0.0


def _matrix(findings: Findings, model: str, confusion: Confusion, series: int, worst: float) -> str:
    rows = shares(confusion)
    head = "".join(f'<th scope="col">{short(label)}</th>' for label in confusion.labels)
    body = ""
    for i, label in enumerate(confusion.labels):
        cells = "".join(
            _cell(confusion.counts[i][j], rows[i, j], worst, correct=i == j) for j in range(len(confusion.labels))
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


def _cell(found: float, share: float, most: float, *, correct: bool) -> str:
    """A cell: the share of its row with its shade; the script makes the other shares of the count."""
    level = 0 if correct or not found or not most else ceil(SHADES * share / most - 1e-9)
    shade = "right" if correct else f"h{level}" if level else ""
    marked = f' class="{shade}"' if shade else ""
    counted = f' data-n="{found:.12g}"' if found else ""
    return f"<td{marked}{counted}>{_per_cent(share)}</td>"


def _per_cent(share: float) -> str:
    """A share as it stands in a cell: nothing where there is none, "<1" where it would round to nothing."""
    if not isfinite(share) or share == 0:
        return ""
    return "&lt;1" if share < 0.005 else f"{100 * share:.0f}"
