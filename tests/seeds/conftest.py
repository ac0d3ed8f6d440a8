"""The worked examples of the lecture decks, by id."""

import json
from pathlib import Path

import pytest

EXAMPLES = json.loads((Path(__file__).parent / "worked_examples.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def cases():
    return {case["id"]: case for case in EXAMPLES["cases"]}


@pytest.fixture
def case(request, cases):
    return cases[request.param]
