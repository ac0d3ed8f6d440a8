"""What other tools say of pairs of values and of class probabilities (scikit-learn 1.9, SciPy, brute force)."""

import numpy as np
import scipy.stats
import sklearn.metrics as sk


def _repeated(d):
    """The rows with whole weights, each as often as it weighs."""
    if d.weight is None:
        return d.y, d.guess
    times = np.round(d.weight).astype(int)
    return np.repeat(d.y, times), np.repeat(d.guess, times)


def _ranked(test):
    return lambda d: test(*_repeated(d)).statistic


def _concordance_index(d):
    """All pairs, one by one."""
    y, h = _repeated(d)
    later = y[:, None] > y
    return (h[:, None] > h)[later].mean() + (h[:, None] == h)[later].mean() / 2


def _lin(d):
    y, h = _repeated(d)
    (a, c), (_, b) = np.cov(y, h, bias=True)
    return 2 * c / (a + b + (y.mean() - h.mean()) ** 2)


def _mean(losses):
    return lambda d: np.average(losses(d.y, d.guess), weights=d.weight)


def _against_the_mean(power):
    def ratio(d):
        base = np.full(len(d.y), np.average(d.y, weights=d.weight))
        loss = {1: sk.mean_absolute_error, 2: sk.root_mean_squared_error}[power]
        return loss(d.y, d.guess, **d.w) / loss(d.y, base, **d.w)

    return ratio


VALUE_PAIRS = {
    "pearson": _ranked(scipy.stats.pearsonr),
    "spearman": _ranked(scipy.stats.spearmanr),
    "kendall_tau": _ranked(scipy.stats.kendalltau),
    "concordance_index": _concordance_index,
    "concordance_correlation": _lin,
    "relative_absolute_error": _against_the_mean(1),
    "root_relative_squared_error": _against_the_mean(2),
    "d2_absolute": lambda d: sk.d2_absolute_error_score(d.y, d.guess, **d.w),
    "d2_pinball": lambda d: sk.d2_pinball_score(d.y, d.guess, **d.w),
    "d2_tweedie": lambda d: sk.d2_tweedie_score(d.y, d.guess, **d.w),
    "msle": lambda d: sk.mean_squared_log_error(d.y, d.guess, **d.w),
    "rmsle": lambda d: sk.root_mean_squared_log_error(d.y, d.guess, **d.w),
    "smape": _mean(lambda y, h: 2 * np.abs(y - h) / (np.abs(y) + np.abs(h))),
    "poisson_deviance": lambda d: sk.mean_poisson_deviance(d.y, d.guess, **d.w),
    "gamma_deviance": lambda d: sk.mean_gamma_deviance(d.y, d.guess, **d.w),
    "tweedie_deviance": lambda d: sk.mean_tweedie_deviance(d.y, d.guess, power=1.5, **d.w),
}


def _in_bins(probability, happened, weight, bins=10):
    """Mean and largest distance of probability and frequency in bins of equal mass, bin by bin in a loop."""
    weight = np.ones(len(probability)) if weight is None else weight
    middles = np.array([weight[probability > p].sum() + weight[probability == p].sum() / 2 for p in probability])
    place = np.minimum((middles / weight.sum() * bins).astype(int), bins - 1)
    gaps, shares = [], []
    for i in range(bins):
        inside = (place == i) & (weight > 0)
        if inside.any():
            w = weight[inside]
            gaps.append(abs(np.average(probability[inside], weights=w) - np.average(happened[inside], weights=w)))
            shares.append(w.sum())
    return np.average(gaps, weights=shares), max(gaps)


def _top_label(d):
    return _in_bins(d.score.max(axis=1), d.guess == d.y, d.weight)


def _class_by_class(d):
    labels = np.unique(d.y)
    return np.mean([_in_bins(d.score[:, i], d.y == label, d.weight)[0] for i, label in enumerate(labels)])


CLASS_SCORES = {
    "log_loss_skill": lambda d: sk.d2_log_loss_score(d.y, d.score, **d.w),
    "brier_skill_score": lambda d: sk.d2_brier_score(d.y, d.score, **d.w),
    "top_label_calibration_error": lambda d: _top_label(d)[0],
    "maximum_calibration_error": lambda d: _top_label(d)[1],
    "classwise_calibration_error": _class_by_class,
}
