"""What people have shown to Tableside, kept by name: a folder each, perhaps with a note which is played with."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from calibration.files.file_names import is_file_name
from calibration.files.kept_file import DamagedFile, read_json, set_aside
from calibration.files.system_reason import system_reason
from calibration.files.whole_file import write_whole_text
from calibration.files.whole_folder import bring_back
from games.game import Phrase

OWN = ""  # the name of what Tableside brings along, which is always there
_CHOSEN = "chosen.json"


@dataclass(frozen=True)
class KeptFolders(ABC):
    """One folder with a folder for each thing that is kept; it is made when the first is kept.

    Attributes:
        table: the file without which a folder is none of ours, where those who inherit have one.
    """

    folder: Path
    table: ClassVar[str]

    def names(self) -> tuple[str, ...]:
        """Every name, sorted."""
        return tuple(sorted(path.name for path in self._folders() if is_file_name(path.name) and self.holds(path)))

    def is_damaged(self, folder: Path) -> bool:
        """Whether one of ours can't be used; those who inherit look closer."""
        return not self.holds(folder)

    def make_way(self, name: str) -> Path:
        """:meth:`place_for`, where something may take the place of what has this name: what is damaged there is
        renamed first, since nobody could look into it. Raises ``OSError``, too."""
        place = self.place_for(name)
        if os.path.lexists(place) and self.is_damaged(place):
            set_aside(place)
        return place

    def without_table(self) -> tuple[Path, ...]:
        """Folders that are passed over because their table is missing."""
        return tuple(path for path in self._folders() if not path.name.startswith(".") and not self.holds(path))

    def _folders(self) -> tuple[Path, ...]:
        bring_back(self.folder)
        try:
            return tuple(path for path in self.folder.iterdir() if path.is_dir())
        except OSError:
            return ()  # nothing was ever kept, or :meth:`trouble` tells why nothing can be looked at

    def trouble(self) -> Phrase | None:
        """Why the folder can't be looked into, for people; None where it can, or where nothing was ever kept."""
        try:
            os.listdir(self.folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            return Phrase.of("file.folder", name=str(self.folder), value=system_reason(error))
        return None

    def place_for(self, name: str) -> Path:
        """Where something of this name is kept, or would be. Raises :meth:`bad_name` where no folder can be called
        that, so that nothing ever leaves :attr:`folder`."""
        if not is_file_name(name):
            raise self.bad_name(name)
        return self.folder / name

    def holds(self, folder: Path) -> bool:
        """Whether a folder is one of ours: it has the :attr:`table`."""
        return (folder / self.table).is_file()

    def free_name(self, wanted: str) -> str:
        """The name, or with a number behind it where something of that name is kept."""
        taken = self.names()
        numbered = (wanted, *(f"{wanted} {number}" for number in range(2, len(taken) + 3)))
        return next(name for name in numbered if name not in taken)

    def check(self, name: str) -> None:
        """Raises :meth:`unknown` where nothing of that name is kept."""
        if name not in self.names():
            raise self.unknown(name, ", ".join(self.names()) or Phrase.of("file.none_kept"))

    @abstractmethod
    def bad_name(self, name: str) -> Exception:
        """What is raised for a name that no folder can have."""

    @abstractmethod
    def unknown(self, name: str, known: str | Phrase) -> Exception:
        """What is raised for a name that nobody kept; ``known`` are those that are, or words for none."""


class ChosenFolders(KeptFolders):
    """Kept folders with a note beside them which of them is played with."""

    def chosen(self) -> str:
        """The one that is played with, or :data:`OWN`."""
        name = self._note()[0]
        return name if name in self.names() else OWN  # ours is always there

    def trouble(self) -> Phrase | None:
        """Why the folder can't be looked into, or the note be read, for people; None where all is well."""
        return super().trouble() or self._note()[1]

    def _note(self) -> tuple[str, Phrase | None]:
        """What stands in the note of what is played with, and what people should be told of a damaged one."""
        path = self.folder / _CHOSEN
        try:
            name = read_json(path)
        except FileNotFoundError:
            return OWN, None  # nobody chose
        except DamagedFile as error:
            return OWN, error.phrase
        return (name, None) if isinstance(name, str) else (OWN, DamagedFile("file.odd_values", path).phrase)

    def choose(self, name: str) -> None:
        """Play with this one from now on. Raises what :meth:`check` raises, and OSError."""
        if name != OWN:
            self.check(name)
        if self._note()[1] is not None:
            set_aside(self.folder / _CHOSEN)
        write_whole_text(self.folder / _CHOSEN, json.dumps(name))
