"""Saved results: findings, a comparison or a gate, whichever a file holds."""

from __future__ import annotations

import os
from pathlib import Path

from probative.comparison.gate_result import Gate
from probative.errors import BadFormat
from probative.findings import Findings
from probative.findings.format import read_json
from probative.findings.verdict import Verdict

RESULTS: dict[str, type[Findings | Verdict | Gate]] = {"evaluation": Findings, "comparison": Verdict, "gate": Gate}
"""By the kind that a file says it is."""


def load_result(path: str | os.PathLike[str]) -> Findings | Verdict | Gate:
    """What a file holds; of the folder of a run, its findings."""
    place = Path(path)
    plain = read_json(place / "findings.json" if os.path.isdir(place) else place)
    kind = str(plain.get("kind", "evaluation")) if isinstance(plain, dict) else "no result"
    if kind not in RESULTS:
        raise BadFormat(
            "this is no evaluation, comparison or gate.",
            found=kind,
            remedy="the JSON of evaluate, run, compare or gate",
        )
    return RESULTS[kind].from_dict(plain)
