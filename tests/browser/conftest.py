"""A real Chromium, and a way to look at findings in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import probative as pv

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Shown:
    """A page in the browser, with everything that it asked for and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(script)


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


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Findings, rendered to a file and opened from it; keywords are the browser context's."""
    contexts = []

    def open_page(findings: pv.Findings, **options: Any) -> Shown:
        path = findings.save(tmp_path / f"report-{len(contexts)}.html")
        context = browser.new_context(**options)
        contexts.append(context)
        shown = Shown(context.new_page())
        shown.page.on("request", lambda request: shown.requests.append(request.url))
        shown.page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        shown.page.on("dialog", lambda dialog: (shown.complaints.append(dialog.message), dialog.dismiss()))
        shown.page.on(
            "console",
            lambda said: shown.complaints.append(said.text) if said.type in ("error", "warning") else None,
        )
        shown.page.goto(path.as_uri(), wait_until="load")
        return shown

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Pictures for human eyes; not under version control."""
    folder = Path(__file__).parents[2] / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder
