"""Terms of a decomposition in words and numbers, with one look for each role on the whole page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from probative.report.sections.diagnostics.parts import known, numbers, words_of
from probative.report.words import label, sentence

NOISE, TOTAL, FRESH = 2, 3, 4
"""Series of the roles; the parts come before them."""
_WORDS = {
    "bias2": "bias²",
    "bias2_and_noise": "bias² and noise",
    "error_vs_f": "error against f",
    "error_vs_y": "error against fresh y",
}
_TABLES = {
    "design": "design points",
    "midpoints": "midpoints",
    "at": "chosen points",
    "test": "test rows",
    "domingos": "Domingos",
    "kohavi-wolpert": "Kohavi-Wolpert",
    "breiman": "Breiman",
    "james": "James",
}


def spoken(term: Any) -> str:
    """The name of a term as it is said, escaped."""
    return _WORDS.get(str(term)) or label(str(term).replace("_", " "))


def spoken_table(name: Any) -> str:
    """The name of a table as it is said, escaped."""
    return _TABLES.get(str(name)) or label(name, 16)


@dataclass(frozen=True, slots=True)
class Parts:
    """The names of the parts and of the total that they sum to."""

    parts: tuple[str, ...]
    total: str

    @classmethod
    def of(cls, equation: Any) -> Parts:
        """From the equation in words.

        >>> Parts.of("total = bias2 + variance").parts
        ('bias2', 'variance')
        """
        total, _, sums = str(equation).partition(" = ")
        return cls(tuple(part for part in sums.split(" + ") if part), total)

    @property
    def equation(self) -> str:
        """The sum in words, escaped."""
        return f"{spoken(self.total)} = {' + '.join(spoken(part) for part in self.parts)}"

    def lines(self, values: dict[str, Any]) -> list[tuple[int, str, list[float]]]:
        """What is drawn: series, name (escaped) and numbers of the parts, the noise where it is known, the totals."""
        # Later parts must not take the looks of the totals.
        found = [(i if i < NOISE else FRESH + i, part, numbers(values.get(part))) for i, part in enumerate(self.parts)]
        total, fresh = numbers(values.get(self.total)), numbers(values.get("error_vs_y"))
        if fresh and self.total == "error_vs_f":
            # Fresh targets add the variance of the noise, and nothing else.
            noise = [max(y - f, 0.0) for y, f in zip(fresh, total, strict=False)]
            found.append((NOISE, "noise", noise))
        found.append((TOTAL, self.total, total))
        if fresh:
            found.append((FRESH, "error_vs_y", fresh))
        return [(series, spoken(name), line) for series, name, line in found if line]


def definition(words: Any) -> str:
    """What terms mean, with their names as they are said; not escaped."""
    said = str(words or "").strip()
    for term, name in sorted(_WORDS.items(), reverse=True):
        said = said.replace(term, name)
    return f"{said[0].upper()}{said[1:]}{'' if said[-1] == '.' else '.'}" if said else ""


def loss_name(found: dict[str, Any]) -> str:
    """The name of an axis of losses, not escaped."""
    return f"Mean {words_of(found.get('loss') or '', 20)} loss"


def how(found: dict[str, Any]) -> str:
    """Loss, method, training sets and seed in one sentence, escaped."""
    loss, method, repeats, rows = (found.get(word) for word in ("loss", "method", "repeats", "n"))
    size = f" of {rows:,} rows" if isinstance(rows, int) else ""
    sets = "over all training sets" if repeats is None else f"{repeats:,} training sets"
    seed = "" if repeats is None else f", seed {sentence(found.get('seed', '?'))}"
    redrawn = found.get("redraws") or 0
    again = f"; {redrawn:,} draws without one of the classes were drawn anew" if redrawn else ""
    return f"{sentence(str(loss).capitalize())} loss, {sentence(method)}: {sets}{size}{seed}{again}."


def standard_errors(values: Iterable[Any] | None) -> list[float]:
    """Monte Carlo standard errors; nan where nothing was simulated."""
    return [known(value) for value in values or ()]


def trade_off() -> str:
    """What to keep in mind about bias and variance."""
    # Only here: a page without these tables is written without any of what can train a model.
    from probative.procedures.bias_variance.result import TRADE_OFF

    return TRADE_OFF
