"""Models on disk: in a format that holds no code, or as a pickle where that is named."""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path

from probative.errors import BadFormat, MissingExtra
from probative.records import Document, put, put_by
from probative.running.brought import Model

PICKLES = (".pickle", ".pkl", ".joblib")


def written(model: Model, told: Document, path: str | os.PathLike[str]) -> Path:
    """Write the model, and what is known about it into a file of the same name with .json behind it."""
    target = Path(path)
    require_format(target)
    writer = import_module("joblib" if target.suffix.lower() in PICKLES else "skops.io")
    put_by(target, lambda file: writer.dump(model, file))
    text = json.dumps(told, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
    put(target.with_name(f"{target.name}.json"), text)
    return target


def require_format(target: Path) -> None:
    """Refuse, before anything is trained, an ending that names no format, or a format whose library is missing."""
    ending = target.suffix.lower()
    if ending in PICKLES:
        return
    if ending != ".skops":
        raise BadFormat(
            f"a model cannot be written as {target.suffix or 'a file without ending'}.",
            remedy=".skops; or .pickle, which can run any code when it is loaded",
        )
    try:
        import_module("skops.io")
    except ImportError as error:
        raise MissingExtra(
            "models are written by skops, which is not installed.",
            remedy="pip install 'probative[deliver]'; or name a .pickle, which can run any code when it is loaded",
        ) from error
