"""A copy made from photographs: its empty board straightened, its rhombi with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from games.cronberg.components import CronbergBox, RhombKind, Symbol
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.enrolling.figures import ReadRhomb, read_figures
from vision.cronberg.enrolling.mesh import FoundMesh, hexagon, placed
from vision.cronberg.enrolling.symbols import SymbolGroups, grouped
from vision.cronberg.loose_rhombi import HIGH, WIDE, loose_rhombi
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolledParameters(Parameters):
    """At which scale a copy is kept, what counts as its rim and paper, and when two prints are the same."""

    px_per_mm: float = parameter(3.0, "px a mm", "of the straightened pictures that are kept", CHOSEN)
    rim: float = parameter(0.06, "share", "of the outline's reach that is shown beyond it", CHOSEN)
    bright: float = parameter(
        99.0, "percentile", "that is taken for white, as photographers do with a sheet of paper", CHOSEN
    )
    white: float = parameter(235.0, "grey levels", "that the lightest is made", CHOSEN)
    same_print: float = parameter(0.9, "correlation", "of two rhombi that are the same print", CHOSEN)
    small: tuple[int, int] = parameter((40, 70), "px", "wide and high, at which two rhombi are compared", CHOSEN)
    edge_mm: float = parameter(
        45.0, "mm", "of a triangle's edge where nobody measured it; only tokens' size depends on it", CHOSEN
    )


PARAMETERS = EnrolledParameters()


@dataclass(frozen=True, eq=False, slots=True)
class EnrolledBoard:
    """An empty board straightened.

    Attributes:
        picture: BGR, true to scale, an edge of the net at the top. mask: 255 where it shows the board.
        middle_px: (x, y) of the middle crossing. px_per_edge: resolution.
        side: triangles along an edge. groups: which triangles show the same.
        mesh: as it was found on the photograph.
    """

    picture: Picture
    mask: Picture
    middle_px: tuple[float, float]
    px_per_edge: float
    side: int
    groups: SymbolGroups
    mesh: FoundMesh


@dataclass(frozen=True, eq=False, slots=True)
class EnrolledRhomb:
    """A rhomb that was laid out: its picture, head up, (HIGH, WIDE, 3); its numbers and how sure each is; its outline
    (4, 2) on photograph ``photograph``."""

    picture: Picture
    numbers: tuple[int, int, int, int]
    confidence: tuple[float, float, float, float]
    photograph: int
    outline: NDArray[np.float32]


def enrolled_board(image: Picture, mesh: FoundMesh, edge_mm: float | None = None) -> EnrolledBoard:
    """The board straightened by a net that was found or shown on its photograph."""
    px = (edge_mm or PARAMETERS.edge_mm) * PARAMETERS.px_per_mm
    outline = placed(np.asarray(np.linalg.inv(mesh.to_px), np.float64), mesh.outline_px)
    rim = np.abs(outline).max(axis=0) * (1 + PARAMETERS.rim)
    rim = np.maximum(rim, np.abs(hexagon(mesh.side)).max(axis=0) * 1.05)
    size = (int(2 * rim[0] * px), int(2 * rim[1] * px))
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    onto = np.array([[px, 0, middle[0]], [0, px, middle[1]], [0, 0, 1.0]])
    flags = cv2.INTER_CUBIC
    warped = cv2.warpPerspective(
        image, onto @ np.linalg.inv(mesh.to_px), size, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(size[::-1], np.uint8)
    inside = placed(onto, outline * (1 - 0.5 * PARAMETERS.rim / 6))
    cv2.fillConvexPoly(mask, np.round(inside).astype(np.int32), 255)
    seen = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), onto @ np.linalg.inv(mesh.to_px), size)
    mask[seen < 128] = 0
    picture = balanced(np.asarray(warped, np.uint8), mask)
    return EnrolledBoard(picture, mask, middle, px, mesh.side, grouped(picture, mesh.side, px, middle), mesh)


def enrolled_rhombi(photographs: Sequence[Picture]) -> tuple[EnrolledRhomb, ...]:
    """Every rhomb on these pictures, in the order of reading, each once for each time that it is shown."""
    found = [(number, one) for number, image in enumerate(photographs) for one in loose_rhombi(image)]
    pictures = [one.picture for _, one in found]
    for number in range(len(photographs)):
        mine = [place for place, (which, _) in enumerate(found) if which == number]
        if mine:
            together = balanced(np.vstack([pictures[place] for place in mine]), _rhomb_mask(len(mine)))
            for row, place in enumerate(mine):
                pictures[place] = np.ascontiguousarray(together[row * HIGH : (row + 1) * HIGH])
    figures = read_figures(pictures)
    return tuple(
        _rhomb(picture, read, number, one.outline)
        for picture, read, (number, one) in zip(pictures, figures, found, strict=True)
    )


def read_again(rhombi: Sequence[EnrolledRhomb]) -> tuple[EnrolledRhomb, ...]:
    """The same rhombi, read all together: the more there are the better is known where figures stand."""
    figures = read_figures([one.picture for one in rhombi])
    return tuple(
        _rhomb(one.picture, read, one.photograph, one.outline) for one, read in zip(rhombi, figures, strict=True)
    )


def _rhomb(picture: Picture, read: ReadRhomb, photograph: int, outline: NDArray[np.float32]) -> EnrolledRhomb:
    if not read.flipped:
        return EnrolledRhomb(picture, read.numbers, read.confidence, photograph, outline)
    (a, b, c, d), (e, f, g, h) = read.numbers, read.confidence
    turned = np.ascontiguousarray(picture[::-1, ::-1])
    return EnrolledRhomb(turned, (c, d, a, b), (g, h, e, f), photograph, np.roll(outline, 2, axis=0))


def balanced(picture: Picture, mask: Picture) -> Picture:
    """The picture as under white light, its brightest print taken for white."""
    shown = picture[mask > 127]
    if not len(shown):
        return picture
    brightest = np.percentile(shown, PARAMETERS.bright, axis=0)
    gain = np.clip(PARAMETERS.white / np.maximum(brightest, 20.0), 0.5, 4.0)
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def _rhomb_mask(count: int) -> Picture:
    mask = np.zeros((HIGH, WIDE), np.uint8)
    corners = np.array([[WIDE / 2, 0], [WIDE, HIGH / 2], [WIDE / 2, HIGH], [0, HIGH / 2]])
    middle = np.array([WIDE / 2, HIGH / 2])
    cv2.fillConvexPoly(mask, np.round(middle + (corners - middle) * 0.94).astype(np.int32), 255)
    return np.asarray(np.tile(mask, (count, 1)), np.uint8)


def enrolled_set(
    name: str,
    board: EnrolledBoard,
    symbols: Sequence[Symbol],
    rhombi: Sequence[tuple[Picture, tuple[int, int, int, int]]],
    edge_mm: float | None = None,
) -> CronbergSet:
    """The copy, with what people have corrected; rhombi with the same print and numbers become one kind.

    Raises :class:`games.game.Refusal` where it can't be one copy of the game.
    """
    kinds: list[RhombKind] = []
    pictures: list[Picture] = []
    for picture, numbers in rhombi:
        place = next((p for p, kept in enumerate(pictures) if _same(picture, numbers, kept, kinds[p].numbers)), None)
        if place is None:
            kinds.append(RhombKind(f"rhomb-{len(kinds) + 1}", "rhomb", numbers))
            pictures.append(picture)
        else:
            one = kinds[place]
            kinds[place] = RhombKind(one.key, one.building, one.numbers, one.count + 1)
    edition = CronbergBox(name, board.side, tuple(symbols), tuple(kinds), source="enrolled from photographs")
    edition.refuse_if_impossible()
    edge_mm = edge_mm or PARAMETERS.edge_mm
    scale = board.px_per_edge / edge_mm
    return CronbergSet(
        edition,
        board.picture,
        board.mask,
        scale,
        board.middle_px,
        tuple(pictures),
        edge_mm=edge_mm,
        photographed=True,
    )


def _same(
    picture: Picture, numbers: tuple[int, int, int, int], kept: Picture, others: tuple[int, int, int, int]
) -> bool:
    a, b, c, d = numbers
    return (others == numbers and _alike(picture, kept)) or (
        others == (c, d, a, b) and _alike(np.ascontiguousarray(picture[::-1, ::-1]), kept)
    )


def _alike(one: Picture, other: Picture) -> bool:
    mask = cv2.resize(_rhomb_mask(1), PARAMETERS.small, interpolation=cv2.INTER_AREA) > 127
    flat = []
    for picture in (one, other):
        small = cv2.resize(picture, PARAMETERS.small, interpolation=cv2.INTER_AREA).astype(np.float64)[mask]
        small -= small.mean(axis=0)
        flat.append(small.ravel() / max(float(np.linalg.norm(small)), 1e-6))
    return float(flat[0] @ flat[1]) > PARAMETERS.same_print
