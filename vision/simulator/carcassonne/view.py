"""How the camera of a simulated Carcassonne table has the map in view, and what else lies and rests around the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.arrays import Float64Array
from vision.simulator.beside import Beside, clutter_about, resting_hand, spot_at_edge
from vision.simulator.camera import NotInView, SimulatedCamera, scale_for_piece
from vision.simulator.carcassonne.table import GAP_MM, SQUARE, TILE_MM, MapPlace
from vision.simulator.conditions import RANGES, Conditions
from vision.simulator.framing import camera_aimed
from vision.simulator.players.hands import Arm
from vision.simulator.scene import FlatPiece

PITCH = TILE_MM + GAP_MM


class DoesNotFit(ValueError):
    """The map is too large for the picture at the least size that the level allows: ``places`` as (columns, rows)."""

    def __init__(self, places: tuple[int, int]) -> None:
        self.places = places
        super().__init__(f"a map of {places[0]} x {places[1]} tiles does not fit into the picture")


def camera_over(
    conditions: Conditions, target_mm: tuple[float, float], piece_px: float | None = None
) -> SimulatedCamera:
    """The camera of these conditions, looking at a point of the table."""
    scale = scale_for_piece(
        conditions.piece_px if piece_px is None else piece_px, TILE_MM, conditions.tilt_deg, conditions.rotation_deg
    )
    return camera_aimed(conditions, target_mm, scale)


def frame_map(
    conditions: Conditions, places: tuple[MapPlace, ...], margin_px: float = 30.0
) -> tuple[Conditions, SimulatedCamera]:
    """A camera that has the whole map in view, and the conditions as they became.

    The size is the drawn one where it fits, else the largest of the level's range that does; where none fits, the
    table is turned under the camera. Raises :class:`DoesNotFit`.
    """
    spots = np.array([(place.x * PITCH, place.y * PITCH) for place in places])
    low, high = spots.min(axis=0) - 0.75 * PITCH, spots.max(axis=0) + 0.75 * PITCH
    middle = (float((low[0] + high[0]) / 2), float((low[1] + high[1]) / 2))
    cells = np.vstack([spots + corner * 1.3 for corner in SQUARE])
    least = RANGES[conditions.level].piece_px.least
    for turn in (0.0, 30.0, -30.0, 60.0, 90.0):
        turned = replace(conditions, rotation_deg=(conditions.rotation_deg + turn) % 360.0)
        for piece_px in np.linspace(conditions.piece_px, least, 6):
            camera = camera_over(turned, middle, float(piece_px))
            try:
                if camera.shows(camera.project(cells), margin_px).all():
                    return replace(turned, piece_px=float(piece_px)), camera
            except NotInView:
                continue
    raise DoesNotFit((int(np.ptp(spots[:, 0]) / PITCH) + 1, int(np.ptp(spots[:, 1]) / PITCH) + 1))


def around_map(
    conditions: Conditions, places: tuple[MapPlace, ...], camera: SimulatedCamera, rng: np.random.Generator
) -> Beside:
    """As much clutter as the conditions tell, clear of these places (some of it touching them on the hard level)."""
    spots = np.array([(place.x * PITCH, place.y * PITCH) for place in places])

    def on_table(spot: Float64Array) -> bool:
        return np.array_equal(onto_table(spot, places), spot)

    pieces = clutter_about(conditions, spots, 46.0, camera, rng, on_table)
    return Beside.of(pieces, (_hand(spots, camera, rng),) if conditions.hand_at_rest else ())


def _hand(spots: Float64Array, camera: SimulatedCamera, rng: np.random.Generator) -> FlatPiece:
    """A hand that rests at the picture's edge, its fingers clear of the map, or as clear as there is room."""
    arm = Arm(rng)
    best: tuple[float, Float64Array, Float64Array] | None = None
    for _ in range(40):
        spot, inward = spot_at_edge(camera, rng, (0.15, 0.85), (90, 170))
        apart = float(np.linalg.norm(spots - spot, axis=1).min())
        if best is None or apart > best[0]:
            best = apart, spot, inward
        if apart > 60:
            break
    assert best is not None
    return resting_hand(arm, best[1], best[2], 6.0)


def table_extent(places: tuple[MapPlace, ...]) -> dict[str, float]:
    """How large a table stands under a map, as keywords of ``vision.simulator.surfaces.ground``."""
    spots = np.array(places, np.float64) * TILE_MM
    low, high = spots.min(axis=0) - 430, spots.max(axis=0) + 430
    low, high = np.minimum(low, [-750, -500]), np.maximum(high, [750, 500])
    return {
        "left_mm": float(low[0]),
        "top_mm": float(low[1]),
        "width_mm": float(high[0] - low[0]),
        "depth_mm": float(high[1] - low[1]),
    }


def onto_table(spot: Float64Array, places: tuple[MapPlace, ...], margin_mm: float = 70.0) -> Float64Array:
    """The point (2,) of the table nearest to a spot, at least this far from the table's edge."""
    extent = table_extent(places)
    low = np.array([extent["left_mm"], extent["top_mm"]])
    high = low + np.array([extent["width_mm"], extent["depth_mm"]])
    return np.clip(spot, low + margin_mm, high - margin_mm)


def in_view(camera: SimulatedCamera, place: MapPlace, margin_px: float = 25.0) -> bool:
    """Whether a tile at this place is wholly in the picture, with room for how it may drift."""
    corners = np.array([place.x * PITCH, place.y * PITCH]) + SQUARE * 1.5
    try:
        return bool(camera.shows(camera.project(corners), margin_px).all())
    except NotInView:
        return False
