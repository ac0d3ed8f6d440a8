"""Every design there is, and the one that facts describe."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from probative.planning.design import Design
from probative.planning.facts import Facts


def designed(facts: Facts) -> Design:
    """The design that the facts describe, once its difference is known to be possible.

    >>> facts = Facts("mean-loss", {"sd": 1.0}, 50, 0.5, None, None, None, 0.95, None, None)
    >>> designed(facts)
    MeanLoss(level=0.95, side='two-sided', margin=None, sd=1.0)
    """
    told: dict[str, Any] = {"level": facts.level, "side": facts.side, "margin": facts.margin, "method": facts.method}
    told |= facts.known
    taken = {field.name for field in fields(facts.kind)}
    design = facts.kind(**{name: value for name, value in told.items() if name in taken})
    design.check(facts.difference)
    return design


# Every file of this room may declare a design: it can be planned as soon as it is there.
for _file in iter_modules([str(Path(__file__).parent)]):
    import_module(f"{__package__}.{_file.name}")
