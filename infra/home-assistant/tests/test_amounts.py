"""Amounts in descriptions, with the test cases of the server and the site."""

import json
from pathlib import Path

import pytest

from custom_components.larder.todo import parse_amount

CASES = json.loads((Path(__file__).parents[3] / "shared/data/amounts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["amounts"], ids=str)
def test_reads_an_amount_or_nothing(case):
    text, quantity, unit, *note = case
    only_words = not any(char.isnumeric() for char in text)
    assert parse_amount(text) == (None if note or only_words else (quantity, unit))


@pytest.mark.parametrize("text", CASES["unreadable"])
def test_ignores_texts_that_are_no_amount(text):
    assert parse_amount(text) is None
