"""A camera over the place where dice are thrown: each throw is a few frames, with a hand and then with dice at rest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.frames import Frame
from vision.simulator.beside import lamps
from vision.simulator.conditions import Conditions, Level
from vision.simulator.dice.lay import DiePose, flat_die
from vision.simulator.dice.solid import DiePiece
from vision.simulator.dice.still import NOMINAL_MM, SIZES, alike, spots_of
from vision.simulator.framing import camera_aimed
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, TableScene
from vision.simulator.surfaces import ground

STILL_FRAMES = 9  # as long as people look at what they threw


class SimulatedDiceTray:
    """Ordinary dice of one set before a camera that does not move.

    Args:
        level: easy, ordinary or hard.
        seed: look of the dice, light, where they come to rest.
        fps: frames a second of its own clock.
    """

    def __init__(self, level: Level | str, seed: int, *, fps: float = 10.0) -> None:
        self._rng = np.random.default_rng([seed, 0x7BA1])
        self._conditions = Conditions.from_level(level, self._rng)
        drawn = self._conditions
        die_px = drawn.piece_px * float(np.exp(self._rng.uniform(np.log(SIZES[0]), np.log(SIZES[1]))))
        self._camera = camera_aimed(drawn, (0.0, 0.0), die_px / NOMINAL_MM)
        self._ground = ground(drawn.surface, self._rng)
        self._lamps = lamps(self._rng)
        self._appearances = alike(2, self._rng)
        self._arm = Arm(self._rng)
        middle = self._camera.to_table([[drawn.width / 2, drawn.height / 2]])
        self._photographer = Photographer(self._camera, drawn, self._rng, middle, NOMINAL_MM)
        self._step_ms = 1000.0 / fps
        self._number = 0

    def throw(self, pips: tuple[int, ...]) -> Iterator[Frame]:
        """A hand over the table, then dice that show these pips."""
        appearances = self._appearances[: len(pips)]
        spots = spots_of(self._camera, appearances, [DiePose.FLAT] * len(pips), self._rng)
        # Dice are told from left to right, as they lie on the picture.
        spots = spots[np.argsort(self._camera.project(spots)[:, 0])]
        dice = [
            flat_die(f"die {number}", appearance, spot, self._rng, value)
            for number, (appearance, spot, value) in enumerate(zip(appearances, spots, pips, strict=True))
        ]
        spot = spots.mean(axis=0)
        hand = self._arm.at("hand", Grip.HOLD, float(spot[0]), float(spot[1]), float(self._rng.uniform(0, 360)), 40.0)
        yield self._frame((hand,), [])
        for _ in range(STILL_FRAMES):
            yield self._frame((), dice)

    def _frame(self, hands: tuple[FlatPiece, ...], dice: list[DiePiece]) -> Frame:
        scene = TableScene(self._ground, (), tuple(dice), hands, self._lamps)
        image = self._photographer.take(scene)
        image.flags.writeable = False
        frame = Frame(image, self._number * self._step_ms, self._number)
        self._number += 1
        return frame
