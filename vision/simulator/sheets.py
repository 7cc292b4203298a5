"""The printed sheets that calibrate a camera, on a simulated table under a camera of which everything is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.lens import Lens, LensSheet
from calibration.table_plane import SHEET_MM, TablePlane, sheet_picture
from vision.frames import Picture
from vision.imaging.values import Colour
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions, Level, Surface
from vision.simulator.figures import follower
from vision.simulator.photograph import Photographer
from vision.simulator.scene import FlatPiece, PiecePose, SceneLamp, SolidPiece, TableScene
from vision.simulator.surfaces import ground

PRINT_PX_MM = 5.0
# Looks at the lens sheet: tilt and turn of the camera, degrees, and the point of the sheet in the picture's middle, mm.
SIDES: tuple[tuple[float, float, tuple[float, float]], ...] = (
    (0, 0, (0, 0)), (24, 20, (0, 0)), (26, 110, (40, 30)), (24, 200, (-50, -40)), (27, 290, (0, 40)),
    (18, 60, (90, 60)), (18, 150, (-90, 60)), (20, 240, (90, -50)), (20, 330, (-90, -50)), (30, 0, (0, -60)),
)  # fmt: skip


@dataclass(frozen=True)
class SheetTable:
    """One camera, which can be held anywhere above a sheet on a wooden table in warm light.

    Attributes:
        width, height: of its pictures, px.
        focal_px, k1: its lens. The default is a wide webcam: lines near the edge bend by a dozen px.
        seed: of table, light and grain.
    """

    width: int = 960
    height: int = 540
    focal_px: float = 760.0
    k1: float = -0.2
    seed: int = 3

    @property
    def lens(self) -> Lens:
        """The camera's true lens."""
        middle = ((self.width - 1) / 2, (self.height - 1) / 2)
        return Lens(
            self.width, self.height, (self.focal_px, self.focal_px), middle, (self.k1, 0.0, 0.0, 0.0, 0.0), error_px=0.0
        )

    def camera(
        self, tilt_deg: float, turn_deg: float, at_mm: tuple[float, float] = (0.0, 0.0), scale_px_mm: float = 1.9
    ) -> SimulatedCamera:
        """The camera held so that its picture's middle shows this point of the sheet, whose own middle is 0, 0."""
        return SimulatedCamera.looking_at(
            at_mm,
            scale_px_mm=scale_px_mm,
            tilt_deg=tilt_deg,
            rotation_deg=turn_deg,
            focal_px=self.focal_px,
            k1=self.k1,
            width=self.width,
            height=self.height,
        )

    def plane(self, camera: SimulatedCamera) -> TablePlane:
        """How a camera truly stands."""
        homography = camera.homography()
        return TablePlane(homography / homography[2, 2], self.lens)

    def lens_pictures(self, count: int = len(SIDES)) -> Iterator[Picture]:
        """Looks at the chessboard sheet from all sides."""
        printed = LensSheet().picture(PRINT_PX_MM)
        for tilt, turn, at in SIDES[:count]:
            yield self.photograph(self.camera(tilt, turn, at), printed)

    def marker_picture(self, camera: SimulatedCamera, solids: Sequence[SolidPiece] = ()) -> Picture:
        """The sheet of markers on the table, and what stands on it."""
        return self.photograph(camera, sheet_picture(PRINT_PX_MM), solids)

    def photograph(self, camera: SimulatedCamera, sheet: Picture | None, solids: Sequence[SolidPiece] = ()) -> Picture:
        """A printed sheet (grey), or none, on the table."""
        rng = np.random.default_rng(self.seed)
        conditions = replace(
            Conditions.from_level(Level.EASY, rng),
            tilt_deg=0.0,
            surface=Surface.WOOD,
            width=self.width,
            height=self.height,
            focal_px=self.focal_px,
            k1=self.k1,
            exposure_ev=-0.3,
            kelvin=4300.0,
        )
        table = ground(conditions.surface, rng, left_mm=-420, top_mm=-320, width_mm=840, depth_mm=640)
        flats = () if sheet is None else (_paper(sheet),)
        scene = TableScene(table, flats, tuple(solids), (), (SceneLamp(40.0, 55.0, 0.4, 0.3),))
        return Photographer(camera, conditions, rng, np.zeros((1, 2)), 45.0).take(scene)


def row_of_pieces(colours: Sequence[Colour]) -> tuple[SolidPiece, ...]:
    """Followers in a row across the sheet's middle, from left to right; colours BGR."""
    places = np.linspace(-80, 80, len(colours))
    return tuple(
        follower(f"piece {number}", colour, PiecePose(float(x), 6.0 * (-1) ** number, 50.0 * number), height_mm=0.1)
        for number, (x, colour) in enumerate(zip(places, colours, strict=True))
    )


def _paper(picture: Picture) -> FlatPiece:
    bgr = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return FlatPiece("sheet", bgr, SHEET_MM, PiecePose(0, 0), thickness_mm=0.1)
