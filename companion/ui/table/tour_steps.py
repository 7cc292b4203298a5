"""What a tour of a game shows, and for how long. No kivy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.game import Phrase

TOUR_MS = 60_000


class ScreenPart(StrEnum):
    """A part of the table screen that is pointed at."""

    LIVE = "live"
    BOARD = "board"
    RIBBON = "ribbon"
    DONE = "done"
    SCORES = "scores"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class TourStep:
    """One sentence, and what it is about."""

    part: ScreenPart
    phrase: Phrase


def tour_of(key: str, *, sees_camera: bool) -> tuple[TourStep, ...]:
    """The steps of a tour, each as long as the others.

    Args:
        key: of the game.
        sees_camera: the live picture stands on the screen.
    """
    table = TourStep(ScreenPart.LIVE, Phrase.of("tour.table"))
    if not sees_camera:
        table = TourStep(ScreenPart.BOARD, Phrase.of("tour.table_unseen"))
    return (
        table,
        TourStep(ScreenPart.BOARD, Phrase.of(f"tour.play_{key}")),
        TourStep(ScreenPart.BOARD, Phrase.of("tour.ghost")),
        TourStep(ScreenPart.DONE, Phrase.of("tour.done")),
        TourStep(ScreenPart.SCORES, Phrase.of("tour.scores")),
        TourStep(ScreenPart.MENU, Phrase.of("tour.menu")),
    )


def step_at(ms: int, steps: int) -> int | None:
    """Which step is due so long after the beginning, ms; None once the tour is over.

    >>> step_at(0, 6), step_at(59_999, 6), step_at(60_000, 6)
    (0, 5, None)
    """
    return ms * steps // TOUR_MS if 0 <= ms < TOUR_MS else None
