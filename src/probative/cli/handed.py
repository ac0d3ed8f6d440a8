"""What a run hands over: one model, trained on all rows and written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.experiments.made import Made
    from probative.findings import Findings
    from probative.predictions import Predictions
    from probative.procedures.delivery import Delivered
    from probative.running.criterion import Criterion


@dataclass(slots=True)
class Handed:
    """The file to write, the model wanted, what decides, and what the experiment was about once it is known."""

    path: str | None
    wanted: str | None = None
    average: bool = False
    criterion: str | None = None
    combine: Sequence[str] = ()
    _kept: list[Made] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path is None:
            if self.wanted is not None or self.average:
                raise BadParameter("--deliver-model and --average go with --deliver.", remedy="--deliver model.skops")
            return
        from probative.procedures.model_files import require_format

        require_format(Path(self.path))

    def prepared(self, made: Made) -> None:
        """Remember what the experiment made of the table; what it cannot deliver is refused before the training."""
        if self.path is None:
            return
        if self.wanted is not None and self.wanted not in made.models:
            self._require_trained(self.wanted, made)
        if self.average:
            made.require_averaging(self.wanted)
        if self.criterion is not None:
            self._named(made)
        self._kept.append(made)

    def _require_trained(self, wanted: str, made: Made) -> None:
        """Refuse a model that is not trained: a combination is none, and others are not there."""
        from probative.experiments.catalog import BASELINE
        from probative.predictions.combining import combination_title

        members = [name for name in made.models if name != BASELINE]
        if wanted in [combination_title(how, members) for how in self.combine]:
            raise BadParameter(
                f"{wanted!r} combines what models said; it is not trained, and not delivered as one file.",
                found=f"--deliver-model {wanted!r}",
                remedy=f"--deliver-model with each of {', '.join(members)}, and combine what they say",
            )
        raise BadParameter(f"there is no model {wanted!r}.", found=", ".join(made.models))

    def over(self, said: Predictions, findings: Findings) -> list[str]:
        """What is said of the model once it is on disk; nothing where none was asked for."""
        made = self.model(said, findings)
        where_to = f"written to {self.path}; what is known about it, to {self.path}.json"
        return [] if made is None else [*str(made).splitlines(), where_to]

    def model(self, said: Predictions, findings: Findings) -> Delivered | None:
        """The model wanted, or the best of those trained, on disk; None where none was asked for."""
        if self.path is None:
            return None
        (prepared,) = self._kept
        how, leader = self._decides(said, findings), findings.leader
        trained = [name for name in findings.rivals if name not in said.about.combined]
        if leader is not None and (self.criterion is not None or leader.model not in trained):
            leader = None
        best = _best(said, trained, how) if leader is None else leader.model
        wanted = self.wanted or best
        made = prepared.deliver(said, wanted, measure=how, average=self.average, level=findings.level)
        if self.wanted is None and len(trained) > 1:
            optimistic = (
                f"{made.caution}; it was chosen as the best of {len(trained)} by {how.title}, which flatters it"
            )
            made = replace(made, choice=None if leader is None else leader.to_dict(), caution=optimistic)
        made.save(self.path)
        return made

    def _decides(self, said: Predictions, findings: Findings) -> Criterion:
        """What was named; else what the findings compare models by, with the costs that were declared."""
        from probative.decisions.costs import COST
        from probative.running.criterion import Criterion

        if self.criterion is not None:
            return self._named(self._kept[0])
        found, verdict = findings.leader, findings.about.verdict
        measure = found.measure if found is not None else said.default_measure() if verdict is None else verdict.measure
        priced = said.about.declared is not None and measure == COST
        return Criterion.of(said.about.declared if priced else measure, None, said.task == "classification")

    def _named(self, made: Made) -> Criterion:
        """The criterion that was named; where costs are declared, they are what "cost" means."""
        from probative.experiments.experiment import priced
        from probative.running.criterion import Criterion

        return Criterion.of(priced(self.criterion, made.costs), None, made.problem.classifies)


def _best(said: Predictions, trained: Sequence[str], how: Criterion) -> str:
    """The trained model that is best by what decides; the first of equals."""
    from probative.procedures.criterion_risk import criterion_risk

    sign = -1.0 if how.better == "lower" else 1.0
    values = {name: sign * criterion_risk(said, how, name).led.value for name in trained} if len(trained) > 1 else {}
    return max(trained, key=lambda name: float("-inf") if isnan(values.get(name, 0.0)) else values.get(name, 0.0))
