"""Wooden pieces while their owner shows them: what was seen on photographs, and what people have put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from calibration.arrays import Picture
from calibration.lens import Lens
from calibration.piece_set import PieceSet, PieceStance
from games.game import Phrase
from vision.pieces.laid_out import LaidOutPhotograph, read_laid_out_pieces
from vision.pieces.naming import GamePieces, Named, colour_distance, name_pieces

ALIKE = 1.6  # squared standard deviations between two colours below which cameras confuse them


@dataclass
class PieceDraft:
    """What is known of a set so far.

    Attributes:
        game: which pieces there are.
        name: as its owner calls it.
        pieces: as they were seen, photograph by photograph.
        trouble: why the last photograph could not be used.
        lens: of the camera, where it was learned.
    """

    game: GamePieces
    name: str = ""
    pieces: list[Named] = field(default_factory=list)
    trouble: Phrase | None = None
    lens: Lens | None = None

    @property
    def begun(self) -> bool:
        """Something was seen already."""
        return bool(self.pieces)

    @property
    def doubtful(self) -> int:
        """How many somebody should look at."""
        return sum(one.is_doubtful for one in self.pieces)

    def see(self, photograph: Picture) -> bool:
        """Learn from a photograph of pieces on a bare table, a sheet of white paper beside them; False, and why, where
        it can't be used. What was shown before is taken from the later photograph."""
        height, width = photograph.shape[:2]
        lens = self.lens if self.lens is not None and (self.lens.width, self.lens.height) == (width, height) else None
        table = read_laid_out_pieces(photograph, lens)
        self.trouble = trouble_with(table)
        if self.trouble is None:
            fresh = name_pieces(table.pieces, self.game)
            again = {(one.kind, one.stance, one.colour) for one in fresh}
            kept = [one for one in self.pieces if (one.kind, one.stance, one.colour) not in again]
            self.pieces = [*kept, *fresh]
        return self.trouble is None

    def tell(self, index: int, kind: str, stance: PieceStance, colour: str) -> None:
        """People say what a piece is. Another that passed for the same becomes what this one was."""
        before = self.pieces[index]
        naming = (kind, stance, colour)
        for other, piece in enumerate(self.pieces):
            if other != index and (piece.kind, piece.stance, piece.colour) == naming:
                self.pieces[other] = piece.named_as(before.kind, before.stance, before.colour)
        self.pieces[index] = before.named_as(*naming)

    def drop(self, index: int) -> None:
        """It is no piece of this game."""
        del self.pieces[index]

    def pictures(self) -> list[Picture]:
        """A cut-out of each piece."""
        return [one.seen.picture for one in self.pieces]

    def set(self) -> PieceSet:
        """What is to be kept."""
        return PieceSet(self.name, tuple(one.learned(self.game.forms) for one in self.pieces))

    def open_points(self) -> Iterator[Phrase]:
        """What should be looked at before it is kept, with what helps."""
        for one, other in combinations(self._owned_colours(), 2):
            labs = self.set().colours()
            if colour_distance(labs[one], labs[other]) < ALIKE:
                yield Phrase.of("pieces.enrol.alike", one=_colour(one), other=_colour(other))
        twice = self._twice()
        if twice is not None:
            yield Phrase.of("pieces.enrol.twice", piece=piece_phrase(twice))
        lacking = [colour for colour in self._owned_colours() if self._lacks(colour)]
        if lacking:
            yield Phrase.of("pieces.enrol.lacking", colours=tuple(_colour(colour) for colour in lacking))
        if len(self._owned_colours()) < 2:
            yield Phrase.of("pieces.enrol.few")

    def _owned_colours(self) -> list[str]:
        owned = dict.fromkeys(one.colour for one in self.pieces if self.game.is_owned(one.kind))
        return [colour for colour in self.game.colours if colour in owned]

    def _twice(self) -> Named | None:
        names = [(one.kind, one.stance, one.colour) for one in self.pieces]
        return next((one for one, name in zip(self.pieces, names, strict=True) if names.count(name) > 1), None)

    def _lacks(self, colour: str) -> bool:
        """Whether fewer pieces were seen in a colour than in the one of which most were."""
        counts = {one: sum(piece.colour == one for piece in self.pieces) for one in self._owned_colours()}
        return counts[colour] < max(counts.values())


def trouble_with(table: LaidOutPhotograph) -> Phrase | None:
    """Why no pieces can be learned from a look, with what helps; None where they can."""
    if table.sheet is None:
        return Phrase.of("pieces.enrol.no_paper")
    if not table.sheet.whole:
        return Phrase.of("pieces.enrol.cut_paper")
    if table.busy:
        return Phrase.of("pieces.enrol.busy")
    return None if table.pieces else Phrase.of("pieces.enrol.none_seen")


def piece_phrase(piece: Named) -> Phrase:
    """A piece in words: "follower, red, lying"; what nobody owns has no colour."""
    kind, stance = kind_phrase(piece.kind), Phrase.of(f"pieces.{piece.stance.value}")
    if piece.colour == piece.kind:
        return kind
    return Phrase.of("pieces.piece", kind=kind, colour=_colour(piece.colour), stance=stance)


def kind_phrase(kind: str) -> Phrase:
    """A kind in words."""
    return Phrase.of(f"pieces.kind.{kind.replace(' ', '_')}")


def _colour(colour: str) -> Phrase:
    return Phrase.of(f"colour.{colour}")
