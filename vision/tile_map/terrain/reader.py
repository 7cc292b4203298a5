"""The reader of tiles of any edition: a small network that was taught on drawn tiles only, run by OpenCV."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.imaging.side_by_side import side_by_side
from vision.networks.terrain.network import BENEATH, TerrainNetwork
from vision.tile_map.terrain.kinds import column_of, placements

CROP = 64  # px a side of what the network looks at
TERRAINS = ("field", "city", "road", "cloister", "shield", "nothing")

PAINTED = (4 * len(TERRAINS), 16, 16)  # what the network paints of a crop: four spots in the channels

LogPosteriors = NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class UprightAnswers:
    """What the network answers for crops that it looks at one way up: ``logits`` (n, columns + 1), ``terrain`` (n, 24,
    16, 16)."""

    logits: NDArray[np.float32]
    terrain: NDArray[np.float32]

    def of(self, which: NDArray[np.intp]) -> UprightAnswers:
        """Those of some of the crops, by their places (m,)."""
        return UprightAnswers(self.logits[which], self.terrain[which])


class TerrainReader:
    """Reads straightened crops of tiles.

    A crop shows one tile upright to within about 8 % of its width and 5 degrees, at any quarter turn. It is looked at
    in all four quarter turns and the logits are averaged (Cohen and Welling 2016 call this averaging over the orbit),
    so that turning a crop turns the answer and changes nothing else.

    Attributes:
        columns: names such as ``BA/RCr*1`` of what the answer's columns stand for, in the order of
            :func:`vision.tile_map.terrain.kinds.placements`; one more column, the last, says "not a tile".
    """

    def __init__(self) -> None:
        self._network = TerrainNetwork()
        self.columns = self._network.columns
        if self.columns != tuple(place.name for place in placements()):
            raise ValueError("vision/networks/terrain was taught other tile kinds; teach it again")
        self._turned = [_turned_columns(quarters) for quarters in range(4)]

    def read(self, crops: Picture) -> LogPosteriors:
        """Log posteriors (n, columns + 1) for crops (n, h, w, 3) BGR; other sizes than 64 x 64 are resized.

        Each kind was drawn equally often, those of the expansion about a quarter as often: :func:`among` puts what the
        box really holds in their place. Raises :class:`ValueError` where the crops have another shape.
        """
        return self.look(crops)[0]

    def look(self, crops: Picture, upright: UprightAnswers | None = None) -> tuple[LogPosteriors, NDArray[np.float32]]:
        """The log posteriors as :meth:`read` has them, and how likely each spot shows which terrain; ``upright`` are
        :meth:`upright_answers` for the same crops, where they are known, which spares a quarter.

        The second answer has shape (n, 6, 32, 32), terrains in the order of TERRAINS, summing to 1 over them; followers
        and glare are looked through as far as the surroundings tell what lies below.
        """
        return self._looked(self._network, _all_upright(crops), upright)

    def look_past(self, crops: Picture, hidden: NDArray[np.uint8]) -> tuple[LogPosteriors, NDArray[np.float32]]:
        """As :meth:`look`, of tiles with somebody on them: (n, 64, 64) is 255 where he hides them, 0 elsewhere."""
        return self._looked(self._beneath, _with_hidden(crops, hidden))

    def _looked(
        self, network: TerrainNetwork, inputs: NDArray[np.uint8], upright: UprightAnswers | None = None
    ) -> tuple[LogPosteriors, NDArray[np.float32]]:

        def turned(quarters: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            # np.rot90 turns anticlockwise; a crop so turned shows placements with as many turns fewer.
            seen = upright if quarters == 0 else None
            seen = _answers(network, np.rot90(inputs, quarters, (1, 2))) if seen is None else seen
            return seen.logits[:, self._turned[-quarters % 4]], np.rot90(_spread(seen.terrain), -quarters, (2, 3))

        (logits, ground), *others = side_by_side(turned, range(4))
        for more, spots in others:
            logits, ground = logits + more, ground + spots
        return _log_softmax(logits / (4 * network.temperature)), _softmax((ground / 4).astype(np.float32))

    def look_in_turn(self, crops: Picture) -> tuple[LogPosteriors, NDArray[np.float32]]:
        """As :meth:`look`, for several crops (n, h, w, 3) of one tile, each of them looked at one way up, the next a
        quarter turn further: what they tell together is told from all sides, at a quarter of the cost."""
        return self._looked_in_turn(self._network, _all_upright(crops))

    def look_beneath(self, crops: Picture, hidden: NDArray[np.uint8]) -> tuple[LogPosteriors, NDArray[np.float32]]:
        """As :meth:`look_in_turn`, of a tile with somebody on it: (n, 64, 64) is 255 where he hides it, 0 elsewhere.

        What he hides tells nothing then, and he is taken for no part of the print.
        """
        return self._looked_in_turn(self._beneath, _with_hidden(crops, hidden))

    @cached_property
    def _beneath(self) -> TerrainNetwork:
        return TerrainNetwork(BENEATH)

    def _looked_in_turn(
        self, network: TerrainNetwork, inputs: NDArray[np.uint8]
    ) -> tuple[LogPosteriors, NDArray[np.float32]]:
        quarters = [place % 4 for place in range(len(inputs))]
        turned = [np.rot90(crop, quarter) for crop, quarter in zip(inputs, quarters, strict=True)]
        answer, terrain = network.forward(np.stack(turned))
        logits = [line[self._turned[-quarter % 4]] for line, quarter in zip(answer, quarters, strict=True)]
        ground = [np.rot90(spots, -quarter, (1, 2)) for spots, quarter in zip(_spread(terrain), quarters, strict=True)]
        together = np.asarray(np.stack(logits) / network.temperature, np.float32)
        return _log_softmax(together), _softmax(np.asarray(np.stack(ground), np.float32))

    def tile_log_odds(self, crops: Picture) -> NDArray[np.float32]:
        """(n,) log-odds that each crop (n, h, w, 3) shows a tile of any edition that lies as the crop does.

        A crop of bare table, print or cards is none, and neither is one that lies half a tile off, askew, or that shows
        much more or less than a tile. Looked at one way up, at a quarter of the cost of :meth:`read`.
        """
        return self.glance(crops)[0]

    def glance(self, crops: Picture) -> tuple[NDArray[np.float32], LogPosteriors]:
        """(n,) log-odds as :meth:`tile_log_odds` has them, and log posteriors as :meth:`read` has them but rougher:
        looked at one way up."""
        return self.glanced(self.upright_answers(crops))

    def upright_answers(self, crops: Picture) -> UprightAnswers:
        """What the network answers for crops (n, h, w, 3) looked at one way up."""
        return _answers(self._network, _all_upright(crops))

    def glanced(self, upright: UprightAnswers) -> tuple[NDArray[np.float32], LogPosteriors]:
        """What :meth:`glance` makes of these answers."""
        logs = _log_softmax(upright.logits / self._network.temperature)
        return np.log(np.expm1(np.maximum(-logs[:, -1], 1e-6))), logs


@cache
def terrain_reader() -> TerrainReader:
    """The reader, loaded once; it may be asked by several threads."""
    return TerrainReader()


def feature_map(ground: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The likeliest terrain of each spot, (n, 64, 64) numbers into TERRAINS, from the second answer of ``look``."""
    classes: NDArray[np.uint8] = ground.argmax(axis=1).astype(np.uint8)
    return classes.repeat(2, axis=1).repeat(2, axis=2)


