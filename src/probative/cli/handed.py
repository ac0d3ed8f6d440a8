"""What a run hands over: one model, trained on all rows and written to a file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.experiments.made import Made
    from probative.findings import Findings
    from probative.predictions import Predictions
    from probative.procedures.delivery import Delivered


@dataclass(slots=True)
class Handed:
    """The file to write, the model wanted, and what the experiment was about once it is known."""

    path: str | None
    wanted: str | None = None
    average: bool = False
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
        if self.wanted is not None and self.wanted not in made.models:
            raise BadParameter(f"there is no model {self.wanted!r}.", found=", ".join(made.models))
        if self.average:
            made.require_averaging(self.wanted)
        self._kept.append(made)

    def model(self, said: Predictions, findings: Findings) -> Delivered | None:
        """The model wanted, or the best of those trained, on disk; None where none was asked for."""
        if self.path is None:
            return None
        (prepared,) = self._kept
        name = self.wanted or _best(said, findings)
        made = prepared.deliver(said, name, average=self.average)
        leader = findings.leader
        if leader is not None and leader.model == name and self.wanted is None:
            made = replace(made, choice=leader.to_dict())
        made.save(self.path)
        return made


def _best(said: Predictions, findings: Findings) -> str:
    """The trained model with the best value by the measure that models are compared by."""
    from probative.measurement import find

    measure = said.default_measure()
    rivals = [name for name in findings.rivals if name not in said.about.combined]
    values = {name: findings.models[name].led(measure).value for name in rivals}
    sign = -1.0 if find(measure).better == "lower" else 1.0
    return max(values, key=lambda name: sign * values[name] if values[name] == values[name] else float("-inf"))
