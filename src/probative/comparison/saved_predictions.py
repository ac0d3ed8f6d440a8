"""Pairing by predictions: two saved runs made one, after it was checked that their tests were the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from probative.comparison import Verdict
from probative.comparison.asked import Asked
from probative.comparison.comparing import judged
from probative.comparison.judging import Wish
from probative.comparison.runs import SIDES, same_runs
from probative.errors import NotPaired, ProbativeError
from probative.findings import Findings
from probative.predictions import Predictions

Verdicts = dict[tuple[str, str], dict[str, Verdict]]


def prediction_verdicts(
    findings: tuple[Findings, Findings], files: tuple[Path, Path], pairs: Sequence[tuple[str, str]]
) -> tuple[Verdicts, list[str]]:
    """The comparison of every pair by the valid test, and what a reader must know about the pairing."""
    a, b = (_of(found, file, side) for found, file, side in zip(findings, files, SIDES, strict=True))
    made: Verdicts = {}
    failed: list[ProbativeError] = []
    notes: list[str] = []
    for names in pairs:
        try:
            both, _ = same_runs(a, b, [names])
            measures = dict.fromkeys((both.default_measure(), *(("accuracy",) if both.labels else ("mae",))))
            made[names] = {measure: judged(both, Asked(measure), Wish(level=findings[0].level)) for measure in measures}
        except ProbativeError as error:
            failed.append(error)
            notes.append(f"{names[0]} and {names[1]}: {error.what}")
    if not made:
        raise failed[0]
    return made, notes


def _of(findings: Findings, file: Path, side: str) -> Predictions:
    """The predictions in a file, if the findings were made from them."""
    try:
        made = Predictions.load(file)
        spoke = made.spoke
    except (ProbativeError, OSError, KeyError, TypeError, ValueError) as error:
        raise NotPaired(f"the predictions beside {side} cannot be read.", found=str(error).splitlines()[0]) from error
    about = findings.about
    told = (about.plan, about.plan_seed, about.data)
    if None in told or told != (made.about.plan, made.about.seed, made.about.data):
        raise NotPaired(f"the predictions beside {side} are not those that its findings were made from.")
    if strangers := [name for name in findings.models if name not in spoke]:
        raise NotPaired(f"the predictions beside {side} lack models of its findings.", found=", ".join(strangers))
    return made
