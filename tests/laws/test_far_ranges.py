"""A sort that is too large for the memory is done range after range, and gives the same rungs."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest

import probative as pv
from probative.sources import limits


@pytest.mark.parametrize("odd", ["", "WHEN random() < 0.5 THEN round(random(), 1)", "WHEN random() < 0.02 THEN 'inf'"])
def test_rungs_do_not_tell_in_how_many_ranges_they_were_sorted(
    odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.parquet"
    scores = f"(CASE {odd} ELSE 3 * random() - 1 END)::DOUBLE" if odd else "3 * random() - 1"
    rows = f"SELECT {scores} AS s, (random() < 0.3)::INT AS y, random() AS w FROM range(60000)"
    duckdb.execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
    monkeypatch.setattr(limits.Limits, "fits", lambda *_: False)
    monkeypatch.setattr(limits, "SORTED_AT_ONCE", 60_000 / (128e6 * limits.ENGINE) / 5.5)
    assert limits.Limits.of("128MB").sorts(60_000) == 6
    columns = duckdb.execute(f"SELECT s, y, w FROM '{path}'").fetchnumpy()
    for weight in (None, "w"):
        held = pv.read(path, truth="y", scores="s", weight=weight, memory="128MB", spill=tmp_path)
        found = held.evidence("auc").total()
        expected = pv.Ladder.from_scores(
            columns["y"], columns["s"], sample_weight=None if weight is None else columns["w"]
        )
        assert found.scores.tolist() == expected.scores.tolist()
        for ours, theirs in zip(found.columns, expected.columns, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12)
