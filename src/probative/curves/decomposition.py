"""Terms of a decomposition as lines: one look for each role, wherever bias and variance are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Floats
from probative.pictures.words import clipped

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


def spoken(term: object) -> str:
    """The name of a term as it is said.

    >>> spoken("bias2"), spoken("net_variance")
    ('bias²', 'net variance')
    """
    return _WORDS.get(str(term)) or clipped(str(term).replace("_", " "))


def spoken_table(name: object) -> str:
    """The name of a table as it is said."""
    return _TABLES.get(str(name)) or clipped(name, 16)


def spoken_definition(words: object) -> str:
    """What terms mean, as a sentence, with their names as they are said."""
    said = str(words or "").strip()
    for term, name in sorted(_WORDS.items(), reverse=True):
        said = said.replace(term, name)
    return f"{said[0].upper()}{said[1:]}{'' if said[-1] == '.' else '.'}" if said else ""


def loss_axis_name(loss: object, table: object = "") -> str:
    """The name of an axis of mean losses."""
    of = f" ({spoken_table(table)})" if table else ""
    return f"Mean {clipped(loss or '', 20)} loss{of}"


@dataclass(frozen=True, slots=True)
class Parts:
    """The names of the parts and of the total that they sum to."""

    parts: tuple[str, ...]
    total: str

    @classmethod
    def of(cls, equation: object) -> Parts:
        """From the equation in words.

        >>> Parts.of("total = bias2 + variance").parts
        ('bias2', 'variance')
        """
        total, _, sums = str(equation).partition(" = ")
        return cls(tuple(part for part in sums.split(" + ") if part), total)

    @property
    def equation(self) -> str:
        """The sum in words."""
        return f"{spoken(self.total)} = {' + '.join(spoken(part) for part in self.parts)}"

    def series(self, place: int) -> int:
        """The series of a part: later ones must not take the looks of the totals."""
        return place if place < NOISE else FRESH + place

    def lines(self, values: Mapping[str, Floats], points: int) -> list[tuple[int, str, Floats]]:
        """What is drawn: series, name and values of the parts, the noise where it is known, and the totals.

        >>> parts, known = Parts(("bias2",), "error_vs_f"), {"bias2": [1.0], "error_vs_f": [1.0], "error_vs_y": [1.5]}
        >>> [name for _, name, _ in parts.lines({name: np.array(line) for name, line in known.items()}, 1)]
        ['bias²', 'noise', 'error against f', 'error against fresh y']
        """
        found = [(self.series(i), spoken(part), values.get(part)) for i, part in enumerate(self.parts)]
        total, fresh = values.get(self.total), values.get("error_vs_y")
        if total is not None and fresh is not None and len(total) == len(fresh) and self.total == "error_vs_f":
            # Fresh targets add the variance of the noise, and nothing else.
            with np.errstate(invalid="ignore"):
                found.append((NOISE, "noise", np.maximum(fresh - total, 0.0)))
        found += [(TOTAL, spoken(self.total), total), (FRESH, spoken("error_vs_y"), fresh)]
        return [(series, name, line) for series, name, line in found if line is not None and len(line) == points]
