"""Statistics: tests that compare two models or many, each with an effect beside its p-value."""

from probative.stats.areas import delong, delong_unpaired
from probative.stats.bayesian import Posterior, bayes_correlated_t, bayes_signed_rank
from probative.stats.disagreements import mcnemar
from probative.stats.equivalence import non_inferiority, tost
from probative.stats.independent_means import student_t, welch_t
from probative.stats.multiplicity import adjust, false_alarm_probability, per_test_level
from probative.stats.paired_means import corrected_t, paired_t
from probative.stats.post_hoc import conover, critical_difference, nemenyi, tukey, wilcoxon_holm
from probative.stats.rank_sums import mann_whitney
from probative.stats.ranked_blocks import cochran_q, friedman, quade
from probative.stats.repeated_measures import rm_anova
from probative.stats.resampled import paired_bootstrap, paired_permutation
from probative.stats.result import Pair, Pairwise, TestResult
from probative.stats.signed_ranks import sign, wilcoxon
from probative.stats.tables import average_ranks
from probative.stats.tails import chi2_critical, t_critical
from probative.stats.two_fold import five_by_two_f, five_by_two_t
from probative.stats.variance_analysis import anova

__all__ = [
    "Pair",
    "Pairwise",
    "Posterior",
    "TestResult",
    "adjust",
    "anova",
    "average_ranks",
    "bayes_correlated_t",
    "bayes_signed_rank",
    "chi2_critical",
    "cochran_q",
    "conover",
    "corrected_t",
    "critical_difference",
    "delong",
    "delong_unpaired",
    "false_alarm_probability",
    "five_by_two_f",
    "five_by_two_t",
    "friedman",
    "mann_whitney",
    "mcnemar",
    "nemenyi",
    "non_inferiority",
    "paired_bootstrap",
    "paired_permutation",
    "paired_t",
    "per_test_level",
    "quade",
    "rm_anova",
    "sign",
    "student_t",
    "t_critical",
    "tost",
    "tukey",
    "welch_t",
    "wilcoxon",
    "wilcoxon_holm",
]
