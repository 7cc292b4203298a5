"""What the people at this tablet like: theme, language, voice, hand, text size; and who has played here before.

Kept as JSON in the user's configuration folder, for its owner alone, since a camera's address may hold a password. A
file that can't be read is set aside, never overwritten in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from calibration.files.kept_file import DamagedFile
from companion.locale import LANGUAGES
from companion.locale.machine_language import machine_language
from companion.typed_file import read_or_set_aside, set_aside_in_words, write_typed
from companion.ui.kit.theme import AS_SYSTEM, PALETTES
from games.game import SEAT_COLOURS, Phrase
from games.names import fault_of, shown

FILE_NAME = "preferences.json"
MOST_PEOPLE = 24
MOST_SCALE = 1.3
MOST_RULES = 200  # house rules of all games together
MOST_ADDRESS = 2000  # letters of a camera's address


class Voice(StrEnum):
    """How much is said aloud."""

    OFF = "off"
    BRIEF = "brief"
    FULL = "full"


class KnownPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who has played here: name, the colour last used, and how the name is said aloud ("" as written)."""

    name: str
    colour: str = ""
    say_as: str = ""


class HouseRule(msgspec.Struct, frozen=True):
    """What people settled before a game otherwise than it would have been: the game, the setting's key, its value."""

    game: str
    key: str
    value: int | str


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that the settings sheet changes.

    Attributes:
        theme: ``dark``, ``light``, or ``system``: as the machine has it.
        language: ``en`` or ``de``.
        voice: how much is said aloud.
        say_turns: whose turn it is is said, where everything is.
        volume: of voice and sounds, 0 to 1.
        voice_name: of the machine's voices; "" for the best of them.
        sounds: short sounds for commit, score, question and device lost.
        left_hand: mirrored screens.
        text_scale: 1.0 to 1.3.
        reduced_motion: fades instead of movement.
        aids: points before a move is made, and advice.
        board_as_camera: a map lies on the tablet as the camera sees it.
        board_turns: else so many quarter turns clockwise, as whoever sits there sees it.
        camera: the source of frames as typed on the command line (``0``, an address, a path), ``""`` for none.
        camera_before: the one that was chosen before this one, so that nobody types an address twice.
        buttons: a button box is looked for.
        people: who has played here, most recent first.
        house_rules: what the last game of each kind was begun with, where that is no default.
    """

    theme: str = "dark"
    language: str = "en"
    voice: Voice = Voice.BRIEF
    say_turns: bool = True
    volume: float = 1.0
    voice_name: str = ""
    sounds: bool = True
    left_hand: bool = False
    text_scale: float = 1.0
    reduced_motion: bool = False
    aids: bool = True
    board_as_camera: bool = True
    board_turns: int = 0
    camera: str = ""
    camera_before: str = ""
    buttons: bool = False
    people: tuple[KnownPerson, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()

    def remembering(self, people: tuple[KnownPerson, ...]) -> Preferences:
        """With these people as the most recent ones."""
        names = {person.name for person in people}
        others = tuple(person for person in self.people if person.name not in names)
        return msgspec.structs.replace(self, people=(*people, *others)[:MOST_PEOPLE])

    def settled(self, game: str) -> dict[str, int | str]:
        """What people settled for this game the last time, by key."""
        return {one.key: one.value for one in self.house_rules if one.game == game}

    def settling(self, game: str, settled: Mapping[str, int | str]) -> tuple[HouseRule, ...]:
        """The house rules of all games, with these for this one."""
        others = tuple(one for one in self.house_rules if one.game != game)
        return (*others, *(HouseRule(game, key, value) for key, value in sorted(settled.items())))[-MOST_RULES:]

    def spoken_name(self, name: str) -> str:
        """How a name is said aloud."""
        return next((person.say_as for person in self.people if person.name == name and person.say_as), name)


def another_camera(preferences: Preferences, camera: str) -> dict[str, str]:
    """What changes where this camera, or "" for none, takes the place of the one that was chosen."""
    before = preferences.camera if preferences.camera not in ("", camera) else preferences.camera_before
    return {"camera": camera, "camera_before": before}


def first_preferences() -> Preferences:
    """What holds before anybody chose anything: the language of the machine."""
    return Preferences(language=machine_language())


def load(folder: Path) -> Preferences:
    """The stored preferences, or the first ones; see :func:`load_and_tell`."""
    return load_and_tell(folder)[0]


def load_and_tell(folder: Path) -> tuple[Preferences, Phrase | None]:
    """The stored preferences, or the first ones, and what people should be told of a damaged file.

    Such a file is renamed ``preferences.damaged-1.json``; what could be read of one with odd values holds on.
    """
    path = folder / FILE_NAME
    read, trouble = read_or_set_aside(path, Preferences)
    if read is None:
        return first_preferences(), trouble
    mended = _mended(read)
    if mended != read:
        return mended, set_aside_in_words(DamagedFile("file.odd_values", path))
    return mended, None


def save(folder: Path, preferences: Preferences) -> None:
    """Write the preferences: whole or not at all. Raises ``OSError`` where the folder can't be written."""
    write_typed(folder / FILE_NAME, _mended(preferences), private=True)


def _mended(read: Preferences) -> Preferences:
    """Without what can't be shown or done: a language nobody wrote words in, a name that nothing can carry."""
    first = first_preferences()
    people = tuple(
        KnownPerson(one.name, one.colour if one.colour in SEAT_COLOURS else "", "" if _odd(one.say_as) else one.say_as)
        for one in read.people
        if fault_of(one.name) is None
    )
    return msgspec.structs.replace(
        read,
        language=read.language if read.language in LANGUAGES else first.language,
        theme=read.theme if read.theme in (*PALETTES, AS_SYSTEM) else first.theme,
        text_scale=min(MOST_SCALE, max(1.0, read.text_scale)),
        volume=min(1.0, max(0.0, read.volume)),
        board_turns=read.board_turns % 4,
        camera=_shown_camera(read.camera),
        camera_before=_shown_camera(read.camera_before),
        people=people[:MOST_PEOPLE],
        house_rules=read.house_rules[-MOST_RULES:],
    )


def _shown_camera(camera: str) -> str:
    return camera if shown(camera, MOST_ADDRESS) == camera else ""


def _odd(say_as: str) -> bool:
    return bool(say_as) and fault_of(say_as) is not None
