"""A recorded evening: who played what, what the camera saw, who pressed when, and what was really done.

A folder with ``evening.json`` and the pictures that it names. ``tableside demo --save`` writes one,
``tableside replay`` plays it before the real eyes.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from calibration.files.kept_file import DamagedFile, read_text
from calibration.files.whole_file import write_whole
from companion.titles.registry import game_named
from games.any_game import AnyRecord
from games.game import Phrase, Refusal, Seat
from games.record import Record

FILE_NAME = "evening.json"
OURS, UNKNOWN = "ours", "unknown"  # editions that need no folder
MOST_HELD = 100_000  # showings of one picture: nearly three hours


class EveningError(Exception):
    """A recorded evening can't be played: the sentence for people, with the value and the place that are wrong."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


class EveningPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table, with the colour of the pieces (:data:`games.game.SEAT_COLOURS`)."""

    name: str
    colour: str


class ShownPicture(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A picture that the camera saw for a while, and what somebody did when it was shown for the last time.

    Attributes:
        file: the picture, beside ``evening.json``.
        hold: how often it is shown, ten times a second.
        press: whose button, as an index of the players; None where nobody pressed.
        touch: the notation of an action that was entered on the tablet, because no camera can see it.
        throw: what thrown dice showed.
        actions: how many actions were done when somebody pressed; None where each press is the end of a turn.
    """

    file: str
    hold: int = 1
    press: int | None = None
    touch: str | None = None
    throw: tuple[int, ...] | None = None
    actions: int | None = None

    @property
    def gestures(self) -> int:
        """How many things were done with it."""
        return sum(one is not None for one in (self.press, self.touch, self.throw))


class RecordedEvening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``evening.json`` holds; keys that nobody knows are left alone.

    Attributes:
        game: the key of a game.
        players: in the order in which they sit.
        first: who begins, as an index of the players.
        edition: :data:`OURS`, :data:`UNKNOWN` or a folder of references, from the evening's folder.
        frames: what the camera saw.
        truth: the notation of everything that was done.
        answers: people tap the right answer when they are asked, and enter what was not seen.
        setup: the set-up as the game writes it, where it is not the usual one for these players.
    """

    game: str
    players: tuple[EveningPlayer, ...]
    frames: tuple[ShownPicture, ...]
    truth: tuple[str, ...]
    edition: str = OURS
    first: int | None = None
    answers: bool = False
    setup: dict[str, Any] | None = None

    def seat_of(self, player: int) -> int:
        """The seat, in playing order, of a player."""
        return (player - (self.first or 0)) % len(self.players)

    def record(self) -> AnyRecord:
        """The game before the first action. Raises :class:`games.game.Refusal`."""
        game = game_named(self.game)
        if self.setup is not None:
            return Record.start(game, game.setup_from_json(self.setup))
        begins = self.first or 0
        seats = tuple(Seat(one.name, one.colour) for one in (*self.players[begins:], *self.players[:begins]))
        return Record.start(game, game.setup(seats))


def load_evening(folder: Path) -> RecordedEvening:
    """The evening in a folder, checked: its pictures are there, its players exist, its truth is legal.

    Raises:
        EveningError: what is wrong, and where.
    """
    path = folder / FILE_NAME
    try:
        evening = msgspec.json.decode(read_text(path), type=RecordedEvening)
    except FileNotFoundError as error:
        why = os.strerror(errno.ENOENT)
        raise EveningError(Phrase.of("replay.no_evening", file=str(path), why=why)) from error
    except DamagedFile as error:
        raise EveningError(error.phrase) from error
    except msgspec.DecodeError as error:
        raise EveningError(Phrase.of("replay.bad_file", file=str(path), why=str(error))) from error
    _check_players(evening, path)
    _check_frames(evening, folder)
    _check_actions(evening, path)
    return evening


def write_evening(folder: Path, evening: RecordedEvening) -> Path:
    """Put ``evening.json`` into a folder; returns where. Raises :class:`calibration.files.whole_file.CannotWrite`."""
    path = folder / FILE_NAME
    write_whole(path, msgspec.json.format(msgspec.json.encode(evening), indent=1) + b"\n")
    return path


def _check_players(evening: RecordedEvening, path: Path) -> None:
    if not evening.players:
        raise _bad(path, "players", "[]")
    if evening.first is not None and not 0 <= evening.first < len(evening.players):
        raise _bad(path, "first", evening.first)
    if evening.setup is not None and evening.first:
        raise _bad(path, "first", evening.first)  # a set-up says itself who begins


def _check_frames(evening: RecordedEvening, folder: Path) -> None:
    path = folder / FILE_NAME
    if not evening.frames:
        raise _bad(path, "frames", "[]")
    for number, shown in enumerate(evening.frames):
        place = f"frames[{number}]"
        if not 1 <= shown.hold <= MOST_HELD:
            raise _bad(path, f"{place}.hold", shown.hold)
        if shown.gestures > 1:
            raise _bad(path, place, "press, touch, throw")
        if shown.press is not None and not 0 <= shown.press < len(evening.players):
            raise _bad(path, f"{place}.press", shown.press)
        if shown.actions is not None and not 0 <= shown.actions <= len(evening.truth):
            raise _bad(path, f"{place}.actions", shown.actions)
        if Path(shown.file).is_absolute() or ".." in Path(shown.file).parts or not (folder / shown.file).is_file():
            raise _bad(path, f"{place}.file", shown.file)


def _check_actions(evening: RecordedEvening, path: Path) -> None:
    place: str = "game"
    value: str = evening.game
    try:
        game = game_named(evening.game)
        place, value = "players", ", ".join(f"{one.name} {one.colour}" for one in evening.players)
        state = evening.record().state
        for number, notation in enumerate(evening.truth):
            place, value = f"truth[{number}]", notation
            state, _ = game.apply(state, game.read(notation))
        for number, shown in enumerate(evening.frames):
            if shown.touch is not None:
                place, value = f"frames[{number}].touch", shown.touch
                game.read(shown.touch)
    except Refusal as refusal:
        phrase = Phrase.of("replay.refused", file=str(path), place=place, value=value, why=refusal.phrase)
        raise EveningError(phrase) from refusal


def _bad(path: Path, place: str, value: object) -> EveningError:
    return EveningError(Phrase.of("replay.bad_value", file=str(path), place=place, value=str(value)))


def actions_of(evening: RecordedEvening) -> Sequence[Any]:
    """What was really done. Raises :class:`games.game.Refusal` where the notation is wrong."""
    game = game_named(evening.game)
    return tuple(game.read(notation) for notation in evening.truth)
