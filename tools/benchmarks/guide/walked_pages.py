"""What came of following the guide, as the process of the tablet tells it."""

from __future__ import annotations

import msgspec


class WalkedPages(msgspec.Struct, frozen=True):
    """All pages in one language.

    Attributes:
        steps: taps and looks that the pages asked for.
        faults: whole sentences: what a page names otherwise than the glass, or what could not be done.
    """

    language: str
    pages: int
    steps: int
    faults: tuple[str, ...]
