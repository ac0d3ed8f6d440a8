"""How a decomposition was made, and what to keep in mind about it."""

from __future__ import annotations

from probative.records import Document
from probative.report.words import sentence


def how(found: Document) -> str:
    """Loss, method, training sets and seed in one sentence, escaped."""
    loss, method, repeats, rows = (found.get(word) for word in ("loss", "method", "repeats", "n"))
    size = f" of {rows:,} rows" if isinstance(rows, int) else ""
    sets = "over all training sets" if repeats is None else f"{repeats:,} training sets"
    seed = "" if repeats is None else f", seed {sentence(found.get('seed', '?'))}"
    redrawn = found.get("redraws") or 0
    again = f"; {redrawn:,} draws without one of the classes were drawn anew" if redrawn else ""
    return f"{sentence(str(loss).capitalize())} loss, {sentence(method)}: {sets}{size}{seed}{again}."


def trade_off() -> str:
    """What to keep in mind about bias and variance."""
    # Only here: a page without these tables is written without any of what can train a model.
    from probative.procedures.decomposition.result import TRADE_OFF

    return TRADE_OFF
