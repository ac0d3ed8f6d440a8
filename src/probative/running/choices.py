"""What a model that tunes itself chose while it was fitted, and by which score."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from probative.records import Json
from probative.running.brought import Model
from probative.running.plain import plain


@dataclass(frozen=True, slots=True)
class Choice:
    """Hyper-parameters, the score that won, the same less its optimism, and what it is; nothing where none was made."""

    chosen: dict[str, Json] | None = None
    score: float | None = None
    corrected: float | None = None
    criterion: str | None = None


def chosen_by(model: Model) -> Choice:
    """What a fitted model chose for itself: a `Tuned` model, or any search of scikit-learn's kind, also inside another.

    >>> from sklearn.linear_model import Ridge
    >>> chosen_by(Ridge()).chosen is None
    True
    """
    last = model.steps[-1][1] if hasattr(model, "steps") and hasattr(model, "named_steps") else model
    # What is around a model that tunes itself (to mind costs, say) has it trained inside.
    last = last if hasattr(last, "best_params_") else getattr(last, "estimator_", last)
    found = getattr(last, "best_params_", None)
    if not isinstance(found, dict):
        return Choice()
    score = getattr(last, "selection_score_", getattr(last, "best_score_", None))
    corrected = float(last.corrected_score()) if hasattr(last, "corrected_score") else None
    criterion = getattr(getattr(last, "criterion_", None), "title", None) or getattr(last, "scoring", None)
    return Choice(
        {key: plain(value) for key, value in found.items()},
        None if score is None else float(score),
        corrected if corrected is not None and isfinite(corrected) else None,
        criterion if isinstance(criterion, str) else None,
    )
