"""A study of predictions that were made under a plan: pooled and fold by fold, with what the plan does not allow."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from probative.comparison import Verdict, compare
from probative.errors import BadParameter
from probative.evaluation.models import Estimator
from probative.evaluation.study import Settings, Study
from probative.findings import Findings
from probative.guards import splits as guards
from probative.guards.note import by_severity
from probative.inference import Estimate
from probative.predictions.predictions import Predictions
from probative.predictions.resampled import SINGLE, resampled, rows_of
from probative.predictions.roles import ModelColumns, Roles
from probative.predictions.target import Target
from probative.sources import Columns

IN_FOLDS = (
    *("accuracy", "balanced_accuracy", "f1", "macro_f1", "mcc", "auc", "brier", "log_loss"),
    *("mse", "rmse", "mae", "r2"),
)
"""Measures that are also shown fold by fold; any other is a call of `resampled` away."""


def saved_predictions(data: Any, named: tuple[Any, ...]) -> Predictions | None:
    """Predictions made by `run`, in memory or saved; None for any other table, or if its columns are named."""
    if isinstance(data, Predictions):
        if any(name is not None for name in named):
            raise BadParameter("predictions made by run know their columns.", remedy="leave the columns' names out")
        return data
    if not isinstance(data, str | os.PathLike) or any(name is not None for name in named):
        return None
    path = Path(data)
    path = path / "predictions.parquet" if path.is_dir() else path
    if path.suffix != ".parquet" or not path.is_file():
        return None
    from probative.sources.parquet import read_about

    about = read_about(path)
    return Predictions.load(path) if about is not None and about.get("kind") == "predictions" else None


class ResampledStudy(Study):
    """An evaluation of what `run` gave."""

    def __init__(self, predictions: Predictions, settings: Settings, title: str | None) -> None:
        self.predictions = predictions
        groups = settings.groups
        if groups is None and predictions.groups is not None and predictions.labels:
            groups = "group"
        self.settings, self.title = replace(settings, groups=groups), title
        self.estimator = Estimator(settings.level, settings.seed, settings.costs)
        task = "classification" if predictions.labels else "regression"
        self.target = Target(task, predictions.labels, predictions.positive)  # type: ignore[arg-type]
        self.roles = Roles("truth", predictions.score_columns, ("predicted",), "model")
        self.named_positive = predictions.positive is not None
        self.dropped = 0
        self.models, self.slices, self.notes, self.rows = {}, [], [], {}
        self.ticks, self.seen = None, {}

    def findings(self) -> Findings:
        """The findings, with every measure also fold by fold."""
        found = super().findings()
        models = {}
        for name, model in found.models.items():
            folds = self._folds(name, model.measures)
            pooled = {m: Estimate.from_dict(f["pooled"]) for m, f in folds.items() if self._kind() == "leave-pair-out"}
            measures = model.measures | {m: e for m, e in pooled.items() if m == "auc"}
            models[name] = replace(model, measures=measures, resampling=folds)
        # The baseline is there to be beaten; that it beats nothing needs no warning.
        known = [note for note in found.notes if not note.message.startswith("baseline: ")]
        judged = {name: model for name, model in models.items() if name != "baseline"}
        notes = [*known, *guards.of_run(self.predictions), *guards.of_folds(judged)]
        notes += [note for model in models.values() for note in guards.of_pooled_auc(self._kind(), model.measures)]
        return replace(found, models=models, notes=tuple(by_severity(notes)), n=self.predictions.n)

    def _compared(self) -> Verdict:
        return compare(self.predictions, level=self.settings.level, random_state=self.settings.seed)

    def _kind(self) -> str:
        return str(self.predictions.about.get("scheme", {}).get("kind", ""))

    def _folds(self, model: str, known: dict[str, Estimate]) -> dict[str, Any]:
        wanted = [name for name in IN_FOLDS if name in known]
        if self._kind() in SINGLE:
            wanted = [name for name in wanted if name == "auc"]
        return {
            name: resampled(self.predictions, name, model=model, level=self.settings.level).to_dict() for name in wanted
        }

    def _by_class(self, read: list[tuple[ModelColumns, Columns]]) -> bool:
        return len(self.target.labels) > 2 or self.target.positive is None

    def _repeated(self) -> int:
        # Rows tested several times share their weight: the intervals know.
        return 0

    def _read(self) -> Iterator[tuple[ModelColumns, Columns]]:
        told = {name: said for name, said in self.predictions.models.items() if len(said.row)}
        wish = self.settings.wish
        for name, said in told.items():
            self.rows[name] = len(set(said.row.tolist()))
            single = said.scored and self.predictions.score_columns == ("score",)
            several = said.scored == "proba" and not single
            cut = single and (wish.chooses or wish.threshold is not None)
            yield (
                ModelColumns(
                    name,
                    "score" if single else None,
                    None if cut else "predicted",
                    self.predictions.score_columns if several else (),
                    self.predictions.labels if several else (),
                ),
                rows_of(self.predictions, said),
            )

    def _about(self) -> dict[str, Any]:
        known = dict(self.predictions.about)
        fits = self.predictions.fits
        return super()._about() | {
            "title": self.title or "Model evaluation under resampling",
            "plan": known.get("plan"),
            "description": known.get("description"),
            "plan_seed": known.get("seed"),
            "data": known.get("data"),
            "software": known.get("software"),
            "scheme": known.get("scheme"),
            "guesses": known.get("guesses", []),
            "fit_seconds": {m: sum(fit.fit_seconds for fit in fits if fit.model == m) for m in self.predictions.models},
            "chosen": {
                m: [_spoken(fit.chosen) for fit in fits if fit.model == m and fit.chosen is not None]
                for m in self.predictions.models
                if any(fit.model == m and fit.chosen for fit in fits)
            },
            "permutation": known.get("permutation", {}),
            "failed": [fit.to_dict() for fit in fits if fit.error is not None],
        }


def _spoken(chosen: dict[str, Any]) -> dict[str, Any]:
    """Chosen parameters under the names that users know: the preprocessing calls its last step the learner."""
    return {name.removeprefix("learner__"): value for name, value in chosen.items()}
