"""What theory promises, requirement by requirement, against independent values."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

COVERED = set()


def entries():
    """The entries of this part, loaded as a package of their own."""
    folder = Path(__file__).parent / "requirements"
    for name in ("", ".entry", ".theory"):
        file = folder / f"{name.strip('.') or '__init__'}.py"
        spec = importlib.util.spec_from_file_location(
            f"seeds_requirements{name}", file, submodule_search_locations=None if name else [str(folder)]
        )
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return module.ENTRIES


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: f"{entry.requirement} {entry.call[:50]}")
def test_the_call_gives_the_value(entry):
    found = entry.run()
    if entry.tolerance is None:
        assert found == entry.expected
    else:
        assert np.asarray(found, float) == pytest.approx(np.asarray(entry.expected, float), rel=0, abs=entry.tolerance)
