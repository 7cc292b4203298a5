"""What the rules do not take, told with value, place, rule and remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.game import SEAT_COLOURS, Phrase, PhraseValue, Refusal, RefusalKind, Seat


def illegal(what: str, value: str, rule: str, place: str | None = None, **values: PhraseValue) -> Refusal:
    """The rules forbid it here and now; ``what`` names the sentence ``riga.refused_WHAT``."""
    return Refusal(
        RefusalKind.ILLEGAL, Phrase.of(f"riga.refused_{what}", **values), value=value, place=place, rule=rule
    )


def bad_notation(line: str, known: Sequence[str]) -> Refusal:
    """Not an action at all."""
    return Refusal(RefusalKind.INVALID, Phrase.of("riga.bad_notation", line=line, known=tuple(known)), value=line)


def bad_setup(data: Mapping[str, Any], error: Exception) -> Refusal:
    """A set-up that can't be read."""
    return Refusal(RefusalKind.INVALID, Phrase.of("riga.bad_setup", what=str(error)), value=str(dict(data))[:200])


def refuse_impossible_seats(seats: Sequence[Seat]) -> None:
    """Raise :class:`Refusal` unless two to four people with colours of their own play."""
    colours = [seat.colour for seat in seats]
    if not 2 <= len(seats) <= 4:
        phrase = Phrase.of("riga.refused_seats", count=len(seats))
        raise Refusal(RefusalKind.INVALID, phrase, value=str(len(seats)))
    if len(set(colours)) < len(colours) or not set(colours) <= set(SEAT_COLOURS):
        raise Refusal(RefusalKind.INVALID, Phrase.of("riga.refused_colours"), value=", ".join(colours))
