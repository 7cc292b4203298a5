"""What people, tiles and files may be called: the one place that judges a name that somebody typed or a file told.

Every script is welcome, right-to-left ones and emoji too. Refused is what no screen, voice or file could carry: control
characters, halves of characters (lone surrogates, which are in no encoding), marks that turn the text around them, and
names that nobody sees.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from types import MappingProxyType

from games.game import Phrase, Refusal, RefusalKind, Seat

MOST_LETTERS = 60
MOST_SHOWN = 400  # letters of a text that a sentence repeats; a path is rarely longer
_KINDS = MappingProxyType({"Cc": "control", "Cs": "half", "Zl": "control", "Zp": "control"})
# Overrides and isolates turn what stands after a name around (Unicode Standard Annex 9, explicit formatting).
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"})


def fault_of(name: str) -> str | None:
    """What is wrong with a name: ``empty``, ``long``, ``control``, ``half`` or ``turning``; None where it is one."""
    if len(name) > MOST_LETTERS:
        return "long"
    for letter in name:
        if letter in _TURNING:
            return "turning"
        if (kind := _KINDS.get(unicodedata.category(letter))) is not None:
            return kind
    return "empty" if all(unicodedata.category(letter) in _UNSEEN for letter in name) else None


def check_name(name: str) -> None:
    """Raises :class:`Refusal` of kind invalid, with what is wrong, where nobody can be called that."""
    fault = fault_of(name)
    if fault is not None:
        phrase = Phrase.of(f"names.{fault}", most=MOST_LETTERS, name=shown(name, 40))
        raise Refusal(RefusalKind.INVALID, phrase, value=shown(name, 40))


def check_seats(seats: Iterable[Seat]) -> None:
    """Raises :class:`Refusal` where somebody at the table has no name that can be shown, said and written."""
    for seat in seats:
        check_name(seat.name)


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """Any text as one line that every screen, voice and file can carry: what can't be shown becomes ``\ufffd``.

    Of a text longer than ``most`` letters the middle is left out.
    """
    if len(text) > most:
        text = f"{text[: most // 2]} … {text[-(most // 2) :]}"
    return "".join(_carried(letter) for letter in text)


def _carried(letter: str) -> str:
    if letter in "\t\n\r":
        return " "
    return "\ufffd" if letter in _TURNING or unicodedata.category(letter) in _KINDS else letter
