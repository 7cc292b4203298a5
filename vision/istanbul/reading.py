"""Reads a photograph of a table of Istanbul: the layout first, then who stands on each place."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.piece_set import PieceSet
from games.game import Phrase
from vision.istanbul import reading_pieces
from vision.istanbul.layout.certainty import certainties
from vision.istanbul.layout.edition import FLIPS, PlaceEdition
from vision.istanbul.layout.layout_mosaic import LayoutMosaic
from vision.istanbul.layout.naming import Naming
from vision.istanbul.layout.numbered import read_numbered
from vision.istanbul.layout.numerals import read_numbers
from vision.istanbul.layout.own_print import OwnPrint
from vision.istanbul.layout.survey import LayoutSurvey, surveys
from vision.istanbul.layout.viewpoint import aspect_of, viewpoints_of
from vision.istanbul.observation import IstanbulObservation, SeenPlace, UnreadPlace
from vision.istanbul.pieces.makes import OURS
from vision.istanbul.pieces.own_make import shown
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import everybody, plainest
from vision.istanbul.pieces.shapes import PLAYERS
from vision.istanbul.pieces.sighted import sightings, strange
from vision.istanbul.pieces.standing import StandingSpots
from vision.istanbul.pieces.trying import Kind
from vision.istanbul.reading_pieces import as_sighted, pieces_in, seen_pieces
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import AlignmentTarget, Freedom, laid_onto
from vision.registration.lattice import (
    UNIT_CORNERS,
    Cell,
    Matrix,
    fit_homography,
    project,
    quad_of,
    shifted,
    side_px,
)
from vision.tile_map.residuals import Judge, Verdicts, judge_all


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulReadingParameters(Parameters):
    """What a table must show to be one of Istanbul's, and how clearly places and people are told."""

    reach: float = parameter(2.0, "places", "over which others foretell one", CHOSEN)
    legible_px: float = parameter(
        90.0, "px", "root of a place's area from which its number is read: digits are a ninth of that", CHOSEN
    )
    rounds: int = parameter(3, "rounds", "of naming and laying on", CHOSEN)
    like_a_table: float = parameter(0.3, "correlation", "with places that bare table seldom has", CHOSEN)
    printed: float = parameter(
        1.0, "spreads", "that a nat of the numbers' reader counts, as `Usual.telling` does", CHOSEN
    )
    legible: float = parameter(0.5, "probability", "from which a place is told", CHOSEN)
    clear: float = parameter(
        0.9, "probability", "of a place that is clear: blobs of colour reach 0.6 to 0.9", "vision/istanbul/reading.py"
    )
    # Of blobs, shards and torn pictures 15 that were taken for a layout (seeds from 73118) have -0.31 to -0.08 a
    # place; a layout in a dim light, each place of which was told right at 0.6 to 0.9, has 0.45.
    alike: float = parameter(
        0.2,
        "correlation",
        "a place, below which nothing is a layout: blobs and shards had -0.08 at most, a layout in a dim light 0.45",
        "vision/istanbul/reading.py",
    )
    least_clear: float = parameter(
        1 / 3, "share", "of the places that are as sure; hard pictures have 0.8 and more", CHOSEN
    )
    first: tuple[float, float, float, float] = parameter(
        (0.07, 0.05, 0.05, 0.03),
        "place widths",
        "that a place may lie off at first: shift, turn, scale, shear",
        CHOSEN,
    )
    then: tuple[float, float, float, float] = parameter(
        (0.04, 0.03, 0.015, 0.015), "place widths", "that it may lie off what its neighbours foretell", CHOSEN
    )
    held: tuple[float, float, float, float] = parameter(
        (0.015, 0.01, 0.008, 0.008), "place widths", "the same of one that is mostly covered", CHOSEN
    )
    covered: float = parameter(1.5, "squared deviations", "of doubt from which a place is mostly covered", CHOSEN)


PARAMETERS = IstanbulReadingParameters()


@dataclass(frozen=True, eq=False)
class PlacedLayout:
    """A layout with every place laid on: poses (b, 3, 3) of the unit square, upright, and the camera's eye."""

    survey: LayoutSurvey
    cells: tuple[Cell, ...]
    poses: NDArray[np.float64]
    numbers: tuple[int, ...]
    chances: NDArray[np.float64]

    @property
    def naming(self) -> Naming:
        """Which place was named where."""
        return self.survey.naming


