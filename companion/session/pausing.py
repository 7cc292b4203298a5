"""A pause: everybody's clock stands still, and what lies on the table means nothing, until somebody goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from calibration.files.system_reason import system_reason
from companion.session.views import Chip, ChipKind
from companion.store.pauses import Pause, Pauses, read_pauses, write_pauses
from games.game import Phrase


class Pausing:
    """The pauses of one game.

    Args:
        path: of the game that they are kept beside; None keeps them in memory only.
        now_ms: tells the time, milliseconds since the epoch.
        tell: shows a chip where one can't be kept.
    """

    def __init__(self, path: Path | None, now_ms: Callable[[], int], tell: Callable[[Chip], None]) -> None:
        self._path, self._now_ms, self._tell = path, now_ms, tell
        self._pauses, damage = read_pauses(path) if path is not None else (Pauses(), None)
        if damage is not None:
            tell(Chip(ChipKind.SAVE, False, damage))

    @property
    def made(self) -> tuple[Pause, ...]:
        """All of them, the one that stands last."""
        return self._pauses.made

    @property
    def since_ms(self) -> int | None:
        """Since when the game is paused, ms since the epoch; None where it is not."""
        last = self.made[-1] if self.made else None
        return last.since_ms if last is not None and last.until_ms is None else None

    def begin(self) -> None:
        """From now on nobody's clock runs."""
        if self.since_ms is None:
            self._keep(Pauses((*self.made, Pause(self._now_ms()))))

    def end(self) -> None:
        """The game goes on."""
        since = self.since_ms
        if since is not None:
            until = max(since, self._now_ms())  # the clock of the system may have been set back
            self._keep(Pauses((*self.made[:-1], Pause(since, until))))

    def _keep(self, pauses: Pauses) -> None:
        """It holds in any case; where it can't be kept, people are told that a restart ends it."""
        self._pauses = pauses
        try:
            if self._path is not None:
                write_pauses(self._path, pauses)
        except OSError as error:
            why = Phrase.of("store.pause_not_kept", reason=system_reason(error))
            self._tell(Chip(ChipKind.SAVE, False, why))
