"""What a table of predictions answers: thresholds, kinds of evidence, evidence by any keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from probative.errors import BadInput, BadParameter
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Outcomes, Residuals
from probative.evidence.binning import binned
from probative.evidence.labels import Label
from probative.measurement import default_measure, placed
from probative.predictions.cut import Cut
from probative.predictions.far_tally import far_ledger
from probative.predictions.making import against, alike, classes_of, met, question, squared
from probative.predictions.needs import NUMERIC, Kinds, graded_measure, kind_for, possible_kinds
from probative.predictions.prediction_table import PredictionTable
from probative.predictions.standing import Standing
from probative.predictions.tally import ledger_of


@dataclass(frozen=True, repr=False, eq=False)
class Answers(PredictionTable):
    """The rules that everybody who asks about predictions shares."""

    @property
    def binary(self) -> bool:
        """Whether one class is positive, rather than every class evaluated against the rest.

        Labels alone that know no positive class, or whose models predict further ones, are taken class by class.
        """
        target, models = self.target, self.by_model.values()
        if target.task != "classification" or len(target.labels) > 2:
            return False
        if any(columns.score for columns in models):
            return True
        if target.positive is None or target.named or any(columns.proba for columns in models):
            return target.positive is not None
        return self.shelf.once("binary", self._only_two)

    def _only_two(self) -> bool:
        known = {*self.target.labels, self.target.positive}
        matrices = (self._matrix(model, ()).total() for model in self.spoke)
        return all(set(matrix.labels) <= known for matrix in matrices)

    @property
    def classes(self) -> tuple[Label, Label]:
        """The negative and the positive class."""
        return classes_of(self.target)

    def require_scores(self, asked: str) -> None:
        """Refuse what is about the scores of a positive class where no model has any: nothing is ignored silently."""
        if any(columns.score for columns in self.by_model.values()):
            return
        raise BadParameter(f"{asked} is about the scores of a positive class, and there are none.", **self._instead())

    def _instead(self) -> dict[str, str]:
        """What there is in place of scores of a positive class, and what to do about it."""
        if self.target.task != "classification":
            found = "a regression" if self.target.task == "regression" else "rows that are already graded"
            return {"found": found, "remedy": "leave it out"}
        if len(self.target.labels) > 2:
            remedy = "leave it out: the likeliest class is predicted, and every class evaluated against the rest"
            return {"found": f"{len(self.target.labels)} classes", "remedy": remedy}
        if any(columns.proba for columns in self.by_model.values()):
            return {"found": "two classes, neither named as positive", "remedy": "name it with positive= (--positive)"}
        return {"found": "labels only", "remedy": "leave it out, or name columns of scores: scores= (--score)"}

    def threshold(self, model: str) -> Cut:
        """Where the scores of a model are cut: as given or chosen, else its own labels, else 0.5 or 0 by its scores."""
        columns = self.by_model[model]
        if model in self.cuts and columns.score:
            return self.cuts[model]
        if columns.predicted or columns.proba or not columns.score:
            return Cut(None, "labels")
        return self.shelf.once(("cut", model, self.by), lambda: Cut.default(self.evidence(Ladder, model).total()))

    def kinds(self, model: str) -> Kinds:
        """The kinds of evidence that a model's predictions can give."""
        if self.target.task != "classification":
            return NUMERIC[self.target.task]
        return possible_kinds(self.by_model[model], binary=self.binary, decides=self.threshold(model).decides)

    def kind(self, measure: str, *models: str) -> type:
        """The kind of evidence that a measure takes from these models' predictions (by default from all)."""
        return kind_for(measure, {model: self.kinds(model) for model in models or self.spoke}, self.target)

    def default_measure(self) -> str:
        """AUC where all models score a positive class, accuracy for other classes, absolute errors for numbers.

        Rows that are already graded have their mean.
        """
        if self.target.task == "graded":
            return graded_measure(self.target)
        if self.target.task == "regression":
            return next(iter(placed("headline", of=Residuals)))
        scored = all(self.by_model[model].score for model in self.spoke)
        return default_measure(Ladder if scored and self.target.positive is not None else ConfusionMatrix)

    def evidence(self, wanted: str | type, model: str | None = None, *, by: Sequence[str] = ()) -> Ledger:
        """Evidence for a measure, or of one kind, by any of the columns that were named; made once."""
        name, keys = self.named(model), tuple(by)
        kind = self.kind(wanted, name) if isinstance(wanted, str) else wanted
        cut = self.threshold(name) if kind in (Outcomes, ConfusionMatrix) else None
        return self.shelf.once(("evidence", kind, name, keys, self.by, cut), lambda: self._made(kind, name, keys))

    @property
    def standing(self) -> Standing:
        """Where scores place the rows; the ladders are those of the evidence, where it was asked for."""

        def known(model: str) -> Ladder | None:
            made = self.shelf.made(("evidence", Ladder, model, (), self.by, None))
            return None if made is None else made.total()

        return self.shelf.once(("standing", self.by), lambda: Standing(known))

    def folds(self, model: str | None, wanted: str | type) -> Ledger | None:
        """Evidence of every fold, each counting its own tests; None where there are no folds."""
        return self.evidence(wanted, model, by=self.parts) if self.roles.fold else None

    def _made(self, kind: type, model: str, by: Sequence[str]) -> Ledger:
        if kind is Outcomes:
            return self._outcomes(model, by)
        if kind is ConfusionMatrix:
            return self._matrix(model, by)
        return self._told(kind, model, by)

    def _told(self, kind: type, model: str, by: Sequence[str]) -> Ledger:
        """Evidence made straight from the rows."""
        asked = question(kind, self.by_model[model], self.roles.truth, self.target)
        rough = self.bins and kind is Ladder
        if self.far and (made := far_ledger(self.far_rows(model), asked, by, bins=rough)) is not None:
            return made
        made = ledger_of(self.rows(model, [name for name in by if name in self.parts]), asked, by)
        return made.map(binned) if rough else made

    def _matrix(self, model: str, by: Sequence[str]) -> Ledger:
        """Counts by class: of scores that are cut, of labels as they are, or of the likeliest class."""
        if self.threshold(model).value is not None:
            return self._outcomes(model, by).map(lambda outcomes: squared(outcomes, self.classes))
        if self.by_model[model].predicted:
            return alike(self._told(ConfusionMatrix, model, by), self.target.labels)
        likeliest = self.evidence(ClassScores, model, by=by).map(lambda scores: scores.confusion())
        return alike(likeliest.map(lambda matrix: met(matrix, self.target.labels)), self.target.labels)

    def _outcomes(self, model: str, by: Sequence[str]) -> Ledger:
        """Hits and errors against the positive class."""
        cut = self.threshold(model)
        if not cut.decides:
            what = f"a threshold is needed to turn the scores of {model} into labels."
            raise BadInput(what, found=cut.why, remedy="threshold= (--threshold)")
        if cut.value is None:
            return against(self.evidence(ConfusionMatrix, model, by=by), model, self.classes)
        threshold = cut.value
        return self.evidence(Ladder, model, by=by).map(lambda ladder: ladder.at(threshold))
