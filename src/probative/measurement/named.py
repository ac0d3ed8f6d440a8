"""One measure or several, as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable


def named(asked: str | Iterable[str] | None) -> list[str]:
    """The names of what is asked for, in a list; whoever reads them (`bracketed`) refuses what is no name.

    >>> named("auc"), named(["auc", "f_beta(beta=2)"]), named(None)
    (['auc'], ['auc', 'f_beta(beta=2)'], [])
    """
    if asked is None:
        return []
    return [asked] if isinstance(asked, str | bytes) or not isinstance(asked, Iterable) else list(asked)
