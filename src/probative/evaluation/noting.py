"""Noting: what guards say once all models are known; what concerns one model's numbers is said beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probative.comparison.asked import Asked
from probative.comparison.counted import only_counted
from probative.comparison.how_made import reactions
from probative.evaluation.reuse import best_by
from probative.evidence.labels import encode
from probative.findings import ModelFindings
from probative.guards import Note
from probative.guards.alone import of_one_table, of_spread, of_value_alone
from probative.guards.below_chance import BELOW_HALF, PERHAPS
from probative.guards.classes import together
from probative.guards.compared import of_zeros
from probative.guards.consistency import of_consistency
from probative.guards.copies import of_copies
from probative.guards.folds import of_folds
from probative.guards.left_out import of_pooled_areas
from probative.guards.mixed_scores import of_mixed_scores
from probative.guards.reuse import of_rivals
from probative.guards.row_use import of_repeated_rows
from probative.guards.sample import of_sample
from probative.guards.splits import of_run
from probative.guards.too_good import of_too_good
from probative.guards.weights import of_weights
from probative.predictions import Predictions

Models = Mapping[str, ModelFindings]


def noted(predictions: Predictions, models: Models, so_far: Sequence[Note], asked: Asked) -> list[Note]:
    """What was noted of single models, and what must be said of all of them, of the rows and of the plan.

    The best of several is so by the measure that is `asked` for, by which they are compared.
    """
    return together(_noted(predictions, models, so_far, asked))


def _noted(predictions: Predictions, models: Models, so_far: Sequence[Note], asked: Asked) -> list[Note]:
    p, notes = predictions, list(so_far)
    rows = {model: p.rows_of(model) for model in p.spoke}
    least = min(rows, key=rows.__getitem__)
    notes += of_sample(rows, max(p.dropped(model) for model in p.spoke), _repeated(p), p.class_sizes(least))
    notes += of_repeated_rows(p)
    notes += of_weights(p)
    notes += of_consistency(p)
    notes += of_copies(p)
    notes += of_zeros({name: model.measures for name, model in models.items()})
    facts = p.about.facts
    for name, model in models.items():
        notes += of_too_good(name, model.measures, rows[name], (*facts.target_columns, *facts.telling_columns))
    if len(models) == 1:
        for name, model in models.items():
            notes += of_value_alone(name, model.measures, model.baseline)
    rivals = {name: model for name, model in models.items() if name != p.about.baseline}
    if len(rivals) > 1:
        best = best_by(asked.name(p), rivals)
        notes += of_rivals(list(rivals), p.about.kinds, best.measure, best.error, same=not only_counted(p))
    if p.roles.fold:
        return _by_fold(p, models, notes)
    # Who gives labels or counts only has no area that could vary.
    notes += [note for model in list(models.values())[:1] for note in of_one_table(model.measures)]
    return notes


def _by_fold(p: Predictions, models: Models, notes: list[Note]) -> list[Note]:
    """What the plan does not allow, and what folds say about each other."""
    for found in models.values():
        notes += of_pooled_areas(p.scheme, found.measures)
    notes += of_mixed_scores({name: model.resampling for name, model in models.items()})
    # The baseline is there to be beaten; that it beats nothing needs no warning.
    baseline = p.about.baseline
    notes = [note for note in notes if note.model is None or note.model != baseline]
    if p.scheme.single:
        # The pooled area of leave-one-out is below a half for a model that knows nothing.
        notes = [note for note in notes if note.code not in (BELOW_HALF.code, PERHAPS.code)]
        notes += reactions(p)
    notes += of_run(p)
    rivals = {name: model.resampling for name, model in models.items() if name != baseline}
    notes += of_folds(rivals, {name: models[name].measures for name in rivals})
    notes += of_spread(rivals)
    return notes


def _repeated(p: Predictions) -> int:
    """Rows that one model predicted several times, where the table names its rows but nobody said so."""
    if p.roles.row is not None or p.roles.model is not None or "row" not in p.source.kinds:
        return 0
    if "row" in (p.roles.truth, *p.roles.scores, *p.roles.predicted, *p.roles.values) or not p.shelf.near:
        return 0
    ids = p.shelf.column("row")
    return len(ids) - len(encode(ids, "row")[0])
