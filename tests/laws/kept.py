"""The settings in which limits and p-values are written down: `cd tests && python -m laws.kept` writes them anew.

What is kept here is no oracle. Whether intervals and tests hold is judged by simulation (docs/trust.md) and by other
tools (tests/reference); the file says at which numbers that was. Whoever changes one on purpose simulates again, then
writes the file anew; whoever changes one unawares is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import probative as pv
from probative.errors import ProbativeError
from probative.inference.doubting import doubted
from probative.inference.methods import methods_for

from . import kept_options, kept_verdicts

NEEDED = ("Outcomes", "ConfusionMatrix", "Ladder", "ClassScores", "Residuals", "ValuePairs", "Moments")
"""Evidence that measures need."""
DRAWN = ("bca", "bootstrap")
"""Methods that draw: asked once, for the time they take."""
PLACE = Path(__file__).with_name("kept.json")
REPLICATES = 199
SIZES = {"few": 24, "odd": 37, "some": 150, "rare": 400}
Made = dict[str, list[Any]]


def _rows(kind: str) -> dict[str, Any]:
    """Rows of a classification, of a regression and of three classes, with weights and clusters."""
    n = SIZES[kind]
    rng = np.random.default_rng(n)
    share = 0.03 if kind == "rare" else 0.4
    y = (np.arange(n) < max(round(share * n), 4)).astype(int)
    scores = np.round(1 / (1 + np.exp(-(1.5 * y - 1 + rng.normal(size=n)))), 2)
    truth = np.round(rng.gamma(3, size=n), 2) + 0.5
    classes = rng.integers(0, 3, n)
    p = rng.dirichlet([1.0, 1, 1], n) + 0.8 * np.eye(3)[classes]
    return {
        "y": y,
        "scores": scores,
        "truth": truth,
        "said": np.round(truth * rng.uniform(0.6, 1.5, n), 2),
        "classes": classes,
        "p": p / p.sum(axis=1, keepdims=True),
        "weights": rng.choice([0.5, 1.0, 3.0], n),
        "clusters": rng.integers(0, max(n // 6, 4), n),
    }


def _evidence(rows: dict[str, Any], kind: type, weights: Any = None) -> Any:
    """Evidence of that kind, made of rows."""
    w = {"sample_weight": weights}
    called = (rows["scores"] >= 0.5).astype(int)
    labels = rows["p"].argmax(axis=1)
    make: dict[type, Any] = {
        pv.Outcomes: lambda: pv.ConfusionMatrix.from_labels(rows["y"], called, labels=[0, 1], **w).outcomes(1),
        pv.ConfusionMatrix: lambda: pv.ConfusionMatrix.from_labels(rows["classes"], labels, labels=[0, 1, 2], **w),
        pv.Ladder: lambda: pv.Ladder.from_scores(rows["y"], rows["scores"], **w),
        pv.ClassScores: lambda: pv.ClassScores.from_probabilities(rows["classes"], rows["p"], labels=[0, 1, 2], **w),
        pv.Residuals: lambda: pv.Residuals.from_values(rows["truth"], rows["said"], **w),
        pv.ValuePairs: lambda: pv.ValuePairs.from_values(rows["truth"], rows["said"], **w),
        pv.Moments: lambda: pv.Moments.from_values(rows["said"], **w),
    }
    return make[kind]() if kind in make else None


def _by_cluster(rows: dict[str, Any], kind: type) -> Any:
    parts = {}
    for cluster in np.unique(rows["clusters"]).tolist():
        own = {name: column[rows["clusters"] == cluster] for name, column in rows.items()}
        parts[(cluster,)] = _evidence(own, kind)
    return pv.Ledger(("cluster",), parts)


def limits(needs: str = "") -> Made:
    """Limits of every measure (that needs such evidence) by every method, with weights and with clusters."""
    found: Made = {}
    made = {kind: _rows(kind) for kind in SIZES}
    for measure in pv.measures():
        if needs not in ("", measure.needs.__name__):
            continue
        for kind, rows in made.items():
            evidence = _evidence(rows, measure.needs)
            if evidence is None:
                continue
            settings: list[tuple[str, Any, str | None, float]] = [
                (method, evidence, method, 0.95)
                for method in methods_for(measure)
                if kind == "few" or (kind == "odd" and method not in DRAWN)
            ]
            settings += [("default", evidence, None, level) for level in (0.95, 0.8)]
            settings.append(("weighted", _evidence(rows, measure.needs, rows["weights"]), None, 0.95))
            if kind != "rare":
                settings.append(("clusters", _by_cluster(rows, measure.needs), None, 0.95))
            for name, of, method, level in settings:
                found[f"{measure.needs.__name__} {measure.name} {kind} {name} {level}"] = _one(
                    measure.name, of, method, level
                )
        if measure.needs is pv.Outcomes:
            for cells, outcomes in kept_options.counts_of_nothing():
                for method in methods_for(measure):
                    if method not in DRAWN:
                        name = f"Outcomes {measure.name} {cells} {method} 0.95"
                        found[name] = _one(measure.name, outcomes, method, 0.95)
    return found


def _one(name: str, evidence: Any, method: str | None, level: float) -> list[Any]:
    try:
        one = pv.estimate(name, evidence, method=method, level=level, replicates=REPLICATES, random_state=1)
    except ProbativeError:
        return []
    rows = None if one.n is None else _digits(one.n)
    return [*(_digits(x) for x in (one.value, one.low, one.high)), rows, one.method, doubted(one.why)]


def _digits(x: float) -> float | None:
    return None if np.isnan(x) else float(f"{x:.10g}")


def verdicts() -> Made:
    """What comparisons and gates say, in numbers and by which tests."""
    found: Made = {}
    for name, call in kept_verdicts.calls():
        try:
            said = kept_verdicts.numbers(call())
        except ProbativeError:
            said = []
        found[name] = [_digits(x) if isinstance(x, float) else x for x in said]
    return found


def tests() -> Made:
    """Statistic, p, effect and limits of every test that takes columns, groups, tables or counts."""
    found: Made = {}
    for name, call in _calls():
        try:
            one = call()
        except ProbativeError:
            found[name] = []
            continue
        if isinstance(one, pv.stats.Pairwise):
            numbers = [
                x for pair in one.pairs for x in (pair.difference, pair.statistic, pair.p, pair.p_adjusted, pair.low)
            ]
        elif isinstance(one, pv.stats.TestResult):
            numbers = [one.statistic, one.p, one.effect, one.low, one.high]
        elif isinstance(one, pv.stats.Posterior):
            numbers = [one.left, one.rope, one.right, one.low, one.high]
        elif isinstance(one, float | tuple | np.ndarray):
            numbers = np.atleast_1d(one).tolist()
        else:
            numbers = [one.value, one.low, one.high]
        found[name] = [_digits(float(x)) for x in numbers]
    return found


def _calls() -> Iterator[tuple[str, Any]]:
    s = pv.stats
    rng = np.random.default_rng(11)
    for kind, n in {"few": 9, "some": 40}.items():
        smooth = rng.normal(0.3, 1, n), rng.normal(0, 1.3, n)
        tied = tuple(np.round(column) for column in smooth)
        for shape, (a, b) in {"smooth": smooth, "tied": tied}.items():
            for side in ("two-sided", "greater", "less"):
                said = {"alternative": side}
                for test in (s.paired_t, s.student_t, s.welch_t, s.wilcoxon, s.sign, s.mann_whitney):
                    yield f"{test.__name__} {kind} {shape} {side}", lambda t=test, a=a, b=b, k=said: t(a, b, **k)
                for method in ("exact", "normal"):
                    yield (
                        f"wilcoxon {method} {kind} {shape} {side}",
                        lambda a=a, b=b, m=method, k=said: s.wilcoxon(a, b, zeros="pratt", method=m, **k),
                    )
                    yield (
                        f"mann_whitney {method} {kind} {shape} {side}",
                        lambda a=a, b=b, m=method, k=said: s.mann_whitney(a, b, method=m, **k),
                    )
                yield (
                    f"corrected_t {kind} {shape} {side}",
                    lambda a=a, b=b, k=said: s.corrected_t(a, b, n_train=90, n_test=10, **k),
                )
                for h in (1, 3):
                    yield (
                        f"diebold_mariano {h} {kind} {shape} {side}",
                        lambda a=a, b=b, h=h, k=said: s.diebold_mariano(a, b, h=h, **k),
                    )
            for test in (s.cohens_d, s.cohens_d_paired, s.hedges_g, s.cliffs_delta, s.rank_biserial, s.common_language):
                yield f"{test.__name__} {kind} {shape}", lambda t=test, a=a, b=b: t(a, b)
            yield f"tost {kind} {shape}", lambda a=a, b=b: s.tost(a, b, margin=0.5)
            yield f"non_inferiority {kind} {shape}", lambda a=a, b=b: s.non_inferiority(a, b, margin=0.5)
            yield f"bayes_correlated_t {kind} {shape}", lambda a=a, b=b: s.bayes_correlated_t(a, b, rope=0.1, rho=0.1)
            yield (
                f"bayes_signed_rank {kind} {shape}",
                lambda a=a, b=b: s.bayes_signed_rank(a, b, rope=0.1, draws=500, random_state=1),
            )
            yield (
                f"five_by_two_t {kind} {shape}",
                lambda a=a, b=b: s.five_by_two_t(np.resize(a, (5, 2)), np.resize(b, (5, 2))),
            )
            yield (
                f"five_by_two_f {kind} {shape}",
                lambda a=a, b=b: s.five_by_two_f(np.resize(a, (5, 2)), np.resize(b, (5, 2))),
            )
            table = np.stack([a, b, a + b, a * b], axis=1)
            for test in (s.rm_anova, s.friedman, s.quade, s.nemenyi, s.conover, s.wilcoxon_holm):
                yield f"{test.__name__} {kind} {shape}", lambda t=test, x=table: t(x)
            for test in (s.anova, s.welch_anova, s.kruskal_wallis, s.dunn, s.tukey, s.games_howell):
                yield f"{test.__name__} {kind} {shape}", lambda t=test, x=table: t(*x.T)
            yield f"cochran_q {kind} {shape}", lambda x=table: s.cochran_q(x > 0.2)
    yield from _of_counts()
    yield from _of_rows()
    yield from (("also " + name, call) for name, call in kept_options.calls())


def _of_counts() -> Iterator[tuple[str, Any]]:
    s = pv.stats
    for cells in ((0, 0), (1, 6), (12, 4), (3, 3), (40, 70)):
        for method in (None, "exact", "mid-p", "chi2", "chi2-corrected"):
            for side in ("two-sided", "greater", "less"):
                yield (
                    f"mcnemar {cells} {method} {side}",
                    lambda c=cells, m=method, k=side: s.mcnemar(*c, n=200, method=m, alternative=k),
                )
    for cells in ((3, 20, 9, 20), (0, 12, 4, 15), (55, 100, 40, 90), (1, 300, 0, 40)):
        for side in ("two-sided", "greater", "less"):
            yield f"two_proportions {cells} {side}", lambda c=cells, k=side: s.two_proportions(*c, alternative=k)
            a, m, b, n = cells
            yield (
                f"fisher_exact {cells} {side}",
                lambda t=(a, m - a, b, n - b), k=side: s.fisher_exact(*t, alternative=k),
            )
        yield f"equal_shares {cells}", lambda c=cells: s.equal_shares([c[0], c[2], 5], [c[1], c[3], 30])
    square = [[20, 5, 2], [3, 30, 8], [1, 2, 25]]
    yield "bowker", lambda: s.bowker(square)
    yield "stuart_maxwell", lambda: s.stuart_maxwell(square)
    yield "no_information_rate", lambda: s.no_information_rate(square)


def _of_rows() -> Iterator[tuple[str, Any]]:
    s = pv.stats
    for kind, n in SIZES.items():
        rows = _rows(kind)
        rng = np.random.default_rng(n + 1)
        other = np.clip(np.round(rows["scores"] + rng.normal(0, 0.15, n), 2), 0.01, 0.99)
        y, a, b = rows["y"], rows["scores"], other
        labels = (a >= 0.5).astype(int), (b >= 0.5).astype(int)
        wrong = rows["said"], np.round(rows["truth"] * rng.uniform(0.7, 1.4, n), 2)
        yield f"delong {kind}", lambda y=y, a=a, b=b: s.delong(y, a, b)
        yield f"auc_difference {kind}", lambda y=y, a=a, b=b: s.auc_difference(y, a, b)
        yield f"delong_unpaired {kind}", lambda y=y, a=a, b=b: s.delong_unpaired((y, a), (y[::2], b[::2]))
        for measure in ("auc", "average_precision", "brier", "log_loss", "ks"):
            for test in (s.paired_bootstrap, s.paired_permutation):
                yield (
                    f"{test.__name__} {measure} {kind}",
                    lambda t=test, m=measure, y=y, a=a, b=b: t(m, y, a, b, replicates=REPLICATES, random_state=1),
                )
            yield (
                f"paired_influences {measure} {kind}",
                lambda m=measure, y=y, a=a, b=b: s.paired_influences(m, y, a, b),
            )
        for measure in ("accuracy", "recall", "precision", "f1", "mcc", "kappa", "balanced_accuracy"):
            yield (
                f"paired_square_and_add {measure} {kind}",
                lambda m=measure, y=y, p=labels: s.paired_square_and_add(m, y, *p),
            )
            yield f"paired_jackknife {measure} {kind}", lambda m=measure, y=y, p=labels: s.paired_jackknife(m, y, *p)
            yield (
                f"cluster_jackknife {measure} {kind}",
                lambda m=measure, y=y, p=labels, g=rows["clusters"]: s.cluster_jackknife(m, y, *p, groups=g),
            )
        for measure in ("rmse", "mae", "r2"):
            yield (
                f"paired_bootstrap {measure} {kind}",
                lambda m=measure, t=rows["truth"], p=wrong: s.paired_bootstrap(
                    m, t, *p, replicates=REPLICATES, random_state=1
                ),
            )
            yield (
                f"cluster_bootstrap {measure} {kind}",
                lambda m=measure, t=rows["truth"], p=wrong, g=rows["clusters"]: s.cluster_bootstrap(
                    m, t, *p, groups=g, replicates=REPLICATES, random_state=1
                ),
            )
        yield (
            f"heterogeneity {kind}",
            lambda y=y, a=a: s.heterogeneity(
                [pv.estimate("auc", pv.Ladder.from_scores(y[i::2], a[i::2])) for i in (0, 1)]
            ),
        )


def main() -> None:
    """Write down what there is now."""
    lines = {"limits": limits(), "tests": tests(), "verdicts": verdicts()}
    parts = [
        json.dumps(part)
        + ": {\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in of.items())
        + "\n}"
        for part, of in lines.items()
    ]
    PLACE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
