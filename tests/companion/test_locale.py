"""Every phrase has words in both languages, with the same gaps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.locale import LANGUAGES, UnknownPhrase, messages, say
from games.game import Phrase

GAP = re.compile(r"\{(\w+)")


@pytest.mark.parametrize("key", sorted(messages()))
def test_a_message_speaks_both_languages_and_leaves_the_same_gaps(key):
    texts = messages()[key]
    assert set(texts) == set(LANGUAGES)
    assert all(texts.values())
    assert set(GAP.findall(texts["en"])) == set(GAP.findall(texts["de"]))


def test_a_gap_chooses_by_number():
    assert say(Phrase.of("doctor.broken", count=1)) == "Tableside won't work until one thing is mended."
    assert say(Phrase.of("doctor.broken", count=3)) == "Tableside won't work until 3 things are mended."


def test_an_unknown_key_is_named():
    with pytest.raises(UnknownPhrase, match="no_such_key"):
        say(Phrase.of("no_such_key"))


ROOT = Path(__file__).parents[2]
LITERAL = re.compile(r"Phrase\.of\(\s*\"([a-z_]+\.[a-z_.0-9]+)\"")


@pytest.mark.parametrize("package", ["games", "calibration", "vision", "devices", "companion"])
def test_every_sentence_in_the_code_has_words(package):
    said = {key for path in (ROOT / package).rglob("*.py") for key in LITERAL.findall(path.read_text("utf-8"))}
    assert said - messages().keys() == set()
