"""Photographs of drawn tables with the truth about every tile: ``python -m tools.training.tile_field.tables DIR``."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.painting.palette import any_colour
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.photograph import Pool
from tools.training.tile_field.decoys import decoys
from tools.training.tile_field.editions import print_edition
from tools.training.tile_field.grounds import table_top
from tools.training.tile_field.maps import lay_map
from vision.frames import Picture
from vision.networks.tile_field.field import STEP
from vision.pieces.painted_wood import WOOD
from vision.simulator.beside import lamps, resting_hand, spot_at_edge
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.carcassonne.table import TILE_MM
from vision.simulator.carcassonne.view import camera_over
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.figures import counter, follower
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm
from vision.simulator.players.laying import Habit
from vision.simulator.scene import FlatPiece, Ground, PiecePose, SolidPiece, TableScene
from vision.simulator.truth import outline
from vision.simulator.wear import faded

SIDE = 448  # px of a picture
LEAST_PX, MOST_PX = 16.0, 66.0  # a tile's shorter side
LEVELS = (Level.EASY, Level.ORDINARY, Level.HARD)
LEVEL_SHARES = (0.15, 0.3, 0.55)
EMPTY_SHARE = 0.1  # tables without a map
MOST_TILES = 80  # of a map; large ones are as rare as their number is high
SCENES = 8  # of one edition on one table

Corners = NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class DrawnTable:
    """A photograph, the tiles on it and what to leave out.

    Attributes:
        picture: (448, 448, 3) BGR.
        corners: (n, 4, 2) px of the tiles' upper faces, clockwise, in the order in which they were laid.
        hidden: (112, 112) 255 where a hand or a thing stands before whatever lies there.
    """

    picture: Picture
    corners: Corners
    hidden: NDArray[np.uint8]


def draw_conditions(rng: Rng) -> Conditions:
    """What a photograph is up against: those of the levels, with any tilt, size and lens."""
    drawn = Conditions.from_level(LEVELS[rng.choice(3, p=LEVEL_SHARES)], rng)
    careful = rng.random() < 0.3
    return replace(
        drawn,
        width=SIDE,
        height=SIDE,
        tilt_deg=float(rng.uniform(0, 45)),
        piece_px=float(np.exp(rng.uniform(np.log(LEAST_PX), np.log(MOST_PX)))),
        focal_px=float(np.exp(rng.uniform(np.log(380), np.log(1700)))),
        lay_mm=float(rng.uniform(0, 0.6)) if careful else float(rng.uniform(0.5, 5)),
        lay_deg=float(rng.uniform(0, 0.6)) if careful else float(rng.uniform(0.2, 4)),
        lay_adds_up=bool(rng.random() < 0.8),
        ride_chance=float(rng.choice([0.0, 0.05, 0.12])),
        follower_share=float(rng.uniform(0, 0.6)),
        hand_at_rest=bool(rng.random() < 0.3),
        exposure_ev=float(np.clip(drawn.exposure_ev + rng.normal(0, 0.3), -1.6, 1.5)),
    )


def _camera(conditions: Conditions, map_mm: NDArray[np.float64], rng: Rng) -> SimulatedCamera:
    """A camera that looks at the map or just past it."""
    target = map_mm[rng.integers(len(map_mm))] + rng.normal(0, 60, 2)
    return camera_over(conditions, (float(target[0]), float(target[1])))


def _followers(tiles: list[FlatPiece], conditions: Conditions, rng: Rng) -> list[SolidPiece]:
    """Followers on some tiles, standing and lying; now and then a counter."""
    colours = list(WOOD.values())
    found = []
    for tile in tiles:
        if rng.random() >= conditions.follower_share:
            continue
        place = tile.pose.carry(rng.uniform(-0.38, 0.38, (1, 2)) * TILE_MM)[0]
        pose = PiecePose(float(place[0]), float(place[1]), float(rng.uniform(0, 360)))
        colour = colours[rng.integers(len(colours))] if rng.random() < 0.8 else any_colour(rng)
        paint = faded(colour, conditions.wear, rng)
        high = tile.thickness_mm
        if rng.random() < 0.07:
            found.append(counter(f"follower {tile.name}", paint, pose, float(rng.uniform(5, 11))))
            continue
        lying, scale = bool(rng.random() < 0.25), conditions.figure_scale * float(rng.uniform(0.9, 1.35))
        found.append(follower(f"follower {tile.name}", paint, pose, lying=lying, scale=scale, height_mm=high))
    return found


def photograph(pool: Pool, ground: Ground, arm: Arm, rng: Rng) -> DrawnTable:
    """One map of an edition on a table, or the table without one. Raises NotInView where the camera can't be had."""
    conditions = draw_conditions(rng)
    tiles = _map(pool, conditions, rng)
    spots = np.array([(tile.pose.x, tile.pose.y) for tile in tiles])
    camera = _camera(conditions, spots, rng)
    if rng.random() < EMPTY_SHARE:
        tiles = []
    beside = _beside(pool, conditions, spots, camera, rng)
    hands = []
    if conditions.hand_at_rest:
        spot, inward = spot_at_edge(camera, rng, (0.1, 0.9), (30, 190))
        hands.append(resting_hand(arm, spot, inward, 6.0))
    flats = [piece for piece in beside if isinstance(piece, FlatPiece)]
    solids = [piece for piece in beside if isinstance(piece, SolidPiece)]
    figures = _followers(tiles, conditions, rng)
    scene = TableScene(ground, (*flats, *tiles), (*solids, *figures), tuple(hands), lamps(rng))
    seen = spots[camera.shows(camera.project(spots))]  # what lies outside must not draw the glare there
    picture = Photographer(camera, conditions, rng, seen, TILE_MM).take(scene)
    corners = np.zeros((0, 4, 2), np.float32)
    if tiles:
        corners = np.stack([camera.project(tile.corners()) for tile in tiles]).astype(np.float32)
    return DrawnTable(picture, corners, _hidden((*solids, *hands), camera))


