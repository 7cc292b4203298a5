"""Who sits round the simulated table: arms, chairs, and the followers that stand in front of their owners."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.state import Setup
from games.game import Seat
from vision.simulator.camera import SimulatedCamera
from vision.simulator.carcassonne.table import MapPlace
from vision.simulator.carcassonne.view import onto_table
from vision.simulator.conditions import Conditions
from vision.simulator.figures import BIG, PAINT, follower
from vision.simulator.players.hands import Arm
from vision.simulator.players.reaching import SeatedPerson
from vision.simulator.scene import PiecePose, SolidPiece
from vision.simulator.wear import faded

# Where people sit, shares of the picture's width and height: along its longer sides first.
CHAIRS = ((0.3, 1.0), (0.7, 0.0), (0.7, 1.0), (0.3, 0.0), (1.0, 0.5), (0.0, 0.5))


class Supply:
    """The followers that are not on the map, as they stand about in front of their owners."""

    def __init__(
        self,
        seated: tuple[SeatedPerson, ...],
        supply: Mapping[str, int],
        spots: Float64Array,
        camera: SimulatedCamera,
        conditions: Conditions,
        rng: np.random.Generator,
    ) -> None:
        self._figures: dict[tuple[str, str], list[SolidPiece]] = {}
        self._away: dict[tuple[str, str], list[SolidPiece]] = {}
        for person in seated:
            for kind, count in supply.items():
                figures = []
                for number in range(count):
                    spot = person.supply_mm + rng.normal(0, 22, 2)
                    apart = np.linalg.norm(spots - spot, axis=1).min()
                    if apart < 62 or not camera.shows(camera.project(spot[None])).all():
                        continue
                    figures.append(
                        follower(
                            f"supply {person.seat.colour} {kind} {number}",
                            faded(PAINT[person.seat.colour], conditions.wear, rng),
                            PiecePose(float(spot[0]), float(spot[1]), float(rng.uniform(0, 360))),
                            lying=bool(rng.random() < 0.5),
                            scale=conditions.figure_scale * (BIG if kind == "big" else 1.0),
                            height_mm=0.0,
                        )
                    )
                self._figures[person.seat.colour, kind] = figures
                self._away[person.seat.colour, kind] = []

    @property
    def solids(self) -> tuple[SolidPiece, ...]:
        """Everybody who is not on the map and in view."""
        return tuple(figure for figures in self._figures.values() for figure in figures)

    def take(self, seat: Seat, kind: str) -> None:
        """Somebody takes a follower for the map."""
        at_hand = self._figures.get((seat.colour, kind), [])
        if at_hand:
            self._away[seat.colour, kind].append(at_hand.pop())

    def give(self, colour: str, kind: str) -> None:
        """A follower comes home."""
        away = self._away.get((colour, kind), [])
        if away:
            self._figures[colour, kind].append(away.pop())


def seated_around(
    setup: Setup, camera: SimulatedCamera, places: tuple[MapPlace, ...], rng: np.random.Generator
) -> tuple[SeatedPerson, ...]:
    """Everybody sits outside the picture, along its longer sides first."""
    wide, high = camera.width, camera.height
    seated = []
    for seat, (u, v) in zip(setup.seats, CHAIRS, strict=False):
        jitter = float(rng.uniform(-0.06, 0.06))
        edge = np.array([(u + (jitter if v in (0, 1) else 0)) * wide, (v + (jitter if u in (0, 1) else 0)) * high])
        inward = np.array([wide / 2, high / 2]) - edge
        inward = inward / np.linalg.norm(inward)
        outside = camera.to_table([edge - inward * 60], 40.0)[0]
        supply = onto_table(camera.to_table([edge + inward * 110])[0], places)
        seated.append(SeatedPerson(seat, Arm(rng), outside, supply))
    return tuple(seated)


def clear_spot(
    camera: SimulatedCamera, spots: Float64Array, places: tuple[MapPlace, ...], rng: np.random.Generator
) -> Float64Array | None:
    """Somewhere in view for the pile of tiles, well clear of the map, or None."""
    for _ in range(400):
        spot = camera.to_table([rng.uniform([120, 120], [camera.width - 120, camera.height - 120])])[0]
        spot = onto_table(spot, places, 120.0)
        if np.linalg.norm(spots - (spot + np.array([30.0, 40.0])), axis=1).min() > 170:
            return spot
    return None
