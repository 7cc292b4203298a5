"""An owner's wooden pieces as one look at them has told: colour in white light, form from above and aslant, height."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calibration.colours import Lab, rgb_of
from games.game import JsonValue

FORMAT = 1
STEADY = 8  # looks after which one more hardly moves what is known of a colour
STRANGE = 30.0  # Lab units from what is known beyond which a look is of something else
SCALES = (0.3, 3.0)  # times as large as usual that a piece may be


class PieceStance(StrEnum):
    """How a piece is on the table."""

    STANDING = "standing"
    LYING = "lying"


@dataclass(frozen=True, slots=True)
class LearnedPiece:
    """One piece of a set.

    Attributes:
        kind: what it is in its game, such as "follower".
        stance: how it was shown.
        colour: one of :data:`games.game.SEAT_COLOURS`; of what nobody owns, its kind.
        lab: CIE Lab of what is well lit of it, in white light.
        form: name of the form that its outline is most like.
        wide: how many times as large it is from above as usually.
        high: how many times as high as usually; None where it was seen from so straight above that nobody can tell.
        seen: how many looks have told its colour.
    """

    kind: str
    stance: PieceStance
    colour: str
    lab: Lab
    form: str
    wide: float
    high: float | None = None
    seen: int = 1


class BadPieces(ValueError):
    """Plain data is no set of pieces."""


@dataclass(frozen=True)
class PieceSet:
    """Somebody's pieces of a game.

    Attributes:
        name: as their owner calls them.
        pieces: every one that was shown.
    """

    name: str
    pieces: tuple[LearnedPiece, ...]

    def colours(self) -> dict[str, Lab]:
        """CIE Lab of each colour in white light: those who stand and those who lie together."""
        return {
            colour: _together(piece.lab for piece in self.pieces if piece.colour == colour)
            for colour in dict.fromkeys(piece.colour for piece in self.pieces)
        }

    def paints(self) -> dict[str, tuple[float, float, float]]:
        """BGR from 0 to 255 of each colour in white light."""
        shown = {colour: rgb_of(lab) for colour, lab in self.colours().items()}
        return {colour: (255 * blue, 255 * green, 255 * red) for colour, (red, green, blue) in shown.items()}

    def of_kind(self, kind: str, stance: PieceStance | None = None) -> tuple[LearnedPiece, ...]:
        """The pieces of a kind, in one stance or in any."""
        return tuple(one for one in self.pieces if one.kind == kind and stance in (None, one.stance))

    def scale(self, kind: str, stance: PieceStance | None = None) -> tuple[float, float] | None:
        """How many times as large and as high as usually a kind is, in the median; as high as it is large where
        nobody could tell its height. None where none was shown."""
        some = self.of_kind(kind, stance)
        if not some:
            return None
        wide = float(np.median([one.wide for one in some]))
        heights = [one.high for one in some if one.high is not None]
        return wide, float(np.median(heights)) if heights else wide

    def form(self, kind: str) -> str | None:
        """The form that most pieces of a kind have; None where none was shown."""
        forms = [one.form for one in self.of_kind(kind)]
        return max(dict.fromkeys(forms), key=forms.count) if forms else None

    def taught(self, colour: str, lab: Lab) -> PieceSet:
        """The set after one more look at a piece of a colour, in white light; as before where that is far from what is
        known: then something else was looked at."""
        known = self.colours().get(colour)
        if known is None or float(np.linalg.norm(np.subtract(known, lab))) > STRANGE:
            return self
        return replace(self, pieces=tuple(_moved(one, lab) if one.colour == colour else one for one in self.pieces))

    def to_json(self) -> dict[str, JsonValue]:
        """Plain data."""
        return {
            "format": FORMAT,
            "pieces": [
                {
                    "kind": one.kind,
                    "stance": one.stance.value,
                    "colour": one.colour,
                    "lab": [round(value, 2) for value in one.lab],
                    "form": one.form,
                    "wide": round(one.wide, 3),
                    "high": None if one.high is None else round(one.high, 3),
                    "seen": one.seen,
                }
                for one in self.pieces
            ],
        }

    @classmethod
    def from_json(cls, name: str, data: JsonValue) -> PieceSet:
        """A set from plain data. Raises :class:`BadPieces` where it is none."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadPieces("format")
        pieces = data.get("pieces")
        if not isinstance(pieces, list) or not pieces:
            raise BadPieces("pieces")
        return cls(name, tuple(_piece(one) for one in pieces))


def _piece(data: JsonValue) -> LearnedPiece:
    if not isinstance(data, dict):
        raise BadPieces(str(data))
    try:
        lab = tuple(_number(value, -130.0, 130.0) for value in _list(data["lab"]))
        high = data["high"]
        piece = LearnedPiece(
            kind=_text(data["kind"]),
            stance=PieceStance(_text(data["stance"])),
            colour=_text(data["colour"]),
            lab=(lab[0], lab[1], lab[2]),
            form=_text(data["form"]),
            wide=_number(data["wide"], *SCALES),
            high=None if high is None else _number(high, *SCALES),
            seen=int(_number(data["seen"], 1, 1e9)),
        )
    except (KeyError, IndexError, ValueError) as error:
        raise BadPieces(str(error)) from error
    return piece


def _list(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise BadPieces(str(value))
    return value


def _text(value: JsonValue) -> str:
    if not isinstance(value, str) or not value:
        raise BadPieces(str(value))
    return value


def _number(value: JsonValue, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise BadPieces(str(value))
    return float(value)


def _together(labs: Iterable[Lab]) -> Lab:
    light, a, b = np.median(np.array(list(labs)), axis=0).tolist()
    return light, a, b


def _moved(piece: LearnedPiece, lab: Lab) -> LearnedPiece:
    weight = 1 / min(piece.seen + 1, STEADY)
    light, a, b = (np.array(piece.lab) + weight * (np.array(lab) - np.array(piece.lab))).tolist()
    return replace(piece, lab=(light, a, b), seen=piece.seen + 1)
