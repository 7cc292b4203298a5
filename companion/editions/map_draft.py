"""A map that is being corrected: every step can be undone, and it is checked after each. No kivy here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.editions.postal_map import forget_map, keep_map, own_map
from games.game import Phrase
from games.thurn_and_taxis.atlas import Atlas, atlas_named, faults
from games.thurn_and_taxis.editing import default_count, own_count


class MapDraft:
    """The owner's map in the editor.

    Args:
        key: ``base`` or ``power-and-glory``.
        folder: where maps are kept; the player's data folder by default.
        steps: maps from the kept one on, where the editor goes on after a change of look.
    """

    def __init__(self, key: str, *, folder: Path | None = None, steps: tuple[Atlas, ...] = ()) -> None:
        self.key, self._folder = key, folder
        self.steps = steps or (own_map(key, folder=folder),)

    @property
    def atlas(self) -> Atlas:
        """The map as it is now."""
        return self.steps[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return len(self.steps) > 1

    @property
    def faults(self) -> tuple[Phrase, ...]:
        """What keeps the map from being played on."""
        return faults(self.atlas)

    @property
    def defaults(self) -> int:
        """How much of it is a reconstruction of ours."""
        return default_count(self.atlas)

    @property
    def own(self) -> int:
        """How much of it is the owner's."""
        return own_count(self.atlas, atlas_named(self.key))

    def do(self, change: Callable[..., Atlas], *args: Any) -> None:
        """One step of ``games.thurn_and_taxis.editing``. Raises :class:`games.game.Refusal`; nothing changes then."""
        changed = change(self.atlas, *args)
        if changed != self.atlas:
            self.steps = (*self.steps, changed)

    def undo(self) -> None:
        """Take the last step back."""
        if self.can_undo:
            self.steps = self.steps[:-1]

    def as_shipped(self) -> None:
        """Go back to the map that ships; a step like any other."""
        self.do(lambda _: atlas_named(self.key))

    def keep(self) -> None:
        """Keep it as the owner's, for every new game.

        Raises :class:`games.game.Refusal` where it can't be played on, OSError where it can't be written.
        """
        if self.atlas == atlas_named(self.key):
            forget_map(self.key, folder=self._folder)
        else:
            keep_map(self.atlas, folder=self._folder)
        self.steps = (self.atlas,)
