"""Grids: the cases that are judged under a name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from probative.errors import BadParameter
from probative.evidence import (
    Agreement,
    ClassScores,
    ConfusionMatrix,
    Ladder,
    Moments,
    Outcomes,
    Residuals,
    ValuePairs,
)
from probative.measurement import placed
from probative.validation.cases.bands import Bands
from probative.validation.cases.calibrated import Calibrated
from probative.validation.cases.case import Case
from probative.validation.cases.compared import Compared
from probative.validation.cases.equivalent import Equivalent
from probative.validation.cases.gated import Gated
from probative.validation.cases.measured import Measured
from probative.validation.cases.post_hoc import PostHocTests
from probative.validation.cases.thresholds import Thresholds
from probative.validation.on_request.by_hand import ByHand
from probative.validation.on_request.own_interval import OwnInterval
from probative.validation.on_request.parameterised import Parameterised
from probative.validation.worlds.agreeing import Agreeing
from probative.validation.worlds.amounts import Amounts
from probative.validation.worlds.binormal import Binormal
from probative.validation.worlds.clustered import Clustered
from probative.validation.worlds.graded import Graded
from probative.validation.worlds.independent import Independent
from probative.validation.worlds.learners import TwoLearners
from probative.validation.worlds.levels import Levels
from probative.validation.worlds.paired_classes import PairedClasses
from probative.validation.worlds.paired_losses import PairedLosses
from probative.validation.worlds.paired_scores import PairedScores
from probative.validation.worlds.profiles import Profiles
from probative.validation.worlds.regressed import LAWS, Regressed, regression_kinds
from probative.validation.worlds.results import Measurements, Of, Shape
from probative.validation.worlds.weighted import Weighted

SKEWED, BALANCED = (0.7, 0.2, 0.07, 0.03), (0.25,) * 4
RESAMPLED = ("paired-bootstrap", "paired-permutation")
"""Tests that take tenths of a second, or seconds, where rows must be measured anew for every resample."""
EFFORT: dict[Of, float] = {"datasets": 0.5, "paired": 0.25, "independent": 0.1}
"""The share of the samples that is drawn of four models: studentised ranges take long."""
ALL_PAIRS: dict[Of, float] = {"datasets": 0.35, "independent": 0.35}
"""The same of tests of all pairs."""
REPLICATES = {"quick": 600, "full": 2000}
"""By grid, the samples that are drawn of every world; 2,000 leave a standard error of 0.5 % in a coverage of 95 %."""


def grid_named(name: str) -> list[Case]:
    """The cases of a grid.

    >>> len(grid_named("full")) > 4 * len(grid_named("quick")) > 40
    True
    """
    if name not in REPLICATES:
        raise BadParameter(f"there is no grid {name!r}.", found=", ".join(REPLICATES), remedy="quick")
    return list(_quick() if name == "quick" else _full())


def _quick() -> Iterator[Case]:
    """A corner of everything."""
    for n, prevalence, auc in ((50, 0.3, 0.8), (200, 0.05, 0.95), (1000, 0.3, 0.8)):
        yield from _scored(n, prevalence, auc)
    yield Measured(Levels(200, Binormal(0.3, 0.8)), Ladder)
    for tilt in (0.0, 0.7):
        yield Measured(Weighted(200, Binormal(0.3, 0.8), tilt), Outcomes, 0.5)
    yield Measured(Clustered(20, Binormal(0.3, 0.8)), Outcomes, 0.5)
    yield Measured(Clustered(20, Binormal(0.3, 0.8)), Ladder, 0.5)
    yield from _classes(200, SKEWED, 2.0)
    yield from (Measured(Regressed(50, law), kind) for law in ("normal", "t3") for kind in regression_kinds())
    yield from (Measured(Amounts(50), kind) for kind in (Residuals, ValuePairs))
    yield Measured(Graded(50), Moments)
    yield Measured(Agreeing(200), Agreement)
    yield Compared(PairedScores(200, "accuracy"), 0.25)
    yield Compared(PairedScores(200, "auc"), 0.5, slow=RESAMPLED)
    yield Compared(PairedScores(200, "accuracy", models=4), 0.2, slow=RESAMPLED)
    yield Compared(PairedScores(0, "accuracy", groups=20), 0.5)
    yield Compared(PairedLosses(50), slow=RESAMPLED)
    yield Compared(PairedLosses(50, ordered=True), 0.5, slow=RESAMPLED)
    yield Compared(TwoLearners())
    yield Compared(TwoLearners(folds=2, repeats=5))
    for of, effort in EFFORT.items():
        yield Compared(Measurements(15, of))
        yield Compared(Measurements(15, of, 4), effort / 3)
    yield PostHocTests(Measurements(15, "datasets", 4), ALL_PAIRS["datasets"])
    yield PostHocTests(Measurements(15, "independent", 4), ALL_PAIRS["independent"])
    yield Equivalent(Measurements(15, "paired", moved=0.9))
    yield Gated(PairedScores(200, "accuracy"))
    yield Gated(PairedScores(200, "auc", better=0.85))
    yield Thresholds(Independent(200, Binormal(0.3, 0.8)), 0.1)
    yield Bands(Independent(100, Binormal(0.3, 0.8)), 0.25)
    yield Calibrated(Independent(200, Binormal(0.3, 0.8)))
    yield OwnInterval(Independent(200, Binormal(0.3, 0.8)), 0.25)
    yield Parameterised(Independent(200, Binormal(0.3, 0.8)), Outcomes)
    yield Parameterised(Independent(200, Binormal(0.3, 0.8)), Ladder, 0.05)
    yield from (Parameterised(Profiles(200, SKEWED), kind, 0.5) for kind in (ConfusionMatrix, ClassScores))
    yield Parameterised(Amounts(50), ValuePairs)
    yield Parameterised(Regressed(50), Residuals)
    yield ByHand(50, 0.5)


def _full() -> Iterator[Case]:
    """Few and many rows, rare and common positives, weak and strong models; everything that makes it harder."""
    for n, prevalence, auc in product((20, 50, 200, 1000), (0.01, 0.05, 0.3, 0.5), (0.6, 0.8, 0.95, 0.995)):
        yield from _scored(n, prevalence, auc)
    yield from _harder_rows()
    for n, priors, sharpness in product((50, 200, 1000), (SKEWED, BALANCED), (1.0, 2.0, 5.0)):
        yield from _classes(n, priors, sharpness)
    for n, law in product((20, 50, 200, 1000), LAWS):
        yield from (Measured(Regressed(n, law), kind) for kind in regression_kinds())
        yield Measured(Graded(n, law), Moments)
    for n in (20, 50, 200, 1000):
        yield from (Measured(Amounts(n), kind) for kind in (Residuals, ValuePairs))
        yield Measured(Agreeing(n), Agreement)
    yield from _contests_of_rows()
    yield from _contests_of_results()
    yield from _pairs_and_margins()
    yield from _gates()
    for n, prevalence, auc in product((50, 200, 1000), (0.1, 0.5), (0.7, 0.9)):
        yield Thresholds(Independent(n, Binormal(prevalence, auc)), 0.25)
    for n, prevalence, auc in product((50, 200), (0.1, 0.5), (0.7, 0.9, 0.98)):
        yield Bands(Independent(n, Binormal(prevalence, auc)), 0.25)
    for n, prevalence, auc in product((50, 200, 1000), (0.1, 0.3, 0.5), (0.6, 0.8, 0.95)):
        yield Calibrated(Independent(n, Binormal(prevalence, auc)))
    yield from _on_request()


def _on_request() -> Iterator[Case]:
    """What evaluations and comparisons do not show by themselves."""
    for n, prevalence, auc in product((50, 200, 1000), (0.05, 0.3), (0.7, 0.95)):
        world = Independent(n, Binormal(prevalence, auc))
        yield Parameterised(world, Outcomes)
        yield Parameterised(world, Ladder, 0.1)
        yield OwnInterval(world)
    for n, priors in product((50, 200, 1000), (SKEWED, BALANCED)):
        yield from (Parameterised(Profiles(n, priors), kind, 0.5) for kind in (ConfusionMatrix, ClassScores))
    for n in (20, 50, 200, 1000):
        yield Parameterised(Amounts(n), ValuePairs)
        yield Parameterised(Regressed(n), Residuals)
    yield from (ByHand(n, 0.5) for n in (10, 20, 50, 200))


def _scored(n: int, prevalence: float, auc: float) -> Iterator[Case]:
    world = Independent(n, Binormal(prevalence, auc))
    yield from (Measured(world, kind) for kind in (Outcomes, Ladder))


def _classes(n: int, priors: tuple[float, ...], sharpness: float) -> Iterator[Case]:
    yield from (Measured(Profiles(n, priors, sharpness), kind, 0.5) for kind in (ConfusionMatrix, ClassScores))


def _harder_rows() -> Iterator[Case]:
    """Ties, weights and clusters."""
    for n, prevalence, auc in product((50, 200, 1000), (0.05, 0.3), (0.6, 0.8, 0.95)):
        yield Measured(Levels(n, Binormal(prevalence, auc)), Ladder)
    for n, tilt, auc in product((50, 200, 1000), (0.0, 0.7), (0.7, 0.9, 0.98)):
        yield from (Measured(Weighted(n, Binormal(0.3, auc), tilt), kind, 0.5) for kind in (Outcomes, Ladder))
    for clusters, auc in product((5, 10, 20, 50), (0.7, 0.9, 0.99)):
        yield from (Measured(Clustered(clusters, Binormal(0.3, auc)), kind, 0.5) for kind in (Outcomes, Ladder))


def _contests_of_rows() -> Iterator[Case]:
    """Models that predicted the same rows."""
    for (n, prevalence), (auc, better) in product(
        ((50, 0.5), (200, 0.3), (300, 0.05), (1000, 0.1)), ((0.7, 0.75), (0.9, 0.93), (0.98, 0.995))
    ):
        for measure in placed("folds", of=Outcomes):
            yield Compared(PairedScores(n, measure, prevalence, auc, better), 0.5)
        yield Compared(PairedScores(n, "auc", prevalence, auc, better), slow=RESAMPLED)
    yield Compared(PairedScores(200, "auc"), 0.1)
    yield Compared(PairedScores(200, "average_precision"), 0.1)
    yield Compared(PairedScores(20_000, "average_precision", everyone=False), 0.1)
    yield Compared(PairedScores(200, "brier", everyone=False), 0.1)
    for models, measure in product((3, 6), ("accuracy", "auc")):
        yield Compared(PairedScores(200, measure, models=models, everyone=measure == "accuracy"), 0.25)
    for groups, measure in product((4, 6, 10, 20, 50), ("accuracy", "f1")):
        yield Compared(PairedScores(0, measure, groups=groups), 0.5)
    yield from (Compared(PairedScores(0, "auc", groups=groups), 0.1) for groups in (6, 10, 20))
    for n, law, measure in product((20, 50, 200), LAWS, ("mse", "mae")):
        yield Compared(PairedLosses(n, measure, law), 0.5, slow=RESAMPLED)
    yield from (Compared(PairedLosses(n, outliers=True, everyone=False), 0.5) for n in (30, 100, 1000))
    yield Compared(PairedLosses(50, "rmse", everyone=False), 0.05)
    yield from (Compared(PairedLosses(n, ordered=True), 0.5, slow=RESAMPLED) for n in (50, 200))
    for n, measure in product((100, 400), placed("folds", of=ConfusionMatrix)):
        yield Compared(PairedClasses(n, measure), 0.5)


def _contests_of_results() -> Iterator[Case]:
    """Results of folds, data sets, measurements and samples."""
    for n, (folds, repeats) in product((40, 100, 400), ((10, 1), (10, 10), (2, 5))):
        yield Compared(TwoLearners(n, folds, repeats), 0.5)
    shapes: tuple[Shape, ...] = ("normal", "skewed")
    for (of, effort), n, shape in product(EFFORT.items(), (8, 15, 40), shapes):
        yield Compared(Measurements(n, of, 2, shape))
        yield Compared(Measurements(n, of, 4, shape), effort)
    yield from (Compared(Measurements(n, "independent", 2, "unequal")) for n in (16, 40))
    yield from (Compared(Measurements(n, "independent", 4, "unequal"), EFFORT["independent"]) for n in (16, 40))


def _pairs_and_margins() -> Iterator[Case]:
    """What names winners after a test of all, and what shows that nothing is lost."""
    shapes: tuple[Shape, ...] = ("normal", "skewed")
    blocks: tuple[Of, ...] = ("datasets", "independent")
    for of, n, shape in product(blocks, (8, 15, 40), shapes):
        yield PostHocTests(Measurements(n, of, 4, shape), ALL_PAIRS[of])
    for of, n in product(blocks, (15, 40)):
        yield PostHocTests(Measurements(n, of, 4, moved=3.0), ALL_PAIRS[of])
    yield from (PostHocTests(Measurements(n, "independent", 4, "unequal"), ALL_PAIRS["independent"]) for n in (16, 40))
    designs: tuple[Of, ...] = ("paired", "independent")
    for of, n in product(designs, (8, 15, 40, 100)):
        yield Equivalent(Measurements(n, of, moved=0.9))


def _gates() -> Iterator[Case]:
    """Candidates that are worse by just the margin."""
    for (n, prevalence), (auc, better) in product(
        ((100, 0.5), (300, 0.1), (1000, 0.3)), ((0.7, 0.75), (0.88, 0.9), (0.97, 0.98), (0.99, 0.995))
    ):
        for measure, effort in (("accuracy", 1.0), ("auc", 1.0), ("f1", 0.25)):
            yield Gated(PairedScores(n, measure, prevalence, auc, better), effort)
