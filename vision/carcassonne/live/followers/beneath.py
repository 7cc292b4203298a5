"""Which tile lies beneath somebody? Kinds are held against each other by what is seen of them beside him.

Who stands on a tile is told against the bare tile of its kind, and nothing bounds both alike: what a kind fails to
explain beneath him speaks for a figure by more than it speaks against the kind. So of two kinds that explain equally
well all that is seen of the tile, the one that is farther from his paint would win. His paint, too, is told in a white
light that follows from each kind's own print. Whatever lies beneath him, nobody sees it: there all kinds have explained
as much as the likeliest does, and whoever stands on one of them stands as plainly on the others.
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
        score: log-likelihood of the kind.
        odds: log-odds of somebody on it.
        hidden: (SPAN, SPAN) what he hides of it.
        against: (SPAN, SPAN) nats that each pixel says against the kind, should nobody hide it.
        doubts: (SPAN, SPAN) nats that each pixel says for him by not looking like the kind.
    """

    score: float
    odds: float
    hidden: BoolMask
    against: Float32Array
    doubts: Float32Array

    @property
    def beside_him(self) -> float:
        """How likely it is with him on it, without what the kind gains by what it fails to explain beneath him."""
        return self.seen_beside(self.hidden) + self.odds - float(self.doubts[self.hidden].sum())

    def seen_beside(self, hidden: BoolMask) -> float:
        """Log-likelihood of the kind by all but what is hidden."""
        return self.score + float(self.against[hidden].sum())


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
            kinds[match] = KindBeneath(score, odds, hidden, pixel_weights(match), doubts)
    return dict(zip(kinds, counted_alike(list(kinds.values())), strict=True))


def counted_alike(kinds: Sequence[KindBeneath]) -> list[float]:
    """What is to be added to each kind's log-likelihood and his log-odds for them to differ by what is seen beside him
    alone; the likeliest keeps its own."""
    if not kinds:
        return []
    likeliest = max(kinds, key=lambda one: one.beside_him)
    seen = likeliest.seen_beside(likeliest.hidden)
    common = likeliest.score + likeliest.odds - seen
    return [one.seen_beside(likeliest.hidden) + common - one.score - one.odds for one in kinds]
