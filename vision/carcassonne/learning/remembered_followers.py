"""What is remembered of an edition's owner from one evening to the next: how figures look, how farmers lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vision.carcassonne.learning.paint.remembered_paints import FiguresSeen


@dataclass(frozen=True, eq=False, slots=True)
class FollowersSeen:
    """Of those who were confirmed.

    Attributes:
        figures: how they look, by colour.
        farmers: of farmers, the last ones last, log-likelihood ratios that each lies, against that he stands.
    """

    figures: FiguresSeen = field(default_factory=dict)
    farmers: Sequence[float] = ()


class FollowerMemory(Protocol):
    """What keeps that from one evening to the next."""

    def known(self) -> FollowersSeen:
        """Of earlier evenings."""

    def keep(self, seen: FollowersSeen) -> None:
        """From now on this is known."""
