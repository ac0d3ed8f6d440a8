"""Combining models at the level of decisions: the mean of their scores or their vote, as one more model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from probative.errors import BadParameter, NotPaired
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode
from probative.evidence.needed import need, several
from probative.predictions.predictions import Predictions
from probative.predictions.provenance import Combination
from probative.predictions.roles import ModelColumns
from probative.predictions.same_rows import Said, said_of
from probative.predictions.shelf import Shelf
from probative.predictions.told import decoded
from probative.sources import Columns
from probative.sources.arrays import ArraySource

How = Literal["mean", "vote"]


def combine(
    predictions: Predictions, models: Sequence[str] = (), *, how: How = "mean", name: str | None = None
) -> Predictions:
    """The same predictions with one more model: the mean of the scores of some (by default all but the baseline).

    `how="vote"` takes the label that most of them give, the first member's where that is a tie; its score is the share
    of votes. Tests are paired by row, repeat and fold; `evaluate` then tests the combination against its best member,
    and says that the member was chosen by the same numbers.

    >>> import probative as pv
    >>> said = pv.read({"y": [1, 0, 1], "score_A": [0.9, 0.4, 0.2], "score_B": [0.7, 0.2, 0.6]}, truth="y")
    >>> pv.combine(said, ["A", "B"]).model("mean of A, B").scores.ravel().round(2).tolist()
    [0.8, 0.3, 0.4]
    """
    need(predictions, Predictions)
    if how not in get_args(How):
        raise BadParameter("models are combined by 'mean' or 'vote'.", found=repr(how))
    rivals = [known for known in predictions.spoke if known != predictions.about.baseline]
    members = tuple(map(predictions.named, several(models, "models"))) or tuple(rivals)
    if len(set(members)) < 2:
        raise BadParameter("a combination needs two models or more.", found=", ".join(members) or "none")
    title = name or combination_title(how, members)
    if title in predictions.by_model:
        raise BadParameter(f"there is a model {title!r} already.", remedy="another name=")
    rows = _side_by_side(predictions, members)
    said = {m: said_of(part.values, predictions.by_model[m]) for m, part in zip(members, rows, strict=True)}
    one = _mean(predictions, said) if how == "mean" else _vote(predictions, said)
    return _with(predictions, rows[0], one, title, Combination(members, how))


def combination_title(how: str, members: Sequence[str]) -> str:
    """What a combination is called that was given no name.

    >>> combination_title("mean", ["knn", "tree"])
    'mean of knn, tree'
    """
    return f"{how} of {', '.join(members)}"


def _side_by_side(predictions: Predictions, members: Sequence[str]) -> list[Columns]:
    """Every member's tests in the same order; refused where they are not the same tests."""
    roles = predictions.roles
    if roles.model is None:
        return [predictions.listed(*members)[0]] * len(members)
    keys = [key for key in (roles.row, roles.repeat, roles.fold) if key is not None]
    if not keys:
        raise NotPaired("models are combined row by row.", found="no ids of rows", remedy="row= (--row)")
    ordered = []
    for member in members:
        part = predictions.listed(member)[0]
        ordered.append(part.only(np.lexsort([encode(part.values[key], key)[1] for key in keys])))
        if not all(np.array_equal(ordered[0].values[key], ordered[-1].values[key]) for key in (*keys, roles.truth)):
            raise NotPaired("the models were not put to the same tests.", found=f"{members[0]} and {member}")
    return ordered


def _mean(predictions: Predictions, said: dict[str, Said]) -> Said:
    """The mean of numbers, of scores of one scale, or of probabilities; labels beside it where there were some."""
    parts, labels = list(said.values()), predictions.labels
    labelled = parts[0].predicted is not None
    if not labels:
        return Said(np.mean([np.asarray(part.predicted, np.float64) for part in parts], axis=0))
    scores = [part.score for part in parts if part.score is not None]
    if len(scores) == len(parts):
        _require_one_scale(dict(zip(said, scores, strict=True)))
        score = np.mean(scores, axis=0)
        cut = 0.5 if score.min() >= 0 and score.max() <= 1 else 0.0
        called = decoded((score >= cut).astype(np.intp), predictions.classes) if labelled else None
        return Said(called, score)
    shares = [part.proba for part in parts if part.proba is not None]
    if len(shares) == len(parts):
        proba = np.mean(shares, axis=0)
        return Said(decoded(proba.argmax(axis=1), _classes(predictions, said)) if labelled else None, None, proba)
    raise BadParameter("some of these models have no scores to average.", remedy="how='vote' (--combine vote)")


