"""A locked lattice: pieces that were found stay found, while people nudge them, knock the table or move the camera.

Nothing is searched again that is known already. Each piece is compared with its *own look*, a straightened patch of
the last picture in which it lay undisturbed; that is far surer than any reference, for it has the same wear, light and
sharpness. After a knock the features of the last still picture say roughly where everything went, and each piece is
then laid onto its own look again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import KNOCKED, NUDGED, laid_onto
from vision.lattice import Cell, Lattice, Matrix, side_px
from vision.lattice_patches import Layers, Patches
from vision.recognise_align import toned
from vision.recognise_tone import NEUTRAL

LOOK = 24  # px a side of a look
ALIKE = 7.0  # Lab units within which a pixel counts as unchanged
HOLDS = 0.6  # share of unchanged pixels from which a piece counts as lying where it lay
LOCKED = 0.6  # share of the pieces that must hold for a lock to be believed


@dataclass(frozen=True, eq=False)
class Track:
    """Where every known piece lies and how it looks.

    Attributes:
        lattice: (row, column) -> unit square to picture px.
        looks: (row, column) -> (LOOK, LOOK, 3) Lab, as the piece was last seen undisturbed.
    """

    lattice: Lattice = field(default_factory=Lattice)
    looks: Mapping[Cell, Patches] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.looks)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The pieces that are known, in the order in which they were learned."""
        return tuple(self.looks)

    @property
    def piece_px(self) -> float:
        """Median size of a piece on the picture, px."""
        return float(np.median([side_px(pose) for pose in self.lattice.cells.values()])) if self.looks else 0.0

    def poses(self, cells: Iterable[Cell]) -> NDArray[np.float64]:
        """(b, 3, 3) of these cells, known or foretold from those around."""
        found = [self.lattice.cells.get(cell) for cell in cells]
        poses = [self.lattice.predict(cell) if pose is None else pose for cell, pose in zip(cells, found, strict=True)]
        return np.stack(poses) if poses else np.zeros((0, 3, 3))

    def with_piece(self, cell: Cell, pose: Matrix, layers: Layers) -> Track:
        """One more piece, or a known one that lies anew, looking as it does on this picture."""
        patch, _ = layers.cut(pose[None], LOOK)
        return Track(self.lattice.with_cells({cell: pose}), {**self.looks, cell: patch[0]})

    def without(self, cells: Iterable[Cell]) -> Track:
        """These pieces are gone from the record."""
        gone = set(cells)
        kept = {cell: pose for cell, pose in self.lattice.cells.items() if cell not in gone}
        return Track(Lattice(kept), {cell: look for cell, look in self.looks.items() if cell not in gone})

    def refreshed(self, layers: Layers, cells: Iterable[Cell]) -> Track:
        """These pieces' looks taken anew: followers came or went, the light has changed."""
        chosen = [cell for cell in cells if cell in self.looks]
        patches, _ = layers.cut(self.poses(chosen), LOOK)
        return replace(self, looks={**self.looks, **dict(zip(chosen, patches, strict=True))})

    def unchanged(self, layers: Layers, cells: Iterable[Cell] | None = None) -> dict[Cell, float]:
        """For each piece the share of its pixels that look as they did, whatever the light does; 1 is all."""
        chosen = list(self.looks if cells is None else cells)
        if not chosen:
            return {}
        patches, inside = layers.cut(self.poses(chosen), LOOK)
        same = alike(patches, np.stack([self.looks[cell] for cell in chosen]), inside)
        return dict(zip(chosen, same.mean(axis=(1, 2)).tolist(), strict=True))

    def settled(self, layers: Layers, cells: Iterable[Cell], freedom: NDArray[np.float64] = NUDGED) -> Track:
        """These pieces laid onto their own looks again, from where they are thought to lie."""
        chosen = [cell for cell in cells if cell in self.looks]
        if not chosen:
            return self
        looks = np.stack([self.looks[cell] for cell in chosen])
        soft = np.stack([cv2.resize(look, (LOOK // 2, LOOK // 2), interpolation=cv2.INTER_AREA) for look in looks])
        poses = laid_onto(layers, NEUTRAL, self.poses(chosen), [(soft, 5), (looks, 5)], freedom=freedom)
        return replace(self, lattice=self.lattice.with_cells(dict(zip(chosen, poses, strict=True))))

    def carried(self, matrix: Matrix) -> Track:
        """Everything moved on the picture by one map (3, 3) of px to px."""
        return replace(self, lattice=Lattice({cell: matrix @ pose for cell, pose in self.lattice.cells.items()}))

    def relocked(self, layers: Layers, motion: Matrix) -> Track | None:
        """The lock after everything moved roughly by ``motion`` (3, 3), px to px; None where it does not hold.

        First every piece is laid onto its look from the rough guess; those that hold then tell where the others must
        be, which covers what a similarity misses: the perspective of a knocked table or of a new angle.
        """
        moved = self.carried(motion).settled(layers, self.cells, KNOCKED)
        for _ in range(2):
            holding = moved.holding(layers)
            if len(holding) < max(1, 0.3 * len(self)):
                return None
            if len(holding) == len(self):
                break
            moved = moved._drawn_along(holding).settled(layers, set(self.cells) - set(holding), KNOCKED)
        return moved if len(moved.holding(layers)) >= LOCKED * len(self) else None

    def holding(self, layers: Layers) -> tuple[Cell, ...]:
        """The pieces that lie where they are thought to lie."""
        return tuple(cell for cell, share in self.unchanged(layers).items() if share >= HOLDS)

    def _drawn_along(self, holding: tuple[Cell, ...]) -> Track:
        """The others go where the ones that hold say (by their lattice, as foretold for a new piece)."""
        firm = Lattice({cell: self.lattice.cells[cell] for cell in holding})
        rest = {cell: firm.predict(cell) for cell in self.cells if cell not in holding}
        return replace(self, lattice=self.lattice.with_cells(rest))


def alike(patches: Patches, looks: Patches, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(b, n, n): where patches look as before once level and contrast of each channel are brought to the look's."""
    difference = toned(patches, looks, inside) - looks
    return np.asarray((np.square(difference).sum(axis=-1) < ALIKE**2) | ~inside)


