"""What the people at this tablet like: theme, language, voice, hand, text size; and who has played here before.

Kept as JSON in the user's configuration folder. A file that can't be read is set aside, never overwritten in place.
"""

from __future__ import annotations

import locale
import os
from enum import StrEnum
from pathlib import Path

import msgspec

FILE_NAME = "preferences.json"
MOST_PEOPLE = 24


class Voice(StrEnum):
    """How much is said aloud."""

    OFF = "off"
    BRIEF = "brief"
    FULL = "full"


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who has played here: name, the colour last used, and how the name is said aloud ("" as written)."""

    name: str
    colour: str = ""
    say_as: str = ""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that the settings sheet changes.

    Attributes:
        theme: ``dark`` or ``light``.
        language: ``en`` or ``de``.
        voice: how much is said aloud.
        sounds: short sounds for commit, score, question and device lost.
        left_hand: mirrored screens.
        text_scale: 1.0 to 1.3.
        reduced_motion: fades instead of movement.
        camera: the source of frames as typed on the command line (``0``, an address, a path), ``""`` for none.
        buttons: a button box is looked for.
        people: who has played here, most recent first.
    """

    theme: str = "dark"
    language: str = "en"
    voice: Voice = Voice.BRIEF
    sounds: bool = True
    left_hand: bool = False
    text_scale: float = 1.0
    reduced_motion: bool = False
    camera: str = ""
    buttons: bool = False
    people: tuple[Person, ...] = ()

    def remembering(self, people: tuple[Person, ...]) -> Preferences:
        """With these people as the most recent ones."""
        names = {person.name for person in people}
        others = tuple(person for person in self.people if person.name not in names)
        return msgspec.structs.replace(self, people=(*people, *others)[:MOST_PEOPLE])

    def spoken_name(self, name: str) -> str:
        """How a name is said aloud."""
        return next((person.say_as for person in self.people if person.name == name and person.say_as), name)


def config_folder() -> Path:
    """The user's configuration folder, following XDG."""
    root = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(root) / "tableside"


def first_preferences() -> Preferences:
    """What holds before anybody chose anything: the language of the machine."""
    name = locale.getlocale()[0] or os.environ.get("LANG", "")
    return Preferences(language="de" if name.lower().startswith(("de", "german")) else "en")


def load(folder: Path) -> Preferences:
    """The stored preferences, or the first ones. A damaged file is renamed ``preferences.damaged.json``."""
    path = folder / FILE_NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=Preferences)
    except FileNotFoundError:
        return first_preferences()
    except msgspec.DecodeError:
        path.replace(folder / "preferences.damaged.json")
        return first_preferences()


def save(folder: Path, preferences: Preferences) -> None:
    """Write the preferences: whole or not at all. Raises ``OSError`` where the folder can't be written."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{FILE_NAME}.new"
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(preferences), indent=2))
    fresh.replace(folder / FILE_NAME)
