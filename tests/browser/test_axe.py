"""Accessibility, as the rules of axe see it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from .kinds import every_kind


def assert_accessible(page: Any, context: Any = None, **options: Any) -> None:
    found = Axe().run(page, context, {"resultTypes": ["violations"], **options}).response["violations"]
    assert [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found] == []


@every_kind
def test_axe_finds_nothing_to_complain_about(kind: str, show: Any) -> None:
    shown = show(kind)
    assert_accessible(shown.page)
    shown.page.emulate_media(color_scheme="dark")
    # Colours are what changes; the long tables look alike on every page.
    without = None if kind == "pair" else {"exclude": [["#method"], ["#measures .wide"]]}
    assert_accessible(shown.page, without, runOnly=["color-contrast"])
