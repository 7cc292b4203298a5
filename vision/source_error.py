"""The error that every source of frames may raise; it needs no arrays, so that whoever only tells it starts quickly."""

from __future__ import annotations

from games.game import Phrase
from vision.addresses import masked_address


class SourceError(Exception):
    """A source of frames can't be opened or has failed.

    Attributes:
        source: as it was named, but without the name and password that an address may hold: nobody who shows or logs it
            can show those.
        key: of the message for people.
        value: what was found instead, where the message tells it.
    """

    def __init__(self, source: str, key: str, value: str = "") -> None:
        self.source = masked_address(source)
        self.key = key
        self.value = value
        super().__init__(f"{key}: {self.source}{': ' if value else ''}{value}")

    @property
    def phrase(self) -> Phrase:
        """The message."""
        return Phrase.of(self.key, source=self.source, value=self.value)
