"""Tables in LaTeX, in the style of the package booktabs."""

from __future__ import annotations

from probative.findings.grid import Grid
from probative.findings.markdown import visible

LONG = 40
"""Letters from which on a column of words is given a width, so that its lines break."""
_ESCAPED = str.maketrans(
    {
        # The ten characters that mean something to LaTeX.
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        # Characters that old font encodings print as others.
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        # Signs that our numbers are written with.
        "−": "$-$",
        "∞": r"$\infty$",
        "±": r"$\pm$",
        "×": r"$\times$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "²": "$^2$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "κ": r"$\kappa$",
        "π": r"$\pi$",
        "τ": r"$\tau$",
        "→": r"$\rightarrow$",
        "≈": r"$\approx$",
        "≠": r"$\neq$",
        "·": r"\textperiodcentered{}",
        "…": r"\ldots{}",
        "–": r"\textendash{}",
        "—": r"\textemdash{}",
        "\u00a0": "~",
        "\n": " ",
    }
)


def latex_text(text: str) -> str:
    r"""Text that LaTeX prints as it is; letters of other scripts are left to an engine that knows Unicode.

    >>> print(latex_text(r"50 % of $x_1$ & \alpha, −∞"))
    50 \% of \$x\_1\$ \& \textbackslash{}alpha, $-$$\infty$
    """
    shown = " ".join(visible(text).split("\n")).translate(_ESCAPED)
    # Two hyphens would be joined into a dash, two quotes into one; a pair of braces keeps them apart.
    for twin in "-'":
        while twin + twin in shown:
            shown = shown.replace(twin + twin, twin + "{}" + twin)
    return shown


def latex_table(grid: Grid) -> str:
    """A floating table with a caption; it needs the package booktabs."""
    rows = [grid.heads, *grid.shown()]
    body = [_line(row) for row in rows]
    caption, note = (latex_text(words.strip()) for words in (grid.title, grid.note))
    lines = [
        r"\begin{table}",
        r"\centering",
        *([rf"\caption{{{caption}}}"] if caption else []),
        rf"\begin{{tabular}}{{{_columns(grid.sides, rows[1:])}}}",
        r"\toprule",
        body[0],
        r"\midrule",
        *body[1:],
        r"\bottomrule",
        r"\end{tabular}",
        *([rf"\par\smallskip {note}"] if note else []),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _line(cells: tuple[str, ...]) -> str:
    line = " & ".join(latex_text(cell) for cell in cells)
    # At the start of a row a bracket or star would be read as an option of the line break before it.
    return ("{}" if line.startswith(("[", "*")) else "") + line + r" \\"


def _columns(sides: str, rows: list[tuple[str, ...]]) -> str:
    """The column types: r, l, and a share of the line's width for long words."""
    longest = [max((len(row[i]) for row in rows), default=0) for i in range(len(sides))]
    broken = [side == "l" and length > LONG for side, length in zip(sides, longest, strict=True)]
    share = min(0.8 / max(sum(broken), 1), 0.5)
    return "".join(rf"p{{{share:.2f}\linewidth}}" if b else s for s, b in zip(sides, broken, strict=True))
