"""One line for each action: ``token C4``, ``rhomb church 2.5+2.6 head C4``, ``pass``."""

from __future__ import annotations

import re

from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken
from games.game import Phrase, Refusal, RefusalKind

_CROSSING = r"[A-Z](?:[1-9][0-9]?)"
_TRIANGLE = r"[1-9][0-9]?\.[1-9][0-9]?"
_TOKEN = re.compile(rf"token ({_CROSSING})")
_RHOMB = re.compile(rf"rhomb ([\w-]+) ({_TRIANGLE})\+({_TRIANGLE}) head ({_CROSSING})")


def write(action: Action) -> str:
    """The action in one line."""
    match action:
        case PlaceToken(crossing):
            return f"token {crossing}"
        case LayRhomb(kind, (one, other), head):
            return f"rhomb {kind} {one}+{other} head {head}"
        case Pass():
            return "pass"


def read(text: str) -> Action:
    """The action that a line tells; the two triangles may stand in either order. Raises :class:`Refusal` (invalid)."""
    line = text.strip()
    if line == "pass":
        return Pass()
    if found := _TOKEN.fullmatch(line):
        return PlaceToken(found[1])
    if found := _RHOMB.fullmatch(line):
        one, other = sorted((found[2], found[3]), key=_board_order)
        return LayRhomb(found[1], (one, other), found[4])
    raise Refusal(RefusalKind.INVALID, Phrase.of("cronberg.refused.notation", text=line), value=text)


def _board_order(triangle: str) -> tuple[int, int]:
    strip, place = triangle.split(".")
    return int(strip), int(place)