def read_picture(
    image: NDArray[np.uint8], edition: PlaceEdition, pieces: PieceSet | None = None
) -> IstanbulObservation:
    """What lies on the table, and who stands on it, of these pieces (None: of any make); where another edition lies,
    the layout by its numbers."""
    placed = find_layout(image, edition)
    if placed is None:
        return read_numbered(image)
    seen = [
        piece
        for spot, standing in zip(spots_of(placed), pieces_of(image, edition, placed, pieces), strict=True)
        for piece in seen_pieces(spot, standing)
    ]
    seen.sort(key=lambda piece: (piece.row, piece.column, piece.kind, piece.colour))
    return replace(_observed_layout(placed), pieces=tuple(seen))


def read_places(image: NDArray[np.uint8], edition: PlaceEdition) -> IstanbulObservation:
    """The layout alone, by art or by numbers."""
    placed = find_layout(image, edition)
    if placed is None:
        return read_numbered(image)
    return _observed_layout(placed)


def _observed_layout(placed: PlacedLayout) -> IstanbulObservation:
    places, unread = [], []
    for spot, pose, number, chance in zip(spots_of(placed), placed.poses, placed.numbers, placed.chances, strict=True):
        read_number = number if chance > PARAMETERS.legible else 0
        places.append(SeenPlace(*spot, read_number, float(chance), quad_of(pose)))
        if not read_number:
            unread.append(UnreadPlace(*spot, Phrase.of("istanbul.unread_place")))
    return IstanbulObservation(
        placed.naming.rows,
        placed.naming.columns,
        tuple(sorted((p for p in places if p.number), key=lambda place: (place.row, place.column))),
        (),
        tuple(sorted(unread, key=lambda one: (one.row, one.column))),
    )


def find_layout(image: NDArray[np.uint8], edition: PlaceEdition) -> PlacedLayout | None:
    """The layout with each place laid on, or None."""
    placed = (_placed(image, edition, found) for found in surveys(image, edition))
    resemblance, best = max(((_resemblance(one), one) for one in placed), key=lambda both: both[0], default=(0.0, None))
    return best if best is not None and resemblance > 0 and is_read(best.chances, resemblance) else None


def is_read(chances: NDArray[np.float64], resemblance: float = 0.0) -> bool:
    """Whether places lie there, by the chances (b,) of their numbers, or by how much all of them together are more like
    their prints than bare table is: blobs in rows are a little like any place, and like none much."""
    return float((chances > PARAMETERS.clear).mean()) >= PARAMETERS.least_clear or resemblance > PARAMETERS.alike * len(
        chances
    )


def _placed(image: NDArray[np.uint8], edition: PlaceEdition, found: LayoutSurvey) -> PlacedLayout:
    """Every place laid on and named anew by its colours, its number, and how the others lie."""
    poses, predicted = _laid(found)
    printed = _printed(image, edition, found.naming, poses)
    for _ in range(PARAMETERS.rounds):
        before, verdicts = found.naming, _verdicts(found.judge, predicted)
        naming = before.by_colours(verdicts.doubts, printed, edition.numbers, verdicts.seen)
        found = replace(found, naming=naming)
        if (naming.templates == before.templates).all():
            break
        poses, predicted = _laid(found)
    upright = np.stack([_turned(pose) if t % FLIPS else pose for pose, t in zip(poses, naming.templates, strict=True)])
    numbers = tuple(edition.numbers[view] for view in naming.views)
    says = naming.telling(verdicts.doubts, verdicts.seen) + naming.usually(edition.numbers) + printed
    allowed = naming.allowed(edition.numbers)
    own = verdicts.doubts[np.arange(len(poses)), naming.templates].astype(np.float64)
    given = np.array([allowed.index(view) for view in naming.views])
    return PlacedLayout(found, naming.cells, upright, numbers, certainties(says[:, allowed], given, own))


