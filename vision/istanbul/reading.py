"""Reads a photograph of a table of Istanbul: the layout first, then who stands on each place."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.alignment import Freedom, Ground, laid_onto
from vision.cronberg.view import fitted, view_from_homography
from vision.istanbul.edition import FLIPS, PlaceEdition
from vision.istanbul.naming import Naming, alike
from vision.istanbul.observation import IstanbulObservation, SeenPiece, SeenPlace, Unread
from vision.istanbul.people import CLEAR_SHARE, LEAN, MARGIN_MM, PX_PER_MM, Person, View, leaning, people_on
from vision.istanbul.shapes import FIGURES, PLACE_WIDE_MM, PLAYERS
from vision.istanbul.survey import Survey, survey
from vision.lattice import Cell, Matrix, quad_of
from vision.lattice_patches import lab_of
from vision.recognise_judge import Judge

SHARP = 26.0  # how fast a difference of correlations becomes certain: fitted on tables of seeds from 100 to 119
FIRST, THEN = Freedom(0.07, 0.05, 0.05, 0.03), Freedom(0.04, 0.03, 0.015, 0.015)
WEAK = 0.3  # share of the possible gain below which an uncertain piece is none
RIM_MM = 2.6
SURE = 0.5  # probability from which a place is told
ONE_OF_EACH = ("merchant", "family member", "companion", *FIGURES)


@dataclass(frozen=True, eq=False)
class Placed:
    """A layout with every place laid on: poses (b, 3, 3) of the unit square, upright, and the camera's eye."""

    survey: Survey
    cells: tuple[Cell, ...]
    poses: NDArray[np.float64]
    numbers: tuple[int, ...]
    chances: NDArray[np.float64]

    @property
    def naming(self) -> Naming:
        """Which place was named where."""
        return self.survey.naming


def read_picture(image: NDArray[np.uint8], edition: PlaceEdition) -> IstanbulObservation:
    """What lies on the table."""
    placed = find_layout(image, edition)
    if placed is None:
        return IstanbulObservation(0, 0, (), (), trouble=Phrase.of("istanbul.no_layout"))
    rows, columns = placed.naming.rows, placed.naming.columns
    top, left = placed.cells[0]
    flip = _upside_down(placed.naming)
    spots = [(row - top, column - left) for row, column in placed.cells]
    if flip:
        spots = [(rows - 1 - row, columns - 1 - column) for row, column in spots]
    places, unread = [], []
    for spot, pose, number, chance in zip(spots, placed.poses, placed.numbers, placed.chances, strict=True):
        told = number if chance > SURE else 0
        places.append(SeenPlace(*spot, told, float(chance), quad_of(pose)))
        if not told:
            unread.append(Unread(*spot, Phrase.of("istanbul.unread_place")))
    pieces = [
        piece
        for spot, people in zip(spots, people_of(image, edition, placed), strict=True)
        for piece in told_pieces(spot, people)
    ]
    return IstanbulObservation(
        rows,
        columns,
        tuple(sorted((p for p in places if p.number), key=lambda place: (place.row, place.column))),
        tuple(sorted(pieces, key=lambda piece: (piece.row, piece.column, piece.kind, piece.colour))),
        tuple(sorted(unread, key=lambda one: (one.row, one.column))),
    )


def find_layout(image: NDArray[np.uint8], edition: PlaceEdition) -> Placed | None:
    """The layout with each place laid on, or None."""
    found = survey(image, edition)
    if found is None:
        return None
    naming, judge = found.naming, found.judge
    known = [found.lattice.cells.get(cell, pose) for cell, pose in zip(naming.cells, naming.poses, strict=True)]
    start = np.stack(known)
    grounds = [Ground.of(templates.patches[naming.templates]) for templates in (judge.coarse, judge.fine)]
    rounds = [(ground, steps) for ground, steps in zip(grounds, (6, 8), strict=True)]
    poses = laid_onto(judge.layers, judge.tone, start, rounds, freedom=FIRST)
    # Lattices know of no gaps between places: what the places' own size is tells those that are mostly covered.
    poses = laid_onto(judge.layers, judge.tone, _resized(poses, start, found), rounds, freedom=THEN)
    upright = np.stack([_turned(pose) if t % FLIPS else pose for pose, t in zip(poses, naming.templates, strict=True)])
    numbers = tuple(edition.numbers[view] for view in naming.views)
    return Placed(found, naming.cells, upright, numbers, _chances(naming, judge, poses))


def _resized(poses: NDArray[np.float64], start: NDArray[np.float64], found: Survey) -> NDArray[np.float64]:
    """Poses whose size about their middle is that of most."""
    steps = np.linalg.inv(start) @ poses
    scales = np.linalg.norm((steps / steps[:, 2:, 2:])[:, :2, :2], axis=1)
    firm = [cell in found.lattice.cells for cell in found.naming.cells]
    usual = np.median(scales[firm], axis=0)
    to_middle = np.array([[1.0, 0, -0.5], [0, 1.0, -0.5], [0, 0, 1.0]])
    resized = []
    for pose, scale in zip(poses, scales, strict=True):
        grow = np.diag([*(usual / scale), 1.0])
        resized.append(pose @ np.linalg.inv(to_middle) @ grow @ to_middle)
    return np.stack(resized)


