"""Pictures for human eyes: every kind in every look, in the artifacts folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .kinds import every_kind
from .looks import DESK, PAPER, PHONE

PNG = b"\x89PNG"


@every_kind
def test_pictures_for_human_eyes(kind: str, show: Any, artifacts: Path) -> None:
    page = show(kind, **DESK).page
    looks: dict[str, dict[str, Any]] = {
        "light": {"color_scheme": "light"},
        "dark": {"color_scheme": "dark"},
        "forced": {"color_scheme": "light", "forced_colors": "active"},
        "phone": {"color_scheme": "light", "forced_colors": "none"},
        "print": {"media": "print"},
    }
    for look, media in looks.items():
        page.emulate_media(**media)
        page.set_viewport_size({"phone": PHONE, "print": PAPER}.get(look, DESK)["viewport"])
        path = artifacts / f"report-{kind}-{look}.png"
        data = page.screenshot(path=path, full_page=True)
        assert data.startswith(PNG)
        assert path.read_bytes() == data
