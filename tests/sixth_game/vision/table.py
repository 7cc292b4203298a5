"""The simulated table: hands lay counters on the board, and press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.frames import Picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions, Level
from vision.simulator.framing import camera_aimed
from vision.simulator.photograph import Photographer
from vision.simulator.played import PlayedTable, seated_around
from vision.simulator.players.hands import Grip
from vision.simulator.scene import FlatPiece, PiecePose, TableScene
from vision.simulator.sequence import LiveSequence, ShownMoment, Weather
from vision.simulator.surfaces import ground

from ..games.rules import Place, Setup
from .board import BOARD_MM, CELL_MM, COUNTER_MM, MIDDLES_MM, board_picture, counter_picture

SHRUNK = 3  # the pictures are a third of a camera's: a board of nine cells needs no more
REST, REACH = 5, 2  # frames
TABLE_MM = {"left_mm": -330.0, "top_mm": -270.0, "width_mm": 660.0, "depth_mm": 540.0}


class Layer:
    """The board on its table and the counters on it."""

    def __init__(self, setup: Setup, level: Level | str, seed: int) -> None:
        self.rng = np.random.default_rng([seed, 9])
        drawn = Conditions.from_level(level, self.rng)
        small = {name: getattr(drawn, name) // SHRUNK for name in ("width", "height")}
        self.conditions = replace(drawn, **small, focal_px=drawn.focal_px / SHRUNK)
        self.camera: SimulatedCamera = camera_aimed(self.conditions, (0.0, 0.0), 0.55 * small["height"] / BOARD_MM)
        self._ground = ground(self.conditions.surface, self.rng, **TABLE_MM)
        self._board = FlatPiece("board", board_picture(), (BOARD_MM, BOARD_MM), PiecePose(0.0, 0.0), 2.0)
        size = (COUNTER_MM, COUNTER_MM)
        self._counters = {
            (cell, seat): FlatPiece(cell, counter_picture(one.colour), size, _on_table(cell, self.rng), 3.0, 2.0)
            for cell in MIDDLES_MM
            for seat, one in enumerate(setup.seats)
        }

    def scene(self, counters: Sequence[tuple[str, int]], hand: FlatPiece | None = None) -> TableScene:
        pieces = (self._board, *(self._counters[one] for one in counters))
        return TableScene(self._ground, pieces, (), () if hand is None else (hand,))

    @property
    def middles_mm(self) -> np.ndarray:
        return np.array(list(MIDDLES_MM.values())) - BOARD_MM / 2


def photograph(setup: Setup, counters: Sequence[tuple[str, int]], level: Level | str, seed: int) -> Picture:
    """One picture of the board with these counters on it."""
    layer = Layer(setup, level, seed)
    taken = Photographer(layer.camera, layer.conditions, layer.rng, layer.middles_mm, CELL_MM)
    return taken.take(layer.scene(counters))


class NoughtsTable(PlayedTable):
    """A frame source that plays a game."""

    def __init__(
        self, setup: Setup, actions: Sequence[Place], level: Level | str, seed: int, fps: float = 10.0
    ) -> None:
        self.actions = tuple(actions)
        self._layer = layer = Layer(setup, level, seed)
        self._seated = seated_around(len(setup.seats), layer.camera, layer.rng)
        self._source = LiveSequence(
            layer.conditions,
            layer.camera,
            self._moments(),
            layer.rng,
            fps=fps,
            middles_mm=layer.middles_mm,
            side_mm=CELL_MM,
            weather=Weather.draw(layer.rng, 0, changes=False),
        )

    def _moments(self) -> Iterator[ShownMoment]:
        counters: list[tuple[str, int]] = []
        resting = self._layer.scene(counters)
        yield from (ShownMoment(resting, self._layer.camera) for _ in range(REST))
        for number, action in enumerate(self.actions):
            seat = number % 2
            held = self._layer.scene(counters, self._hand(seat, action.cell))
            yield from (ShownMoment(held, self._layer.camera, True, False, None, number) for _ in range(REACH))
            counters = [*counters, (action.cell, seat)]
            resting = self._layer.scene(counters)
            for press in (*(None,) * REST, seat, None, None):
                yield ShownMoment(resting, self._layer.camera, press=press, actions=number + 1)

    def _hand(self, seat: int, cell: str) -> FlatPiece:
        came_from, arm = self._seated[seat]
        x, y = np.array(MIDDLES_MM[cell]) - BOARD_MM / 2
        towards = float(np.degrees(np.arctan2(y - came_from[1], x - came_from[0])))
        return arm.at("hand", Grip.HOLD, float(x), float(y), towards, 14.0)


def _on_table(cell: str, rng: np.random.Generator) -> PiecePose:
    """Where a counter is put: nobody hits the middle."""
    x, y = np.array(MIDDLES_MM[cell]) - BOARD_MM / 2 + rng.normal(0, 1.5, 2)
    return PiecePose(float(x), float(y))
