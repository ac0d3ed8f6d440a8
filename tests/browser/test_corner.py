"""Where the first model's AUC is beyond 0.95 the ROC chart enlarges its corner, with the same curves and marks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .kinds import KINDS, two_models
from .looks import DESK, cut_off

MARK = """i => {
    const e = document.querySelector(`[data-lens-mark="${i}"]`)
    return e.hasAttribute('hidden') ? null : e.getAttribute('transform').match(/-?[\\d.]+/g).map(Number)
}"""


def test_the_lens_follows_the_cut_and_stands_only_over_crowded_corners(show: Any) -> None:
    shown, known = show("demo", **DESK), KINDS["demo"]().findings
    assert known.models["logistic"].measures["auc"].value > 0.95
    left, top, wide, high, _, right, low, _ = map(
        float, shown.page.locator("[data-lens]").get_attribute("data-lens").split()
    )
    assert cut_off(shown) == []
    seen = 0
    for tick in (100, 300, 500, 900):
        shown.set("threshold", tick)
        for i, counts in enumerate(shown.counts()):
            fpr, tpr = counts["fp"] / (counts["fp"] + counts["tn"]), counts["tp"] / (counts["tp"] + counts["fn"])
            place = shown.evaluate(MARK, i)
            assert (place is not None) == (fpr <= right and tpr >= low)
            if place is not None:
                wanted = (left + fpr / right * wide, top + (1 - tpr) / (1 - low) * high)
                assert place == pytest.approx(wanted, abs=0.1)
                seen += 1
    assert seen >= 4
    # The lines in it are the lines of the chart, whatever moves them.
    hrefs = shown.evaluate("[...document.querySelectorAll('.lens use')].map(e => e.getAttribute('href'))")
    assert sorted(hrefs) == ["#hull-0", "#hull-1", "#roc-0", "#roc-1"]
    assert all(shown.page.locator(href).count() == 1 for href in hrefs)


def test_curves_with_room_have_no_lens(show: Any) -> None:
    truth, scores = two_models()
    area = np.mean(scores["weak"][truth][:, None] > scores["weak"][~truth][None, :])
    assert area < 0.95
    kind = KINDS["pair"]()
    lens = kind.findings.models["strong"].measures["auc"].value > 0.95
    assert show("pair", **DESK).page.locator(".lens").count() == int(lens)