def among(log_posteriors: LogPosteriors, stock: dict[str, int], unknown: float = 0.0) -> LogPosteriors:
    """What the box holds taken into account: log posteriors (n, columns + 1) under the prior of ``stock``.

    Args:
        log_posteriors: as :meth:`TerrainReader.read` returns them.
        stock: how many tiles of each kind there are (kinds unknown to the reader are left out); 0 rules a kind out.
        unknown: what a kind weighs that the stock does not name, as if so many tiles of it lay about; above 0 lets
            tiles of an expansion speak up that isn't in the game, so that they are not taken for one of its own.
    """
    places = placements()
    turns = {key: sum(place.kind.key == key for place in places) for key in {place.kind.key for place in places}}
    share = np.array([stock.get(place.kind.key, unknown) / turns[place.kind.key] for place in places])
    taught = np.array([(1.0 if place.kind.in_base_game else 0.4) / turns[place.kind.key] for place in places])
    with np.errstate(divide="ignore"):
        prior = np.append(np.log(share / share.sum()) - np.log(taught / taught.sum()), 0.0)
    return _log_softmax((log_posteriors + prior).astype(np.float32))


def by_kind(log_posteriors: LogPosteriors, keys: Collection[str]) -> NDArray[np.float32]:
    """The same by kind and turns: (n, len(keys), 4). Turns that look alike all carry what they share.

    Raises :class:`KeyError` for a kind that the reader does not know.
    """
    columns = np.array([[column_of(key, turns) for turns in range(4)] for key in keys])
    return np.asarray(log_posteriors[:, columns], np.float32)


def _turned_columns(quarters: int) -> NDArray[np.intp]:
    """Column of each placement after more quarter turns clockwise; "not a tile" keeps its own."""
    turned = [column_of(place.kind.key, place.turns + quarters) for place in placements()]
    return np.array([*turned, len(turned)], np.intp)


def _answers(network: TerrainNetwork, inputs: NDArray[np.uint8]) -> UprightAnswers:
    """The network's answers for upright inputs."""
    if not len(inputs):
        return UprightAnswers(np.zeros((0, len(network.columns) + 1), np.float32), np.zeros((0, *PAINTED), np.float32))
    return UprightAnswers(*network.forward(inputs))


def _all_upright(crops: Picture) -> Picture:
    """(n, CROP, CROP, 3). Raises :class:`ValueError` where the crops have another shape than (n, h, w, 3)."""
    if crops.ndim != 4 or crops.shape[3] != 3:
        raise ValueError(f"crops of shape (n, h, w, 3) wanted, got {crops.shape}")
    inputs = np.zeros((len(crops), CROP, CROP, 3), np.uint8)
    for place, crop in enumerate(crops):
        inputs[place] = _upright(crop)
    return inputs


def _with_hidden(crops: Picture, hidden: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.concatenate([_all_upright(crops), hidden[..., None]], axis=3)


def _upright(crop: Picture) -> Picture:
    if crop.shape[:2] == (CROP, CROP):
        return crop
    way = cv2.INTER_AREA if min(crop.shape[:2]) > CROP else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (CROP, CROP), interpolation=way), np.uint8)


def _spread(terrain: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 24, 16, 16) with four spots in the channels to (n, 6, 32, 32)."""
    count = len(terrain)
    spots = terrain.reshape(count, len(TERRAINS), 2, 2, 16, 16)
    return np.asarray(spots.transpose(0, 1, 4, 2, 5, 3).reshape(count, len(TERRAINS), 32, 32), np.float32)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shares: NDArray[np.float32] = np.exp(_log_softmax(logits))
    return shares


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    top = logits.max(axis=1, keepdims=True)
    shifted = logits - top
    logs: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return logs
