"""A Chromium, and how long it takes to paint a page and to follow a slider."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]

PAINTED = """
window.painted = new Promise((kept) => {
  const frame = () => new Promise(requestAnimationFrame);
  let last = 0;
  for (const type of ["paint", "largest-contentful-paint"]) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) last = Math.max(last, entry.startTime);
    }).observe({ type, buffered: true });
  }
  addEventListener("load", async () => {
    if (typeof drawn !== "undefined") await drawn;
    await frame();
    await frame();
    const now = performance.now();
    setTimeout(() => kept(Math.max(now, last)), 300);
  });
});
"""
STEP = """async (position) => {
  const slider = document.getElementById("threshold"), frame = () => new Promise(requestAnimationFrame);
  if (position !== null) {
    slider.value = position;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await frame();
  await frame();
}"""
TEXTS = "() => [...document.querySelectorAll('tr[data-live] [data-cell]')].map((e) => e.textContent)"
"""The four outcomes of every model at its cut."""


def path_of_chromium() -> str:
    """Where Chromium is; without one there is nothing to measure."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("The benchmark of the report needs Chromium: run sh tests/browser/install_chromium.sh")
    return path


CHROMIUM = path_of_chromium()


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        yield chromium
        chromium.close()


def paints(chromium: Browser, addresses: Sequence[str], tries: int = 7) -> list[float]:
    """Milliseconds from the start of navigation to the complete paint: the median of each page, in turn."""
    found: list[list[float]] = [[] for _ in addresses]
    for turn in range(tries + 1):
        for known, address in zip(found, addresses, strict=True):
            context = chromium.new_context()
            context.add_init_script(PAINTED)
            page = _opened(context, address)
            took = page.evaluate("() => window.painted")
            if turn:  # the first turn warms up
                known.append(took)
            context.close()
    return [float(np.median(known)) for known in found]


def drags(chromium: Browser, addresses: Sequence[str], frames: int = 100) -> list[tuple[float, float]]:
    """Milliseconds of the main thread for each frame of a drag: median and 95th percentile of each page, in turn."""
    pages = [_Dragged(_opened(chromium.new_context(), address)) for address in addresses]
    for position in np.linspace(0, 1000, frames // 4):  # warm up
        for page in pages:
            page.frame(int(position))
    idle, busy = ([list[float]() for _ in pages] for _ in range(2))
    for position in np.linspace(5, 995, frames):
        for page, still, moving in zip(pages, idle, busy, strict=True):
            still.append(page.frame(None))
            moving.append(page.frame(int(position)))
    if not pages[0].texts() or any(page.texts() != pages[0].texts() for page in pages):
        raise SystemExit("The pages show different outcomes at the end of the drag.")
    for page in pages:
        page.page.context.close()
    taken = [np.array(moving) - np.median(still) for still, moving in zip(idle, busy, strict=True)]
    return [(float(np.median(each)), float(np.percentile(each, 95))) for each in taken]


class _Dragged:
    """A page whose slider is moved, and the clock of its main thread."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def frame(self, position: int | None) -> float:
        """Milliseconds that the main thread was busy with two frames, the first of which draws the position."""
        before = self._busy()
        self.page.evaluate(STEP, position)
        return 1000 * (self._busy() - before)

    def _busy(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")

    def texts(self) -> list[str]:
        """The outcomes as shown."""
        return list(self.page.evaluate(TEXTS))


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.on("pageerror", _stop)
    page.goto(address, wait_until="load")
    page.evaluate("() => typeof drawn === 'undefined' || drawn.then(() => true)")
    return page


def _stop(error: object) -> None:
    raise SystemExit(f"A page of the benchmark failed: {error}")
