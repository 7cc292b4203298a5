"""What is about a game on a simulated table and does not belong to it: lamps, clutter, a hand at rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.simulator.camera import SimulatedCamera
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, SceneLamp, SolidPiece

Span = tuple[float, float]


def lamps_for(rng: np.random.Generator) -> tuple[SceneLamp, ...]:
    """One or two lamps."""
    lamps = [SceneLamp(float(rng.uniform(0, 360)), float(rng.uniform(40, 70)), 0.4, 0.35)]
    if rng.random() < 0.5:
        lamps.append(SceneLamp(float(rng.uniform(0, 360)), float(rng.uniform(40, 70)), 0.2, 0.4))
    return tuple(lamps)


def lamps(rng: np.random.Generator) -> tuple[SceneLamp, ...]:
    """A main light and often a second, weaker one."""
    main = SceneLamp(
        float(rng.uniform(0, 360)),
        float(rng.uniform(38, 70)),
        float(rng.uniform(0.3, 0.55)),
        float(rng.uniform(0.15, 0.5)),
    )
    if rng.random() < 0.6:
        other = SceneLamp(float(rng.uniform(0, 360)), float(rng.uniform(35, 65)), float(rng.uniform(0.08, 0.2)), 0.4)
        return (main, other)
    return (main,)


@dataclass(frozen=True, eq=False, slots=True)
class Beside:
    """Clutter, and on hard tables a hand at rest at the picture's edge."""

    flats: tuple[FlatPiece, ...]
    solids: tuple[SolidPiece, ...]
    hands: tuple[FlatPiece, ...]

    @classmethod
    def of(cls, pieces: Sequence[FlatPiece | SolidPiece], hands: tuple[FlatPiece, ...]) -> Beside:
        """Clutter sorted into what lies and what stands."""
        return cls(
            tuple(piece for piece in pieces if isinstance(piece, FlatPiece)),
            tuple(piece for piece in pieces if isinstance(piece, SolidPiece)),
            hands,
        )


def clutter_about(
    conditions: Conditions,
    spots: Float64Array,
    apart_mm: float,
    camera: SimulatedCamera,
    rng: np.random.Generator,
    on_table: Callable[[Float64Array], bool] = lambda spot: True,
) -> Sequence[FlatPiece | SolidPiece]:
    """As much clutter as the conditions tell, clear of the game; on hard tables some of it touches the game.

    Args:
        spots: (n, 2) mm where the game lies. apart_mm: how far what does not touch it stays away.
        on_table: whether the table reaches to a spot (2,) mm.
    """

    def inside(spot: Float64Array) -> bool:
        return on_table(spot) and bool(camera.shows(camera.project(spot[None]), -40.0).all())

    touching = conditions.clutter // 3 if conditions.level is Level.HARD else 0
    return spread(things(conditions.clutter, rng), spots, apart_mm, inside, rng, touching)


def spot_at_edge(
    camera: SimulatedCamera, rng: np.random.Generator, along: Span, inset_px: Span
) -> tuple[Float64Array, Float64Array]:
    """A spot (2,) mm near one of the picture's edges, and the way (2,) mm to it from the edge.

    Args:
        along: shares of the edge between which it may lie. inset_px: how far from the edge.
    """
    edge, share, inset = int(rng.integers(4)), rng.uniform(*along), rng.uniform(*inset_px)
    wide, high = camera.width, camera.height
    tips = ((share * wide, inset), (wide - inset, share * high), (share * wide, high - inset), (inset, share * high))
    borders = ((share * wide, 0.0), (wide, share * high), (share * wide, high), (0.0, share * high))
    spot, border = camera.to_table([tips[edge]])[0], camera.to_table([borders[edge]])[0]
    return spot, spot - border


def resting_hand(arm: Arm, spot: Float64Array, inward: Float64Array, high_mm: float = 4.0) -> FlatPiece:
    """A hand that rests with its fingertips on a spot, having come from the edge."""
    turn = float(np.degrees(np.arctan2(inward[1], inward[0])))
    return arm.at("hand at rest", Grip.REST, float(spot[0]), float(spot[1]), turn, high_mm)
