"""The eyes of Istanbul and its expansions at a live table (:class:`vision.eyes.Eyes`).

The layout is found once and kept until the table is knocked. After each move only the places that have changed are read
again. Cards, goods, lira and letters are tapped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.piece_set import PieceSet
from games.istanbul.actions import Action
from games.istanbul.expansions.letters import GENERAL, own_state
from games.istanbul.expansions.letters import KEY as LETTERS
from games.istanbul.rules import Istanbul
from games.istanbul.standing import FIGURES, distinct_pieces, standing
from games.istanbul.state import State
from vision.attention import Sight
from vision.board_eyes import BoardEyes
from vision.explanation import Discrepancy, Explanation
from vision.eyes import Attention, Glance, NotFoundYet, closed
from vision.frames import Frame
from vision.imaging.outlines import filled_outlines
from vision.istanbul.as_recorded import homes_of, places_of
from vision.istanbul.changed_places import ChangedPlaces
from vision.istanbul.evidence import Evidence
from vision.istanbul.hypotheses import Lawful, explain, may_stand
from vision.istanbul.layout.edition import PlaceEdition
from vision.istanbul.layout.layout_mosaic import LayoutMosaic
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.make_on_record import make_on_record, recorded_pieces
from vision.istanbul.pieces import seeking, trying
from vision.istanbul.pieces.makes import OURS, usual_makes
from vision.istanbul.pieces.own_make import makes_of
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import everybody, once, pieces_on
from vision.istanbul.pieces.rereading import doubled_cells, groups_of, lawfully, read_places
from vision.istanbul.pieces.seeking import at_home, by_the_network, overlooked, whereabouts
from vision.istanbul.pieces.shapes import NEUTRAL_MERCHANT
from vision.istanbul.pieces.standing import StandingSpots
from vision.istanbul.pieces.trying import Kind
from vision.istanbul.places_passed import PlacesPassed
from vision.istanbul.reading import PlacedLayout, find_layout, plan_of, spots_of
from vision.istanbul.seen_twice import on_changed_places, seen_elsewhere, sightings_by_place
from vision.istanbul.sighting_history import Key, SightingHistory
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulEyesParameters(Parameters):
    """When a lost layout is sought again, and how plainly people must stand before they are told."""

    lock_again_ms: float = parameter(
        900.0, "ms", "a layout that was not found is sought again after this, and ever more seldom", CHOSEN
    )
    least_alike: float = parameter(0.7, "share", "of the places that must be where the record has them", CHOSEN)
    plainly: float = parameter(
        4.0,
        "spreads",
        "by which a place that was exchanged looks more like the other, as `Usual.telling` counts",
        CHOSEN,
    )
    nobody_else: float = parameter(
        30.0, "squared deviations", "by which somebody explains more than anybody else could where he stands", CHOSEN
    )
    plain: float = parameter(
        100.0, "log-likelihood", "from which somebody who was not seen before has to be accounted for", CHOSEN
    )
    sure: float = parameter(0.9, "probability", "of what was done, below which the whole layout is read anew", CHOSEN)
    small: int = parameter(4, "times", "as large as the watch's masks that a frame is", CHOSEN)


PARAMETERS = IstanbulEyesParameters()


class IstanbulEyes(BoardEyes[LayoutMosaic]):
    """Follows the pieces of one game on one table.

    Args:
        edition: pictures of the places that are played with.
        game: whose rules are played.
        state: where the record stands when the eyes are opened.
        pieces: the owner's, where they were shown; else they are of the make that explains those on record best.
    """

    def __init__(self, edition: PlaceEdition, game: Istanbul, state: State, pieces: PieceSet | None = None) -> None:
        super().__init__()
        self._edition, self._game, self._pieces = edition, game, pieces
        self._make = OURS  # of the people on this table
        self._layout = game.rulebook(state.setup).layout
        self._state = state
        self._nobodys = len(state.neutrals)  # merchants that nobody plays
        self._numbers: tuple[int, ...] = ()  # place numbers in the view's order
        self._wrong: tuple[Discrepancy, ...] = ()  # places that do not lie as recorded
        self._rings: tuple[NDArray[np.float32], ...] = ()
        self._standing: tuple[PlacedPiece, ...] = ()
        self._elsewhere: tuple[PlacedPiece, ...] = ()  # those of them who were seen on another place as well
        self._unsure: dict[Key, float] = {}  # of who was hardly seen
        self._known: frozenset[Key] | None = None  # who was seen when the record last moved somebody
        self._history = SightingHistory()
        self._move_open = False  # whether an assistant was picked up or left with the last move is not known
        self._passed = PlacesPassed()
        self._places = ChangedPlaces()  # since table and record last agreed
        self._mosaic: Mosaic | None = None  # of the picture that was read last
        self._spots: StandingSpots | None = None  # of the same, where people are not of our make
        self._read: Frame | None = None
        self._whole = False  # the whole of the last picture was read at once
        self._moved = True  # something has moved since the table was read last
        self._former: dict[tuple[str, str], int] = {}
        self._met: dict[tuple[str, str], int] = {}  # where each was last seen as recorded

    # The cheap look at every frame

    @property
    def _lock_again_ms(self) -> float:
        return PARAMETERS.lock_again_ms

    def _stirred(self, sight: Sight) -> None:
        super()._stirred(sight)
        self._moved = self._moved or sight.glance.attention is not Attention.STILL

    def _at_rest(self, frame: Frame, sight: Sight) -> Glance:
        if sight.glance.attention is not Attention.STILL:
            return sight.glance
        # A small piece may come without being noticed here; once things have moved, every place is compared.
        self._moved = self._moved or sight.glance.changed
        return replace(sight.glance, changed=self._moved)

    def _sought(self, frame: Frame, sight: Sight) -> LayoutMosaic | None:
        placed = find_layout(frame.image, self._edition)
        rows = dict(zip(spots_of(placed), placed.numbers, strict=True)) if placed is not None else {}
        numbers, wrong = self._compared(rows, placed) if placed is not None else ((), ())
        if placed is None or not numbers:
            return None
        self._mosaic, self._moved = None, True
        alike = numbers == self._numbers and not (wrong or self._wrong)
        if alike and self._view is not None and self._view.lies(placed.poses):
            return self._view  # in another light: what was compared before can be compared still
        plan, _ = plan_of(frame.image, self._edition, placed if wrong else replace(placed, numbers=numbers))
        self._numbers, self._wrong = numbers, wrong
        self._rings = tuple(closed(plan.to_picture(plan.quads[index])) for index in range(len(numbers)))
        self._places.forget()
        return plan

    def _compared(
        self, rows: Mapping[tuple[int, int], int], placed: PlacedLayout
    ) -> tuple[tuple[int, ...], tuple[Discrepancy, ...]]:
        """Place numbers as recorded, in the order of what was read; places that were plainly read otherwise. Nothing
        where another layout lies on the table."""
        pattern = (1 + max(row for row, _ in rows), 1 + max(column for _, column in rows))
        if pattern != (len(self._layout), len(self._layout[0])):
            return (), ()
        compared = tuple(self._layout[row][column] for row, column in rows)
        alike = sum(read == number for read, number in zip(rows.values(), compared, strict=True))
        if alike < PARAMETERS.least_alike * len(compared):
            return (), ()
        wrong = [(number, read) for read, number in zip(rows.values(), compared, strict=True) if read != number]
        # One place that looks like another is mistaken; two that have changed their places are exchanged.
        exchanged = {number for number, _ in wrong} & {read for _, read in wrong}
        if placed.naming.preferred(compared, self._edition.numbers) < PARAMETERS.plainly * len(exchanged):
            return compared, ()  # under so many pieces places look like any other
        return compared, tuple(
            Discrepancy(str(number), f"istanbul.place_{number}", f"istanbul.place_{read}", 0.9)
            for number, read in wrong
            if number in exchanged
        )

    # Reading a still table

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`. Raises ``NotFoundYet`` before the layout was found."""
        if self._view is None:
            raise NotFoundYet("the layout is not found yet")
        if self._moved or self._read is not still:
            self._look_again(state, still)
        explanation = self._explained(state, still.number)
        if not _is_plain(explanation) and not self._whole:
            explanation = self._explained_afresh(state, explanation)
        seen = self._evidence(state)
        idle = explanation.best is not None and not explanation.best.actions
        if self._known is None and idle:
            self._remember(state)
        if (
            idle
            and _is_plain(explanation)
            and self._mosaic is not None
            and seen.no_stranger_but(distinct_pieces(state))
        ):
            missing = self._cells(key[0] for key in distinct_pieces(state) if seen.misses(key))
            self._places.agree(self._mosaic, missing, at_first=bool(state.asks))  # then nothing else is thought of
        self._met.update({key: place for key, place in places_of(state).items() if seen.shows((place, *key))})
        if _is_plain(explanation):
            explanation = self._passed.heeded(explanation, distinct_pieces(state), self._after(state, explanation))
        return replace(explanation, discrepancies=(*self._wrong, *explanation.discrepancies))

    def _after(self, state: State, explanation: Explanation) -> frozenset[Key]:
        """Who stands where after what most likely was done."""
        for action in explanation.candidates[0].actions:
            state, _ = self._game.apply(state, cast(Action, action))
        return distinct_pieces(state)

    def _explained(self, state: State, frame_number: int) -> Explanation:
        evidence = self._evidence(state)
        return explain(self._game, evidence, state, frame_number, self._former, self._met, move_open=self._move_open)

    def _explained_afresh(self, state: State, explanation: Explanation) -> Explanation:
        """What the whole layout tells when it is read anew, where that is plain: whoever was taken for somebody else
        stays him as long as his place looks the same."""
        assert self._mosaic is not None
        kept = self._standing, self._elsewhere, self._unsure
        self._whole, self._elsewhere = True, ()
        self._standing = tuple(pieces_on(self._mosaic, self._in_play(state), nobodys=self._nobodys))
        self._heed_rules(self._mosaic, state)
        again = self._explained(state, explanation.frame_number)
        if _is_plain(again):
            return again
        self._standing, self._elsewhere, self._unsure = kept
        return explanation

    def _look_again(self, state: State, frame: Frame) -> None:
        assert self._view is not None
        if not self._moved and self._mosaic is not None:
            self._read = frame
            return
        mosaic = self._view.look(frame.image)
        if self._mosaic is None:
            makes = usual_makes() if self._pieces is None else makes_of(self._pieces)
            there = recorded_pieces(standing(state), self._numbers)
            self._make = make_on_record(mosaic, there, makes, shown=self._pieces is not None)
        mosaic = replace(mosaic, make=self._make)
        self._spots = None if self._make is OURS else StandingSpots.of(frame.image, self._view, mosaic)
        everywhere = set(range(len(self._numbers)))
        changed = everywhere if self._mosaic is None else mosaic.changed_since(self._mosaic)
        self._places.look(mosaic)
        allowed = self._in_play(state)
        self._whole = 2 * len(changed) > len(self._numbers)
        if self._whole:
            self._standing, self._elsewhere = tuple(pieces_on(mosaic, allowed, nobodys=self._nobodys)), ()
        else:
            anew = allowed - self._staying(state, changed)
            for group in groups_of(changed, mosaic.middles):
                self._standing = read_places(mosaic, self._standing, group, anew, self._nobodys)
            doubled = doubled_cells(self._standing)
            self._elsewhere = tuple(person for person in self._elsewhere if person.cell not in changed | doubled)
            if doubled:  # an assistant who was left behind passes for his merchant, where that one is not in view
                self._standing = read_places(mosaic, self._standing, doubled, allowed, self._nobodys)
        self._heed_rules(mosaic, state)
        self._mosaic, self._read, self._moved = mosaic, frame, False
        self._watch.was_read(frame.image)

    def _heed_rules(self, mosaic: Mosaic, state: State) -> None:
        """The people as the rules and the record let them stand."""
        may = may_stand(self._game, state, move_open=self._move_open)
        # Dice alone move nobody's merchants, so elsewhere than the record has them they may be somebody's.
        anybody = {**may, NEUTRAL_MERCHANT: frozenset(state.neutrals)}
        seen, allowed = (*self._standing, *self._elsewhere), self._in_play(state)
        found = lawfully(mosaic, seen, self._numbers, anybody, allowed, self._nobodys)
        homes = {one: self._numbers.index(place) for one, place in homes_of(state).items() if place in self._numbers}
        placed = at_home(mosaic, found, homes)
        self._standing = tuple(once(self._with_hidden(mosaic, state, may, placed)))
        self._elsewhere = seen_elsewhere(found, self._standing)

    def _with_hidden(self, mosaic: Mosaic, state: State, may: Lawful, placed: list[PlacedPiece]) -> list[PlacedPiece]:
        """The people with those of whom little or nothing is seen, where they may stand by the rules: pale on pale or
        behind others, they are told by less than strangers would be."""
        at = places_of(state)
        self._unsure = {}
        for (kind, colour), places in may.items():
            paint = colour or kind
            same = [person for person in placed if (person.kind, person.colour) == (kind, paint)]
            cells = self._cells(places)
            if kind == "assistant" or any(person.gain > seeking.PARAMETERS.faint_below for person in same):
                continue
            if same and ((kind, colour) not in at or not {cell for cell in cells if cell != same[0].cell}):
                continue
            others = [person for person in placed if person not in same]
            likely, best = whereabouts(mosaic, kind, paint, others, cells)
            if self._spots is not None and kind == "family member":
                likely = by_the_network(likely, self._spots, mosaic.middles, colour, self._places.fresh)
            if best is not None and kind == "companion":  # nobody else may stand there for whom it could be taken
                best = replace(best, gain=best.gain + trying.PARAMETERS.companion)
            if (kind, colour) in at:
                self._unsure |= {(self._numbers[cell], kind, colour): said for cell, said in likely.items()}
                placed = placed if best is None else [*others, best]
            elif best is not None and best.gain > seeking.PARAMETERS.at_home and best.cell in self._places.fresh:
                placed = [*others, best]  # who may be on no place at all is there only where he is seen
        return placed

    def _staying(self, state: State, changed: set[int]) -> set[Kind]:
        """Of whom there is but one, and who plainly stands as recorded where nothing has changed."""
        at = homes_of(state)
        return {
            (person.kind, person.colour)
            for person in self._standing
            if person.cell not in changed
            and person.margin > PARAMETERS.nobody_else
            and self._numbers[person.cell] == at.get((person.kind, person.colour))
        }

    def _in_play(self, state: State) -> set[Kind]:
        figures = [FIGURES[figure] for figure in state.figures]
        allowed = everybody([seat.colour for seat in state.setup.seats], figures, neutral=bool(state.neutrals))
        if LETTERS not in state.own:
            return {one for one in allowed if one[0] != "companion"}
        # Who has not fetched the companion at the Fountain cannot have put it anywhere.
        away = {
            ("companion", seat.colour)
            for seat, own in zip(state.setup.seats, own_state(state).players, strict=True)
            if own.companion == GENERAL
        }
        return allowed - away

    def _evidence(self, state: State) -> Evidence:
        places = self._places.by_number(self._numbers)
        seen, crowd = sightings_by_place(self._standing, self._numbers)
        seen |= on_changed_places(self._elsewhere, self._numbers, places)
        as_before = frozenset(
            key
            for key in distinct_pieces(state) - seen.keys()
            if key[1] == "assistant"
            and key[0] in self._numbers
            and self._numbers.index(key[0]) not in self._places.fresh
        )
        plain = {key for key, gain in seen.items() if gain > PARAMETERS.plain}
        known = plain if self._known is None else self._known
        strange = frozenset(plain - known)
        shown = frozenset() if places is None else frozenset(known)
        return Evidence(seen, crowd, self._unsure, as_before, strange, shown, self._history, places)

    def _cells(self, places: Iterable[int]) -> list[int]:
        """Indices of places of these numbers, as far as they are seen."""
        return [self._numbers.index(place) for place in places if place in self._numbers]

    # What is known

    def left_open(self, actions: tuple[object, ...]) -> None:
        """See :class:`vision.eyes.HeedsTwins`."""
        self._move_open = bool(actions)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        before, after = places_of(self._state), places_of(state)
        moved = {key: place for key, place in before.items() if after.get(key, place) != place}
        self._former = {key: place for key, place in self._former.items() if key in after} | moved
        self._places.account_for(self._cells({key[0] for key in distinct_pieces(self._state) ^ distinct_pieces(state)}))
        self._passed.recorded(distinct_pieces(state))
        self._state = state
        if moved:  # what is tapped meanwhile moves nobody
            self._remember(state)

    def _remember(self, state: State) -> None:
        """How people are seen who stand as recorded."""
        seen = self._evidence(state).seen
        self._known = frozenset(seen)
        if self._mosaic is not None:
            missing = {key for key in distinct_pieces(state) - seen.keys() if key[0] in self._numbers}
            hidden = {key: self._hidden(self._mosaic, key) for key in missing}
            plain = {key for key, gain in seen.items() if gain > PARAMETERS.plain}
            self._history.add(distinct_pieces(state), seen, hidden, plain, self._former)

    def _hidden(self, mosaic: Mosaic, key: Key) -> float:
        """Log of the chance that somebody does not show on his place: others hide him, or he looks like the print."""
        place, kind, colour = key
        return overlooked(mosaic, kind, colour or kind, self._standing, self._numbers.index(place))

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`: every place."""
        if self._view is None:
            return ()
        return self._rings

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of a place by its number; None for what is none and until the layout is found."""
        if self._view is None or not place.isdecimal() or int(place) not in self._numbers:
            return None
        return self._rings[self._numbers.index(int(place))]

    def _aim(self, frame: Frame) -> None:
        """Tell the watch where to look: the layout, and a little beyond for what leans over its edge."""
        pieces = filled_outlines(self._rings, frame.image.shape, PARAMETERS.small)
        zone = np.asarray(cv2.dilate(pieces, np.ones((7, 7), np.uint8)), np.uint8)
        self._watch.look_at(zone, pieces)


def _is_plain(explanation: Explanation) -> bool:
    """Whether one thing was done as far as can be told, and nothing stands elsewhere than it should."""
    return (
        explanation.best is not None
        and explanation.best.probability > PARAMETERS.sure
        and not explanation.discrepancies
    )
