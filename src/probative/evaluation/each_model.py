"""What is found about each model, by the kind of its task: numbers, grades, two classes, several."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from probative.curves.calibration_tests import joint_test
from probative.curves.error_picture import ErrorPicture
from probative.curves.outline import Outline
from probative.curves.ticks import shared_ticks
from probative.decisions import Costs
from probative.decisions.cheapest_cut import CheapestCut
from probative.decisions.class_costs import ClassCosts
from probative.decisions.costs import ModelCosts
from probative.evaluation.folds import fold_findings, pooled_pairs
from probative.evaluation.foreseen import foresee
from probative.evaluation.models import (
    Estimator,
    against_the_rest,
    binary_model,
    class_model,
    in_order,
    regression_model,
    total,
)
from probative.evaluation.operating import choose, first_false_positives
from probative.evaluation.settings import Settings
from probative.evaluation.slices import sliced
from probative.evaluation.training_baseline import training_baseline
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Floats
from probative.findings import Decisions, Heterogeneity, ModelFindings, Slice
from probative.guards import Note
from probative.guards.areas import of_crossings
from probative.guards.below_chance import of_class_areas
from probative.guards.classes import of_classes
from probative.guards.costs import of_costs, of_prior, of_trivial_rules
from probative.guards.grades import of_grades, of_samples
from probative.guards.labels_as_scores import of_labels
from probative.guards.likeness import of_log_odds, of_percentages
from probative.guards.regression import of_regression
from probative.guards.scores import FIRST, is_rare, of_no_choice, of_scores
from probative.guards.thresholds import of_chosen_threshold, of_constraints, of_thresholds
from probative.guards.two_valued import beyond_two_values, of_two_valued
from probative.predictions import Predictions
from probative.predictions.cut import Cut
from probative.predictions.making import squared
from probative.sources.far import FarRows


class EachModel:
    """One evaluation under way: what has been found of its models so far."""

    def __init__(self, predictions: Predictions, settings: Settings) -> None:
        self.predictions, self.settings = predictions.cut_at(settings.aim.threshold), settings
        graded = predictions.default_measure() if predictions.task == "graded" else None
        self.estimator = Estimator(
            settings.level, settings.seed, settings.costs, settings.undefined, graded, settings.requested
        )
        self.models: dict[str, ModelFindings] = {}
        self.slices: list[Slice] = []
        self.heterogeneity: list[Heterogeneity] = []
        self.notes: list[Note] = []
        self.ticks: Floats | None = None
        self.pairs: dict[str, ValuePairs] = {}

    def find_each(self) -> None:
        """Find out about all models what their task allows."""
        p = self.predictions
        if p.target.task == "regression":
            self._regressions()
        elif p.target.task == "graded":
            self._graded()
        elif p.binary:
            self._two_classes()
        else:
            self._several_classes()

    def evidence(self, kind: type, model: str) -> Any:
        """Evidence of all rows; by cluster where groups are given."""
        groups = self.predictions.roles.groups
        made = self.predictions.evidence(kind, model, by=[groups] if groups else ())
        return made if groups else made.total()

    def _cut(self, model: str, *kinds: type) -> None:
        """The slices of one model."""
        slices, tests = sliced(self.predictions, model, kinds, self.estimator)
        self.slices += slices
        self.heterogeneity += tests

    def _by_folds(self, name: str, model: ModelFindings) -> ModelFindings:
        """What was found about a model, also fold by fold, beside what a rule of the training targets reaches."""
        p = self.predictions
        # Left out one by one, a rule of the training targets reacts to the row that is missing.
        told = bool(p.fits) and not (p.scheme.single and p.labels)
        if told or self.settings.training_mean is not None:
            model = replace(model, training_baseline=training_baseline(p, name, self.settings.training_mean))
        if p.roles.fold is None:
            return model
        s = self.settings
        return pooled_pairs(p, fold_findings(p, name, model, s.level, s.costs, s.requested))

    def _regressions(self) -> None:
        p = self.predictions
        for name in p.spoke:
            residuals, pairs = (self.evidence(kind, name) for kind in (Residuals, ValuePairs))
            picture, two_valued = self._errors(name)
            found = regression_model(self.estimator, residuals, pairs, picture.to_dict())
            self.pairs[name] = total(pairs)
            self.models[name] = found = self._by_folds(name, found)
            self.notes += of_regression(name, found.measures)
            self.notes += two_valued
            self._cut(name, Residuals)

    def _errors(self, name: str) -> tuple[ErrorPicture, list[Note]]:
        """The picture of one model's errors, and what is to be said of targets that have two values."""
        p, s = self.predictions, self.settings
        truth, predicted = p.roles.truth, p.by_model[name].predicted or ""
        far = p.far_rows(name) if p.far else None
        if isinstance(far, FarRows):
            two, beyond = far.two_values(truth, predicted)
            notes = [beyond_two_values(beyond, far.size, name)] if two else []
            return ErrorPicture.of_far(far, truth, predicted, s.seed, s.level), notes
        rows = p.rows(name).values
        notes = list(of_two_valued(rows[truth], rows[predicted], name))
        return ErrorPicture.of(rows[truth], rows[predicted], s.seed, s.level), notes

    def _graded(self) -> None:
        p = self.predictions
        self.notes += of_samples(p.about.samples)
        for name in p.spoke:
            self.models[name] = found = ModelFindings(self.estimator.all(self.evidence(Moments, name)))
            self.notes += of_grades(name, found.measures)
            self._cut(name, Moments)

    def _several_classes(self) -> None:
        p = self.predictions
        if isinstance(self.settings.costs, ClassCosts):
            # Two costs are where the sliders of each class against the rest begin, and decide nothing.
            self.notes += of_costs(self.settings.costs)
        scores: dict[str, ClassScores | None] = {}
        matrices = {}
        for name in p.spoke:
            scores[name] = made = p.evidence(ClassScores, name).total() if p.by_model[name].proba else None
            if made is not None:
                made.require_probabilities()
            matrices[name] = in_order(self.evidence(ConfusionMatrix, name))
        classes = against_the_rest(self.estimator, matrices, scores)
        for name, matrix in matrices.items():
            whole = class_model(self.estimator, matrix, scores[name], classes[name])
            self.models[name] = found = self._by_folds(name, whole)
            self.notes += of_classes(name, total(matrix), found.measures.get("accuracy"))
            self.notes += of_class_areas(name, found.classes)
            self._cut(name, ConfusionMatrix)

    def _two_classes(self) -> None:
        p = self.predictions
        ladders = {name: self.evidence(Ladder, name) for name in p.spoke if p.by_model[name].score}
        for ladder in ladders.values():
            foresee(total(ladder))
        for name, ladder in ladders.items():
            self.notes += of_labels(name, total(ladder), trained=bool(p.fits), force=self.settings.force)
        decisions = {name: self._decided(name, ladder) for name, ladder in ladders.items()}
        chosen = {name: made.operating for name, made in decisions.items() if made.operating is not None}
        self.predictions = p = p.cut_at(
            {name: Cut(float(at.threshold), "costs" if at.analytic else "chosen") for name, at in chosen.items()}
        )
        cuts = {name: p.threshold(name) for name in ladders}
        if ladders:
            # One slider moves all models: they share its ticks. Thresholds that were chosen are on the hull anyway.
            known = dict.fromkeys(c.value for c in cuts.values() if c.value is not None and c.origin != "chosen")
            self.ticks = shared_ticks([total(ladder) for ladder in ladders.values()], tuple(known))
        percent = {name: list(of_percentages(name, total(ladder))) for name, ladder in ladders.items()}
        self.notes += [note for notes in percent.values() for note in notes]
        self.notes += of_thresholds({name: cut for name, cut in cuts.items() if cut.decides or not percent[name]})
        self.notes += of_log_odds(cuts, self.settings.costs if isinstance(self.settings.costs, Costs) else None)
        self.notes += of_crossings({name: total(ladder) for name, ladder in ladders.items()})
        self.notes += of_costs(self.settings.costs, [name for name, cut in cuts.items() if not cut.decides])
        for name in p.spoke:
            self._binary(name, ladders.get(name), decisions.get(name, Decisions()))

    def _binary(self, name: str, ladder: Ladder | Ledger | None, decisions: Decisions) -> None:
        p, s, cut = self.predictions, self.settings, self.predictions.threshold(name)
        outcomes = self.evidence(Outcomes, name) if cut.decides else None
        if isinstance(s.costs, Costs) and outcomes is not None:
            costs = ModelCosts.of(outcomes, s.costs, s.level)
            decisions = replace(decisions, costs=costs)
            self.notes += of_trivial_rules(name, costs)
            self.notes += of_prior(s.costs.prior, _share(total(outcomes)))
        found = binary_model(
            self.estimator,
            ladder=ladder,
            outcomes=outcomes,
            labels=p.classes,
            threshold=cut.value,
            decisions=decisions,
            ticks=self.ticks,
        )
        found = self._where_cheapest(found, ladder)
        self.models[name] = found = self._by_folds(name, found)
        if ladder is not None:
            self.notes += of_scores(name, total(ladder), found.measures, decisions.roc_n)
        if outcomes is not None:
            notes = of_classes(name, squared(total(outcomes), p.classes), found.measures.get("accuracy"))
            # One class is noted once, with the scores.
            self.notes += [note for note in notes if ladder is None or note.code != "one-class"]
        self._cut(name, *([Outcomes] if outcomes is not None else []), *([Ladder] if ladder is not None else []))

    def _where_cheapest(self, found: ModelFindings, ladder: Ladder | Ledger | None) -> ModelFindings:
        """What was found about a model with its cheapest cut, and whether its probabilities are true."""
        if ladder is None or not found.outline:
            return found
        s, outline = self.settings, Outline.from_dict(found.outline)
        costs = s.costs if isinstance(s.costs, Costs) else Costs()
        best = CheapestCut.of(ladder, outline, costs, s.level)
        calibrated = joint_test(ladder) if total(ladder).are_probabilities else None
        return replace(found, decisions=replace(found.decisions, cheapest=best), calibrated=calibrated)

    def _decided(self, name: str, ladder: Ladder | Ledger) -> Decisions:
        """What was asked for beyond measures: a threshold chosen here, the first false positives."""
        s, whole = self.settings, total(ladder)
        if not all(whole.totals):
            self.notes += of_no_choice(name, s.aim.asked)
            return Decisions()
        first = s.aim.roc_n or (FIRST if is_rare(whole) else None)
        part = None if first is None else first_false_positives(whole, first)
        if not s.aim.chooses:
            return Decisions(roc_n=part)
        costs = s.costs if isinstance(s.costs, Costs) else None
        choice = choose(ladder, s.aim, costs, s.level, s.seed)
        if not choice.analytic:
            self.notes += of_chosen_threshold(name, choice.by, choice.apparent, choice.achieved)
        self.notes += of_constraints(name, choice)
        return Decisions(choice, roc_n=part)


def _share(outcomes: Outcomes) -> float:
    """The sample's share of positives."""
    return float(outcomes.positives / outcomes.n)
