"""What people call their games ("New Year's Eve"): kept beside them in one small file. No kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.typed_file import read_or_set_aside, write_typed
from games.game import Phrase
from games.names import fault_of

FILE = "names.json"


class _KeptNames(msgspec.Struct):
    """By the name of a save's file."""

    names: dict[str, str] = {}


class GameNames:
    """Names that were given to the games of a folder.

    Attributes:
        trouble: why none are known, for people; None where all is well.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self.trouble: Phrase | None = None

    def all(self) -> Mapping[str, str]:
        """Every name by the file name of its save, as it is kept now. A damaged file is set aside and told of."""
        found, trouble = read_or_set_aside(self._file, _KeptNames)
        self.trouble = trouble or self.trouble
        names = found.names if found is not None else {}
        return {file: name for file, name in names.items() if fault_of(name) is None}

    def give(self, path: Path, name: str) -> None:
        """Call a game so from now on; "" takes its name away. Raises ``OSError``."""
        names = dict(self.all())
        names.pop(path.name, None)
        if name.strip():
            names[path.name] = name.strip()
        write_typed(self._file, _KeptNames(names))
