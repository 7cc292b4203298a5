"""The tiles of a map whose edition nobody has seen, named together once it is known who stands where.

Which kind a tile is, is mostly seen on it alone, and by how roads look at the sides of the others. Which of two that a
coat of arms alone tells apart is seen by where arms are printed, by the map's other tiles and by which of them are
copies of each other; and where somebody stands on its arms, nobody sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.carcassonne.arms.alike_arms import arms_alike
from vision.carcassonne.arms.linked_pennants import linked
from vision.carcassonne.arms.printed_arms import arms_in_place, doubted_at_ends, printed_as_usual
from vision.carcassonne.arms.same_print import PrintsInView
from vision.carcassonne.decode import decode
from vision.carcassonne.figures import hidden_arms as hiding
from vision.carcassonne.figures.hidden_arms import hidden_arms, left_open
from vision.carcassonne.figures.hidden_differences import hidden_differences
from vision.carcassonne.learning.ground_witness import ground_evidence
from vision.carcassonne.map_sides import by_other_sides, profiles_of
from vision.carcassonne.pennants import compare_pennants, likeliest_spots, with_painted_arms
from vision.carcassonne.poses import Orientation
from vision.frames import Picture
from vision.registration.lattice import Cell


@dataclass(frozen=True, eq=False, slots=True)
class TilesStoodOn:
    """Tiles of one map, and who stands on them.

    Attributes:
        cells: where each lies in the map.
        ground: (b, 6, n, n) how likely each spot shows which terrain, beneath figures as well.
        covers: (b, n, n) 1 where a figure covers it, else 0.
        hidden: (b,) those of which figures hide enough to be looked at twice.
        prints: the same tiles, to be compared; None where they are too small for that.
        pictures: (b, n, n, 3) the same, to compare their arms; None as well.
        crops: (b, h, w, 3) the same, BGR, to compare their sides; None as well.
    """

    cells: Sequence[Cell]
    ground: Float32Array
    covers: Float32Array
    hidden: BoolMask
    prints: PrintsInView | None
    pictures: Float32Array | None
    crops: Picture | None


def named_together(
    seen: TilesStoodOn, evidence: Float64Array, orientations: Sequence[Orientation], box: Mapping[str, int]
) -> tuple[Float64Array, BoolMask]:
    """(b, orientations) how likely each tile lies how, and between which readings nobody can see, because somebody
    stands on what tells them apart.

    Args:
        evidence: (b, orientations) log-likelihood of each tile, seen alone. box: kind key to how many it holds.
    """
    evidence = evidence + ground_evidence(seen.ground, orientations, seen.covers)
    if seen.crops is not None:
        roughly = decode(seen.cells, evidence, orientations, box)
        evidence = evidence + by_other_sides(profiles_of(seen.crops, seen.covers), roughly, orientations)
    arms = arms_in_place(seen.ground, seen.covers, orientations, box)
    if arms is not None:
        visible = arms.covered < hiding.PARAMETERS.open_from
        roughly = decode(seen.cells, evidence, orientations, box)
        if not printed_as_usual(arms, roughly, visible, orientations, box):
            arms = None
    if arms is None:
        evidence = with_painted_arms(evidence, likeliest_spots(seen.ground), orientations, box, ~seen.hidden[:, None])
    else:
        evidence = with_painted_arms(evidence, arms.shown, orientations, box, visible, in_place=True)
    roughly = decode(seen.cells, evidence, orientations, box)
    evidence = compare_pennants(evidence, roughly, orientations, box, in_place=arms is not None)
    if arms is not None:
        evidence = doubted_at_ends(evidence, orientations, box)
    posterior = decode(seen.cells, evidence, orientations, box)
    if seen.prints is not None:
        evidence = linked(evidence, posterior, orientations, box, seen.prints, ~seen.hidden)
        posterior = decode(seen.cells, evidence, orientations, box)
    if arms is not None and seen.pictures is not None:
        evidence = arms_alike(evidence, posterior, orientations, box, arms, seen.ground, seen.covers, seen.pictures)
        posterior = decode(seen.cells, evidence, orientations, box)
    hidden = hidden_arms(seen.ground, seen.covers)
    posterior, open_still = left_open(posterior, hidden, orientations, box, None if arms is None else arms.covered)
    return posterior, open_still | hidden_differences(posterior, seen.covers, orientations)
