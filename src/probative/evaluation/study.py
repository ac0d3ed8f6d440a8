"""A study: predictions and questions to all that is found, about each model and about all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from probative._version import __version__
from probative.comparison import Verdict
from probative.comparison.asked import Asked, with_parameters
from probative.comparison.comparing import by_fold, judged
from probative.comparison.counted import only_counted
from probative.comparison.judging import Wish
from probative.decisions import Costs
from probative.decisions.class_costs import ClassCosts
from probative.decisions.costs import COST
from probative.errors import BadParameter, ProbativeError
from probative.evaluation.combined import of_combinations
from probative.evaluation.each_model import EachModel
from probative.evaluation.folds import with_run
from probative.evaluation.leading import leader_of, leader_of_run
from probative.evaluation.noting import noted
from probative.evaluation.paired_gaps import paired_gaps
from probative.evaluation.settings import Settings
from probative.evaluation.shared_calls import calls_together
from probative.evaluation.slice_leads import slice_leads
from probative.evaluation.tolerances import tolerated
from probative.evidence.labels import plain
from probative.findings import Context, Findings, Leader
from probative.guards import by_severity
from probative.guards.compared import not_compared
from probative.guards.labels_as_scores import AS_SCORES
from probative.guards.weights import of_lost_pairs
from probative.inference import Estimate, estimate
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.same_rows import same_tests
from probative.records import bracketed

MOST_COMPARED = 4_000_000
"""Predictions (rows times models) up to which models are compared without being asked to."""


class Study(EachModel):
    """One evaluation under way: each model by itself, then all of them beside each other."""

    def __init__(self, predictions: Predictions, settings: Settings, title: str | None) -> None:
        super().__init__(predictions, settings)
        self.title = title

    def findings(self) -> Findings:
        """Find out all that was asked."""
        p, s = self.predictions, self.settings
        self.find_each()
        rows = {model: p.rows_of(model) for model in p.spoke}
        self.notes = noted(p, self.models, self.notes, self._asked())
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
        small = not p.far and max(rows.values()) * len(rivals) <= MOST_COMPARED
        try:
            if by_fold(p):
                return leader_of_run(measure, found, same_tests(p, rivals), s.level, s.seed, given) if small else None
            held = p.paired(*rivals) if small else None
        except ProbativeError:
            held = None

        def again(model: str, level: float) -> Estimate:
            evidence = self.evidence(p.kind(measure, model), model)
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