def _chances(naming: Naming, judge: Judge, poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) probability of each place's name: against the places that are not more at home elsewhere."""
    _, likeness = alike(Judge(judge.layers, judge.coarse, judge.fine), poses)
    level = np.maximum(naming.likeness, likeness.reshape(len(poses), -1, FLIPS).max(axis=2))
    own = level[np.arange(len(poses)), naming.views]
    taken = np.zeros(level.shape[1])
    taken[naming.views] = own  # a place that looks better where it lies costs that difference to move here
    charged = level - np.maximum(0.0, taken[None] - level) * 0.5
    charged[np.arange(len(poses)), naming.views] = -1.0
    rival = charged.max(axis=1)
    return np.asarray(1 / (1 + np.exp(-SHARP * (own - rival) - 8.0 * (own - 0.3))))


def _upside_down(naming: Naming) -> bool:
    return bool((naming.templates % FLIPS).mean() > 0.5)


def _turned(pose: Matrix) -> Matrix:
    return np.asarray(pose @ np.array([[-1.0, 0.0, 1.0], [0.0, -1.0, 1.0], [0.0, 0.0, 1.0]]))


def people_of(image: NDArray[np.uint8], edition: PlaceEdition, placed: Placed) -> list[tuple[Person, ...]]:
    """Everybody on each place, in the order of ``placed.cells``; who can be in one place only is in the likeliest."""
    views = _from_where(views_of(image, edition, placed))
    banned = [absent(placed.numbers)] * len(views)
    found = [people_on(view, banned[0]) for view in views]
    for _ in range(4):
        again = _twice(found)
        for index, what in not_in_play(found).items():
            again[index] = again.get(index, frozenset()) | what
        if not again:
            break
        for index, what in again.items():
            banned[index] = banned[index] | what
            found[index] = people_on(views[index], banned[index])
    return found


def _from_where(views: list[View]) -> list[View]:
    """The views with the camera where merchants lean as they do: a small layout tells little of it by itself."""
    first = [people_on(view) for view in views]
    strength = [sum(p.gain for p in people if p.kind == "merchant" and p.share > CLEAR_SHARE) for people in first]
    chosen = [index for index in np.argsort(strength)[::-1][:3] if strength[index] > 0]
    if not chosen:
        return views
    steps = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    fits = np.array([-0.5 * (x * x + y * y) for x, y in steps], np.float64)
    for index in chosen:
        eye = views[index].eye_mm
        shifted = [eye + np.array([x, y, 0.0]) * LEAN * eye[2] for x, y in steps]
        fits += leaning(views[index], first[index], shifted)
    x, y = steps[int(fits.argmax())]
    return [replace(view, eye_mm=view.eye_mm + np.array([x, y, 0.0]) * LEAN * view.eye_mm[2]) for view in views]


def absent(numbers: tuple[int, ...]) -> frozenset[tuple[str, str]]:
    """(kind, colour) that no game with these places has: companions and the courier come with places 21 to 24, the
    coffee trader with 17 to 20."""
    gone: set[tuple[str, str]] = set()
    if not set(numbers) & set(range(21, 25)):
        gone |= {("courier", "courier"), *(("companion", colour) for colour in PLAYERS)}
    if not set(numbers) & set(range(17, 21)):
        gone.add(("coffee trader", "coffee trader"))
    return frozenset(gone)


def not_in_play(found: list[tuple[Person, ...]]) -> dict[int, frozenset[tuple[str, str]]]:
    """Where pieces were seen that nobody plays with: a player has a merchant and a family member, and with more than
    two players there are no neutral merchants."""
    everybody = [person for people in found for person in people]
    shares = {
        colour: {
            kind: max((p.share for p in everybody if (p.kind, p.colour) == (kind, colour)), default=0.0)
            for kind in ("merchant", "family member", "assistant")
        }
        for colour in PLAYERS
    }
    playing = {
        colour
        for colour, share in shares.items()
        if min(share["merchant"], share["family member"]) > 0.3 or share["merchant"] + share["family member"] > 0.95
    }
    gone: dict[int, set[tuple[str, str]]] = {}
    for index, people in enumerate(found):
        for person in people:
            if person.colour == "neutral":
                stranger = len(playing) > 2 or person.share < WEAK
            else:
                stranger = person.kind not in FIGURES and person.colour not in playing
                needed = person.kind in ("merchant", "family member")
                stranger = stranger or (person.share < WEAK and not needed)
            if stranger:
                gone.setdefault(index, set()).add((person.kind, person.colour))
    return {index: frozenset(what) for index, what in gone.items()}


def _twice(found: list[tuple[Person, ...]]) -> dict[int, frozenset[tuple[str, str]]]:
    """Where somebody was seen who stands more clearly elsewhere."""
    best: dict[tuple[str, str], tuple[float, int]] = {}
    seen: list[tuple[tuple[str, str], float, int]] = []
    for index, people in enumerate(found):
        for person in people:
            key = (person.kind, person.colour)
            if person.kind in ONE_OF_EACH and person.colour != "neutral":
                seen.append((key, person.gain, index))
                best[key] = max(best.get(key, (-1.0, -1)), (person.gain, index))
    again: dict[int, frozenset[tuple[str, str]]] = {}
    for key, _, index in seen:
        if best[key][1] != index:
            again[index] = again.get(index, frozenset()) | {key}
    return again


