"""A table: text, Markdown and LaTeX for people; CSV, dicts, JSON and dataframes for machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from probative.curves.curve import as_frame
from probative.findings.aligned import rules_aligned
from probative.findings.column import Value
from probative.findings.grid import Grid
from probative.findings.latex import latex_table
from probative.findings.markdown import markdown_table
from probative.findings.renderers import renderer
from probative.findings.values import csv_text, dict_rows, frame_columns, json_rows
from probative.records import Document


@dataclass(frozen=True, slots=True)
class Table(Grid):
    """Named columns and rows of estimates, numbers and words; the same words and digits in every way of writing it.

    Machines get a number with all its digits. Of a column X of estimates they get seven: X, X_low, X_high, X_level,
    X_method, X_n and X_why; what is undefined is empty, and X_why says why.

    >>> from probative import Estimate
    >>> from probative.findings.column import Column
    >>> recall = Estimate(0.8, 0.7112, 0.8667, 0.95, "wilson", 100)
    >>> table = Table("", (Column("measure"), Column("A", "estimate")), (("recall", recall),), 0.95)
    >>> print(table)
    measure                      A
    recall   0.800  [0.711, 0.867]
    >>> table.to_dicts()[0]["A_high"]
    0.8667
    """

    def __str__(self) -> str:
        rows = [self.heads, *self._read().shown()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [self.title] if self.title else []
        for row in rows:
            cells = zip(row, widths, self.sides, strict=True)
            lines.append("  ".join(c.rjust(w) if side == "r" else c.ljust(w) for c, w, side in cells).rstrip())
        return "\n".join([*lines, self.note] if self.note else lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        html: str = renderer("table html")(self)
        return html

    def _read(self) -> Table:
        """As people read it: of measures, what rules reach has as many decimals as what models do."""
        return rules_aligned(self) if self.names[:1] == ("measure",) else self

    def to_dicts(self) -> list[dict[str, Value]]:
        """One dict per row, ready for any dataframe library: numbers with all digits, None where there is none."""
        return dict_rows(self)

    def to_frame(self, backend: str | None = None) -> Any:
        """The table as a dataframe: pandas, Polars or PyArrow, the one in use, or the one named."""
        return as_frame(frame_columns(self), backend)

    def to_dict(self) -> Document:
        """Plain values for JSON: a missing number is None, an infinite one the string "inf" or "-inf".

        >>> from probative.findings.column import Column
        >>> Table("", (Column("model"), Column("p", "p")), (("A", 0.0123456789),)).to_dict()["rows"]
        [['A', 0.0123456789]]
        """
        known = {"title": self.title, "level": self.level, "note": self.note}
        return known | {"columns": list(self.fields()), "rows": json_rows(self)}

    def to_markdown(self) -> str:
        r"""The table in Markdown (GitHub's), the title above it; whatever Markdown would read as markup is escaped.

        >>> from probative.findings.column import Column
        >>> columns = Column("measure"), Column("A_1", "number")
        >>> print(Table("Two | three", columns, (("recall", 0.8), ("f1", 0.842))).to_markdown(), end="")
        **Two \| three**
        <BLANKLINE>
        | measure |   A_1 |
        |:--------|------:|
        | recall  |   0.8 |
        | f1      | 0.842 |
        """
        return markdown_table(self._read())

    def to_latex(self) -> str:
        r"""The table in LaTeX (package booktabs), the title as caption; LaTeX's special characters are escaped.

        >>> from probative.findings.column import Column
        >>> print(Table("At 95 %", (Column("measure"), Column("A_1", "number")), (("mcc", -0.8),)).to_latex(), end="")
        \begin{table}
        \centering
        \caption{At 95 \%}
        \begin{tabular}{lr}
        \toprule
        measure & A\_1 \\
        \midrule
        mcc & $-$0.8 \\
        \bottomrule
        \end{tabular}
        \end{table}
        """
        return latex_table(self._read())

    def to_csv(self) -> str:
        """The table as CSV: a column X of estimates becomes X, X_low, X_high, X_level, X_method, X_n and X_why.

        >>> from probative import Estimate
        >>> from probative.findings.column import Column
        >>> recall = Estimate(0.8, 0.7112, 0.8667, 0.95, "wilson", 100)
        >>> print(Table("", (Column("measure"), Column("A", "estimate")), (("recall", recall),)).to_csv(), end="")
        measure,A,A_low,A_high,A_level,A_method,A_n,A_why
        recall,0.8,0.7112,0.8667,0.95,wilson,100,
        """
        return csv_text(self)
