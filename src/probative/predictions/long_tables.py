"""Long tables: which column names the models, and which the rows that all of them were asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from probative.evidence.labels import encode
from probative.predictions.roles import MODEL, Roles
from probative.sources import Source
from probative.sources.columns import missing_in
from probative.sources.ids import UNNAMED, called_id

PERHAPS = ("model_name", "model name", "classifier", "algorithm", "estimator", "learner", "method", "system")
"""What else a column of models may be called; so may one of features, and only its values tell."""
LOOKED_AT = 1_000_000
"""Rows up to which ids are looked at for a guess."""


def as_long(roles: Roles, source: Source, by: Sequence[str] = ()) -> Roles:
    """The roles with the columns of models and of rows, where these can be told and nobody named them."""
    kinds = {name: kind for name, kind in source.kinds.items() if name not in by}
    return with_ids(_perhaps(with_models(roles, kinds), source, kinds), source)


def with_models(roles: Roles, kinds: Mapping[str, str]) -> Roles:
    """The roles with the column that names the models, where one is called so."""
    found = [name for name in kinds if name.lower() in MODEL and name not in _taken(roles)]
    if roles.model is not None or len(found) != 1:
        return roles
    said = f"models are named in column {found[0]!r}"
    return replace(roles, model=found[0], guesses=(*roles.guesses, said))


def with_ids(roles: Roles, source: Source) -> Roles:
    """The roles with the ids of rows, by which the models of a long table are paired.

    They stand in a column named row, or in the only one that is called an id, where it names each row of a model once.
    """
    if roles.model is None or roles.row is not None or roles.count is not None:
        return roles
    found = ["row"] if "row" in source.kinds and "row" not in _taken(roles) else _ids(roles, source)
    if len(found) != 1 or (found != ["row"] and not _pairs(source, roles.model, found[0])):
        return roles
    return replace(roles, row=found[0], guesses=(*roles.guesses, f"rows are named in column {found[0]!r}"))


def _perhaps(roles: Roles, source: Source, kinds: Mapping[str, str]) -> Roles:
    """The roles with a column of models by another name, where each of its values stands once beside each id."""
    found = [name for name, kind in kinds.items() if kind == "text" and name.lower() in PERHAPS]
    found = [name for name in found if name not in _taken(roles)]
    ids = _ids(roles, source)
    if roles.model is not None or roles.count is not None or roles.keys or len(found) != 1 or len(ids) != 1:
        return roles
    if not _pairs(source, found[0], ids[0], all_of_each=True):
        return roles
    said = f"models are named in column {found[0]!r}: each stands once beside each value of {ids[0]!r}"
    return replace(roles, model=found[0], guesses=(*roles.guesses, said))


def _taken(roles: Roles) -> set[str | None]:
    return {roles.truth, *roles.scores, *roles.predicted, *roles.values, *roles.keys, roles.weight, roles.model}


def _ids(roles: Roles, source: Source) -> list[str]:
    """Columns that are called an id; numbers of lines, which a frame wrote without a name, are none of rows."""
    known = {name: kind for name, kind in source.kinds.items() if name not in _taken(roles)}
    return [name for name, kind in known.items() if kind != "other" and called_id(name) and name.lower() not in UNNAMED]


def _pairs(source: Source, model: str, row: str, *, all_of_each: bool = False) -> bool:
    """Whether each id stands once beside a model, or once beside each of several."""
    if source.size > LOOKED_AT:
        return False
    rows = source.listed([model, row]).values
    if any(missing_in(column).any() for column in rows.values()):
        return False
    (models, which), (ids, who) = (encode(rows[name], name) for name in (model, row))
    once = len(np.unique(which * len(ids) + who)) == len(who)
    return once and (not all_of_each or (len(models) > 1 and len(who) == len(models) * len(ids)))
