"""Models on disk: in a format that holds no code, or as a pickle where that is named."""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path

from probative.errors import BadFormat, MissingExtra, UnreadableFile
from probative.records import Document
from probative.running.brought import Model

PICKLES = (".pickle", ".pkl", ".joblib")


def written(model: Model, told: Document, path: str | os.PathLike[str]) -> Path:
    """Write the model, and what is known about it into a file of the same name with .json behind it."""
    target = Path(path)
    require_format(target)
    try:
        if target.suffix.lower() in PICKLES:
            import_module("joblib").dump(model, target)
        else:
            import_module("skops.io").dump(model, target)
        text = json.dumps(told, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
        target.with_name(f"{target.name}.json").write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{os.fspath(path)!r} cannot be written.", found=error.strerror) from error
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