def _verdicts(judge: Judge, poses: NDArray[np.float64]) -> Verdicts:
    """How every place fares in each cell. They are compared where the others foretell them: laid onto one of them, a
    cell would look most like that one."""
    white = float(judge.fine.patches[..., 0].max()) + float(judge.tone.sigma[0])
    return judge_all(judge.layers, judge.tone, judge.fine, poses, white)


def _resemblance(placed: PlacedLayout) -> float:
    """How much more a layout looks like its places than a table does."""
    judge, naming = placed.survey.judge, placed.naming
    poses = [_turned(pose) if t % FLIPS else pose for pose, t in zip(placed.poses, naming.templates, strict=True)]
    bare = Judge(judge.layers, judge.coarse, judge.fine)
    similarity = bare.weigh(np.stack(poses)[:, None], naming.templates[:, None]).similarity
    return float((similarity - PARAMETERS.like_a_table).sum())


def _printed(
    image: NDArray[np.uint8], edition: PlaceEdition, naming: Naming, poses: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(b, v) what the numbers that are printed on the places say for each; nothing where they are too small."""
    large = np.median([side_px(pose) for pose in poses]) >= PARAMETERS.legible_px
    if not large or edition.spot is None:
        return np.zeros((len(poses), len(edition.numbers)))
    upright = np.stack([_turned(pose) for pose in poses]) if naming.flip else poses
    return PARAMETERS.printed * read_numbers(image, upright, edition.aspect, edition.spot, edition.numbers)


def _laid(found: LayoutSurvey) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(b, 3, 3) poses of the named places, each laid onto its picture; and where the others foretell it."""
    naming, judge = found.naming, found.judge
    known = [found.lattice.cells.get(cell, pose) for cell, pose in zip(naming.cells, naming.poses, strict=True)]
    start = np.stack(known)
    grounds = [AlignmentTarget.of(templates.patches[naming.templates]) for templates in (judge.coarse, judge.fine)]
    rounds = [(ground, steps) for ground, steps in zip(grounds, (6, 8), strict=True)]
    poses = laid_onto(judge.layers, judge.tone, start, rounds, freedom=Freedom(*PARAMETERS.first))
    # What stands on a place leads it astray, and lattices know of no gaps between places: all foretell each anew.
    doubts = judge_all(judge.layers, judge.tone, judge.fine, poses).doubts
    doubt = doubts[np.arange(len(poses)), naming.templates].astype(np.float64)
    predicted = _predicted(poses, naming.cells, np.exp(-doubt))
    poses = predicted.copy()
    for some, freedom in (
        (doubt <= PARAMETERS.covered, Freedom(*PARAMETERS.then)),
        (doubt > PARAMETERS.covered, Freedom(*PARAMETERS.held)),
    ):
        if some.any():
            those = [(ground[np.flatnonzero(some)], steps) for ground, steps in rounds]
            poses[some] = laid_onto(judge.layers, judge.tone, poses[some], those, freedom=freedom)
    return poses, predicted


def _predicted(poses: NDArray[np.float64], cells: tuple[Cell, ...], trust: NDArray[np.float64]) -> NDArray[np.float64]:
    """Poses (b, 3, 3) as the other places foretell them, each as far as it is trusted (b,)."""
    spots = np.array([(column, row) for row, column in cells], np.float64) + 0.5
    quads = np.stack([quad_of(pose) for pose in poses])
    fill, points = np.ones(2), spots[:, None] + UNIT_CORNERS - 0.5
    for _ in range(3):  # how much of its cell a place fills is seen once it is known how cells lie
        common = fit_homography(points.reshape(-1, 2), quads.reshape(-1, 2), np.repeat(trust, 4), hold=1.0)
        back = project(np.linalg.inv(common), quads.reshape(-1, 2)).reshape(-1, 4, 2)
        fill = np.median((np.abs(back[:, 2] - back[:, 0]) + np.abs(back[:, 1] - back[:, 3])) / 2, axis=0)
        points = spots[:, None] + (UNIT_CORNERS - 0.5) * fill
    onto = np.diag([*fill, 1.0]) @ np.array([[1.0, 0, -0.5], [0, 1.0, -0.5], [0, 0, 1.0]])
    predicted = []
    for own, spot in enumerate(spots):
        say = trust * np.exp(-((spots - spot) ** 2).sum(axis=1) / (2 * PARAMETERS.reach**2))
        say[own] = 0.0
        local = fit_homography(points.reshape(-1, 2), quads.reshape(-1, 2), np.repeat(say, 4), hold=3.0)
        predicted.append(shifted(local, *spot) @ onto)
    return np.stack(predicted)


def _turned(pose: Matrix) -> Matrix:
    return np.asarray(pose @ np.array([[-1.0, 0.0, 1.0], [0.0, -1.0, 1.0], [0.0, 0.0, 1.0]]))


def pieces_of(
    image: NDArray[np.uint8], edition: PlaceEdition, placed: PlacedLayout, pieces: PieceSet | None = None
) -> list[tuple[PlacedPiece, ...]]:
    """Everybody on each place, in the order of ``placed.cells``; who can be in one place only is in the likeliest."""
    plan = plan_of(image, edition, placed)[0]
    allowed = shown(pieces, everybody() - absent(placed.numbers))
    bare = plan.look_closely(image)
    spots, prints = StandingSpots.of(image, plan, bare), OwnPrint.of(image, plan, bare, edition, placed.numbers)
    sighted = [one for one in sightings(spots, bare, allowed) if not prints.is_all(one.x, one.y)]
    seen = as_sighted(bare, sighted, allowed, pieces)
    # Of our own make it tells worse than paint and form, but where nobody stands: docs/findings/istanbul.md.
    found = pieces_in(replace(seen, witness=spots), set(allowed)) if seen.make is OURS else []
    if seen.make is OURS and strange(sighted, found):
        seen = as_sighted(bare, sighted, allowed, pieces, clearly=False)
    if seen.make is not OURS:
        found = pieces_in(replace(seen, standing=spots), allowed, sighted)
    return [tuple(person for person in found if person.cell == index) for index in range(len(placed.cells))]


def plan_of(
    image: NDArray[np.uint8], edition: PlaceEdition, placed: PlacedLayout
) -> tuple[LayoutMosaic, dict[tuple[int, int], int]]:
    """The layout as it will be seen from straight above, and (row, column) -> number in the plan's order."""
    spots = spots_of(placed)
    cells = np.array([(column, row) for row, column in spots], np.float64)
    size = image.shape[1], image.shape[0]
    edition = replace(edition, aspect=aspect_of(cells, placed.poses, edition.aspect, size))
    plans = [
        LayoutMosaic.of(view, cells, placed.poses, placed.numbers, edition).focused(image)
        for view in viewpoints_of(cells, placed.poses, edition.aspect, size)
    ]
    plan = plans[0] if len(plans) == 1 else _leaning_as_pieces_do(plans, image, everybody() - absent(placed.numbers))
    return plan, dict(zip(spots, placed.numbers, strict=True))


def _leaning_as_pieces_do(plans: list[LayoutMosaic], image: NDArray[np.uint8], allowed: set[Kind]) -> LayoutMosaic:
    """Of plans that differ in where the camera stands, the one in which who stands on the places explains most."""
    return max(plans, key=lambda plan: plainest(plan.look(image), allowed, reading_pieces.PARAMETERS.few))


def spots_of(placed: PlacedLayout) -> list[tuple[int, int]]:
    """(row, column) of each place as its own top is up."""
    rows, columns = placed.naming.rows, placed.naming.columns
    top, left = placed.cells[0]
    spots = [(row - top, column - left) for row, column in placed.cells]
    if placed.naming.flip:
        spots = [(rows - 1 - row, columns - 1 - column) for row, column in spots]
    return spots


def absent(numbers: tuple[int, ...]) -> frozenset[tuple[str, str]]:
    """(kind, colour) that no game with these places has: companions and the courier come with places 21 to 24, the
    coffee trader with 17 to 20."""
    gone: set[tuple[str, str]] = set()
    if not set(numbers) & set(range(21, 25)):
        gone |= {("courier", "courier"), *(("companion", colour) for colour in PLAYERS)}
    if not set(numbers) & set(range(17, 21)):
        gone.add(("coffee trader", "coffee trader"))
    return frozenset(gone)
