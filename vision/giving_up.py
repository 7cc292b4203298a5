"""How a search that takes long is told that nobody waits for it any more.

Who runs eyes or a reader in a thread says by what it is known that they may give up (:func:`until_left`); what searches
asks between its steps (:func:`checkpoint`), however deep it stands, without having been handed anything on the way. In
a thread, or a command, in which nobody has said anything, a checkpoint does nothing. The form is that of the cancel
scopes of Smith, "Timeouts and cancellation for humans" (2018), but for one thing: who gave up is not used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Left = Callable[[], bool]

_LEFT: ContextVar[Left | None] = ContextVar("left", default=None)


class GivenUp(Exception):
    """Nobody waits for the search any more. What searched may be in the middle of anything: it is thrown away."""


@contextmanager
def until_left(left: Left | None) -> Iterator[None]:
    """Within it, every :func:`checkpoint` of this thread gives up as soon as ``left()`` is true; it must be quick."""
    token = _LEFT.set(left)
    try:
        yield
    finally:
        _LEFT.reset(token)


def checkpoint() -> None:
    """A place at which a search may end. Raises :class:`GivenUp` where nobody waits for it any more.

    To be called between steps that take some milliseconds each, and where nothing that outlives the search is
    half changed.
    """
    left = _LEFT.get()
    if left is not None and left():
        raise GivenUp


def handed_on(work: Callable[[Item], Result]) -> Callable[[Item], Result]:
    """``work`` for other threads, in which it gives up where it would here."""
    left = _LEFT.get()

    def under(item: Item) -> Result:
        with until_left(left):
            checkpoint()
            return work(item)

    return under
