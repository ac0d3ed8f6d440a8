"""Predictions on disk: the long table as Parquet, and the record of the trainings beside it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from probative.errors import BadFormat
from probative.evidence.labels import plain
from probative.predictions.fit import Fit
from probative.predictions.of_run import run_columns, run_roles
from probative.predictions.prediction_table import PredictionTable
from probative.predictions.provenance import Provenance
from probative.predictions.roles import ModelColumns
from probative.predictions.target import Target, Task
from probative.predictions.told import long_table
from probative.records import Document, Json, put

FORMAT = 1
FILE = "predictions.parquet"


def saved(table: PredictionTable, path: str | os.PathLike[str]) -> Path:
    """Write the table as Parquet; the record of the trainings goes into a JSON file beside it."""
    from probative.sources.parquet import write_parquet

    target = Path(path)
    stable: dict[str, Json] = {
        "probative": FORMAT,
        "kind": "predictions",
        "n": table.n,
        "labels": [plain(label) for label in table.target.labels],
        "positive": None if table.target.positive is None else plain(table.target.positive),
        "scored": table.about.scored or {name: _scored(table, name) for name in table.by_model},
        "predicted": {name: columns.predicted is not None for name, columns in table.by_model.items()},
        "single": any(columns.score for columns in table.by_model.values()),
        "named": table.target.named,
        "folds": table.roles.fold is not None,
        "about": table.about.to_dict(),
    }
    write_parquet(target, long_table(table), stable)
    fits = {"probative": FORMAT, "kind": "fits", "fits": [fit.to_dict() for fit in table.fits]}
    put(target.with_suffix(".fits.json"), json.dumps(fits, indent=1))
    return target


def _scored(table: PredictionTable, name: str) -> str:
    columns = table.by_model[name]
    return "proba" if columns.proba else "score" if columns.score else ""


def saved_file(path: str | os.PathLike[str]) -> Path | None:
    """The Parquet file of saved predictions that a path stands for, if it does: the file, or its folder."""
    from probative.sources.parquet import read_about

    file = Path(path)
    try:
        file = file / FILE if file.is_dir() else file
        if file.suffix != ".parquet" or not file.is_file():
            return None
    except (OSError, ValueError):
        return None
    about = read_about(file)
    return file if about is not None and about.get("kind") == "predictions" else None


def loaded(path: str | os.PathLike[str]) -> Document:
    """The parts of predictions that were saved before."""
    from probative.sources import open_source
    from probative.sources.parquet import read_about

    target = Path(path)
    target = target / FILE if target.is_dir() else target
    source = open_source(target)
    stable = read_about(target)
    if stable is None or stable.get("kind") != "predictions" or stable.get("probative") != FORMAT:
        raise BadFormat(f"{str(path)!r} does not hold predictions saved by probative.", remedy="probative run")
    beside = target.with_suffix(".fits.json")
    fits = json.loads(beside.read_text(encoding="utf-8"))["fits"] if beside.exists() else []
    labels, positive = tuple(stable["labels"]), stable["positive"]
    task: Task = "classification" if labels else "regression"
    scored = dict(stable["scored"])
    roles = run_roles(labels, positive, source.kinds)
    return {
        "source": source,
        "roles": roles if stable.get("folds", True) else replace(roles, fold=None, repeat=None),
        "target": Target(task, labels, positive, named=bool(stable.get("named", positive is not None))),
        "by_model": {name: _columns(name, how, stable) for name, how in scored.items()},
        "fits": tuple(Fit.from_dict(fit) for fit in fits),
        "about": replace(Provenance.from_dict(stable["about"]), n=int(stable["n"]), scored=scored),
    }


def _columns(name: str, scored: str, stable: Document) -> ModelColumns:
    """The columns of one model; what was read from a table need not have labels, nor a positive class."""
    found = run_columns(name, scored, tuple(stable["labels"]), stable["positive"])
    if stable.get("single") and scored and not found.score:
        found = replace(found, score="score", proba=(), labels=())
    return found if stable.get("predicted", {}).get(name, True) else replace(found, predicted=None)
