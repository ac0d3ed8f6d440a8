"""A small cluster of Dask's, two processes, for all tests of this folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Workers are started with the paths of this process: they find the models of `slow_model`.
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        cluster.get_client() as found,
    ):
        yield found
