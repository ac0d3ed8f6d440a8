"""A study: predictions and questions to all that is found about every model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from probative._version import __version__
from probative.comparison import Verdict
from probative.comparison.asked import Asked, with_parameters
from probative.comparison.comparing import by_fold, judged
from probative.comparison.counted import only_counted
from probative.comparison.judging import Wish
from probative.curves.calibration_tests import joint_test
from probative.curves.error_picture import ErrorPicture
from probative.curves.outline import Outline
from probative.curves.ticks import shared_ticks
from probative.decisions import Costs
from probative.decisions.cheapest_cut import CheapestCut
from probative.decisions.class_costs import ClassCosts, DeclaredCosts
from probative.decisions.costs import COST, ModelCosts
from probative.errors import BadParameter, ProbativeError
from probative.evaluation.combined import of_combinations
from probative.evaluation.folds import fold_findings, pooled_pairs, with_run
from probative.evaluation.foreseen import foresee
from probative.evaluation.leading import leader_of, leader_of_run
from probative.evaluation.models import Estimator, binary_model, class_model, regression_model, total
from probative.evaluation.noting import noted
from probative.evaluation.operating import Aim, choose, first_false_positives
from probative.evaluation.paired_gaps import paired_gaps
from probative.evaluation.shared_calls import calls_together
from probative.evaluation.slice_leads import slice_leads
from probative.evaluation.slices import sliced
from probative.evaluation.tolerances import tolerated
from probative.evaluation.training_baseline import training_baseline
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Floats
from probative.evidence.labels import plain
from probative.findings import Context, Decisions, Findings, Heterogeneity, Leader, ModelFindings, Slice
from probative.guards import Note, by_severity
from probative.guards.areas import of_crossings
from probative.guards.below_chance import of_class_areas
from probative.guards.classes import of_classes
from probative.guards.compared import not_compared
from probative.guards.costs import of_costs, of_prior, of_trivial_rules
from probative.guards.grades import of_grades, of_samples
from probative.guards.labels_as_scores import AS_SCORES, of_labels
from probative.guards.likeness import of_log_odds, of_percentages
from probative.guards.regression import of_regression
from probative.guards.scores import FIRST, is_rare, of_scores
from probative.guards.thresholds import of_chosen_threshold, of_constraints, of_thresholds
from probative.guards.two_valued import of_two_valued
from probative.guards.weights import of_lost_pairs
from probative.inference import Estimate, estimate
from probative.measurement import find
from probative.measurement.registry import Parameters
from probative.predictions import Predictions
from probative.predictions.cut import Cut
from probative.predictions.making import squared
from probative.predictions.same_rows import same_tests
from probative.records import bracketed

MOST_COMPARED = 4_000_000
"""Predictions (rows times models) up to which models are compared without being asked to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user asked for, apart from the data."""

    level: float
    aim: Aim
    costs: DeclaredCosts | None
    seed: int
    measure: str | None = None
    """What models are compared by; None leaves it to what is known of them."""
    undefined: str = "propagate"
    """Whether values that do not exist stay undefined, or count as 0 ("zero")."""
    training_mean: float | None = None
    force: bool = False
    """Whether to go on where a guard refuses."""
    requested: Mapping[str, Parameters] = field(default_factory=dict)
    """Measures that were named, with their parameters: shown even if they are shown on request only."""


class Study:
    """One evaluation under way: what has been found so far."""

    def __init__(self, predictions: Predictions, settings: Settings, title: str | None) -> None:
        self.predictions, self.settings, self.title = predictions.cut_at(settings.aim.threshold), settings, title
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

    def findings(self) -> Findings:
        """Find out all that was asked."""
        p, s = self.predictions, self.settings
        if p.target.task == "regression":
            self._regressions()
        elif p.target.task == "graded":
            self._graded()
        elif p.binary:
            self._two_classes()
        else:
            self._several_classes()
        rows = {model: p.rows_of(model) for model in p.spoke}
        self.notes = noted(p, self.models, self.notes)
        verdict = self._verdict(rows)
        contests = () if verdict is None else verdict.contests
        self.notes += of_combinations(p.about.combined, self.models, contests, p.default_measure())
        positive = p.target.positive if len(p.target.labels) <= 2 else None
        made = Findings(
            p.target.task,
            p.n if p.roles.fold else max(rows.values()),
            s.level,
            self.models,
            None if positive is None else plain(positive),
            s.seed,
            tuple(self.slices),
            contests,
            tuple(by_severity(self.notes)),
            replace(self._about(), verdict=verdict),
            heterogeneity=tuple(self.heterogeneity),
            leader=self._leader(rows),
        )
        small = max(rows.values()) * len(rows) <= MOST_COMPARED
        made = replace(made, tolerances=tolerated(p, self.pairs, made))
        if not small:
            return made
        leads, tests = slice_leads(p, made)
        made = replace(made, slice_leads=leads, lead_tests=tests, paired_gaps=paired_gaps(p, made))
        return replace(made, shared_calls=calls_together(p, made))

    def _leader(self, rows: Mapping[str, int]) -> Leader | None:
        """The best of several models by the measure that they are compared by, corrected for the choice."""
        p, s = self.predictions, self.settings
        rivals = [name for name in self.models if name != p.about.baseline]
        if len(rivals) < 2:
            return None
        asked = self._asked()
        measure, given = asked.name(p), dict(asked.parameters)
        found = {name: self.models[name].led(measure) for name in rivals if measure in self.models[name].measures}
        small = max(rows.values()) * len(rivals) <= MOST_COMPARED
        try:
            if by_fold(p):
                return leader_of_run(measure, found, same_tests(p, rivals), s.level, s.seed, given) if small else None
            held = p.paired(*rivals) if small else None
        except ProbativeError:
            held = None

        def again(model: str, level: float) -> Estimate:
            evidence = self._evidence(p.kind(measure, model), model)
            return estimate(measure, evidence, level=level, random_state=s.seed, **given)

        return leader_of(measure, found, held, again, given)

    def _asked(self) -> Asked:
        """What models are compared by: their cost where errors do not cost the same, else the usual measure."""
        p, costs, named = self.predictions, self.settings.costs, self.settings.measure
        if named is not None:
            return Asked.of(named, costs if find(bracketed(named, "f_beta(beta=2)")[0]).name == COST else None)
        two = p.target.task != "regression" and p.binary and all(p.threshold(name).decides for name in p.spoke)
        decided = costs is not None and costs.unequal and (two or isinstance(costs, ClassCosts))
        return Asked.of(None, costs) if decided else Asked()

    def _verdict(self, rows: Mapping[str, int]) -> Verdict | None:
        """Every pair of models by the valid test; what cannot be compared is noted, not hidden."""
        if len(rows) < 2:
            return None
        s, said = self.settings, max(rows.values()) * len(rows)
        try:
            if said > MOST_COMPARED and not only_counted(self.predictions):
                raise BadParameter(f"{said:,} predictions are more than are compared unasked; call compare.")
            if only_counted(self.predictions):
                self.notes.append(of_lost_pairs())
            return judged(self.predictions, self._asked(), Wish(level=s.level, seed=s.seed))
        except ProbativeError as error:
            self.notes.append(not_compared(error.what, error.remedy))
            return None

    def _about(self) -> Context:
        p, r, s = self.predictions, self.predictions.roles, self.settings
        made = Context(
            title=self.title or ("Model evaluation under resampling" if r.fold else "Model evaluation"),
            version=__version__,
            columns=r,
            guesses=(*p.guesses, *self._bins()),
            fingerprints={name: str(p.fingerprint(name)) for name in p.spoke} if not p.fits else {},
            weight=r.weight,
            groups=r.groups,
            by=tuple(p.by),
            missing=p.missing,
            dropped=max(p.dropped(model) for model in p.spoke),
            costs=s.costs if isinstance(s.costs, Costs) else None,
            class_costs=s.costs if isinstance(s.costs, ClassCosts) else None,
            asked={name: told for name in s.requested if (told := with_parameters(name, s.requested[name]))} or None,
            forced=(AS_SCORES.code,) if any(note.code == AS_SCORES.code for note in self.notes) else (),
        )
        return with_run(made, p) if r.fold else made

    def _bins(self) -> tuple[str, ...]:
        """What must be said where scores were put into bins."""
        if not self.predictions.bins:
            return ()
        areas = [model.measures["auc"] for model in self.models.values() if "auc" in model.measures]
        bound = max((area.error or 0.0 for area in areas), default=0.0)
        # Rounded up: a bound must hold as it is printed.
        words = f"AUC within {bound + 5e-7:.6f}" if bound else "no two scores share one"
        return (f"scores are counted in bins (--bins): {words}, other measures are of the middles of bins",)

    def _evidence(self, kind: type, model: str) -> Any:
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
            residuals, pairs = (self._evidence(kind, name) for kind in (Residuals, ValuePairs))
            rows = p.rows(name).values
            actual, predicted = rows[p.roles.truth], rows[p.by_model[name].predicted or ""]
            picture = ErrorPicture.of(actual, predicted, self.settings.seed, self.settings.level)
            found = regression_model(self.estimator, residuals, pairs, picture.to_dict())
            self.pairs[name] = total(pairs)
            self.models[name] = found = self._by_folds(name, found)
            self.notes += of_regression(name, found.measures)
            self.notes += of_two_valued(actual, predicted, name)
            self._cut(name, Residuals)

    def _graded(self) -> None:
        p = self.predictions
        self.notes += of_samples(p.about.samples)
        for name in p.spoke:
            self.models[name] = found = ModelFindings(self.estimator.all(self._evidence(Moments, name)))
            self.notes += of_grades(name, found.measures)
            self._cut(name, Moments)

    def _several_classes(self) -> None:
        p = self.predictions
        if isinstance(self.settings.costs, ClassCosts):
            # Two costs are where the sliders of each class against the rest begin, and decide nothing.
            self.notes += of_costs(self.settings.costs)
        for name in p.spoke:
            scores: ClassScores | None = None
            if p.by_model[name].proba:
                scores = p.evidence(ClassScores, name).total()
                scores.require_probabilities()
            matrix = self._evidence(ConfusionMatrix, name)
            self.models[name] = found = self._by_folds(name, class_model(self.estimator, matrix, scores))
            self.notes += of_classes(name, total(matrix), found.measures.get("accuracy"))
            self.notes += of_class_areas(name, found.classes)
            self._cut(name, ConfusionMatrix)

    def _two_classes(self) -> None:
        p = self.predictions
        ladders = {name: self._evidence(Ladder, name) for name in p.spoke if p.by_model[name].score}
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
        outcomes = self._evidence(Outcomes, name) if cut.decides else None
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
