"""The format of findings.json: which files are ours, of which version, and what older ones leave out."""

from __future__ import annotations

import json
import os
from math import isfinite
from pathlib import Path
from typing import Any

from probative.errors import BadFormat, UnreadableFile
from probative.records import Document, json_count

FORMAT = 1
"""The version of findings.json; files of every released version stay readable."""
FILE = "findings.json"
"""What findings are called in the folder of a run."""
_SAVED = "save them with findings.save('findings.json'), or probative evaluate --json findings.json"
_INSTEAD = {"comparison": f"compare draws itself: probative compare ... --plot null.svg --picture null; or {_SAVED}"}


def require_findings(plain: Any) -> None:
    """Refuse what is not findings, or findings of a format that is not known yet."""
    version = plain.get("probative") if isinstance(plain, dict) else None
    known = isinstance(version, int) and not isinstance(version, bool) and version >= 1
    if not known or plain.get("kind", "evaluation") != "evaluation" or "models" not in plain:
        kind = str(plain.get("kind")) if known and plain.get("kind") else None
        found = f"a result of kind {kind!r}" if kind else None
        raise BadFormat("these are not findings.", found=found, remedy=_INSTEAD.get(kind or "", _SAVED))
    if isinstance(version, int) and version > FORMAT:
        raise BadFormat("these findings are of a newer format.", found=f"version {version}", remedy="upgrade probative")


def upgraded(plain: Document) -> Document:
    """Plain values as this release writes them: results under resampling once did not say what they are of."""
    n, models = float(plain["n"]), {}
    if not isfinite(n):
        raise BadFormat("findings are of a number of rows.", found=plain["n"])
    for name, model in plain["models"].items():
        folds = (model.get("resampling") or {}).items()
        models[name] = model | {"resampling": {m: {"measure": m, "model": name} | part for m, part in folds}}
    return {"task": "classification"} | plain | {"n": json_count(plain["n"]), "models": models}


def damaged(error: Exception) -> BadFormat:
    """What to say of findings that could not be read."""
    found = f"{type(error).__name__}: {error}"
    if isinstance(error, BadFormat):
        found = " ".join(filter(None, (error.what, error.found and f"It is {error.found}")))
    return BadFormat("these findings are damaged.", found=found, remedy="save them again, or restore the file")


def read_json(path: str | os.PathLike[str]) -> Any:
    """What a JSON file holds."""
    name = os.fspath(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{name!r} cannot be opened.", found=error.strerror, remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise BadFormat(f"{name!r} is not text.", remedy="name a findings.json") from error
    except ValueError as error:
        raise UnreadableFile(f"{name!r} cannot be opened.", found=error, remedy="check the path") from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFormat(f"{name!r} does not hold findings.", found=str(error), remedy="name a findings.json") from error
