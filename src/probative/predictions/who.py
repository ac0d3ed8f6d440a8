"""Who a model is, for whoever keeps count of models: what was trained, or what it said."""

from __future__ import annotations

from probative.evidence import Fingerprint
from probative.predictions.predictions import Predictions


def who(said: Predictions, model: str) -> str:
    """What tells a model from another one of the same name, whatever its columns and the slices are called.

    A model of a run is its class and parameters, whatever the seed; a model of a table is what it said of which rows.

    >>> import probative as pv
    >>> one, other = pv.read({"y": [1, 0], "score_a": [0.9, 0.2]}), pv.read({"y": [1, 0], "score_b": [0.9, 0.2]})
    >>> who(one, "a") == who(other, "b")
    True
    """
    if (trained := said.about.models.get(model)) is not None:
        return trained
    rows, columns = said.rows(model), said.by_model[model]
    named = {"truth": said.roles.truth, "row": said.roles.row, "score": columns.score, "predicted": columns.predicted}
    named |= {"value": columns.value, **{f"proba {i}": name for i, name in enumerate(columns.proba)}}
    told = {word: rows.values[name] for word, name in named.items() if name is not None and name in rows.values}
    return str(Fingerprint.from_table(told, rows.counts))
