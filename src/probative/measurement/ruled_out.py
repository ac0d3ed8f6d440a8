"""Ruled out: rows whose outcome was given probability 0, in words."""

from __future__ import annotations


def rows_in_words(rows: float, *, weighted: bool = False) -> str:
    """A number of rows; where rows have weights, or count as parts because they were tested several times, the weight.

    >>> rows_in_words(1), rows_in_words(1500.0), rows_in_words(0.5, weighted=True)
    ('1 row', '1,500 rows', 'rows of weight 0.5 in all')
    """
    if weighted:
        return f"rows of weight {rows:.4g} in all"
    return f"{rows:,.0f} row{'s' * (rows != 1)}"


def ruled_out(rows: float, *, weighted: bool = False) -> str:
    """That something happened which a model had ruled out; nothing where it did not.

    >>> ruled_out(1), ruled_out(0)
    ('1 row was given probability 0 for what happened', '')
    """
    if not rows:
        return ""
    were = "was" if rows == 1 and not weighted else "were"
    return f"{rows_in_words(rows, weighted=weighted)} {were} given probability 0 for what happened"
