"""Every phrase has words in both languages, with the same gaps."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from companion.locale import LANGUAGES, UnknownPhrase, messages, say
from games.game import Phrase

GAP = re.compile(r"\{(\w+)")


def speaks_both(texts):
    gaps = {language: set(GAP.findall(text)) for language, text in texts.items()}
    return set(texts) == set(LANGUAGES) and all(texts.values()) and gaps["en"] == gaps["de"]


def test_every_message_speaks_both_languages_and_leaves_the_same_gaps():
    """Whichever do not are all told at once, each by its key: one example a message was a third of all examples."""
    assert {key: texts for key, texts in messages().items() if not speaks_both(texts)} == {}


@pytest.mark.parametrize("texts", [{"en": "a {b}"}, {"en": "a {b}", "de": ""}, {"en": "a {b}", "de": "a {c}"}])
def test_a_message_that_lacks_a_language_words_or_a_gap_is_noticed(texts):
    assert not speaks_both(texts)


def test_a_gap_chooses_by_number():
    assert say(Phrase.of("doctor.broken", count=1)) == "Tableside won't work until one thing is mended."
    assert say(Phrase.of("doctor.broken", count=3)) == "Tableside won't work until 3 things are mended."


def test_what_the_system_says_of_a_disk_or_a_network_is_said_in_german_too():
    full = Phrase.of("command.cannot_write", file="abend.json", why=os.strerror(errno.ENOSPC))
    assert "No space left on device" in say(full)
    assert "Kein Platz mehr auf dem Datenträger" in say(full, "de")


def test_an_unknown_key_is_named():
    with pytest.raises(UnknownPhrase, match="no_such_key"):
        say(Phrase.of("no_such_key"))


ROOT = Path(__file__).parents[2]
LITERAL = re.compile(r"Phrase\.of\(\s*\"([a-z_]+\.[a-z_.0-9]+)\"")


@pytest.mark.parametrize("package", ["games", "calibration", "vision", "devices", "companion"])
def test_every_sentence_in_the_code_has_words(package):
    said = {key for path in (ROOT / package).rglob("*.py") for key in LITERAL.findall(path.read_text("utf-8"))}
    assert said - messages().keys() == set()
