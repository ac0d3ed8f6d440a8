"""validate: the same whatever the workers, resumed after a stop, and every declared test judged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

import probative as pv
from probative.errors import BadInput, BadParameter
from probative.measurement import measures
from probative.stats import registry
from probative.validation import Validation, fingerprint, validate, validating
from probative.validation.cases.calibrated import Calibrated
from probative.validation.cases.measured import Measured
from probative.validation.grids import grid_named
from probative.validation.page import page

FEW = {"only": ["disagreement", "mse"], "replicates": 20}


def test_equal_seeds_give_equal_lines_on_any_number_of_workers():
    alone = validate(**FEW)
    assert alone == validate(**FEW, n_jobs=2)
    assert alone != validate(**FEW, random_state=1)
    assert {line.what for line in alone.intervals} == {"disagreement", "mse"}


def test_one_call_of_every_kind_of_case_end_to_end():
    found = validate(only=["gate", "roc_band", "best_threshold", "calibration", "compare"], replicates=2)
    assert len(found.tests) > 15
    assert {line.what for line in found.tests} > {"gate passes at its margin", "calibration: spiegelhalter"}
    assert {line.what for line in found.intervals} > {"roc_band simultaneous", "calibration slope"}
    assert "## What falls short" in page(found)


def test_what_falls_short_is_drawn_again_and_that_stands(tmp_path):
    """Of 20 samples one interval more or less decides; of 80 others it is seen whether it holds."""
    case = next(case for case in grid_named("quick") if case.name == "Residuals: n 50, t3 errors")
    first = case.judged(20, np.random.default_rng([0, zlib.crc32(case.name.encode())]), frozenset())
    short = {line.what for line in first if not line.holds}
    assert short
    name, stands = validating._judged(case, 20, 0, frozenset(), None)
    assert {line.what: line.replicates for line in stands} == {
        line.what: 80 if line.what in short else 20 for line in first
    }
    assert [line for line in stands if line.what not in short] == [line for line in first if line.holds]
    fresh = np.random.default_rng([0, zlib.crc32(name.encode()), 4])
    again = {line.what: line for line in case.judged(80, fresh, frozenset(short))}
    assert all(line == again[line.what] for line in stands if line.what in short)
    for only in (short, {next(iter(short))}):
        found = validate(only=sorted(only), replicates=20, checkpoint=tmp_path / str(len(only)))
        assert found == validate(only=sorted(only), replicates=20, checkpoint=tmp_path / str(len(only)))
        assert {line.what for line in found.intervals} == only


def test_a_validation_travels_as_json():
    found = validate(**FEW)
    assert Validation.from_json(found.to_json()) == found
    assert found.to_dict()["intervals"][0]["holds"] in (True, False)
    assert found.table().to_dicts()[0]["what"] == "mse"
    assert found.table("tests").rows == ()
    assert all(not line.holds for line in found.failing())


def test_what_is_done_is_not_done_again(tmp_path, monkeypatch):
    plain, asked = Measured.judged, []

    def stopping(case, *arguments):
        asked.append((case.name, arguments[0]))
        if len(asked) == 2:
            raise KeyboardInterrupt
        return plain(case, *arguments)

    monkeypatch.setattr(Measured, "judged", stopping)
    with pytest.raises(KeyboardInterrupt):
        validate(**FEW, checkpoint=tmp_path)
    found = validate(**FEW, checkpoint=tmp_path)
    assert len(asked) == len(set(asked)) + 1  # only the one that was stopped is asked twice
    assert found == validate(**FEW)


def test_a_killed_process_leaves_what_it_had_done(tmp_path):
    words = [sys.executable, "-m", "probative", "validate", "--only", "mse", "--replicates", "300", "--jobs", "1"]
    killed = subprocess.Popen([*words, "--resume", str(tmp_path)], env=os.environ, stdout=subprocess.DEVNULL)
    while not list(tmp_path.glob("*.part")):
        assert killed.poll() is None
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    done = set(tmp_path.glob("*.part"))
    before = {path: path.stat().st_mtime_ns for path in done}
    found = validate(only="mse", replicates=300, checkpoint=tmp_path)
    assert {path: path.stat().st_mtime_ns for path in done} == before
    assert found == validate(only="mse", replicates=300)


def test_only_what_other_code_made_is_made_again(tmp_path, monkeypatch):
    plain, asked = Measured.judged, []
    monkeypatch.setattr(Measured, "judged", lambda case, *told: asked.append(case.name) or plain(case, *told))
    found = validate(**FEW, checkpoint=tmp_path)
    first = len(asked)
    monkeypatch.setattr(
        validating, "code_of", lambda rooms: "another" if "stats" in rooms else fingerprint.code_of(rooms)
    )
    assert validate(**FEW, checkpoint=tmp_path) == found
    assert len(asked) == first  # intervals of measures do not rest on tests
    monkeypatch.setattr(validating, "code_of", lambda rooms: "another")
    assert validate(**FEW, checkpoint=tmp_path) == found
    assert len(asked) == 2 * first


def test_what_shows_numbers_is_no_part_of_what_makes_them():
    cases = grid_named("full")
    rooms = {room for case in cases for room in case.rooms}
    assert not rooms & {"report", "cli", "answers", "pictures", "findings", "guards", "serving", "validation/page.py"}
    assert all((fingerprint.PACKAGE / room).exists() for room in rooms)
    assert all({"evidence", "measurement", "inference"} <= set(case.rooms) for case in cases)


def test_a_folder_of_another_run_is_refused(tmp_path: Path):
    validate(only="disagreement", replicates=2, checkpoint=tmp_path)
    with pytest.raises(BadInput, match="another replicates: was 2, is 3"):
        validate(only="disagreement", replicates=3, checkpoint=tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [({"grid": "huge"}, "no grid"), ({"only": "beauty"}, "judges no"), ({"replicates": 0}, "replicates")],
)
def test_bad_words_are_refused(words, said):
    with pytest.raises(BadParameter, match=said):
        validate(**words)


def test_names_of_cases_are_their_own_and_every_test_is_judged_somewhere():
    cases = grid_named("full")
    names = [case.name for case in cases]
    assert len(set(names)) == len(names)
    judged = {subject for case in cases for subject in case.subjects}
    assert {test.name for test in registry.tests()} <= judged
    assert any(isinstance(case, Calibrated) for case in cases)
    # A sample has a bound only of the one, and the other is another measure in every sample size.
    assert {measure.name for measure in measures()} - judged == {"max_error", "auc_n"}


def test_the_page_says_why_something_is_not_judged():
    told = page(Validation("quick", 10, 0, (), (), ("max_error",)))
    assert "`max_error` (a sample bounds the largest possible error only from below)" in told


def test_the_surface_offers_it():
    assert pv.validate is validate


def test_words_do_not_change_a_fingerprint_and_arithmetic_does(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "PACKAGE", tmp_path)
    body = 'def f(x):\n    """One."""\n    return x + {}\n'
    texts = {"a": body.format(1), "b": "# Why.\n" + body.format(1).replace("One", "Another"), "c": body.format(2)}
    codes = {}
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.py").write_text(text)
        monkeypatch.setattr(fingerprint, "PACKAGE", tmp_path / name)
        codes[name] = fingerprint.code_of.__wrapped__(("same.py",))
    assert codes["a"] == codes["b"] != codes["c"]


def test_a_case_rests_on_its_own_files_and_on_no_other_case():
    for case in grid_named("quick"):
        files = fingerprint.files_behind(case)
        assert all((fingerprint.PACKAGE / file).is_file() for file in files)
        own = type(case).__module__.removeprefix("probative.").replace(".", "/") + ".py"
        others = {file for file in files if "/cases/" in file or "/on_request/" in file}
        assert own in others <= {own, "validation/cases/case.py"}
