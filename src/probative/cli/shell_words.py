"""Messages in the words of the shell: what Python calls `missing='drop'` is `--missing drop` on a command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

_WORD = r"\w+=(?:'[^']*'|\"[^\"]*\"|\[(?:'[^']*'|[^\]'])*\]|[\w.]+)?"
_OPTIONS = r"\((--(?:'[^']*'|[^()'])*)\)"
_PYTHON = re.compile(rf"(?:or )?(?:{_WORD}|pos_label)(?:(?:,| or| and) {_WORD})* {_OPTIONS}|force=True, (--force)")
"""Words of Python with the option that says the same in brackets behind them."""


def in_shell(text: str) -> str:
    """The text with options alone, where it gives the word of Python and the option.

    >>> in_shell("count and drop these rows with missing='drop' (--missing drop)")
    'count and drop these rows with --missing drop'
    >>> in_shell("name them with scores= or predicted= (--score, --predicted)")
    'name them with --score, --predicted'
    >>> in_shell("truth='bad', scores=['P(bad) [1]', 'new'] (--truth bad --score 'P(bad) [1]' --score new)")
    "--truth bad --score 'P(bad) [1]' --score new"
    """
    return _PYTHON.sub(lambda found: found[1] or found[2], text)


def styled_in_shell(text: Text) -> Text:
    """The same of a text with styles."""
    for found in reversed(list(_PYTHON.finditer(text.plain))):
        group = 1 if found[1] else 2
        text = text[: found.start()] + text[found.start(group) : found.end(group)] + text[found.end() :]
    return text
