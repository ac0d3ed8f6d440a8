"""The same bytes whatever the hash seed, the number of threads, the locale and the ends of lines are."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

WORDS = ["evaluate", "p.csv", "--truth", "y", "--score", "a", "--score", "b", "--by", "g", "--json", "f.json"]
WORDS += ["--html", "f.html"]


def written(folder, locales="", ending="\n", **environment):
    """The findings and the page of one table with decimals, capital letters and text that is not ASCII."""
    folder.mkdir()
    rng = np.random.default_rng(1)
    rows = [f"{i % 2},{rng.random() / 2 + i % 2 / 2:.4f},{rng.random():.4f},{'Iİıi'[i % 4]}" for i in range(120)]
    (folder / "p.csv").write_bytes((ending.join(["y,a,b,g", *rows]) + ending).encode())
    words = [sys.executable, "-m", "probative", *WORDS]
    around = os.environ | environment | ({"LOCPATH": str(locales)} if locales else {})
    done = subprocess.run(words, cwd=folder, env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return (folder / "f.json").read_bytes(), (folder / "f.html").read_bytes()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return written(tmp_path_factory.mktemp("plain") / "p", PYTHONHASHSEED="0")


@pytest.mark.parametrize(
    "around",
    [
        {"PYTHONHASHSEED": "77", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        {"PYTHONHASHSEED": "4711", "OMP_NUM_THREADS": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
        {"ending": "\r\n", "LC_ALL": "POSIX"},
    ],
)
def test_findings_and_pages_are_the_same_bytes(plain, around, tmp_path):
    assert written(tmp_path / "p", **around) == plain


@pytest.mark.parametrize("language", ["de_DE", "tr_TR"])
def test_and_where_a_comma_parts_decimals_and_i_has_two_capitals(plain, language, tmp_path):
    """The locale is made where the system can; where it cannot its name is told, as it would be to anybody there."""
    locales = tmp_path / "locales"
    locales.mkdir()
    if maker := shutil.which("localedef"):
        subprocess.run(
            [maker, "-i", language, "-f", "UTF-8", f"{locales}/{language}.UTF-8"], check=False, capture_output=True
        )
    assert written(tmp_path / "p", locales, LC_ALL=f"{language}.UTF-8") == plain
