"""The list of saved findings in a browser: it renews itself, keeps what was chosen, and complains of nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from scipy.special import expit

import probative as pv
from probative.serving import FindingsServer

from .conftest import Show

N = 200
RNG = np.random.default_rng(0)
TRUTH = (RNG.random(N) < 0.4).astype(int)


def saved(folder: Path, title: str, apart: float) -> None:
    scores = {"one": expit(apart * (TRUTH - 0.5) + RNG.normal(size=N)), "two": expit(RNG.normal(size=N))}
    pv.evaluate(truth=TRUTH, scores=scores, positive=1, title=title).save(folder / f"{title}.json")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    saved(tmp_path, "first", 3.0)
    saved(tmp_path, "second", 2.0)
    server = FindingsServer(tmp_path)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield tmp_path, server.url
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_run_that_finishes_appears_and_what_was_chosen_stays(served: tuple[Path, str], show: Show) -> None:
    folder, url = served
    shown = show("", address=url)
    row = shown.page.locator("tr", has_text="second.json")
    row.locator("input[name=a]").check()
    assert shown.page.locator("#list tbody tr").count() == 2
    saved(folder, "third", 1.0)
    shown.page.locator("#list tr", has_text="third.json").wait_for()
    assert row.locator("input[name=a]").is_checked()
    assert shown.page.locator("#told").text_content() == "The list has changed."
    assert shown.complaints == []


def test_words_filter_the_list_and_pairs_have_pictures(served: tuple[Path, str], show: Show) -> None:
    _, url = served
    shown = show("", address=url)
    shown.page.fill("#q", "second")
    shown.page.click("text=Filter")
    shown.page.wait_for_url("**q=second**")
    assert shown.page.locator("#list tbody tr").count() == 1
    shown.page.goto(url)
    shown.page.locator("tr", has_text="first.json").locator("input[name=a]").check()
    shown.page.locator("tr", has_text="second.json").locator("input[name=b]").check()
    shown.page.click("text=Put A and B side by side")
    shown.page.wait_for_url("**/beside**")
    assert shown.page.locator("figure svg[role=img]").count() >= 1
    # As large as on a page of findings, and no poster.
    assert shown.page.locator("figure svg[role=img]").first.bounding_box()["width"] <= 600
    assert shown.page.locator(".feet").first.inner_text().startswith("a Wilson's score interval.")
    assert shown.page.locator("figure .legend li").count() == 4
    assert shown.complaints == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_cut_and_words_are_not_broken(served: tuple[Path, str], show: Show, width: int) -> None:
    _, url = served
    shown = show("", address=url, viewport={"width": width, "height": 800})
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
