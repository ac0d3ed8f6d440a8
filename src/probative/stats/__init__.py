"""Statistics: tests that compare two models or many, each with an effect beside its p-value.

What is declared in any file of this room is offered here. `__init__.pyi`, which editors and type checkers read, is made
from the same declarations by `make docs`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from probative.stats.exports import exported

for _file in iter_modules(__path__):
    import_module(f"{__name__}.{_file.name}")
globals().update(exported())

__all__ = list(exported())


def __dir__() -> list[str]:
    return __all__
