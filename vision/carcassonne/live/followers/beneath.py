"""Which tile lies beneath somebody? Kinds are held against each other with what he hides counting the same for all.

Who stands on a tile is told against the bare tile of its kind, and nothing bounds both alike: what a kind fails to
explain beneath him speaks for a figure by more than it speaks against the kind. So of two kinds that explain equally
well all that is seen of the tile, the one that is farther from his paint would win. Whatever lies beneath him, nobody
sees it: there each kind is taken to have explained as much as the likeliest does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calibration.arrays import BoolMask, Float32Array
from vision.carcassonne.live.followers.figures import FigureReader
from vision.carcassonne.live.tile_evidence import TileMatch
from vision.carcassonne.live.tile_likelihood import pixel_weights
from vision.registration.lattice import Cell


@dataclass(frozen=True, eq=False)
class KindBeneath:
    """A kind with somebody on it.

    Attributes:
        score: log-likelihood of the kind and his log-odds together.
        hidden: (SPAN, SPAN) what he hides of it.
        gained: (SPAN, SPAN) nats that each pixel says more for him than against the kind, should he hide it.
    """

    score: float
    hidden: BoolMask
    gained: Float32Array

    @property
    def beside_him(self) -> float:
        """The score without what the kind gains by what it fails to explain beneath him."""
        return self.score - float(self.gained[self.hidden].sum())


def evened(
    reader: FigureReader, matches: Sequence[tuple[float, TileMatch]], colour: str, around: Cell | None
) -> Mapping[TileMatch, float]:
    """By how much more or less likely each kind is with somebody of a colour on it than its own log-likelihood and his
    log-odds say; kinds on which nobody seems to stand are left out.

    Args:
        reader: of the picture.
        matches: kinds that may lie at one place, with their log-likelihoods.
        around: see :meth:`FigureReader.standpoint`.
    """
    kinds = dict[TileMatch, KindBeneath]()
    for score, match in matches:
        odds = reader.anybody(match, [colour], around)
        if odds > 0:
            hidden, doubts = reader.hidden(match, colour, around)
            kinds[match] = KindBeneath(score + odds, hidden, doubts - pixel_weights(match))
    return dict(zip(kinds, counted_alike(list(kinds.values())), strict=True))


def counted_alike(kinds: Sequence[KindBeneath]) -> list[float]:
    """What is to be added to each kind's score for what lies beneath somebody to count as it does for the likeliest."""
    if not kinds:
        return []
    likeliest = max(kinds, key=lambda one: one.beside_him)
    return [float((likeliest.gained - one.gained)[one.hidden].sum()) for one in kinds]
