"""A real Chromium, and a way to look at findings in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import probative as pv

from .kinds import ALL
from .serving import Site
from .shown import Shown
from .windows import Windows

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is the same engine without a desktop around it, and opens pages three times as fast."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Show = Callable[..., Shown]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("no Chromium: run sh tests/browser/install_chromium.sh", pytrace=False)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str | pv.Findings], Path]:
    """The file of a kind of findings, written once, or of any findings."""
    folder, kept = tmp_path_factory.mktemp("pages"), dict[str, Path]()

    def written(what: str | pv.Findings) -> Path:
        if isinstance(what, str):
            if what not in kept:
                kept[what] = ALL[what]().findings.save(folder / f"{what}.html")
            return kept[what]
        return what.save(folder / f"page-{len(list(folder.iterdir()))}.html")

    return written


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def show(windows: Windows, page_of: Callable[[Any], Path]) -> Iterator[Show]:
    """Findings, rendered to a file and opened from it; keywords are the window's."""

    def open_page(what: str | pv.Findings, *, address: str = "", **options: Any) -> Shown:
        return windows.open(address or page_of(what).as_uri(), **options)

    yield open_page
    windows.leave()


@pytest.fixture
def site() -> Iterator[Callable[[str, Mapping[str, str]], str]]:
    """A small server: text and response headers to an address."""
    with Site() as made:
        yield made.address_of