def views_of(image: NDArray[np.uint8], edition: PlaceEdition, placed: Placed) -> list[View]:
    """Every place from straight above in its own light."""
    wide, high = PLACE_WIDE_MM, PLACE_WIDE_MM * edition.aspect
    size = (round((wide + 2 * MARGIN_MM) * PX_PER_MM), round((high + 2 * MARGIN_MM) * PX_PER_MM))
    shift = np.array([[1.0, 0, MARGIN_MM], [0, 1.0, MARGIN_MM], [0, 0, 1.0]])
    to_px = np.diag([PX_PER_MM, PX_PER_MM, 1.0]) @ shift @ np.diag([wide, high, 1.0])
    eyes = _eyes(image, placed, wide, high)
    tone, blur = placed.survey.judge.tone, _softness(placed, edition)
    left, top = round(MARGIN_MM * PX_PER_MM), round(MARGIN_MM * PX_PER_MM)
    inner = (size[0] - 2 * left, size[1] - 2 * top)
    views = []
    for number, pose, eye in zip(placed.numbers, placed.poses, eyes, strict=True):
        warp = to_px @ np.linalg.inv(pose)
        seen = cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        middle = quad_of(pose).mean(axis=0)
        lab = tone.apply(lab_of(np.asarray(seen, np.uint8))[None], middle[None])[0]
        picture = edition.pictures[edition.numbers.index(number)]
        print_ = lab_of(np.asarray(cv2.resize(picture, inner, interpolation=cv2.INTER_AREA), np.uint8))
        if blur > 0.2:
            print_ = np.asarray(cv2.GaussianBlur(print_, (0, 0), blur), np.float32)
        expected = np.zeros((size[1], size[0], 3), np.float32)
        expected[top : top + inner[1], left : left + inner[0]] = print_
        known = np.zeros((size[1], size[0]), np.float32)
        rim = round(RIM_MM * PX_PER_MM)  # scuffed, and blurred into what lies beside
        known[top + rim : top + inner[1] - rim, left + rim : left + inner[0] - rim] = 1.0
        views.append(View(np.asarray(lab, np.float32), expected, known, eye, np.maximum(tone.sigma, 3.0)))
    return views


def _eyes(image: NDArray[np.uint8], placed: Placed, wide: float, high: float) -> list[NDArray[np.float64]]:
    """The camera's place from the middle of each place, mm, in the place's own directions."""
    cells = np.array(placed.cells, np.float64)[:, ::-1]
    if _upside_down(placed.naming):
        cells = -cells
    cells -= cells.min(axis=0)
    size, corners = np.array([wide, high]), np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    pixels = np.stack([quad_of(pose) for pose in placed.poses])
    pitch = size
    for _ in range(2):  # how far apart places lie is seen once it is known how large one is
        points = cells[:, None] * pitch + corners * size
        homography, _ = cv2.findHomography(points.reshape(-1, 2), pixels.reshape(-1, 2), cv2.RANSAC, 8.0)
        back = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(-1, 4, 2)
        across = np.median(np.linalg.norm(back[:, [1, 2]] - back[:, [0, 3]], axis=2))
        down = np.median(np.linalg.norm(back[:, [3, 2]] - back[:, [0, 1]], axis=2))
        pitch = pitch * size / np.array([across, down])
    view = view_from_homography(np.asarray(homography, np.float64), image.shape[1], image.shape[0])
    eye = fitted(view, points.reshape(-1, 2), pixels.reshape(-1, 2), 3.0).eye_mm
    return [eye - np.append(middle, 0.0) for middle in points.mean(axis=1)]


def _softness(placed: Placed, edition: PlaceEdition) -> float:
    """Sigma by which the picture is softer than the references, px of a view."""
    quad = quad_of(placed.poses[len(placed.poses) // 2])
    wide_px = float(np.linalg.norm(quad[1] - quad[0]))
    return 0.75 * PLACE_WIDE_MM * PX_PER_MM / max(wide_px, 1.0)


def told_pieces(spot: tuple[int, int], people: tuple[Person, ...]) -> list[SeenPiece]:
    """What is told of the people on one place: a merchant's assistants are pieces of their own."""
    told: list[SeenPiece] = []
    for person in people:
        confidence = float(1 / (1 + np.exp(-0.25 * min(person.margin, person.gain - 6.0))))
        colour = "" if person.kind in FIGURES else person.colour
        counts = person.counts
        if person.kind == "merchant":
            told.append(SeenPiece(*spot, "merchant", colour, 1, confidence, counts))
            if person.under:
                told.append(SeenPiece(*spot, "assistant", colour, person.under, confidence, counts))
        else:
            told.append(SeenPiece(*spot, person.kind, colour, person.count, confidence, counts))
    return told
