"""What holds for all tests of runs."""

import pytest

from ..trained import Spy, Watcher


@pytest.fixture(autouse=True)
def _clean():
    Spy.fits, Spy.asked, Watcher.fitted_on = [], [], []
