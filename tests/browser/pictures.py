"""Pictures for human eyes, by `make pictures`: every kind in every look and on paper, in the artifacts folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .kinds import ALL
from .looks import DESK, PAPER, PHONE

LOOKS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "light": (DESK, {"color_scheme": "light"}),
    "dark": (DESK, {"color_scheme": "dark"}),
    "forced": (DESK, {"color_scheme": "light", "forced_colors": "active"}),
    "phone": (PHONE, {"color_scheme": "light", "forced_colors": "none"}),
    "print": (PAPER, {"media": "print"}),
}


@pytest.mark.parametrize("kind", ALL)
def test_pictures_for_human_eyes(kind: str, show: Any) -> None:
    folder = Path(__file__).parents[2] / "artifacts"
    folder.mkdir(exist_ok=True)
    page = show(kind).page
    for look, (window, media) in LOOKS.items():
        page.emulate_media(**media)
        page.set_viewport_size(window["viewport"])
        page.screenshot(path=folder / f"report-{kind}-{look}.png", full_page=True)
    page.emulate_media(media="null")
    page.pdf(path=folder / f"report-{kind}.pdf", prefer_css_page_size=True)
    assert len(list(folder.glob(f"report-{kind}-*.png"))) == len(LOOKS)
