"""How often something that is not found on a table that lies still is sought again: soon at first, then ever more
seldom, for the same picture hides it the next time, too. Once something has moved it may have come: soon again."""

from __future__ import annotations

from dataclasses import dataclass

from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPausesParameters(Parameters):
    """How seldom something is sought at the least."""

    longest_ms: float = parameter(30_000.0, "ms", "between two searches for what was not found", CHOSEN)


PARAMETERS = SearchPausesParameters()


class SearchPauses:
    """Pauses by the clock of the frames, milliseconds. They are counted from the first frame after a search, so that a
    slow search does not use them up itself.

    Args:
        first_ms: after the first search in vain, doubled by each further one.
        longest_ms: the longest pause, where it is not the usual one.
    """

    def __init__(self, first_ms: float, longest_ms: float | None = None) -> None:
        self._first_ms = first_ms
        self._longest_ms = PARAMETERS.longest_ms if longest_ms is None else longest_ms
        self._pause_ms = 0.0
        self._since_ms: float | None = None

    def due(self, now_ms: float) -> bool:
        """Whether it is to be sought in the frame of ``now_ms``."""
        if self._since_ms is None:
            self._since_ms = now_ms
        return now_ms - self._since_ms >= self._pause_ms

    def due_once_settled(self, settled: bool, now_ms: float) -> bool:
        """The same in a frame on which something moves, or nothing: while anything does it is not sought."""
        if not settled:
            self.moved()
        return settled and self.due(now_ms)

    def sought(self, *, found: bool) -> None:
        """A search is over."""
        longer = min(2 * self._pause_ms, self._longest_ms) if self._pause_ms else self._first_ms
        self._pause_ms = 0.0 if found else longer
        self._since_ms = None

    def moved(self) -> None:
        """Something has moved: the next pause is a short one again."""
        self._pause_ms = min(self._pause_ms, self._first_ms)
