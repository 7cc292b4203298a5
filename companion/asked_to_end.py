"""The program is asked to end: by a service manager, a logout, ``timeout`` (SIGTERM), or Ctrl+C (SIGINT)."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn

TERMINATED = 128 + signal.SIGTERM  # what a shell tells of a program that SIGTERM ended


class AskedToEnd(KeyboardInterrupt):
    """SIGTERM came. Whoever puts something away after Ctrl+C does so now, too."""


def end_on_sigterm() -> None:
    """From now on SIGTERM raises :class:`AskedToEnd`: what is open is put away. In the main thread only.

    SDL leaves a signal alone that somebody listens to. It would take it for a window that is closed, which commands
    that run no loop of windows never hear of.
    """
    signal.signal(signal.SIGTERM, _raise)


class Ending:
    """From now on both signals are only noted, for a loop that ends by itself; asked once more, it is interrupted."""

    def __init__(self) -> None:
        self._asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._note)

    def asked(self) -> bool:
        """Whether the program is to end."""
        return self._asked

    def _note(self, number: int, _: FrameType | None) -> None:
        signal.signal(number, _raise if number == signal.SIGTERM else signal.default_int_handler)
        self._asked = True


def _raise(_: int, __: FrameType | None) -> NoReturn:
    raise AskedToEnd
