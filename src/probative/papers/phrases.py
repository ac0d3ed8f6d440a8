"""Phrases: what every interval method, test and adjustment is called in a paper, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from probative.papers.reference import cite


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for a method, and the keys of the works that it is taken from."""

    words: str
    keys: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.words + cite(*self.keys)


def _phrases(**named: tuple[str, str]) -> dict[str, Phrase]:
    return {name.replace("_", "-"): Phrase(words, tuple(keys.split())) for name, (words, keys) in named.items()}


LOGIT, LOG, FISHER = ("on the logit scale", "on the log scale", "on Fisher's z scale")
INTERVALS = _phrases(
    wilson=("Wilson's score interval", "wilson1927 brown2001"),
    wilson_cc=("Wilson's score interval with continuity correction", "wilson1927"),
    modified_wilson=("the modified Wilson interval", "brown2001"),
    agresti_coull=("the Agresti-Coull interval", "agresti1998"),
    clopper_pearson=("the exact interval of Clopper and Pearson", "clopper1934"),
    jeffreys=("Jeffreys' interval", "brown2001"),
    blaker=("Blaker's exact interval", ""),
    mid_p=("the mid-p exact interval", ""),
    likelihood=("the likelihood-ratio interval", "brown2001"),
    mover=("limits of variance recovered from Wilson limits of recall, specificity and prevalence", "zou2008"),
    mover_predicted=("limits of variance recovered from Wilson limits of the predictive values", "zou2008"),
    mover_top=(
        "limits of variance recovered from Wilson limits of the rows at the top and of the share of positives, which "
        "bounds the value",
        "zou2008",
    ),
    mover_remaining=(
        "limits recovered from Wilson limits of the shares, no higher end than all entropy where nothing may be told",
        "zou2008",
    ),
    f_score=("a score interval on the rows that are positive or were called so", "wilson1927"),
    koopman=("Koopman's score interval of a ratio", "koopman1984"),
    cornfield=("Cornfield's score interval of an odds ratio", "cornfield1956"),
    area_score=(
        "a score interval whose standard error is that of Hanley and McNeil, scaled to DeLong's",
        "hanley1982 delong1988",
    ),
    delong=("a normal interval with DeLong's standard error", "delong1988"),
    placements_t=("Student's t on the logit scale from DeLong's placements by class", "delong1988 satterthwaite1946"),
    wilson_effective=("Wilson's interval on the effective number of trials", "wilson1927"),
    widened=("the interval of Youden's index, widened for the choice of the cut", ""),
    through_auc=("the interval of the AUC on the scale of 2 AUC − 1", "hanley1982 delong1988"),
    adjusted_t=("the delta method after two right and two wrong rows were added", "price2004 satterthwaite1946"),
    debiased_t=("the delta method after two right and two wrong rows were added, less bias", "price2004"),
    t_skewed=("Student's t on the log scale and Hall's transformation, whichever reaches further", "hall1992"),
    root_t_skewed=("the roots of the limits of the mean squared error, allowing for skewness", "hall1992"),
    skill=("the limits of the score itself, divided by that of the base rate", "hall1992"),
    t=("Student's t interval of a mean", "student1908"),
    t_log=(f"Student's t interval {LOG}", "student1908"),
    t_logit=(f"Student's t interval {LOGIT}", "student1908"),
    t_fisher=(f"Student's t interval {FISHER}", "student1908"),
    t_log_complement=("Student's t interval on the log scale of the complement", "student1908"),
    jackknife=("the jackknife with Satterthwaite's degrees of freedom", "efron1981 satterthwaite1946"),
    delta=("the delta method", ""),
    delta_log=(f"the delta method {LOG}", ""),
    delta_logit=(f"the delta method {LOGIT}", ""),
    delta_fisher=(f"the delta method {FISHER}", ""),
    delta_log_complement=("the delta method on the log scale of the complement", ""),
    square_and_add=("limits of the share of positives and of the mean score, squared and added", "zou2008"),
    of_prevalence=("the values at Wilson's limits of the share of positives", "wilson1927"),
    linearised=("Wilson's interval on the number of rows that would vary as much", "wilson1927"),
    folded_normal=("limits from the standard error of all bins' gaps, and from gaps of noise alone", ""),
    curve_draws=("limits from draws of the calibration curve's coefficients", ""),
    scheffe=("Scheffé-type limits for all bins at once", ""),
    order_statistics=("order statistics around the median", "conover1999"),
    lower_bound=("a lower limit only", ""),
    upper_bound=("an upper limit only", ""),
    withheld=("no interval, as none is known to hold its level", ""),
    bootstrap=("percentiles of the bootstrap", "efron1979"),
    bca=("the bias-corrected and accelerated bootstrap", "efron1987"),
    by_cluster=("limits that let whole clusters vary", "rao1992"),
    corrected_t=(
        "Student's t of the fold means with the variance corrected for overlapping training sets",
        "nadeau2003",
    ),
    bracket=("limits around the .632+ and the out-of-bag error", "efron1997"),
)
"""By the name of an interval method: what it is, and where it is from."""
CLUSTERED = {
    False: Phrase("rows were thinned out until independent ones would vary as much as the clusters", ("rao1992",)),
    True: Phrase("standard errors and degrees of freedom are those of clusters, not of rows", ("cameron2015",)),
}
"""How intervals mind clusters: of counts, and (True) of numbers, which cannot be thinned out."""
BY_CLUSTER = ", by cluster"
TESTS = _phrases(
    cochran_q=("Cochran's Q test", "cochran1950"),
    auc_difference=("limits of both areas squared and added, less DeLong's correlation", "delong1988 zou2007"),
    mcnemar=("McNemar's test", "mcnemar1947 fagerland2013 tango1998"),
    paired_t=("the paired t-test", "student1908"),
    square_and_add=("paired score intervals, squared and added", "newcombe1998 zou2008 tango1998"),
    delong=("DeLong's test", "delong1988"),
    paired_jackknife=("the paired jackknife", "efron1981 satterthwaite1946"),
    paired_bootstrap=("the paired bootstrap", "efron1979"),
    paired_influences=("a z-test of how far each row moves the difference, to first order", "efron1981"),
    paired_permutation=("a paired permutation test", "fisher1925"),
    diebold_mariano=("the Diebold-Mariano test", "diebold1995 harvey1997"),
    cluster_jackknife=("the jackknife that leaves out whole clusters", "cameron2015"),
    cluster_bootstrap=("the bootstrap of whole clusters", "efron1979 cameron2015"),
    corrected_t=("the corrected resampled t-test", "nadeau2003"),
    friedman=("Friedman's test", "friedman1937 demsar2006"),
    rm_anova=("repeated-measures analysis of variance", "fisher1925"),
    wilcoxon=("Wilcoxon's signed-rank test", "wilcoxon1945 demsar2006"),
    quade=("Quade's test", "quade1979"),
    sign=("the sign test", "conover1999"),
    kruskal_wallis=("the Kruskal-Wallis test", "kruskal1952"),
    welch_anova=("Welch's analysis of variance", "welch1951"),
    welch_t=("Welch's t-test", "welch1947"),
    anova=("one-way analysis of variance", "fisher1925"),
    mann_whitney=("the Mann-Whitney test", "mann1947"),
    student_t=("Student's t-test", "student1908"),
    conover=("Conover's test", "conover1999"),
    dunn=("Dunn's test", "dunn1964"),
    games_howell=("the Games-Howell test", "games1976"),
    nemenyi=("Nemenyi's test", "nemenyi1963 demsar2006"),
    tukey=("Tukey's test", "tukey1949"),
    wilcoxon_holm=("Wilcoxon's signed-rank test of every pair", "wilcoxon1945 benavoli2016"),
    bayes_correlated_t=("the Bayesian correlated t-test", "corani2015"),
    bayes_signed_rank=("the Bayesian signed-rank test", "benavoli2014"),
) | {
    "5x2-f": Phrase("the combined 5x2cv F-test", ("alpaydin1999",)),
    "5x2-t": Phrase("the 5x2cv t-test", ("dietterich1998",)),
}
"""By the name of a test: what it is, and where it is from."""
ADJUSTMENTS = _phrases(
    max_t=("the joint distribution of the largest statistic (max-t)", "hothorn2008"),
    holm=("Holm's method", "holm1979"),
    bonferroni=("Bonferroni's method", "dunn1961"),
    hochberg=("Hochberg's method", "hochberg1988"),
    hommel=("Hommel's method", "hommel1988"),
    sidak=("Šidák's method", "sidak1967"),
    holm_sidak=("the step-down method of Holm with Šidák's levels", "holm1979 sidak1967"),
    bh=("the method of Benjamini and Hochberg (false discovery rate)", "benjamini1995"),
    by=("the method of Benjamini and Yekutieli (false discovery rate)", "benjamini2001"),
    shaffer=("Shaffer's method", "shaffer1986"),
    bbc_cv=("bootstrapping the pooled out-of-sample predictions (BBC-CV)", "tsamardinos2018"),
)
"""By the name of an adjustment, of p-values or of a choice: what it is, and where it is from."""


def interval_phrase(method: str) -> str:
    """An interval method with its works, whether or not it minds clusters.

    >>> interval_phrase("t, by cluster")
    "Student's t interval of a mean [@student1908]"
    """
    name = method.removesuffix(BY_CLUSTER)
    return str(INTERVALS.get(name, Phrase(f"the method “{name}”")))


def adjustment_phrase(name: str) -> str:
    """An adjustment with its works."""
    return str(ADJUSTMENTS.get(name, Phrase(name)))
