"""A locked lattice: pieces that were found stay found, while people nudge them, knock the table or move the camera.

Nothing is searched again that is known already. Each piece is compared with its *own exemplar*, a straightened patch of
the last picture in which it lay undisturbed; that is far surer than any reference, for it has the same wear, light and
sharpness. After a knock the features of the last still picture say roughly where everything went, and each piece is
then laid onto its own exemplar again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import CalibrationError, Lens
from calibration.table_plane import TablePlane, TablePose, plane_from_tiles
from vision.imaging.patches import Layers, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL
from vision.registration.alignment import KNOCKED, NUDGED, AlignmentTarget, Freedom, laid_onto
from vision.registration.lattice import NEIGHBOURS, UNIT_CORNERS, Cell, Lattice, Matrix, quad_of, side_px
from vision.registration.lucas_kanade import toned


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingParameters(Parameters):
    """How far pieces of a locked lattice may have moved, and when the lock holds."""

    exemplar_px: int = parameter(24, "px a side", "of an exemplar", CHOSEN)
    alike: float = parameter(7.0, "Lab units", "within which a pixel counts as unchanged", CHOSEN)
    holds: float = parameter(
        0.6, "share", "of unchanged pixels from which a piece counts as lying where it lay", CHOSEN
    )
    most_off: float = parameter(0.08, "share", "of a piece's size: a plane that fits its pieces worse is none", CHOSEN)
    # A start tile whose corners were 5 px off told of a table so aslant that the next was foretold half as large again.
    foretells: int = parameter(
        3,
        "pieces",
        "from which the plane learned of them foretells where others lie; before, each looks as the one beside it",
        "docs/findings/learning-while-they-play.md",
    )
    locked: float = parameter(0.6, "share", "of the pieces that must hold for a lock to be believed", CHOSEN)


PARAMETERS = TrackingParameters()


@dataclass(frozen=True, eq=False)
class Track:
    """Where every known piece lies and how it looks.

    Attributes:
        lattice: (row, column) -> unit square to picture px.
        exemplars: (row, column) -> (px, px, 3) Lab, as the piece was last seen undisturbed.
        side_mm: of a piece.
        plane: how the camera stands to the table, learned from the pieces themselves; None until it was asked for.
        levelled_with: how many pieces the plane was learned from.
        lens: of the camera, where it was calibrated.
        known: how the camera stood to the table when it was calibrated.
    """

    lattice: Lattice = field(default_factory=Lattice)
    exemplars: Mapping[Cell, Patches] = field(default_factory=dict)
    side_mm: float = 45.0
    plane: TablePlane | None = None
    levelled_with: int = 0
    lens: Lens | None = None
    known: TablePlane | None = None

    def __len__(self) -> int:
        return len(self.exemplars)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The pieces that are known, in the order in which they were learned."""
        return tuple(self.exemplars)

    @property
    def piece_px(self) -> float:
        """Median size of a piece on the picture, px."""
        return float(np.median([side_px(pose) for pose in self.lattice.cells.values()])) if self.exemplars else 0.0

    def poses(self, cells: Iterable[Cell]) -> NDArray[np.float64]:
        """(b, 3, 3) of these cells, known or foretold from those beside them."""
        poses = [self.lattice.cells[cell] if cell in self.lattice.cells else self.predicted(cell) for cell in cells]
        return np.stack(poses) if poses else np.zeros((0, 3, 3))

    def predicted(self, cell: Cell) -> Matrix:
        """Where a piece laid at this cell should lie: squarely beside its neighbours, as the camera sees that."""
        if cell not in self._foretold:
            self._foretold[cell] = self._predicted(cell)
        return self._foretold[cell]

    @cached_property
    def _foretold(self) -> dict[Cell, Matrix]:
        """What was asked for: each look asks for the same places several times."""
        return {}

    def _predicted(self, cell: Cell) -> Matrix:
        beside = [(cell[0] + down, cell[1] + right) for down, right in NEIGHBOURS]
        beside = [other for other in beside if other in self.lattice.cells]
        if self.plane is None or not beside or (self.known is None and self.levelled_with < PARAMETERS.foretells):
            return self.lattice.predict(cell)
        stands = np.array([self._stepped(other, cell) for other in beside])
        turn = math.atan2(float(np.sin(stands[:, 2]).mean()), float(np.cos(stands[:, 2]).mean()))
        pose = TablePose(float(stands[:, 0].mean()), float(stands[:, 1].mean()), math.degrees(turn))
        return _through_corners(self.plane.to_picture(pose.corners(self.side_mm)))

    def _stepped(self, known: Cell, cell: Cell) -> tuple[float, float, float]:
        """Middle (mm) and turn (radians) of a piece laid squarely beside a known one."""
        x, y, turn = self._stands[known]
        right, below = (cell[1] - known[1]) * self.side_mm, (cell[0] - known[0]) * self.side_mm
        x += right * math.cos(turn) - below * math.sin(turn)
        y += right * math.sin(turn) + below * math.cos(turn)
        return x, y, turn

    @cached_property
    def _stands(self) -> dict[Cell, tuple[float, float, float]]:
        """Middle (mm) and turn (radians) of every known piece on the table."""
        assert self.plane is not None
        quads = np.stack([quad_of(pose) for pose in self.lattice.cells.values()])
        corners = self.plane.to_table(quads.reshape(-1, 2)).reshape(-1, 4, 2)
        along = corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]
        down = corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]
        turns = np.arctan2(along[:, 1] - down[:, 0], along[:, 0] + down[:, 1])
        stands = np.column_stack([corners.mean(axis=1), turns])
        return {cell: (x, y, turn) for cell, (x, y, turn) in zip(self.lattice.cells, stands.tolist(), strict=True)}

    def levelled(self, size: tuple[int, int], *, anew: bool = False) -> Track:
        """The plane learned (again) from the pieces, where enough have come since; ``size`` is (height, width) px."""
        if not self.exemplars or (not anew and len(self) < 1.2 * self.levelled_with):
            return self
        lens = self.lens or (self.plane.lens if self.plane is not None else Lens.nominal(size[1], size[0]))
        outlines = {(cell[1], cell[0]): quad_of(pose) for cell, pose in self.lattice.cells.items()}
        try:
            fit = plane_from_tiles(outlines, lens, self.side_mm, known=self.known)
        except CalibrationError:
            return replace(self, plane=None, levelled_with=0)
        if fit.error_px > PARAMETERS.most_off * self.piece_px:
            return replace(self, plane=None, levelled_with=0)
        # Pieces are rigid and lie in one plane: what each of them was seen to be off that is noise.
        rigid = {
            cell: _through_corners(fit.plane.to_picture(fit.poses[cell[1], cell[0]].corners(self.side_mm)))
            for cell in self.lattice.cells
        }
        return replace(self, lattice=Lattice(rigid), plane=fit.plane, levelled_with=len(self))

    def with_piece(self, cell: Cell, pose: Matrix, layers: Layers) -> Track:
        """One more piece, or a known one that lies anew, looking as it does on this picture."""
        patch, _ = layers.cut(pose[None], PARAMETERS.exemplar_px)
        return replace(
            self, lattice=self.lattice.with_cells({cell: pose}), exemplars={**self.exemplars, cell: patch[0]}
        )

    def with_poses(self, poses: Mapping[Cell, Matrix]) -> Track:
        """Known pieces that lie elsewhere now; their exemplars stay."""
        return replace(self, lattice=self.lattice.with_cells(poses)) if poses else self

    def without(self, cells: Iterable[Cell]) -> Track:
        """These pieces are gone from the record."""
        gone = set(cells)
        kept = {cell: pose for cell, pose in self.lattice.cells.items() if cell not in gone}
        exemplars = {cell: exemplar for cell, exemplar in self.exemplars.items() if cell not in gone}
        return replace(self, lattice=Lattice(kept), exemplars=exemplars)

    def refreshed(self, layers: Layers, cells: Iterable[Cell]) -> Track:
        """These pieces' exemplars taken anew: followers came or went, the light has changed."""
        chosen = [cell for cell in cells if cell in self.exemplars]
        patches, _ = layers.cut(self.poses(chosen), PARAMETERS.exemplar_px)
        return replace(self, exemplars={**self.exemplars, **dict(zip(chosen, patches, strict=True))})

    def unchanged(self, layers: Layers, cells: Iterable[Cell] | None = None) -> dict[Cell, float]:
        """For each piece the share of its pixels that look as they did, whatever the light does; 1 is all."""
        chosen = list(self.exemplars if cells is None else cells)
        if not chosen:
            return {}
        patches, inside = layers.cut(self.poses(chosen), PARAMETERS.exemplar_px)
        same = alike(patches, np.stack([self.exemplars[cell] for cell in chosen]), inside)
        return dict(zip(chosen, same.mean(axis=(1, 2)).tolist(), strict=True))

    def settled(self, layers: Layers, cells: Iterable[Cell], freedom: Freedom = NUDGED) -> Track:
        """These pieces laid onto their own exemplars again, from where they are thought to lie."""
        chosen = [cell for cell in cells if cell in self.exemplars]
        if not chosen:
            return self
        exemplars = np.stack([self.exemplars[cell] for cell in chosen])
        small = (PARAMETERS.exemplar_px // 2, PARAMETERS.exemplar_px // 2)
        half = np.stack([cv2.resize(exemplar, small, interpolation=cv2.INTER_AREA) for exemplar in exemplars])
        rounds = [(AlignmentTarget.of(half), 5), (AlignmentTarget.of(exemplars), 5)]
        poses = laid_onto(layers, NEUTRAL, self.poses(chosen), rounds, freedom=freedom)
        return replace(self, lattice=self.lattice.with_cells(dict(zip(chosen, poses, strict=True))))

    def carried(self, matrix: Matrix) -> Track:
        """Everything moved on the picture by one map (3, 3) of px to px."""
        cells = {cell: matrix @ pose for cell, pose in self.lattice.cells.items()}
        return replace(self, lattice=Lattice(cells), plane=None, levelled_with=0)

    def relocked(self, layers: Layers, motion: Matrix) -> Track | None:
        """The lock after everything moved roughly by ``motion`` (3, 3), px to px; None where it does not hold.

        First every piece is laid onto its exemplar from the rough guess; those that hold then tell where the others
        must be, which covers what a similarity misses: the perspective of a knocked table or of a new angle.
        """
        moved = self.carried(motion).settled(layers, self.cells, KNOCKED)
        for _ in range(2):
            holding = moved.holding(layers)
            if len(holding) < max(1, 0.3 * len(self)):
                return None
            if len(holding) == len(self):
                break
            moved = moved._drawn_along(holding).settled(layers, set(self.cells) - set(holding), KNOCKED)
        return moved if len(moved.holding(layers)) >= PARAMETERS.locked * len(self) else None

    def holding(self, layers: Layers) -> tuple[Cell, ...]:
        """The pieces that lie where they are thought to lie."""
        return tuple(cell for cell, share in self.unchanged(layers).items() if share >= PARAMETERS.holds)

    def _drawn_along(self, holding: tuple[Cell, ...]) -> Track:
        """The others go where the ones that hold say (by their lattice, as foretold for a new piece)."""
        firm = Lattice({cell: self.lattice.cells[cell] for cell in holding})
        rest = {cell: firm.predict(cell) for cell in self.cells if cell not in holding}
        return replace(self, lattice=self.lattice.with_cells(rest))


def _through_corners(quad: NDArray[np.float64]) -> Matrix:
    """The homography of the unit square whose corners are seen at these px (4, 2)."""
    matrix = cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), quad.astype(np.float32))
    return np.asarray(matrix, np.float64)


def alike(patches: Patches, exemplars: Patches, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(b, n, n): where patches look as before once level and contrast of each channel are brought to the exemplar's."""
    difference = toned(patches, exemplars, inside) - exemplars
    return np.asarray((np.square(difference).sum(axis=-1) < PARAMETERS.alike**2) | ~inside)
