"""What holds for all tests of procedures."""

import pytest

from .spies import Spy


@pytest.fixture(autouse=True)
def _clean():
    Spy.log = []
