"""The scenarios of leaks, splits and reuse, each with exactly its own guards."""

from __future__ import annotations

import pytest

from .corpus.leaks import BROKEN, CLEAN
from .scenario import Scenario, heard


@pytest.mark.parametrize("scenario", [*CLEAN, *BROKEN], ids=lambda scenario: scenario.name)
def test_a_scenario_raises_exactly_its_own(scenario: Scenario) -> None:
    assert heard(scenario) == set(scenario.expected)
