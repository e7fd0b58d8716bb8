"""Sentences that were kept: the same again, and nothing that the house does not say itself."""

from __future__ import annotations

import json

import pytest

from device.journal.kept_sentence import sentence_from, sentence_json
from engine.sentence import Sentence, in_a_row, say

KNOWN = ("{who} wins.", "{number} nuts are left.")


def test_a_kept_sentence_is_the_same_again() -> None:
    """Through JSON and back a sentence has its text, its template and its values, the sentences in it too."""
    text = in_a_row([say("{who} wins.", who="Ada {x}"), say("{number} nuts are left.", number=2)])
    again = sentence_from(json.loads(json.dumps(sentence_json(text))), KNOWN)
    assert isinstance(again, Sentence)
    assert isinstance(text, Sentence)
    assert (str(again), again.template, dict(again.values)) == (str(text), text.template, dict(text.values))


def test_a_plain_text_stays_one() -> None:
    """A text that was made from nothing is kept as it is."""
    assert sentence_from(sentence_json("Over."), KNOWN) == "Over."


@pytest.mark.parametrize(
    "kept",
    [
        None,
        7,
        ["{who} wins."],
        {"template": "{who.__class__} wins.", "values": {"who": "Ada"}},
        {"template": "{who:>999999999}", "values": {"who": "Ada"}},
        {"template": "{who} wins.", "values": {}},
        {"template": "{who} wins.", "values": {"who": {"template": "?", "values": {}}}},
        {"template": "{who} wins.", "values": {"who": 1.5}},
    ],
)
def test_what_the_house_does_not_say_is_no_sentence(kept: object) -> None:
    """Foreign templates, missing values and other forms are not filled in."""
    assert sentence_from(kept, KNOWN) is None
