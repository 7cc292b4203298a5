"""What came of a rehearsal: the record beside the truth, and what people were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import eq

from games.any_game import AnyRecord
from games.record import HOLE_MARK


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rehearsal showed: the record beside the truth."""

    record: AnyRecord
    truth: tuple[str, ...]
    asked: int  # presses that became a question to people
    refused: int  # presses that committed nothing
    first_difference: str | None
    turns_asked: int = 0  # turns about which people were asked
    silent_errors: int = 0  # times that something wrong was recorded and nobody was asked
    asked_later: int = 0  # pieces about which people were asked once points hung on which of their twins they are
    left_open: int = 0  # pieces of which that was not known when the table was left, and nothing hung on it
    nothing_shown: int = 0  # times that somebody looked up to tell what was done, and nothing was shown to press for

    @property
    def agrees(self) -> bool:
        """True when the record equals the simulated truth action by action."""
        return self.first_difference is None


def first_difference(truth: Sequence[str], seen: Sequence[str], alike: Callable[[str, str], bool] = eq) -> str | None:
    """Where the record begins to tell otherwise than the table shows, as a sentence; None where it never does.

    Args:
        truth, seen: actions in notation; what does not count in the record leaves nothing on a table.
        alike: whether two of them leave the same on the table.
    """
    for number, (wanted, got) in enumerate(zip(truth, seen, strict=False), 1):
        if got.startswith(HOLE_MARK) or not alike(wanted, got):
            return f"action {number}: the table shows {wanted!r}, the record says {got!r}"
    if len(truth) > len(seen):
        return f"action {len(seen) + 1}: the table shows {truth[len(seen)]!r}, the record has nothing"
    if len(seen) > len(truth):
        return f"action {len(truth) + 1}: the record says {seen[len(truth)]!r}, the table shows nothing"
    return None
