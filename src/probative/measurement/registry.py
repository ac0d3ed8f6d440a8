"""The registry: what a measure is, and how it is found by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy.typing as npt

from probative.errors import BadParameter, UnknownMeasure, WrongEvidence, nearest
from probative.evidence import Agreement, ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Floats, Number
from probative.evidence.kinds import Measurable
from probative.evidence.steps import Step

Better = Literal["higher", "lower", "neither"]
Scale = Literal["identity", "logit", "log", "fisher", "log-complement"]
"""The scale on which an estimate is nearly normal; symmetric intervals are built there."""
Place = Literal["default", "headline", "summary", "operating", "thresholds", "slices", "folds", "classes"]
"""Where a measure is used unasked: to decide by where none is named, as the one number that stands for a model, among
the ten or so that a screen shows first, beside sliders, in the table of thresholds, by slice, by fold and by class."""
Pull = Literal["size", "square", "bounded"]
"""How far one row with a large error moves a value: by its size, by its square, or no farther than to a bound."""
Parameter = npt.ArrayLike | None
"""What a measure can be told besides its evidence: a number, a word, a table of costs."""
Parameters = Mapping[str, Parameter]
Trials = tuple[Number, Number]
"""Successes and trials: a part of a whole."""
Slopes = Iterator[tuple[Step, Floats, Floats]]
"""Chunk by chunk, the change of a value per unit of positives and of negatives on each rung."""
RowLoss = Callable[..., Floats]
"""What each row adds, from the truths and what was said of them: labels, scores, probabilities by class or numbers."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A named function of one kind of evidence, with everything that docs, tests and reports need to know.

    `trials` (a proportion: successes and trials), `losses` (a mean: the moments behind it), `gradient` (per unit of
    each cell of the evidence), `slopes` (the same for a ladder, chunk by chunk) and `spread` (variance and BCa's
    acceleration) tell inference how the value varies. `row_loss` says what each row adds to a mean over all rows.
    """

    name: str
    needs: type
    function: Callable[..., Number]
    doc: str
    formula: str
    better: Better
    low: float
    high: float
    aka: tuple[str, ...] = ()
    scale: Scale = "identity"
    parameters: Parameters = field(default_factory=dict)
    trials: Callable[..., Trials] | None = None
    losses: Callable[..., Moments] | None = None
    gradient: Callable[..., Floats] | None = None
    slopes: Callable[..., Slopes] | None = None
    foretold: Callable[..., Slopes] | None = None
    """Slopes of both outcomes on each rung, also of the one that did not happen: what probabilities say might have."""
    spread: Callable[..., tuple[float, float]] | None = None
    gaps: Callable[..., int] | None = None
    """Of a sum of absolute values, how many they are; None: as many as its bins."""
    as_share: Callable[..., tuple[float, float, float]] | None = None
    """Shift and unit with which the value is shift + unit times a share of rows, and the rows that share is of."""
    bias: Callable[..., float] | None = None
    """How far the value lies too high on average over samples, where it does not vanish beside the standard error."""
    bound: Callable[..., float] | None = None
    """How far the value may be off where scores were put into bins; None where nothing is known of that."""
    reason: Callable[..., str] | None = None
    method: str | None = None
    """The interval method to prefer; None leaves it to the kind of measure."""
    caution: str = ""
    readings: tuple[str, ...] = ()
    """How marked values are to be read."""
    title: str = ""
    """The name as people write it."""

    def __repr__(self) -> str:
        return f"<measure {self.name}: {self.doc.partition(chr(10))[0]}>"

    places: frozenset[Place] = frozenset()
    on_request: bool = False
    """Whether an evaluation leaves it out: it means little before its parameters are chosen, or for most targets."""
    probabilities: bool = False
    """Whether scores must be probabilities; others are refused."""
    smooth: bool = False
    """Whether rows count by sums of smooth functions of the score, so that a condensed ladder has the same value."""
    order_only: bool = False
    """Whether only the order of the scores counts, whatever their scale."""
    one_model: bool = False
    """Whether it compares the scores of different rows, which must then be one model's."""
    prevalence_free: bool = False
    """Whether the share of positives does not change it, as long as recall and specificity stay."""
    walks: bool = False
    """Of scores of several classes: whether rows are enough one after another, none looked at beside others."""
    skill: str = ""
    """Of an error, the measure whose interval knows how it varies together with that of the best constant."""
    pull: Pull = "size"
    row_loss: RowLoss | None = None
    row_moves: Callable[..., Floats] | None = None
    """How far each of some rows moves a value of numbers that is no mean, to first order: from the residuals of all
    rows, and the truths and predictions of those."""

    def __call__(self, evidence: Measurable, **parameters: Parameter) -> Number:
        """The value: a number, or an array where the evidence is made of arrays."""
        return self.function(evidence, **self.checked(parameters))

    def checked(self, parameters: Parameters) -> Parameters:
        """The parameters, if all are known."""
        unknown = [name for name in parameters if name not in self.parameters]
        if unknown:
            raise BadParameter(
                f"{self.name} has no parameter {unknown[0]!r}.",
                found=", ".join(self.parameters) or "no parameters",
                remedy=f"'probative measures {self.name}' explains it",
            )
        return parameters

    def called(self, parameters: Parameters) -> str:
        """The name with the parameters that a value depends on, as people write it: given ones, and default numbers.

        >>> find("f_beta").called({"beta": 2}), find("auc50").called({}), find("log_loss").called({})
        ('f_beta(beta=2)', 'auc_n(n=50)', 'log_loss')
        """
        numbers = {name: value for name, value in self.parameters.items() if type(value) in (int, float)}
        shown = {**(numbers if self.on_request else {}), **parameters}
        words = [
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value!r}"
            for name, value in shown.items()
            if value is not None
        ]
        return f"{self.name}({', '.join(words)})" if words else self.name

    def within(self, low: float, high: float) -> tuple[float, float]:
        """Limits cut to the range of the measure; a limit that is not known stays unknown."""
        first, second = (min(max(end, self.low), self.high) for end in (low, high))
        return first, second

    def why(self, evidence: Measurable, **parameters: Parameter) -> str:
        """The reason why the value does not exist for this evidence."""
        text = self.reason(evidence, **parameters) if self.reason else ""
        return text or "not defined for this evidence"


