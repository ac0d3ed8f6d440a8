"""The package: cheap to import, and its names are what they say."""

from __future__ import annotations

import pytest

import probative as pv

from .cli.command import process

HEAVY = ("sklearn", "duckdb", "matplotlib", "scipy", "pandas")


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = process(code=code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert python(f"import sys, probative; print([m for m in {HEAVY} if m in sys.modules])") == "[]\n"


@pytest.mark.parametrize("arguments", [["--help"], ["evaluate", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = f"""
import sys
from probative.cli import main
try:
    main({arguments})
except SystemExit as end:
    assert not end.code
print([m for m in {HEAVY} if m in sys.modules])
"""
    assert python(code).splitlines()[-1] == "[]"


def test_an_evaluation_with_its_page_loads_no_training_and_no_room_of_statistics(tmp_path) -> None:
    unneeded = ("sklearn", "pandas", "scipy.stats", "scipy.integrate", "matplotlib")
    code = f"""
import sys, probative as pv
table = dict(y=[0, 1, 1, 0, 1, 0] * 5, a=[0.1, 0.8, 0.4, 0.5, 0.9, 0.2] * 5, b=[0.2, 0.7, 0.6, 0.4, 0.3, 0.1] * 5)
pv.evaluate(table, truth="y", scores=["a", "b"]).save({str(tmp_path / "page.html")!r})
print([name for name in {unneeded} if name in sys.modules])
"""
    assert python(code).splitlines()[-1] == "[]"


def test_functions_stay_functions_whatever_is_imported_first() -> None:
    """Each time the package is loaded anew, beginning with another of its rooms."""
    code = """
import importlib, sys
from types import FunctionType, ModuleType

for first in ("evaluation", "measurement", "predictions", "cli", "report", "predictions.tally", "findings"):
    for name in [name for name in sys.modules if name.partition(".")[0] == "probative"]:
        del sys.modules[name]
    importlib.import_module(f"probative.{first}")
    import probative as pv

    functions = (pv.evaluate, pv.measures, pv.tally, pv.estimate, pv.roc)
    assert all(isinstance(f, FunctionType) for f in functions), first
    rooms = [name for name in pv.__all__ if isinstance(getattr(pv, name), ModuleType)]
    assert rooms == ["losses", "resampling", "stats", "testing", "theory"], (first, rooms)
    print(pv.evaluate({"y": [1, 0], "score": [0.9, 0.1]}).n, len(pv.measures()) > 30)
"""
    assert python(code) == "2 True\n" * 7


def test_every_public_name_exists_and_is_listed() -> None:
    code = """
import probative as pv
assert set(pv.__all__) <= set(dir(pv))
assert all(getattr(pv, name) is not None for name in pv.__all__)
namespace = {}
exec("from probative import *", namespace)
print(sorted(set(pv.__all__) - set(namespace)))
"""
    assert python(code) == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pv.nothing  # noqa: B018
