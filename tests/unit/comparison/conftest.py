"""What holds for all tests of comparisons."""

from __future__ import annotations

import pytest

from probative.stats import clusters, resampled


@pytest.fixture(autouse=True)
def _fewer_replicates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which test is run, and what is said of it, does not take thousands of resamples."""
    monkeypatch.setattr(clusters, "REPLICATES", 300)
    monkeypatch.setattr(resampled, "ROWWISE", 300)
