"""What may not hold is said where it is met: in the terminal, on the page, in JSON."""

from __future__ import annotations

from html import unescape
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

import probative as pv
from probative.decisions import best_threshold
from probative.findings.doubted import DOUBTED_INTERVALS
from probative.inference.doubting import COARSE, LONG_TAILS, UNSEEN
from probative.report.page import render_html
from probative.report.terminal import print_findings


def printed(findings):
    """What the terminal shows, in one line."""
    out = StringIO()
    print_findings(findings, Console(file=out, width=100, highlight=False))
    return " ".join(out.getvalue().split())


def regression(n, draw):
    """Findings of predictions with errors of that law."""
    rng = np.random.default_rng(5)
    said = rng.normal(size=n)
    return pv.evaluate({"y": said + draw(rng, n), "m": said}, truth="y", predicted="m", task="regression")


def normal(rng, n):
    return rng.normal(size=n)


def t5(rng, n):
    return rng.standard_t(5, n)


@pytest.mark.parametrize(("n", "draw", "doubt"), [(60, normal, UNSEEN), (1000, t5, LONG_TAILS), (400, normal, None)])
def test_errors_are_doubted_wherever_they_are_shown(n, draw, doubt):
    found = regression(n, draw)
    terminal, html = printed(found), unescape(render_html(found))
    for known in (UNSEEN, LONG_TAILS):
        words = DOUBTED_INTERVALS[known]
        assert (words in terminal) == (words in html) == (known in found.to_json()) == (known == doubt)


def test_few_events_are_doubted_wherever_they_are_shown():
    rng = np.random.default_rng(5)
    truth = (np.arange(60) < 3).astype(int)
    found = pv.evaluate({"y": truth, "p": np.clip(0.4 * truth + rng.random(60) / 2, 0, 1)}, truth="y", scores="p")
    words = DOUBTED_INTERVALS[COARSE]
    assert words in printed(found)
    assert words in unescape(render_html(found))
    assert COARSE in found.to_json()


@pytest.mark.parametrize(("positives", "doubted"), [(8, True), (40, False)])
def test_a_threshold_of_few_positives_is_doubted(positives, doubted):
    rng = np.random.default_rng(6)
    truth = np.arange(120) < positives
    choice = best_threshold(pv.Ladder.from_scores(truth, rng.normal(size=120) + truth), "informedness")
    assert choice.chosen is not None
    assert (COARSE in (choice.chosen.why or "")) == doubted
    assert (COARSE in choice.to_json()) == doubted or not doubted
    assert (f"threshold that resamples choose {choice.chosen}" in str(choice)) is True
    assert (COARSE in str(choice)) == doubted
