"""Cards that few features speak for: they lie beside cards that were found. People lay displays and rows side by side,
so each found card foretells where its neighbours would be, and the picture says whether they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.judging import CardSighting, judged, prepared_edition, similarity_near
from vision.cards.pose import beside, in_view, taken
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter


# Where neighbours lie, in a card's own widths and heights: displays have gaps of a few mm, tiles of some more.
@dataclass(frozen=True, slots=True, kw_only=True)
class GrowingParameters(Parameters):
    """How plainly a card beside a found one must show, and how much room may be taken already."""

    glimpse: float = parameter(0.30, "likeness", "at a foretold place from which it is looked at closely", CHOSEN)
    grown: float = parameter(0.52, "likeness", "from which a foretold card counts as found", CHOSEN)
    taken: float = parameter(0.5, "widths", "from another card's middle within which nothing else lies", CHOSEN)
    most: int = parameter(120, "cards", "that are found on one picture at most", CHOSEN)
    card_wide: float = parameter(1.07, "widths", "from a card to the next: people leave some mm between them", CHOSEN)
    card_high: float = parameter(1.045, "heights", "from a card to the next above or below it", CHOSEN)
    tile_wide: float = parameter(1.15, "widths", "from a tile to the next, which may lie half a height aside", CHOSEN)
    nudged_wide: float = parameter(0.08, "widths", "beside a foretold place at which a card is tried as well", CHOSEN)
    nudged_high: float = parameter(0.06, "heights", "above and below it", CHOSEN)


PARAMETERS = GrowingParameters()


def places_beside(kind: CardKind) -> tuple[tuple[float, float], ...]:
    """How many widths and heights beside one of a kind others lie."""
    wide, high, tile = PARAMETERS.card_wide, PARAMETERS.card_high, PARAMETERS.tile_wide
    if kind is CardKind.CARD:
        return (wide, 0.0), (-wide, 0.0), (0.0, high), (0.0, -high)
    if kind is CardKind.TILE:
        return (tile, 0.0), (-tile, 0.0), (tile, 0.5), (tile, -0.5), (-tile, 0.5), (-tile, -0.5)
    return ()


def grown(layers: Layers, seen: list[CardSighting], edition: CardEdition) -> list[CardSighting]:
    """The sightings with everything that lies beside them, beside that, and so on."""
    prepared = prepared_edition(edition)
    found, waiting = list(seen), list(seen)
    while waiting and len(found) < PARAMETERS.most:
        one = waiting.pop(0)
        kind = edition.views[one.view].key.kind
        for offset in places_beside(kind):
            pose = beside(one.pose, offset)
            if taken(pose, _poses(found), PARAMETERS.taken) or not in_view(pose, layers.size):
                continue
            starts = [beside(pose, nudge) for nudge in _nudges()]
            near = [similarity_near(layers, prepared, start, KINDS.index(kind)) for start in starts]
            if max(near) < PARAMETERS.glimpse:
                continue
            new = judged(layers, prepared, starts[int(np.argmax(near))], KINDS.index(kind))
            if new.similarity >= PARAMETERS.grown and not taken(new.pose, _poses(found), PARAMETERS.taken):
                found.append(new)
                waiting.append(new)
    return found


def _poses(found: list[CardSighting]) -> Iterator[Float64Array]:
    return (one.pose for one in found)


def _nudges() -> tuple[tuple[float, float], ...]:
    wide, high = PARAMETERS.nudged_wide, PARAMETERS.nudged_high
    return (0.0, 0.0), (wide, 0.0), (-wide, 0.0), (0.0, high), (0.0, -high)
