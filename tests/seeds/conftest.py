"""The worked examples of the lecture decks, by id."""

import json
from functools import cache
from pathlib import Path

import pytest

import probative as pv

EXAMPLES = json.loads((Path(__file__).parent / "worked_examples.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def cases():
    return {case["id"]: case for case in EXAMPLES["cases"]}


@pytest.fixture
def case(request, cases):
    return cases[request.param]


@pytest.fixture(scope="session")
def answered():
    """The answers of a deck's companion by the title of the slide; every call is run once."""
    return cache(lambda deck: {answer.slide.title: answer for answer in pv.decks(deck)})
