"""The changelog: in its form, of the version that stands in one place, and about what is still there."""

from __future__ import annotations

import re

import pytest
import typer.main

import probative as pv
from probative.cli.app import app

from .workshop import HOME

TEXT = (HOME / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
RELEASE = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def test_releases_have_dates_and_fall_and_the_last_is_the_version() -> None:
    releases = RELEASE.findall(TEXT)
    assert len(releases) == len(re.findall("^## ", TEXT, re.MULTILINE))
    assert releases[0] == ("Unreleased", "")
    assert all(date for _, date in releases[1:])
    versions = [tuple(map(int, name.split("."))) for name, _ in releases[1:]]
    assert versions == sorted(versions, reverse=True)
    if versions:
        assert pv.__version__ == releases[1][0]
    assert set(re.findall("^### (.+)$", TEXT, re.MULTILINE)) <= set(KINDS)
    assert not re.search("[^\n#]###? ", TEXT), "a heading stands in the middle of a line"


def test_the_version_is_said_alike_everywhere() -> None:
    cited = (HOME / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", cited, re.MULTILINE)[1] == pv.__version__  # type: ignore[index]
    assert 'dynamic = ["version"]' in (HOME / "pyproject.toml").read_text(encoding="utf-8")


def test_what_was_added_is_there() -> None:
    added = TEXT.split("## [", 2)[1]
    assert [name for name in re.findall(r"`pv\.([A-Za-z_]\w*)", added) if not hasattr(pv, name)] == []
    options = {word for command in _all(COMMANDS.values()) for one in command.params for word in one.opts}
    options |= {word for command in _all(COMMANDS.values()) for one in command.params for word in one.secondary_opts}
    assert sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", added)) - options - {"--install-completion"}) == []
    assert sorted(set(re.findall(r"`probative ([a-z][a-z-]+)", added)) - set(COMMANDS)) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_came_without_a_line(command: str) -> None:
    assert re.search(rf"(?<![\w-]){command}(?![\w-])", TEXT)


def _all(commands):  # type: ignore[no-untyped-def]
    for command in commands:
        yield command
        yield from _all(getattr(command, "commands", {}).values())
