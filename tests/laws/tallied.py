"""Tables as every engine holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .engines import ENGINES, TYPED
from .strategies import ONE_ULP_UP

every_engine = pytest.mark.parametrize("engine", ENGINES)
TWINS = ("lists", "tsv", "csv.gz")
"""Engines that read as another does: they are asked the first question of each kind only."""
every_other_engine = pytest.mark.parametrize("engine", [engine for engine in ENGINES if engine not in TWINS])
every_typed_engine = pytest.mark.parametrize("engine", TYPED)


def every_engine_and(cases: Any) -> Any:
    """All engines with the first case, and all but the twins with the others."""
    pairs = [(e, c) for e in ENGINES for i, c in enumerate(cases) if i == 0 or e not in TWINS]
    return pytest.mark.parametrize(("engine", "case"), pairs)


def _data(engine: str, table: Any, path: Path) -> Any:
    return ENGINES[engine](table, path)


TINY = float(np.nextafter(0, 1))
SCORES: dict[str, list[float]] = {
    "ties": [0.5, 0.5, 0.1, 0.5, 0.1, 0.9],
    "zeros": [0.0, -0.0, 0.0, -0.0, 1.0, -1.0],
    "ulps": [0.5, ONE_ULP_UP, 0.5, ONE_ULP_UP, 0.1, 0.30000000000000004],
    "tiny and large": [TINY, 1e-300, 1e300, 1.7976931348623157e308, -1e300, 3.0],
    "whole": [1, 2, 3, 3, 2, 1],
    "half whole": [1.0, 2.0, 3.0, 3.5, 2.0, 1.0],
}
TRUTH = [1, 0, 1, 0, 0, 1]
WEIGHTS = np.array([0.5, 2.0, 0.25, 1.0, 4.0, 0.0])
