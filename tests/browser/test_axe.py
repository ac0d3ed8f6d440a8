"""Accessibility, as the rules of axe see it."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from .kinds import every_kind
from .test_widths import lettered, named, poor

COLOURS = ("pair", "folds", "classes", "slices", "regression", "theory")
"""Kinds that have every sort of section, table and picture among them; axe takes long to look at colours, and
`test_themes` measures them on every kind."""


def assert_accessible(page: Any, context: Any = None, **options: Any) -> None:
    found = Axe().run(page, context, {"resultTypes": ["violations"], **options}).response["violations"]
    assert [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found] == []


@every_kind
def test_axe_finds_nothing_to_complain_about(kind: str, show: Any) -> None:
    shown = show(kind)
    assert_accessible(shown.page, rules={"color-contrast": {"enabled": kind in COLOURS}})
    if kind in COLOURS:
        shown.page.emulate_media(color_scheme="dark")
        # The long tables look alike on every page.
        without = None if kind == "pair" else {"exclude": [["#method"], ["#measures .wide"]]}
        assert_accessible(shown.page, without, runOnly=["color-contrast"])


@pytest.mark.parametrize("made", [named, lettered, poor], ids=["names", "classes", "poor"])
def test_axe_finds_nothing_on_odd_pages(made: Any, show: Any) -> None:
    assert_accessible(show(made().findings).page)
