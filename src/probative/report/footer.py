"""The foot of a printed page: the state that it was printed in, and its number; script-free, in the style sheet."""

from __future__ import annotations

from probative.report.scene import Scene
from probative.report.sections.bar import LOCKS, share_text


def printed_state(scene: Scene) -> str:
    """What a miss costs, the share of positives and where models are cut: the bar in one line."""
    ratio, share = scene.costs.fn / scene.costs.fp, scene.prevalence(scene.models[0])
    priced = f"a miss costs {ratio:.4g} false alarm{'s' * (ratio != 1)}"
    return f"As printed: {priced}, {share_text(share)} % {scene.classes[0]}, {LOCKS[scene.mode]}"


def footer(words: str) -> str:
    """Style for the foot of every page; the script writes the same for a state that was moved."""
    return f"@page{{@bottom-left{{content:{quoted(words)}}}}}\n" if words else ""


def quoted(words: str) -> str:
    r"""A string in a style sheet, of which no letter ends the string or the sheet.

    >>> print(quoted('20 % "</style>'))
    "20 % \22 \3c \2f style\3e "
    """
    return '"' + "".join(c if c.isalnum() or c in " .,:%" else f"\\{ord(c):x} " for c in words) + '"'
