"""A file is written whole or not at all, wherever we write one."""

import os
import stat
from functools import partial

import pytest

import probative as pv
from probative.errors import UnreadableFile
from probative.pictures import save_picture
from probative.records import put, put_by

Y, S = [0, 1] * 20, [0.2, 0.7] * 20


def test_what_was_there_stays_if_writing_fails(tmp_path):
    target = tmp_path / "a.json"
    put(target, "old")

    def full(file):
        file.write_text("half of it")
        raise OSError(28, "No space left on device")

    with pytest.raises(UnreadableFile, match="cannot be written"):
        put_by(target, full)
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_crash_leaves_nothing_beside_either(tmp_path):
    def broken(file):
        file.write_text("half of it")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put_by(tmp_path / "a.json", broken)
    assert os.listdir(tmp_path) == []


def test_links_and_permissions_stay(tmp_path):
    real = tmp_path / "real.txt"
    put(real, "old")
    real.chmod(0o640)
    (tmp_path / "link.txt").symlink_to(real)
    put(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_devices_are_written_as_they_are():
    put("/dev/null", "gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(UnreadableFile):
        put("/dev/full", "x" * 10**6)


@pytest.mark.parametrize("ending", ["html", "json"])
def test_a_letter_that_no_file_can_hold_is_replaced(ending, tmp_path):
    """A lone surrogate, as the command line makes it of bytes that are not UTF-8."""
    found = pv.evaluate(truth=Y, scores=S, title="caf\udce9")
    text = found.save(tmp_path / f"r.{ending}").read_text(encoding="utf-8")
    assert "caf" in text
    assert "\udce9" not in text


@pytest.mark.parametrize("name", ["findings.json", "report.html", "roc.svg", "roc.png"])
def test_a_full_disk_spares_the_old_file(name, tmp_path, monkeypatch):
    found = pv.evaluate(truth=Y, scores=S)
    target = tmp_path / name
    target.write_bytes(b"old")

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    save = found.save if target.suffix in (".json", ".html") else partial(save_picture, found.plot())
    with pytest.raises(UnreadableFile, match=r"(?s)cannot be written.*No space"):
        save(target)
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == [name]
