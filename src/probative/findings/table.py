"""A table: what every renderer of rows and columns starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """Named columns and rows of text; prints itself aligned, also as Markdown, LaTeX and CSV.

    >>> print(Table("", ("measure", "A"), (("recall", "0.80"), ("f1", "0.842"))))
    measure  A
    recall    0.80
    f1       0.842
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: str = ""
    """A letter for each column, l for words and r for numbers; empty: words in the first column, numbers after it."""
    level: float | None = None
    """The level of the intervals in the cells, where there are any."""

    @property
    def sides(self) -> str:
        """The side on which each column is aligned: l or r."""
        return self.align or "l" + "r" * (len(self.columns) - 1)

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [self.title] if self.title else []
        lines.append("  ".join(name.ljust(width) for name, width in zip(self.columns, widths, strict=True)).rstrip())
        for row in self.rows:
            cells = zip(row, widths, self.sides, strict=True)
            lines.append("  ".join(c.rjust(w) if side == "r" else c.ljust(w) for c, w, side in cells).rstrip())
        return "\n".join(lines)

    def to_dicts(self) -> list[dict[str, Any]]:
        """One dict per row, ready for any dataframe library."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON.

        >>> Table("", ("measure", "A"), (("recall", "0.80"),)).to_dict()["rows"]
        [['recall', '0.80']]
        """
        rows = [list(row) for row in self.rows]
        return {"title": self.title, "level": self.level, "columns": list(self.columns), "rows": rows}

    def to_markdown(self) -> str:
        r"""The table in Markdown (GitHub's), the title above it; whatever Markdown would read as markup is escaped.

        >>> print(Table("Two | three", ("measure", "A_1"), (("recall", "0.80"), ("f1", "0.842"))).to_markdown(), end="")
        **Two \| three**
        <BLANKLINE>
        | measure |   A_1 |
        |:--------|------:|
        | recall  |  0.80 |
        | f1      | 0.842 |
        """
        from probative.findings.markdown import markdown_table

        return markdown_table(self)

    def to_latex(self) -> str:
        r"""The table in LaTeX (package booktabs), the title as caption; LaTeX's special characters are escaped.

        >>> print(Table("At 95 %", ("measure", "A_1"), (("recall", "−0.80"),)).to_latex(), end="")
        \begin{table}
        \centering
        \caption{At 95 \%}
        \begin{tabular}{lr}
        \toprule
        measure & A\_1 \\
        \midrule
        recall & $-$0.80 \\
        \bottomrule
        \end{tabular}
        \end{table}
        """
        from probative.findings.latex import latex_table

        return latex_table(self)

    def to_csv(self) -> str:
        """The table as CSV: plain numbers, an interval in two columns of its own whose names state the level.

        >>> print(Table("", ("measure", "A"), (("recall", "0.80  [0.71, 0.87]"),), level=0.95).to_csv(), end="")
        measure,A,A (95 % interval from),A (95 % interval to)
        recall,0.80,0.71,0.87
        """
        from probative.findings.separated import separated_table

        return separated_table(self)
