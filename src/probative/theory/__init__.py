"""Theory: tasks whose distribution is known, so that risk, bias and variance can be computed and not only estimated."""

from probative.theory.class_study import ClassStudy, class_study
from probative.theory.computed import Computed
from probative.theory.gaussian import Gaussian
from probative.theory.gaussian_examples import gaussian_example
from probative.theory.gaussian_study import GaussianStudy, gaussian_study
from probative.theory.gaussian_task import GaussianTask
from probative.theory.identities import bayes_theorem, complement, finite_risk, joint, marginal, marginal_density
from probative.theory.kernels import intersection_kernel, subset_kernel
from probative.theory.known_classes import ClassTask
from probative.theory.mixture import Mixture
from probative.theory.noisy_function import NoisyFunction
from probative.theory.noisy_study import NoisyStudy, noisy_study
from probative.theory.plug_in import PlugIn, estimated_task, plug_in
from probative.theory.quadric import Quadric
from probative.theory.regions import DecisionRegions, decision_regions
from probative.theory.score_demonstration import ScoreDemonstration, score_demonstration
from probative.theory.score_study import ScoreStudy, score_study
from probative.theory.theoretical_roc import TheoreticalRoc

__all__ = [
    "ClassStudy",
    "ClassTask",
    "Computed",
    "DecisionRegions",
    "Gaussian",
    "GaussianStudy",
    "GaussianTask",
    "Mixture",
    "NoisyFunction",
    "NoisyStudy",
    "PlugIn",
    "Quadric",
    "ScoreDemonstration",
    "ScoreStudy",
    "TheoreticalRoc",
    "bayes_theorem",
    "class_study",
    "complement",
    "decision_regions",
    "estimated_task",
    "finite_risk",
    "gaussian_example",
    "gaussian_study",
    "intersection_kernel",
    "joint",
    "marginal",
    "marginal_density",
    "noisy_study",
    "plug_in",
    "score_demonstration",
    "score_study",
    "subset_kernel",
]