def _map(pool: Pool, conditions: Conditions, rng: Rng) -> list[FlatPiece]:
    """A map of any size, anywhere near (0, 0) mm, anyhow turned."""
    few = rng.random() < 0.1
    count = int(rng.integers(1, 3)) if few else int(np.exp(rng.uniform(np.log(3), np.log(MOST_TILES))))
    habit = Habit(conditions.lay_mm, conditions.lay_deg, conditions.lay_adds_up, float(rng.uniform(0.2, 2.5)))
    tiles = lay_map(pool, count, habit, conditions.wear, conditions.ride_chance, rng)
    shift = PiecePose(*rng.uniform([-120, -120, 0], [120, 120, 360]).tolist())
    return [tile.at(_moved(tile.pose, shift)) for tile in tiles]


def _beside(
    pool: Pool, conditions: Conditions, spots: NDArray[np.float64], camera: SimulatedCamera, rng: Rng
) -> tuple[FlatPiece | SolidPiece, ...]:
    """What else lies on the table, half of it as near as touching the map."""

    def inside(spot: NDArray[np.float64]) -> bool:
        return bool(camera.shows(camera.project(spot[None]), -60.0).all())

    found = (*things(conditions.clutter, rng), *decoys(pool, rng))
    found = tuple(found[k] for k in rng.permutation(len(found)))
    return spread(found, spots, 34.0, inside, rng, len(found) // 2)


def _hidden(pieces: tuple[FlatPiece | SolidPiece, ...], camera: SimulatedCamera) -> NDArray[np.uint8]:
    """255 where one of these stands before whatever lies on the table."""
    hidden = np.zeros((SIDE // STEP, SIDE // STEP), np.uint8)
    for piece in pieces:
        points = outline(piece, camera)
        if len(points):
            cv2.fillPoly(hidden, [np.round(points / STEP).astype(np.int32)], 255)
    return hidden


def _moved(pose: PiecePose, by: PiecePose) -> PiecePose:
    spot = by.carry(np.array([[pose.x, pose.y]]))[0]
    return PiecePose(float(spot[0]), float(spot[1]), pose.turn_deg + by.turn_deg)


def photographs(count: int, seed: int) -> list[DrawnTable]:
    """So many photographs; the same seed gives the same ones."""
    rng = np.random.default_rng([seed, 0xF1E1D])
    shots: list[DrawnTable] = []
    while len(shots) < count:
        pool = print_edition(rng)
        ground, _ = table_top(pool if rng.random() < 0.5 else print_edition(rng), rng)
        arm = Arm(rng)
        for _ in range(SCENES):
            try:
                shots.append(photograph(pool, ground, arm, rng))
            except NotInView:
                continue
    return shots[:count]


def write_shard(folder: Path, count: int, seed: int) -> None:
    """Photographs as ``field-SEED.npz`` (truth) and ``field-SEED.npy`` (pictures), for :mod:`.train`."""
    shots = photographs(count, seed)
    starts = np.cumsum([0] + [len(shot.corners) for shot in shots])
    np.savez_compressed(
        folder / f"field-{seed}.npz",
        corners=np.concatenate([shot.corners for shot in shots]),
        starts=starts,
        hidden=np.stack([shot.hidden for shot in shots]),
    )
    part = folder / f"field-{seed}.part"
    with part.open("wb") as file:
        np.save(file, np.stack([shot.picture for shot in shots]))
    part.rename(folder / f"field-{seed}.npy")


def main() -> None:
    """Command line: ``python -m tools.training.tile_field.tables FOLDER --shards 20``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--count", type=int, default=160, help="photographs in each shard")
    parser.add_argument("--seed", type=int, default=500_000, help="of the first shard; lower ones are for measuring")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.shards):
        began = time.monotonic()
        write_shard(chosen.folder, chosen.count, chosen.seed + number)
        print(f"shard {number}: {chosen.count / (time.monotonic() - began):.1f} photographs a second", flush=True)


if __name__ == "__main__":
    main()
