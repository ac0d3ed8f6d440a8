"""Paths on the command line: one that leads nowhere is answered before anything is loaded."""

from __future__ import annotations

import os

from probative.errors import no_such_file

PATTERN = "*?["
"""What makes a name a pattern of names."""


def require_there(path: object) -> None:
    """Refuse a path that leads nowhere; a pattern, and the dash of standard input, are for whoever reads them.

    >>> require_there("-"), require_there("day-*.csv"), require_there(None)
    (None, None, None)
    """
    if not isinstance(path, str) or path in ("", "-") or "\0" in path or any(sign in path for sign in PATTERN):
        return
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise no_such_file(path) from None
    except (OSError, ValueError):
        # Whatever else ails it, whoever opens it says better.
        return
