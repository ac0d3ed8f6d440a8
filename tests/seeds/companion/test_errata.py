"""Every erratum is shown by the companion with the right value, computed, and not with the deck's."""

import pytest

from probative.companion import slides

from .errata import ERRATA
from .pending import TITLES
from .same import same


def at(value, path):
    for step in path:
        value = value[step]
    return value


def slide_of(number):
    title = ERRATA[number][0]
    (slide,) = [slide for slide in slides() if slide.title == title and number in slide.names]
    return slide


def test_every_erratum_is_there_once_in_the_list_and_on_a_slide():
    assert list(ERRATA) == [f"E{i}" for i in range(1, 70)]
    shown = {erratum.number for slide in slides() for erratum in slide.errata}
    assert shown == set(ERRATA)
    assert all(slide_of(number).errata for number in ERRATA)


@pytest.mark.parametrize("number", [number for number, row in ERRATA.items() if row[0] not in TITLES])
def test_the_right_value_is_computed(number, answered):
    title, path, right, deck = ERRATA[number]
    found = at(answered(slide_of(number).deck)[title].value, path)
    if callable(right):
        assert right(found), found
    elif isinstance(right, str):
        assert found.startswith(right), found
    else:
        assert same(found, right), found
    assert deck is ... or not same(found, deck)


def test_what_samples_show(answered):
    """The tendencies that errata claim, in the numbers that the companion draws."""
    one, two = answered("000"), answered("002")
    tuned = one["Tuning by cross-validation, and an honest estimate"].value
    assert all(won > honest for honest, won in tuned.values())
    study = two["How to choose K: small K overestimates the risk"].value
    assert study["2-fold"]["bias"] > study["10-fold"]["bias"] + 0.005
    assert abs(study["leave-one-out"]["bias"]) < -study["resubstitution"]["bias"]
    low, high = (one["An AUC below 0.5"].value[key] for key in ("low", "high"))
    assert low < 0.5 < high
    errors = two["The α and the β error, counted"].value
    assert abs(errors["α: rejected although H0 holds"] - 0.05) < 0.021
    drawn = two["Repeated random subsampling"].value
    assert drawn["never tested"] > 0


def test_folds_that_were_numbered_are_no_model(answered):
    """What is printed by a comparison is about A and B, by the test that folds need."""
    said = answered("001")["A higher accuracy is not yet evidence"].output
    assert said.startswith("cannot tell A from B")
    assert "corrected resampled t-test, p = 0.29" in said
