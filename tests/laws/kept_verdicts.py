"""Comparisons and gates whose verdicts are written down: every form of what can be held, by the test that is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

import probative as pv

Call = tuple[str, Any]
ROWS = {"few": 31, "some": 120}


def columns(kind: str) -> dict[str, Any]:
    """Rows of two classes, of three classes and of values, and what three models say of them."""
    n = ROWS[kind]
    rng = np.random.default_rng(n)
    y, grade, value = rng.integers(0, 2, n), rng.integers(0, 3, n), rng.gamma(2, size=n) + 0.5
    found: dict[str, Any] = {"y": y, "grade": grade, "value": value, "group": rng.integers(0, 9, n)}
    for name, noise in {"a": 0.8, "b": 1.3, "c": 1.4}.items():
        found[f"s_{name}"] = np.round(1 / (1 + np.exp(-(2 * y - 1 + noise * rng.normal(size=n)))), 2)
        found[f"l_{name}"] = np.where(rng.random(n) < 1 - noise / 4, y, 1 - y)
        found[f"g_{name}"] = np.where(rng.random(n) < 1 - noise / 3, grade, rng.integers(0, 3, n))
        found[f"v_{name}"] = value + noise * rng.normal(size=n)
    return found


def _several(rows: dict[str, Any], kind: str, many: int) -> dict[str, Any]:
    return {name: rows[f"{kind}_{name}"] for name in "abc"[:many]}


def calls() -> Iterator[Call]:
    """All comparisons, then all gates; each is made when it is called."""
    for kind in ROWS:
        rows = columns(kind)
        for many in (2, 3):
            yield from _of_rows(f"{kind} {many}", rows, many)
        yield from _of_gates(kind, rows)
    yield from _of_results()
    yield from _of_tables()


def _of_rows(kind: str, rows: dict[str, Any], many: int) -> Iterator[Call]:
    classes = {"truth": rows["y"], "positive": 1}
    scores, labels = _several(rows, "s", many), _several(rows, "l", many)
    graded = {"truth": rows["grade"], "predicted": _several(rows, "g", many)}
    values = {"truth": rows["value"], "predicted": _several(rows, "v", many), "task": "regression"}
    asked: dict[str, dict[str, Any]] = {
        **{m: classes | {"scores": scores, "measure": m} for m in ("auc", "brier", "log_loss", "average_precision")},
        **{m: classes | {"predicted": labels, "measure": m} for m in ("accuracy", "f1", "mcc", "recall")},
        **{f"{m} of three": graded | {"measure": m} for m in ("accuracy", "macro_f1", "kappa")},
        **{m: values | {"measure": m} for m in ("mae", "rmse") if m == "mae" or many == 2},
        "cost": classes | {"predicted": labels, "costs": pv.Costs(fp=1, fn=5)},
        "cost of scores": classes | {"scores": scores, "costs": pv.Costs(fp=1, fn=5)},
    }
    for name, words in asked.items():
        yield f"{name} {kind}", partial(pv.compare, **words)
        if name in ("auc", "accuracy", "mae", "accuracy of three"):
            yield f"{name} {kind} rope", partial(pv.compare, **words, rope=0.03)
            yield f"{name} {kind} groups", partial(pv.compare, **words, groups=rows["group"])
            if many == 2:
                yield f"{name} {kind} greater", partial(pv.compare, **words, alternative="greater", level=0.9)
            else:
                yield f"{name} {kind} reference", partial(pv.compare, **words, reference="b")
                yield (
                    f"{name} {kind} reference greater",
                    partial(pv.compare, **words, reference="b", alternative="greater"),
                )
                for adjustment in ("holm", "hochberg", "hommel", "bh") if name == "mae" else ():
                    yield f"{name} {kind} {adjustment}", partial(pv.compare, **words, adjustment=adjustment)
        if name in ("mae", "accuracy"):
            time = np.arange(len(rows["y"]))
            for ahead in (1, 2):
                yield f"{name} {kind} time {ahead}", partial(pv.compare, **words, time=time, horizon=ahead)


def _of_results() -> Iterator[Call]:
    rng = np.random.default_rng(7)
    for kind, n in {"few": 7, "ten": 10, "some": 24}.items():
        base = rng.normal(0.8, 0.05, n)
        made = {"a": base + 0.02, "b": base + rng.normal(0, 0.02, n), "c": base + rng.gamma(0.3, size=n) * 0.05}
        made["a"] = made["a"] + rng.normal(0, 0.01, n)
        for many in (2, 3):
            table = dict(list(made.items())[:many])
            for of in ("folds", "datasets", "paired", "independent"):
                sizes = {"n_train": 90, "n_test": 10} if of == "folds" else {}
                held = partial(pv.compare, table, of=of, **sizes)
                yield f"{of} {kind} {many}", held
                if of == "folds":
                    yield f"folds without sizes {kind} {many}", partial(pv.compare, table, of=of)
                for parametric in (True, False):
                    yield f"{of} {kind} {many} parametric {parametric}", partial(held, parametric=parametric)
                if of != "independent":
                    yield f"{of} {kind} {many} rope", partial(held, rope=0.01)
                if many == 3:
                    yield f"{of} {kind} reference", partial(held, reference="c")
                    if of in ("datasets", "paired"):
                        yield f"{of} {kind} corrected", partial(held, parametric=True, correction="greenhouse-geisser")
                else:
                    yield f"{of} {kind} less", partial(held, alternative="less", better="lower")


def _of_tables() -> Iterator[Call]:
    """Rows that are only counted, and models trained fold by fold."""
    counted = {"y": [1, 1, 0, 0] * 2, "pred": [1, 0, 1, 0] * 2, "model": ["a"] * 4 + ["b"] * 4}
    for cells in ((40, 10, 5, 45, 30, 20, 15, 35), (9, 1, 0, 10, 5, 5, 3, 7)):
        for measure in ("accuracy", "recall"):
            yield f"counts {cells} {measure}", partial(pv.compare, counted | {"n": cells}, measure=measure, count="n")
    three = {"y": [1, 1, 0, 0] * 3, "pred": [1, 0, 1, 0] * 3, "model": [m for m in "abc" for _ in range(4)]}
    three |= {"n": [40, 10, 5, 45, 30, 20, 15, 35, 20, 20, 15, 25]}
    for measure in ("accuracy", "mcc"):
        yield f"counts of three {measure}", partial(pv.compare, three, measure=measure, count="n")
    rows = columns("some")
    n = len(rows["y"])
    folds = {"y": np.tile(rows["y"], 2), "s": np.concatenate([rows["s_a"], rows["s_b"]]), "m": ["a"] * n + ["b"] * n}
    folds |= {"row": np.tile(np.arange(n), 2), "fold": np.tile(np.arange(n) % 10, 2)}
    for measure in ("auc", "brier"):
        yield (
            f"by fold {measure}",
            partial(
                pv.compare, folds, truth="y", scores="s", model="m", row="row", fold="fold", measure=measure, positive=1
            ),
        )


def _of_gates(kind: str, rows: dict[str, Any]) -> Iterator[Call]:
    said = {"s": ("auc", "brier", "log_loss"), "l": ("accuracy", "f1", "recall"), "g": ("accuracy",), "v": ("mae",)}
    truths = {"s": "y", "l": "y", "g": "grade", "v": "value"}
    for letter, measures in said.items():
        truth = rows[truths[letter]]
        for measure in measures:
            words: dict[str, Any] = {"truth": truth, "measure": measure}
            words |= {"positive": 1} if letter in "sl" else {}
            words |= {"task": "regression"} if letter == "v" else {}
            for old, new in ("ab", "ba", "bc"):
                pair = rows[f"{letter}_{old}"], rows[f"{letter}_{new}"]
                for margin, equivalent in ((0.0, False), (0.1, False), (0.1, True)):
                    yield (
                        f"gate {measure} of {letter} {kind} {old}{new} {margin} {equivalent}",
                        partial(pv.gate, *pair, **words, margin=margin, equivalent=equivalent),
                    )
            yield (
                f"gate {measure} of {letter} {kind} slices",
                partial(
                    pv.gate,
                    {truths[letter]: truth, "said": rows[f"{letter}_a"], "part": rows["group"] % 3},
                    {truths[letter]: truth, "said": rows[f"{letter}_b"], "part": rows["group"] % 3},
                    **words | {"truth": truths[letter], ("scores" if letter == "s" else "predicted"): "said"},
                    margin=0.15,
                    by="part",
                    level=0.9,
                ),
            )


def numbers(found: pv.Verdict | Any) -> list[Any]:
    """What a verdict or a gate says, in numbers and in the names of tests."""
    if isinstance(found, pv.Verdict):
        told: list[Any] = [found.test, found.p, found.false_alarm, found.omnibus.method if found.omnibus else None]
        for one in found.contests:
            result = one.result
            told += [one.winner, result.statistic, result.p, one.p_adjusted, result.effect, result.low, result.high]
            posterior = one.posterior
            told += [posterior.left, posterior.rope, posterior.right] if posterior is not None else []
        told += [found.omnibus.statistic, found.omnibus.p] if found.omnibus else []
        return [*told, *found.ranks.values(), *sorted(note.code for note in found.warnings)]
    told = [found.status]
    for check in found.checks:
        told += [check.status, check.test, check.baseline, check.candidate, check.change, check.low, check.high]
        told += [check.n, check.needed, bool(check.doubt)]
    return told
