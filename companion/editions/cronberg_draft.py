"""A copy of Cronberg while its owner enrols it: what was seen on photographs, and what people have corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.arrays import Float64Array
from games.cronberg.components import CronbergBox, RhombKind, Symbol, default_edition
from games.cronberg.lattice import lattice_of_side
from games.game import Phrase, Refusal, RefusalKind
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.artwork.cronberg.rhombi import rhomb_picture
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.enrolling import enrolled
from vision.cronberg.enrolling.enrolled import (
    EnrolledBoard,
    EnrolledRhomb,
    enrolled_board,
    enrolled_rhombi,
    enrolled_set,
    read_again,
)
from vision.cronberg.enrolling.mesh import FoundMesh, find_mesh, hexagon, mesh_from_corners, placed
from vision.cronberg.loose_rhombi import HIGH, WIDE
from vision.frames import Picture

RHOMBI = 28  # in the published box
GUESSED = "guessed"  # mark of a copy whose symbols nobody has named, or whose triangles are in doubt
BY_HAND = "entered by hand"  # source of a copy that nobody photographed
DRAWN = -1  # the photograph of a rhomb that was entered by hand
_SURE = (1.0, 1.0, 1.0, 1.0)
_NOWHERE = np.zeros((4, 2), np.float32)
DOUBTFUL = 0.9  # a number that is less sure is pointed out
DOUBTFUL_SYMBOL = 0.35
Numbers = tuple[int, int, int, int]


@dataclass
class CronbergDraft:
    """What is known of a copy so far.

    Attributes:
        name: as its owner calls it. edge_mm: length of a triangle's edge, if somebody measured it.
        board: straightened, with its net, or None yet.
        symbols: by triangle. named: whether people have named the groups of triangles.
        rhombi: in the order in which they were seen. looked_at: places of those that people have looked at.
    """

    name: str = ""
    edge_mm: float = field(default_factory=lambda: enrolled.PARAMETERS.edge_mm)
    board: EnrolledBoard | None = None
    symbols: list[Symbol] = field(default_factory=list)
    named: bool = False
    rhombi: list[EnrolledRhomb] = field(default_factory=list)
    looked_at: set[int] = field(default_factory=set)
    is_drawn: bool = False  # nobody photographed the board: it is drawn as it was entered
    _by_hand: set[int] = field(default_factory=set)
    _photograph: Picture | None = None
    _photographs: int = 0

    # The board

    def see_board(self, image: Picture, side: int | None = None) -> bool:
        """Look for the net on a picture of the empty board; False where none is found."""
        self._photograph = image
        mesh = find_mesh(image, side)
        if mesh is None:
            return False
        self._take(enrolled_board(image, mesh, self.edge_mm))
        return True

    def show_corners(self, image: Picture, corners_px: Float64Array, side: int) -> None:
        """People show the net's six corners, clockwise from the upper left."""
        self._photograph = image
        self._take(enrolled_board(image, mesh_from_corners(corners_px, side), self.edge_mm))

    def draw_board(self, side: int = 3) -> None:
        """Begin without a camera: an empty net of triangles that show nothing yet."""
        symbols = (Symbol.BLANK,) * (6 * side * side)
        drawn = drawn_set(CronbergBox(self.name, side, symbols, default_edition().kinds))
        self._take_from(drawn)
        self.symbols, self.named, self.is_drawn = list(symbols), True, True
        self._by_hand = set(range(len(symbols)))

    def _take_from(self, prints: CronbergSet) -> None:
        px = prints.board_px_per_mm * prints.edge_mm
        x, y = prints.board_middle_px
        to_px = np.array([[px, 0, x], [0, px, y], [0, 0, 1.0]])
        mesh = FoundMesh(to_px, prints.edition.side, placed(to_px, hexagon(prints.edition.side + 0.6)), 1.0)
        self._take(enrolled_board(prints.board, mesh, prints.edge_mm))
        self.edge_mm = prints.edge_mm

    @classmethod
    def of(cls, prints: CronbergSet) -> CronbergDraft:
        """A kept copy, to be corrected: everything in it was looked at once."""
        draft = cls(prints.edition.name)
        draft._take_from(prints)
        draft.symbols, draft.named = list(prints.edition.symbols), GUESSED not in prints.edition.marks
        draft._by_hand = set(range(len(draft.symbols)))
        draft.is_drawn = prints.edition.source == BY_HAND
        for kind, picture in zip(prints.edition.kinds, prints.rhombi, strict=True):
            small = cv2.resize(picture, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
            photograph = DRAWN if draft.is_drawn else 0
            one = EnrolledRhomb(np.asarray(small, np.uint8), kind.numbers, _SURE, photograph, _NOWHERE)
            draft.rhombi.extend([one] * kind.count)
        draft.looked_at = set(range(len(draft.rhombi)))
        return draft

    @property
    def photograph(self) -> Picture | None:
        """The picture of the empty board that was looked at last."""
        return self._photograph

    def _take(self, board: EnrolledBoard) -> None:
        self.board, self.symbols = board, list(board.groups.symbols())
        self.named = self.is_drawn = False
        self._by_hand = set()

    def name_group(self, group: int, symbol: Symbol) -> None:
        """All triangles of a group show this; what was corrected by hand stays. Two groups may have one name."""
        assert self.board is not None
        self.named = True
        for triangle, theirs in enumerate(self.board.groups.group_of):
            if theirs == group and triangle not in self._by_hand:
                self.symbols[triangle] = symbol

    def name_triangle(self, triangle: int, symbol: Symbol) -> None:
        """This triangle shows that."""
        self._by_hand.add(triangle)
        self.symbols[triangle] = symbol

    def symbol_of_group(self, group: int) -> Symbol:
        """What a group's example is taken for."""
        assert self.board is not None
        return self.symbols[self.board.groups.examples[group]]

    @property
    def doubtful_triangles(self) -> tuple[int, ...]:
        """Those that fit their group hardly better than another."""
        if self.board is None:
            return ()
        sure = self.board.groups.sure
        return tuple(t for t, value in enumerate(sure) if value < DOUBTFUL_SYMBOL and t not in self._by_hand)

    # The rhombi

    def see_rhombi(self, images: Sequence[Picture]) -> int:
        """Add the rhombi on pictures; all are read again together. Returns how many were found on them."""
        found = enrolled_rhombi(images)
        together = [*self.rhombi, *(replace(one, photograph=one.photograph + self._photographs) for one in found)]
        if self.rhombi:
            read = read_again(together)
            together = [one if place in self.looked_at else read[place] for place, one in enumerate(together)]
        self.rhombi = together
        self._photographs += len(images)
        return len(found)

    def add(self) -> int:
        """A rhomb that no camera saw, its numbers still to be told; returns its place."""
        self.rhombi.append(EnrolledRhomb(_drawn_rhomb((0, 0, 0, 0)), (0, 0, 0, 0), (0.0,) * 4, DRAWN, _NOWHERE))
        return len(self.rhombi) - 1

    def correct(self, place: int, numbers: Numbers) -> None:
        """The numbers of a rhomb, clockwise from its upper tip."""
        one = self.rhombi[place]
        picture = _drawn_rhomb(numbers) if one.photograph == DRAWN else one.picture
        self.rhombi[place] = replace(one, picture=picture, numbers=numbers, confidence=_SURE)
        self.looked_at.add(place)

    def drop(self, place: int) -> None:
        """Not a rhomb, or one that was shown twice."""
        del self.rhombi[place]
        self.looked_at = {other - (other > place) for other in self.looked_at if other != place}

    def is_doubtful(self, place: int) -> bool:
        """True where a number of a rhomb should be looked at."""
        return place not in self.looked_at and min(self.rhombi[place].confidence) < DOUBTFUL

    # The whole

    def open_points(self) -> tuple[Phrase, ...]:
        """What is missing or should be looked at; nothing of it keeps people from going on but what is missing."""
        points = []
        if self.board is None:
            points.append(Phrase.of("cronberg.enrol.no_board"))
        elif not self.named:
            points.append(Phrase.of("cronberg.enrol.name_groups"))
        doubtful = [str(place + 1) for place in range(len(self.rhombi)) if self.is_doubtful(place)]
        if doubtful:
            points.append(Phrase.of("cronberg.enrol.doubtful_rhombi", numbers=", ".join(doubtful)))
        if self.board is not None and self.doubtful_triangles:
            names = lattice_of_side(self.board.side).triangle_names
            listed = ", ".join(names[triangle] for triangle in self.doubtful_triangles)
            points.append(Phrase.of("cronberg.enrol.doubtful_triangles", names=listed))
        if len(self.rhombi) != RHOMBI:
            points.append(Phrase.of("cronberg.enrol.rhombi_found", found=len(self.rhombi), wanted=RHOMBI))
        return tuple(points)

    def copy(self) -> CronbergSet:
        """The copy as it stands. Raises :class:`Refusal` where something that can't be done without is missing."""
        if self.board is None:
            raise Refusal(RefusalKind.INVALID, Phrase.of("cronberg.enrol.no_board"), value="", place="board")
        if not self.rhombi:
            raise Refusal(RefusalKind.INVALID, Phrase.of("cronberg.enrol.no_rhombi"), value="", place="rhombi")
        unread = [str(place + 1) for place, one in enumerate(self.rhombi) if 0 in one.numbers]
        if unread:
            phrase = Phrase.of("cronberg.enrol.unread", numbers=", ".join(unread))
            raise Refusal(RefusalKind.INVALID, phrase, value=", ".join(unread), place="rhombi")
        rhombi = [(one.picture, one.numbers) for one in self.rhombi]
        prints = enrolled_set(self.name, self.board, self.symbols, rhombi, self.edge_mm)
        guessed = not self.named or bool(self.doubtful_triangles)
        edition = replace(prints.edition, marks=(GUESSED,) if guessed else ())
        if not self.is_drawn:
            return replace(prints, edition=edition)
        # The board is drawn with what its triangles show now.
        return replace(drawn_set(replace(edition, source=BY_HAND)), rhombi=prints.rhombi)


def _drawn_rhomb(numbers: Numbers) -> Picture:
    """A rhomb with these numbers in Tableside's own style, as large as one from a photograph."""
    drawn = rhomb_picture(RhombKind("rhomb", "building", numbers), 4.0)[..., :3]
    return np.asarray(cv2.resize(drawn, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)
