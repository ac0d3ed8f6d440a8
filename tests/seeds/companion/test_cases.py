"""Every worked example is answered by the companion, with the value that was computed independently."""

import pytest

from probative.companion import slides

from . import wanted_001, wanted_003, wanted_004
from .pending import PENDING, TITLES
from .same import same

WANTED = wanted_001.WANTED | wanted_003.WANTED | wanted_004.WANTED


def test_every_worked_example_is_wanted(cases):
    assert set(WANTED) == set(cases)
    assert {(case, slide.title) for slide in slides() for case in slide.cases} >= {
        (case, title) for case, (title, _) in WANTED.items()
    }


def test_what_is_pending_is_said():
    assert {(slide.pending, slide.title) for slide in slides() if slide.pending} == {
        (what, title) for what, titles in PENDING.items() for title in titles
    }


@pytest.mark.parametrize("name", [name for name, (title, _) in WANTED.items() if title not in TITLES])
def test_the_companion_gives_the_right_value(name, cases, answered):
    title, wanted = WANTED[name]
    (slide,) = [slide for slide in slides() if slide.title == title and name in slide.cases]
    found = answered(slide.deck)[title].value
    assert same(found, wanted(cases[name]["expected"])), found