_KINDS = get_args(Measurable)
_TELLING = [Ladder, ClassScores, Outcomes, ConfusionMatrix, Residuals, ValuePairs, Moments, Agreement]
_DECLARED: list[Measure] = []
_BY_NAME: dict[str, list[Measure]] = {}
_ALIASES: dict[str, str] = {}


def register(measure: Measure) -> Measure:
    """Add a measure; a name may exist once per kind of evidence."""
    _DECLARED.append(measure)
    group = _BY_NAME.setdefault(measure.name, [])
    group.append(measure)
    group.sort(key=lambda measure: _KINDS.index(measure.needs))
    for alias in (measure.name, *measure.aka):
        owner = _ALIASES.setdefault(_key(alias), measure.name)
        assert owner == measure.name, f"{alias} already names {owner}"
    return measure


def measures() -> list[Measure]:
    """All measures, by kind of evidence.

    >>> import probative as pv
    >>> [m.formula for m in pv.measures() if m.name == "recall"]
    ['TP / (TP + FN)']
    """
    return sorted(_DECLARED, key=lambda measure: _KINDS.index(measure.needs))


def for_evidence(kind: type) -> Iterator[Measure]:
    """The measures of one kind of evidence."""
    return (measure for measure in measures() if issubclass(kind, measure.needs))


def placed(place: Place, *, of: type | None = None) -> tuple[str, ...]:
    """The names of the measures that have a place, of any or one kind of evidence.

    >>> placed("folds", of=Residuals)
    ('mse', 'rmse', 'mae', 'r2')
    """
    known = measures() if of is None else for_evidence(of)
    return tuple(dict.fromkeys(measure.name for measure in known if place in measure.places))


def default_measure(*kinds: type) -> str:
    """The measure to decide by where none is named: that of the first of these kinds of evidence which has one.

    >>> default_measure(Ladder, Outcomes), default_measure(ConfusionMatrix), default_measure(Residuals)
    ('auc', 'accuracy', 'mse')
    """
    return next(name for kind in kinds for name in placed("default", of=kind))


def leading(place: Place, known: Iterable[str]) -> str | None:
    """The first of the known measures at a place where one is enough; scores tell more than labels.

    >>> leading("headline", ["accuracy", "auc", "recall"]), leading("headline", ["recall"])
    ('auc', None)
    """
    there = set(known)
    return next((name for kind in _TELLING for name in placed(place, of=kind) if name in there), None)


def find(name: str, evidence: Measurable | None = None) -> Measure:
    """The measure of that name (or alias) for that evidence.

    >>> find("tpr").name
    'recall'
    """
    canonical = _ALIASES.get(_key(name))
    if canonical is None:
        near = difflib.get_close_matches(_key(name), _ALIASES, n=3)
        guess = nearest(_ALIASES[near[0]] if near else name, _ALIASES.values())
        raise UnknownMeasure(
            f"there is no measure {name!r}.",
            found=f"similar names: {', '.join(dict.fromkeys(_ALIASES[n] for n in near))}" if near else None,
            remedy=f"{guess or ''} 'probative measures' lists them all".strip(),
        )
    group = _BY_NAME[canonical]
    if evidence is None:
        return group[0]
    for measure in group:
        if isinstance(evidence, measure.needs):
            return measure
    needed = " or ".join(measure.needs.__name__ for measure in group)
    raise WrongEvidence(
        f"{canonical} is computed from {needed}.",
        found=type(evidence).__name__,
        remedy=_WAYS.get((type(evidence).__name__, group[0].needs.__name__), "tally that evidence from the rows"),
    )


_WAYS = {
    ("ConfusionMatrix", "Outcomes"): "matrix.outcomes(label), or an average such as macro_recall",
    ("Ladder", "Outcomes"): "ladder.at(threshold)",
    ("Ladder", "ConfusionMatrix"): "ladder.at(threshold)",
    ("ClassScores", "ConfusionMatrix"): "scores.confusion()",
    ("ClassScores", "Outcomes"): "scores.confusion().outcomes(label)",
    ("ClassScores", "Ladder"): "scores.ladder(label)",
}


def _key(name: str) -> str:
    """Names are compared without case, spaces, hyphens and a leading neg_ (we never flip signs)."""
    if not isinstance(name, str):
        raise UnknownMeasure("a measure has a name.", found=repr(name)[:80], remedy="auc, accuracy, mse")
    return name.strip().lower().replace("-", "_").replace(" ", "_").removeprefix("neg_")
