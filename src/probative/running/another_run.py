"""Another run than the one that a folder was made for: what of it differs, in words."""

from __future__ import annotations

import re
from pathlib import Path

from probative.errors import BadInput
from probative.records import Document, Json

_DIGEST = re.compile(r"\b(?=\w*\d)[0-9a-f]{20,}\b")
"""What stands for contents too large to be kept; it differs where they do, and tells nobody anything."""


def require_same(found: Document | None, wanted: Document, folder: Path, grows: str) -> None:
    """Refuse a folder that holds another run, but for what may grow."""
    if found is None:
        return
    if grows:
        wanted = wanted | {grows: {name: wanted[grows][name] for name in found.get(grows, {})}}
    changed = sorted(key for key in {*found, *wanted} if found.get(key) != wanted.get(key))
    if changed:
        raise BadInput(
            f"the checkpoint {str(folder)!r} belongs to another run.",
            found="; ".join(f"another {key}: {_difference(found.get(key), wanted.get(key))}" for key in changed),
            remedy="go on with what it was made for, or start anew: --fresh, or another folder",
        )


def _difference(then: Json, now: Json) -> str:
    if isinstance(then, dict) and isinstance(now, dict):
        keys = sorted(key for key in {*then, *now} if then.get(key) != now.get(key))
        return ", ".join(_entry(key, then.get(key), now.get(key)) for key in keys)
    before, after = str(then), str(now)
    (kind, was), (other, given) = _parts(before), _parts(after)
    if was and kind == other and was.keys() == given.keys():
        return _difference({**was}, {**given})
    # Long texts that begin alike are shown from shortly before they part.
    alike = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(alike - 20, 0) if max(len(before), len(after)) > 60 else 0
    return f"was {_short(before[start:])}, is {_short(after[start:])}"


def _entry(key: str, then: Json, now: Json) -> str:
    """What became of one part; where only digests tell, that it is not what it was.

    >>> _entry("digest", "ee1a39dcbf51c3db27d103fe0f30dce3", "d20301a6aacf7cc155791d88eb11243b")
    'the values differ'
    >>> _entry("forest", "Pipeline b12ca2b96600578de718025c", "Pipeline c61da0d930f55e3e98cc516f")
    'forest is a Pipeline with other settings'
    >>> _entry("m", "Pipeline b12ca2b96600578de718025c", "Tree c61da0d930f55e3e98cc516f"), _entry("rows", 3, 4)
    ('m was Pipeline, is Tree', 'rows was 3, is 4')
    """
    before, after = (_DIGEST.sub("", str(one)).strip() for one in (then, now))
    if (before, after) == (str(then), str(now)) or before != after:
        return f"{key} was {_short(before)}, is {_short(after)}"
    return f"{key} is a {_short(before)} with other settings" if before else "the values differ"


def _parts(text: str) -> tuple[str, dict[str, str]]:
    """What is called, and with what, of a text such as "KFold(k=3, repeats=1)"."""
    called = re.fullmatch(r"(\w+)\((\w+=[^,()]*(?:, \w+=[^,()]*)*)\)", text)
    return (called[1], dict(part.split("=", 1) for part in called[2].split(", "))) if called else (text, {})


def _short(value: Json) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
