"""A file that was begun to be opened is the file, opened once, and no later one of its name."""

import numpy as np
import pytest

from probative.errors import UnreadableFile
from probative.sources import Limits, open_source
from probative.sources.ahead import begun, opened_ahead


def test_it_is_what_opening_it_gives_and_gives_it_once(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y,s\n1,0.9\n0,0.2\n")
    with opened_ahead(str(path)):
        first = open_source(path)
        assert begun(path, Limits()) is None
    assert first.listed(["s"]).values["s"].tolist() == [0.9, 0.2]


def test_what_nobody_asked_for_is_not_kept_for_a_later_file_of_the_name(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y\n1\n")
    with opened_ahead(str(path)):
        pass
    path.write_text("y\n5\n")
    np.testing.assert_array_equal(open_source(path).listed(["y"]).values["y"], [5])


def test_other_limits_open_it_anew(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y\n1\n")
    with opened_ahead(str(path)):
        assert begun(path, Limits.of("512MB")) is None


def test_its_errors_are_told_to_whoever_opens_it(tmp_path):
    path = tmp_path / "p.parquet"
    path.write_text("no parquet")
    with opened_ahead(str(path)), pytest.raises(UnreadableFile, match=r"p\.parquet"):
        open_source(path)