def _require_one_scale(scores: dict[str, Array]) -> None:
    """Refuse the mean of probabilities and of other scores, in which the larger numbers would decide alone."""
    shares = {name: bool(((part >= 0) & (part <= 1)).all()) for name, part in scores.items()}
    if len(set(shares.values())) > 1:
        odd = next(name for name, share in shares.items() if not share)
        raise BadParameter(
            "scores of different scales have no mean.",
            found=f"probabilities, and others ({odd})",
            remedy="how='vote' (--combine vote), or calibrated scores",
        )


def _vote(predictions: Predictions, said: dict[str, Said]) -> Said:
    """The label of most members, the first member's among equals; the shares of votes as scores."""
    if not predictions.labels:
        raise BadParameter("numbers have no majority.", found="a regression", remedy="how='mean' (--combine mean)")
    classes = _classes(predictions, said)
    called = [_called(predictions, member, part, classes) for member, part in said.items()]
    votes = np.mean([part[:, None] == np.arange(len(classes)) for part in called], axis=0)
    first = called[0][:, None] == np.arange(len(classes))
    winner = decoded((votes + first * 0.5 / len(said)).argmax(axis=1), classes)
    like = next(iter(said.values()))
    if like.score is not None:
        return Said(winner, votes[:, list(classes).index(predictions.classes[1])])
    return Said(winner, None, None if like.proba is None else votes)


def _classes(predictions: Predictions, said: dict[str, Said]) -> tuple[Label, ...]:
    """The classes in the order of the members' columns, where they have some."""
    return predictions.by_model[next(iter(said))].labels or predictions.labels


def _called(predictions: Predictions, member: str, said: Said, classes: Sequence[Label]) -> Array:
    """The number of the class that one member gives every row."""
    if said.predicted is not None:
        seen, codes = encode(said.predicted, "predicted")
        place: Array = np.array([list(classes).index(label) if label in classes else -1 for label in seen], np.intp)
        return place[codes]
    if said.proba is not None:
        return np.asarray(said.proba.argmax(axis=1))
    cut = predictions.threshold(member).value
    if cut is None or said.score is None:
        raise BadParameter(f"{member} has scores without a threshold.", remedy="threshold= (--threshold)")
    negative, positive = (list(classes).index(label) for label in predictions.classes)
    return np.where(said.score >= cut, positive, negative)


def _with(predictions: Predictions, rows: Columns, one: Said, title: str, how: Combination) -> Predictions:
    """The table with one more model: beside the others in a wide one, below them in a long one."""
    roles, like = predictions.roles, predictions.by_model[how.members[0]]
    if roles.model is None:
        named = ModelColumns(
            title,
            f"{title}: score" if one.score is not None else None,
            f"{title}: predicted" if one.predicted is not None else None,
            tuple(f"{title}: {label}" for label in like.labels) if one.proba is not None else (),
            like.labels,
        )
        table = predictions.shelf.listed([*predictions.names(*predictions.by_model), *_weight(predictions)])
        table = dict(table) | _columns(one, named)
    else:
        # A vote has labels, also where its members had none.
        labels = like.predicted or ("predicted" if one.predicted is not None else None)
        named = replace(like, name=title, predicted=labels)
        table = _below(predictions, rows, _columns(one, named), title)
    source, about = ArraySource(table), predictions.about
    scored = {**about.scored, title: about.scored[how.members[0]]} if how.members[0] in about.scored else about.scored
    return replace(
        predictions,
        source=source,
        shelf=Shelf(source),
        by_model={**predictions.by_model, title: named},
        about=replace(about, combined={**about.combined, title: how}, scored=scored),
    )


def _columns(one: Said, named: ModelColumns) -> dict[str, Array]:
    """What was said, under the names of its columns."""
    found = {named.score: one.score, named.predicted: one.predicted}
    if one.proba is not None:
        found |= {name: one.proba[:, i] for i, name in enumerate(named.proba)}
    return {name: column for name, column in found.items() if name is not None and column is not None}


def _weight(predictions: Predictions) -> list[str]:
    return [predictions.roles.weight] if predictions.roles.weight else []


def _below(predictions: Predictions, rows: Columns, own: dict[str, Array], title: str) -> dict[str, Array]:
    """The long table, with the rows of one more model below."""
    model, weight, size = predictions.roles.model or "", _weight(predictions), len(rows)
    table = predictions.shelf.listed([*predictions.names(*predictions.by_model), model, *weight])
    more = dict(rows.values) | own | {model: np.full(size, title, object)}
    if weight and rows.weight is not None:
        more[weight[0]] = rows.weight
    return {
        name: np.concatenate([np.asarray(column), np.asarray(more.get(name, np.full(size, np.nan)), column.dtype)])
        for name, column in table.items()
    }
