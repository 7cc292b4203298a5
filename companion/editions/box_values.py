"""What owners entered of the numbers that their boxes print: one file a game in the player's own data folder.

What is entered once is the default of every later game; a set-up holds the values that it is played with, so a record
stays as it was played when the box is corrected.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.files.kept_file import DamagedFile, read_json, set_aside
from calibration.files.system_reason import system_reason
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import CannotWrite, write_whole_text
from companion.titles.registry import title_named
from games.game import JsonValue, Phrase, PhraseValue, Refusal
from games.printed import Printed, PrintedValue, entered


def printed_values(game: str) -> tuple[PrintedValue, ...]:
    """The numbers that a game's box prints; none for most."""
    box = title_named(game).box
    return () if box is None or box.values is None else box.values()


@dataclass(frozen=True, slots=True)
class BoxValues:
    """The values of one owner's box.

    Attributes:
        game: the game's key.
        entered_values: what was entered, by key.
        trouble: why a file that is there is not used; it is left as it is, and set aside before another takes its
            place.
    """

    game: str
    entered_values: Mapping[str, Printed]
    trouble: Phrase | None = None

    @property
    def values(self) -> tuple[PrintedValue, ...]:
        """Everything that may be entered."""
        return printed_values(self.game)

    @property
    def ours(self) -> int:
        """How many values are still a default of ours."""
        return sum(one.is_open and one.key not in self.entered_values for one in self.values)

    def of(self, key: str) -> Printed:
        """The value that is played with."""
        shipped = next(one.shipped for one in self.values if one.key == key)
        return self.entered_values.get(key, shipped)

    def having(self, key: str, value: JsonValue) -> BoxValues:
        """With this value entered. Raises :class:`games.game.Refusal`."""
        return BoxValues(self.game, {**self.entered_values, **entered(self.values, {key: value})}, self.trouble)

    def without(self, key: str) -> BoxValues:
        """With the shipped value again."""
        return BoxValues(
            self.game, {one: value for one, value in self.entered_values.items() if one != key}, self.trouble
        )


def own_values(game: str, *, folder: Path | None = None) -> BoxValues:
    """What was entered for this game. A file that can't be read is not used and says why; nothing raises."""
    path = values_file(game, folder)
    try:
        content = read_json(path)
        if not isinstance(content, dict):
            raise DamagedFile("file.odd_values", path, str(content)[:40])
        return BoxValues(game, entered(printed_values(game), content))
    except FileNotFoundError:
        return BoxValues(game, {})
    except Refusal as refusal:
        what: PhraseValue = refusal.phrase
    except DamagedFile as error:
        what = error.value or error.phrase
    return BoxValues(game, {}, Phrase.of("printed.damaged", file=str(path), what=what))


def keep_values(box: BoxValues, *, folder: Path | None = None) -> Path:
    """Keep what was entered; a damaged file is renamed before another takes its place, for somebody may put it right.

    Raises :class:`calibration.files.whole_file.CannotWrite`.
    """
    path = values_file(box.game, folder)
    if os.path.lexists(path) and own_values(box.game, folder=folder).trouble is not None:
        try:
            set_aside(path)
        except OSError as error:
            raise CannotWrite(path, system_reason(error)) from error
    write_whole_text(path, json.dumps(dict(box.entered_values), ensure_ascii=False, indent=1))
    return path


def values_file(game: str, folder: Path | None = None) -> Path:
    """Where they are kept."""
    return (folder or data_folder()) / "boxes" / f"{game}.json"
