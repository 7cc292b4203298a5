"""What a dense network sees on a picture that may have been taken from where people sit, far aslant.

The network tells tiles that are about as high as wide. Seen from a chair at the table's end a tile is half as high: it
takes a row and a half for one, or sees nothing. Drawn out upwards the same picture shows them as if from above: people
hold cameras level, so that what is aslant is lower, seldom narrower.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.field_votes import TilesInView


@dataclass(frozen=True, slots=True, kw_only=True)
class AslantParameters(Parameters):
    """How far a picture is drawn out, and when that is taken."""

    # Sums of votes at these heights, of 9 composed tables taken 46 to 60 degrees aslant: 1 to 25, 2 to 50 and 7 to 56;
    # of 5 taken up to 30 degrees aslant it falls or gains up to a fiftieth.
    drawn_out: tuple[float, ...] = parameter(
        (1.4, 2.0), "times", "as high, one after the other", "docs/findings/editions-never-seen.md"
    )
    more: float = parameter(
        1.05, "times", "as many votes that must be seen so, to go on", "docs/findings/editions-never-seen.md"
    )
    # On a cloth of rings hardly any of 50 tiles showed from afar; drawn out, six pairs of them passed for large ones.
    few: float = parameter(
        8.0, "votes", "from afar, up to which it is looked from nearby, too, before a picture is drawn out", CHOSEN
    )


PARAMETERS = AslantParameters()


def seen_however_aslant(view: TilesInView) -> TilesInView:
    """The same picture seen drawn out to the height at which most tiles show; as it is, where those are most."""
    best = view
    for times in PARAMETERS.drawn_out:
        taller = view.drawn_out(times)
        if not _shows_more(taller, best):
            break
        best = taller
    return best


def _shows_more(taller: TilesInView, best: TilesInView) -> bool:
    """Whether more tiles show on a picture drawn out than on the best so far: from afar, and where few do, in all."""
    from_afar = taller.votes_from_afar
    if from_afar <= PARAMETERS.more * best.votes_from_afar:
        return False
    return from_afar > PARAMETERS.few or taller.votes > PARAMETERS.more * best.votes
