"""Windows that stay open from test to test: loading a report into one costs a fraction of opening one."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as TooLate

from .shown import Shown

SIZE = {"width": 1280, "height": 720}
WAKING = 5_000
"""Milliseconds that scripts may take to be unpacked."""
PATIENCE = 60_000
"""Milliseconds that a step may take on a busy machine."""


@dataclass
class Windows:
    """Pages by what only a new context can decide; size, colours and medium are set on the page."""

    browser: Browser
    free: dict[str, list[Page]] = field(default_factory=lambda: defaultdict(list))
    taken: list[tuple[str, Shown]] = field(default_factory=list)

    def open(
        self,
        address: str,
        *,
        before: str = "",
        viewport: Any = SIZE,
        color_scheme: Any = "light",
        forced_colors: Any = "none",
        waking: int = WAKING,
        **options: Any,
    ) -> Shown:
        """An address in a window that looks new: its document is, and nothing else is kept between documents."""
        kind = repr((before, options))
        if not self.free[kind]:
            context = self.browser.new_context(**options)
            if before:
                context.add_init_script(before)
            self.free[kind].append(context.new_page())
        page = self.free[kind].pop()
        page.set_default_timeout(PATIENCE)
        page.set_viewport_size(viewport)
        page.emulate_media(media="null", color_scheme=color_scheme, forced_colors=forced_colors)
        shown = Shown(page)
        self.taken.append((kind, shown))
        shown.listen()
        page.goto(address, wait_until="load")
        self.awake(page, options, waking)
        return shown

    @staticmethod
    def awake(page: Page, options: dict[str, Any], waking: int) -> None:
        """Wait until the scripts are unpacked and have run, where there are any and they may."""
        if options.get("java_script_enabled", True) and page.locator("#code").count():
            with suppress(TooLate):
                # A server's policy may forbid them: then there is nothing to wait for.
                page.wait_for_selector("html.ready", state="attached", timeout=waking)

    def leave(self) -> None:
        """Empty the windows that are in use; an empty page between two reports keeps scroll and form state apart."""
        for kind, shown in self.taken:
            shown.stop_listening()
            if not shown.page.is_closed():
                shown.page.mouse.move(0, 0)
                shown.page.goto("about:blank")
                self.free[kind].append(shown.page)
        self.taken.clear()
