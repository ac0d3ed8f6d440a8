"""Paired differences in the table of measures: those of `compare`, by every measure that is shown, and no more."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from typing import Any

import numpy as np
import pytest
from scipy import stats

import probative as pv
from probative.errors import ProbativeError
from probative.evaluation import paired_gaps
from probative.findings import Findings
from probative.findings.text import number, plus
from probative.measurement import find
from probative.report import render_html

N = 21_000
RANKING = ("auc", "average_precision", "ks", "equal_error_rate")
PROBABILITIES = ("brier", "log_loss", "brier_skill_score", "brier_reliability")


def scores(n: int, seed: int, noise: tuple[float, float] = (1.4, 0.7)) -> dict[str, Any]:
    """Probabilities of a rare class by two models: the first in the table is the noisier one."""
    rng = np.random.default_rng(seed)
    signal = rng.gumbel(size=n)
    truth = rng.random(n) < 1 / (1 + np.exp(2.2 - 1.1 * signal))
    made = {
        f"score_{name}": 1 / (1 + np.exp(2 - signal - e * rng.normal(size=n)))
        for name, e in zip("PQ", noise, strict=True)
    }
    return {"y": truth.astype(int), **made}


@cache
def many() -> tuple[dict[str, Any], Findings]:
    table = scores(N, 11)
    return table, pv.evaluate(table, truth="y", level=0.9, random_state=4)


def rows_of(page: str) -> dict[str, list[str]]:
    """By title of a row of the table of measures: its cells as text."""
    table = page.split('<table class="measures', 1)[1].split("</table>", 1)[0]
    found = {}
    for row in table.split("<tr")[1:]:
        title = re.search(r'<span title="[^"]*">(.*?)</span>', row)
        if title:
            found[unescape(title[1])] = [unescape(re.sub("<[^>]+>", "", part)) for part in row.split("<td")[1:]]
    return found


def cells(page: str, measure: str) -> tuple[str, str]:
    """What stands in the last two cells of a row."""
    value, spread = rows_of(page)[find(measure).title][-2:]
    return value.split(">", 1)[1], spread.split(">", 1)[1]


def test_every_row_that_stays_has_the_difference_that_compare_finds() -> None:
    table, found = many()
    assert [gap.measure for gap in found.paired_gaps] == [*RANKING[1:], *PROBABILITIES]
    page, told = render_html(found), {gap.measure: gap for gap in found.paired_gaps}
    for measure in (*RANKING, *PROBABILITIES):
        [contest] = pv.compare(table, truth="y", measure=measure, level=0.9, random_state=4).contests
        alone = contest.result
        assert (contest.a, contest.b) == ("P", "Q")
        if measure != "auc":
            gap = told[measure]
            kept = (gap.a, gap.b, gap.difference, gap.low, gap.high, gap.p, gap.winner, gap.test)
            assert kept == ("P", "Q", alone.effect, alone.low, alone.high, alone.p, contest.winner, alone.method)
        value, spread = cells(page, measure)
        digits = len(value.rpartition(".")[2])
        # The page has the leader first.
        assert value == plus(number(-alone.effect, digits))
        assert spread == f"{plus(number(-alone.high, digits))} to {plus(number(-alone.low, digits))}"
        both = [found.models[name].measures[measure].value for name in "PQ"]
        assert alone.effect == pytest.approx(both[0] - both[1], rel=1e-6)


def test_mean_losses_differ_by_students_t() -> None:
    table, found = many()
    y, (p, q) = table["y"], (table["score_P"], table["score_Q"])
    losses = {"brier": lambda s: (y - s) ** 2, "log_loss": lambda s: -np.log(np.where(y == 1, s, 1 - s))}
    for measure, loss in losses.items():
        [gap] = [gap for gap in found.paired_gaps if gap.measure == measure]
        by_hand = stats.ttest_rel(loss(p), loss(q))
        ends = by_hand.confidence_interval(0.9)
        assert gap.difference == pytest.approx(np.mean(loss(p) - loss(q)))
        assert (gap.low, gap.high) == pytest.approx((ends.low, ends.high), rel=1e-3)
        assert gap.p == pytest.approx(by_hand.pvalue, rel=1e-3, abs=1e-300)


def precision_sum(y: np.ndarray, order: np.ndarray, weight: np.ndarray) -> float:
    """Average precision of scores without ties, sorted from the highest down, of weighted rows."""
    counts, hits = np.cumsum(weight[order]), np.cumsum((weight * y)[order])
    known = counts > 0
    return float(((weight * y)[order][known] * hits[known] / counts[known]).sum() / hits[-1])


def test_average_precision_differs_as_resampled_rows_say() -> None:
    table, found = many()
    rng, y = np.random.default_rng(5), table["y"]
    orders = [np.argsort(-table[name]) for name in ("score_P", "score_Q")]
    drawn = [rng.multinomial(N, np.full(N, 1 / N)).astype(float) for _ in range(400)]
    gaps = [precision_sum(y, orders[0], w) - precision_sum(y, orders[1], w) for w in drawn]
    [gap] = [gap for gap in found.paired_gaps if gap.measure == "average_precision"]
    assert gap.difference == pytest.approx(
        precision_sum(y, orders[0], np.ones(N)) - precision_sum(y, orders[1], np.ones(N)), abs=1e-4
    )
    half = stats.norm.ppf(0.95) * np.std(gaps, ddof=1)
    assert (gap.high - gap.low) / 2 == pytest.approx(half, rel=0.15)


def test_the_area_has_delongs_difference_where_another_measure_decides() -> None:
    table = scores(700, 8)
    found = pv.evaluate(table, truth="y", measure="brier")
    assert [contest.measure for contest in found.comparisons] == ["brier"]
    assert [gap.measure for gap in found.paired_gaps] == ["auc", "log_loss"]
    up, down = table["y"] == 1, table["y"] == 0
    parts = []
    for name in ("score_P", "score_Q"):
        won = (table[name][up][:, None] > table[name][down]).astype(float)
        parts.append((won.mean(axis=1), won.mean(axis=0)))
    of_up, of_down = (parts[0][i] - parts[1][i] for i in (0, 1))
    error = np.sqrt(of_up.var(ddof=1) / up.sum() + of_down.var(ddof=1) / down.sum())
    area = found.paired_gaps[0]
    assert area.difference == pytest.approx(of_up.mean())
    assert (area.high - area.low) / 2 == pytest.approx(stats.norm.ppf(0.975) * error, rel=0.02)


def test_what_would_be_resampled_stays_empty_and_the_page_says_so() -> None:
    page = render_html(pv.evaluate(scores(900, 3), truth="y"))
    assert cells(page, "average_precision") == ("", "")
    assert cells(page, "log_loss")[0] != ""
    assert "compare by that measure resamples the rows" in page
    assert "Each interval of a difference is by itself: none allows for the other rows." in page
    page = render_html(many()[1])
    assert "compare by that measure resamples the rows" not in page
    assert "Those of rows that stay: difference of areas, paired influences, paired t-test." in page


def test_only_what_is_told_apart_is_bold() -> None:
    table = scores(400, 21, (0.9, 0.9))
    found = pv.evaluate(table, truth="y")
    [gap] = [gap for gap in found.paired_gaps if gap.measure == "log_loss"]
    assert gap.low < 0 < gap.high
    assert gap.winner is None
    for findings, bold in ((found, False), (many()[1], True)):
        table_html = render_html(findings).split('<table class="measures', 1)[1].split("</table>", 1)[0]
        row = next(row for row in table_html.split("<tr") if ">Log-loss<" in row)
        assert ('class="n told"' in row) == bold


def test_numbers_and_several_classes_have_differences_too() -> None:
    rng = np.random.default_rng(6)
    y, k = rng.normal(size=300), np.arange(300) % 3
    numbers = {"A": y + rng.normal(size=300), "B": y + 1.3 * rng.normal(size=300) + 0.4}
    shares = {"A": 0.6, "B": 0.4}
    labels = {name: np.where(rng.random(300) < share, k, rng.integers(0, 3, 300)) for name, share in shares.items()}
    for truth, said, asked in ((y, numbers, ("mean_error",)), (k, labels, ("balanced_accuracy", "mcc", "kappa"))):
        found = pv.evaluate(truth=truth, predicted=said)
        assert tuple(gap.measure for gap in found.paired_gaps) == asked
        for gap in found.paired_gaps:
            [contest] = pv.compare(truth=truth, predicted=said, measure=gap.measure).contests
            assert (gap.low, gap.high, gap.winner) == (contest.result.low, contest.result.high, contest.winner)
    assert found.paired_gaps[0].difference == pytest.approx(np.diff(recalls(k, labels))[0])


def recalls(truth: np.ndarray, said: dict[str, np.ndarray]) -> list[float]:
    """Mean recall of the classes, of B and then of A."""
    return [float(np.mean([np.mean(said[name][truth == c] == c) for c in range(3)])) for name in "BA"]


def test_no_difference_of_weights_clusters_folds_several_models_or_too_many_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = scores(240, 9)
    assert pv.evaluate(table, truth="y").paired_gaps
    place = np.arange(240)
    assert not pv.evaluate({**table, "w": 1.0 + place % 2}, truth="y", weight="w").paired_gaps
    assert not pv.evaluate({**table, "g": place // 3}, truth="y", groups="g").paired_gaps
    assert not pv.evaluate({**table, "k": place % 4}, truth="y", fold="k").paired_gaps
    assert not pv.evaluate({**table, "score_R": table["score_P"][::-1]}, truth="y").paired_gaps
    monkeypatch.setattr(paired_gaps, "MOST_ROWS", 239)
    assert not pv.evaluate(table, truth="y").paired_gaps


def test_they_travel_with_the_findings_and_older_ones_have_none() -> None:
    plain = json.loads(pv.evaluate(scores(300, 2), truth="y").to_json())
    again = Findings.from_dict(plain)
    assert [gap.to_dict() for gap in again.paired_gaps] == plain["paired_gaps"]
    assert Findings.from_dict({k: v for k, v in plain.items() if k != "paired_gaps"}).paired_gaps == ()
    plain["paired_gaps"][0]["a"] = "nobody"
    with pytest.raises(ProbativeError, match="nobody"):
        Findings.from_dict(plain)
