"""German and English for every phrase. Each ``NAME.json`` beside this file, and each that a game's title names, holds
one subject's messages: ``{"carcassonne.city_finished": {"en": "city finished", "de": "Stadt fertig"}}``. Gaps are
``{name}``; a gap may choose by number: ``{tiles|one tile|{} tiles}``.
"""

from __future__ import annotations

import errno
import json
import os
import re
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TypeAlias

from companion.titles.registry import titles
from games.game import Phrase, PhraseValue
from games.names import shown
from vision.addresses import masked

LANGUAGES = ("en", "de")
Messages: TypeAlias = "dict[str, dict[str, str]]"
GAP = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|((?:[^{}]|\{\})*))?\}")


class UnknownPhrase(LookupError):
    """A message key that no locale file holds: ``key``."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"no message for {key!r}")


@cache
def messages() -> Messages:
    """Every message that lies here: key -> language -> text. Read once from the package's own files."""
    found: Messages = {}
    for entry in sorted(files(__package__).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".json"):
            found.update(json.loads(entry.read_text(encoding="utf-8")))
    return found


def is_message(key: str) -> bool:
    """True where somebody wrote words for this key."""
    return _texts(key) is not None


def every_message() -> Messages:
    """Those and every title's own."""
    own = (_messages_at(*title.phrases) for title in titles() if title.phrases is not None)
    return dict(chain(messages().items(), *(found.items() for found in own)))


def _texts(key: str) -> dict[str, str] | None:
    if key in messages():
        return messages()[key]
    elsewhere = (_messages_at(*title.phrases) for title in titles() if title.phrases is not None)
    return next((found[key] for found in elsewhere if key in found), None)


@cache
def _messages_at(package: str, name: str) -> Messages:
    found: Messages = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    return found


def say(phrase: Phrase, language: str = "en") -> str:
    """The phrase in words: one line that can be shown, said and written, whatever people or files put in its gaps.

    ``language`` is ``en`` or ``de``. Raises :class:`UnknownPhrase`.
    """
    texts = _texts(phrase.key)
    if texts is None:
        raise UnknownPhrase(phrase.key)
    text = texts[language]
    values = dict(phrase.values)

    def fill(gap: re.Match[str]) -> str:
        value = values[gap[1]]
        if gap[2] is not None:
            return gap[2] if value == 1 else gap[3].replace("{}", _text(value, language))
        return _text(value, language)

    return GAP.sub(fill, text)


@cache
def _reasons() -> dict[str, str]:
    """What the system says of a file or a network that fails, which it says in its own language: words -> our key."""
    codes = (
        (key, getattr(errno, key.removeprefix("system."), None)) for key in messages() if key.startswith("system.")
    )
    return {os.strerror(code): key for key, code in codes if code is not None}


def _text(value: PhraseValue, language: str) -> str:
    if isinstance(value, Phrase):
        return say(value, language)
    if isinstance(value, tuple):
        return ", ".join(_text(one, language) for one in value)
    if isinstance(value, int):
        return str(value).replace("-", "−", 1)
    reason = _reasons().get(value)
    if reason is not None:
        return messages()[reason][language]
    return shown(masked(str(value)))  # whoever says something, a camera's password is not said
