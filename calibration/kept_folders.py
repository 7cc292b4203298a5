"""What people have shown to Tableside, kept by name: a folder each, perhaps with a note which is played with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

OWN = ""  # the name of what Tableside brings along, which is always there
MOST_LETTERS = 60
_CHOSEN = "chosen.json"
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


def can_be_a_folder(name: str) -> bool:
    """Whether a folder of this name can be made on every system that people carry their data to."""
    return 0 < len(name) <= MOST_LETTERS and not name.startswith(".") and not set(name) & _NOT_IN_NAMES


@dataclass(frozen=True)
class KeptFolders:
    """One folder with a folder for each thing that is kept; it is made when the first is kept.

    Attributes:
        table: the file without which a folder is none of ours, where those who inherit have one.
    """

    folder: Path
    table: ClassVar[str]

    def names(self) -> tuple[str, ...]:
        """Every name, sorted."""
        if not self.folder.is_dir():
            return ()
        return tuple(sorted(path.name for path in self.folder.iterdir() if self.holds(path)))

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
            raise self.unknown(name, ", ".join(self.names()) or "-")

    def unknown(self, name: str, known: str) -> Exception:
        """What is raised for a name that nobody kept; ``known`` are those that are."""
        raise NotImplementedError


class ChosenFolders(KeptFolders):
    """Kept folders with a note beside them which of them is played with."""

    def chosen(self) -> str:
        """The one that is played with, or :data:`OWN`."""
        try:
            name = json.loads((self.folder / _CHOSEN).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return OWN  # nobody chose, or the note is damaged: ours is always there
        return name if isinstance(name, str) and name in self.names() else OWN

    def choose(self, name: str) -> None:
        """Play with this one from now on. Raises what :meth:`check` raises, and OSError."""
        if name != OWN:
            self.check(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / _CHOSEN).write_text(json.dumps(name), encoding="utf-8")
