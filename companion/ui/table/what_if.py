"""What if: moves that are tried at a table of their own, several deep, and forgotten with one tap. No kivy."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.table import TableSession
from companion.session.views import AnyView
from games.any_game import AnyRecord
from games.game import Phrase, Refusal, RefusalKind


class WhatIfTrial:
    """A table session in memory that begins where the game is: what is played there touches neither disk nor eyes.

    Args:
        base: the game as it stands.
        now_ms: tells the time, milliseconds.
    """

    def __init__(self, base: AnyRecord, now_ms: Callable[[], int]) -> None:
        self.base = base
        self.session = TableSession(base, now_ms)

    @property
    def begun(self) -> bool:
        """True once something was tried."""
        return len(self.session.record.commits) > len(self.base.commits)

    def undo(self) -> None:
        """Take the last try back. Raises :class:`Refusal` where nothing was tried: the game itself is not undone."""
        if not self.begun:
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of("record.nothing_to_undo"), value="")
        self.session.undo()

    def gains(self, view: AnyView) -> tuple[int, ...]:
        """What all that is tried brings each seat, with what is only proposed."""
        proposed = view.proposal.points if view.proposal is not None else (0,) * len(view.seats)
        before = self.base.scores
        return tuple(
            now - then + more for now, then, more in zip(self.session.record.scores, before, proposed, strict=True)
        )

    def summary(self, view: AnyView) -> Phrase | None:
        """The sum in words: "Anna +8, Ben −2"; None where it brings nobody anything."""
        each = tuple(
            Phrase.of("app.what_if_gain", name=seat.name, points=f"{points:+d}".replace("-", "−"))
            for seat, points in zip(view.seats, self.gains(view), strict=True)
            if points
        )
        return Phrase.of("app.what_if_sum", gains=each) if each else None

    def close(self) -> None:
        """Forget it."""
        self.session.close()
