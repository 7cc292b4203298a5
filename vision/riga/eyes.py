"""The eyes of Riga and of its scorer at a live table (:class:`vision.eyes.Eyes`).

They read the row of Grand Masters when it is laid out, explain a building that was laid down, and look after everything
that is on record. Whose display is where is learned from the first building of each player; purchases, payments and
everything in hands are tapped.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from games.riga.moment import Step
from games.riga.scorer.rules import State as ScorerState
from games.riga.state import State
from games.riga.table_place import CardPlace, TilePlace, table_place
from vision.attention import Sight, Watch
from vision.cards import edition, judging
from vision.cards.card_key import CardKey, CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.finding import find_cards
from vision.cards.judging import CardSighting, judged, prepared_edition, similarity_at
from vision.cards.pose import px_per_mm
from vision.explanation import Discrepancy, Explanation, Scored, explained, log_of
from vision.eyes import Attention, Glance, closed
from vision.frames import Frame, Picture
from vision.imaging.change import PictureStatistics, small_of, structural_change
from vision.imaging.outlines import filled_outlines
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.riga import changed
from vision.riga.before_move import BeforeMove
from vision.riga.changed import Box, market_mask, places
from vision.riga.come_cards import cards_that_came
from vision.riga.distinct import distinct
from vision.riga.hypotheses import (
    CardHypothesis,
    expects_cards,
    hypotheses,
    may_build,
    of_everybody,
    recorded_cards,
    row_hypothesis,
)
from vision.riga.memory import Lying, RecordedCard, TableauMemory
from vision.riga.references import master_named
from vision.riga.row import names_of, row_of
from vision.riga.unexplained import unexplained


@dataclass(frozen=True, slots=True, kw_only=True)
class RigaEyesParameters(Parameters):
    """How plainly a card must show, and how long one is missing before it is told."""

    usual_px: float = parameter(50.0, "px", "of a card's width while nothing is known", CHOSEN)
    plain: float = parameter(0.6, "likeness", "from which something surely is a card", CHOSEN)
    missing: float = parameter(0.28, "likeness", "under which a recorded card is not seen where it lay", CHOSEN)
    seek_again_ms: float = parameter(
        900.0, "ms", "where another picture altogether came, cards are sought in it this often", CHOSEN
    )
    recheck: float = parameter(
        0.3, "share", "of a card's picture that has changed from which it is looked at again", CHOSEN
    )


PARAMETERS = RigaEyesParameters()

TableT = TypeVar("TableT", bound=State | ScorerState)  # as the game sees it, or its scorer


class RigaEyes(Generic[TableT]):
    """Follows one game of Riga, or its scorer, on one table.

    Args:
        edition: pictures of the cards and tiles that are played with.
        state: where the record stands when the eyes are opened.
    """

    def __init__(self, edition: CardEdition, state: TableT) -> None:
        self._edition = edition
        self._prepared = prepared_edition(edition)
        self._views = {view.key: number for number, view in enumerate(edition.views)}
        self._watch = Watch()
        self._state = state
        self._memory = TableauMemory({})
        self._read: Frame | None = None  # the picture that was explained last
        self._change: NDArray[np.float32] | None = None
        self._scale = 1.0
        self._hypotheses: tuple[CardHypothesis, ...] = ()
        self._fresh: list[CardSighting] = []  # what lies there since the record moved on last, and is not on record
        self._searched: PictureStatistics | None = None  # the table as it was when it was searched for cards last
        self._since_search: NDArray[np.float32] | None = None  # how the picture has changed since, as Scene tells
        self._before = BeforeMove()
        self._lay: TableauMemory | None = None  # where everything lay before nothing of it showed there any more
        self._gone: tuple[Discrepancy, ...] = ()
        self._market: list[NDArray[np.float64]] = []  # outlines of commodities and of buildings on offer, px
        self._shows_cards = True  # anything of the game was found when the whole picture was searched last
        self._sought_ms = -1e12

    # The cheap look at every frame

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        sight = self._watch.look(frame)
        if not sight.settled:
            return sight.glance
        if sight.glance.attention is Attention.BUMPED:
            return self._follow_bump(frame, sight)
        if sight.glance.attention is Attention.LOST:
            return self._found_anew(frame, sight)
        self._change, self._scale = sight.change, sight.scale
        return sight.glance

    def _found_anew(self, frame: Frame, sight: Sight) -> Glance:
        """Nothing of the table lies where it lay: worth reading only where cards lie elsewhere."""
        if frame.time_ms - self._sought_ms < PARAMETERS.seek_again_ms:
            return sight.glance
        self._sought_ms = frame.time_ms
        return self._follow_bump(frame, sight) if self._cards_on(frame.image) else sight.glance

    def _follow_bump(self, frame: Frame, sight: Sight) -> Glance:
        """The table was knocked: everything lies about where the motion says, and is searched for when it is read."""
        if self._searched is not None:
            self._before.begin(self._searched)
        if sight.motion is not None:
            matrix = np.vstack([sight.motion.matrix, [0.0, 0.0, 1.0]])
            self._memory = self._memory.moved(matrix)
            self._fresh = [replace(one, pose=matrix @ one.pose) for one in self._fresh]
            self._before.knocked(frame.image, matrix)
        elif self._read is not None:
            self._lay = self._lay or self._memory
            self._memory, self._fresh = TableauMemory({}), []  # nothing tells how it moved
        self._change, self._searched = None, None
        self._watch.was_read(frame.image)
        return replace(sight.glance, attention=Attention.STILL, changed=True)

    # Reading a still table

    def explain(self, state: TableT, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`."""
        new = self._new_things(still, state)
        if not self._shows_cards:  # that nothing was done can't be told of a picture that shows nothing of the game
            self._searched, self._hypotheses = None, ()
            self._watch.was_read(still.image)
            return explained((), still.number, otherwise=0.0)
        layers = layers_of(still.image, self._due_px(state, new), 48.0)
        self._gone = self._reviewed(layers, everything=self._read is None)
        self._fresh = distinct([*self._still_there(layers), *new], PARAMETERS.plain)
        self._hypotheses = self._fresh_hypotheses(state, layers)
        self._read = still
        self._watch.was_read(still.image)
        return _explanation(self._hypotheses, self._gone, still.number)

    def committed(self, state: TableT) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        wanted = recorded_cards(state)
        built = wanted - recorded_cards(self._state)
        moved = state.seat != self._state.seat or bool(built)
        self._state = state
        for card in wanted - set(self._memory.lying):
            hypothesis = next((one for one in self._hypotheses if card in one.lying), None)
            if hypothesis is not None:
                self._memory = self._memory.with_card(card, hypothesis.lying[card])
                continue
            seen = self._seen_as(card.key)
            if seen is not None:
                self._memory = self._memory.with_card(card, Lying(seen.view, seen.pose))
        self._memory = self._memory.only(wanted)
        lying = [one.middle for one in self._memory.lying.values()]
        self._fresh = [one for one in self._fresh if not any(np.hypot(*(one.middle - at)) < 8 for at in lying)]
        if moved:
            # What nobody could name has been told by people, so that is what had come.
            cards = [
                one for one in self._fresh if self._kind(one) is CardKind.CARD and built <= set(self._memory.lying)
            ]
            self._before.is_over(cards, self._searched, self._scale)
        self._hypotheses = ()
        self._aim()

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`."""
        return tuple(closed(one.quad) for one in self._memory.lying.values())

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of ``card:KEY`` or ``tile:KEY``, or None where it is not in view."""
        there = table_place(place)
        key = there.key if isinstance(there, CardPlace | TilePlace) else ""
        for card, one in self._memory.lying.items():
            if card.key == key:
                return closed(one.quad)
        hypothesis = next((hypothesis for hypothesis in self._hypotheses if place in hypothesis.places), None)
        lying = next(iter(hypothesis.lying.values()), None) if hypothesis is not None else None
        return closed(lying.quad) if lying is not None else None

    # How it is done

    def _new_things(self, frame: Frame, state: TableT) -> list[CardSighting]:
        """What lies there newly. Only a row of tiles or a building is worth the search: while commodities are taken
        and paid, what changes is kept for later."""
        if self._searched is None:
            found = self._searched_picture(frame)
            if may_build(state):
                self._before.wait_for(found)
        elif not expects_cards(state):
            return []
        else:
            self._before.begin(self._searched)
            found = self._changed_places(frame, self._searched)
        self._searched = PictureStatistics.of(small_of(frame.image))
        return found

    def _searched_picture(self, frame: Frame) -> list[CardSighting]:
        """Everything in the picture; what is on record takes its place in memory."""
        seen = self._cards_on(frame.image)
        self._shows_cards = bool(seen)
        self._market = [one.quad for one in seen if self._in_market(one)]
        found = [one for one in seen if self._kind(one) != "good"]
        # Everybody has the same buildings of Riga: they are told apart last, by whose display they lie in.
        alike = of_everybody(self._state)
        for card in sorted(recorded_cards(self._state), key=lambda card: _by_distinctness(card, alike)):
            one = self._nearest_of(card, found)
            if one is not None:
                self._memory = self._memory.with_card(card, Lying(one.view, one.pose))
                found.remove(one)
        if self._lay is not None and self._shows_cards:
            self._before.knocked(frame.image, self._memory.motion_since(self._lay))
            self._lay = None
        return found

    def _cards_on(self, picture: Picture) -> list[CardSighting]:
        """Everything of the game in a picture; what is hardly seen of small tiles, too, while the row is laid out."""
        return find_cards(picture, self._edition, small_tiles=self._state.step is Step.ROW)

    def _nearest_of(self, card: RecordedCard, found: list[CardSighting]) -> CardSighting | None:
        """The sighting that is this thing on record: near where it lay, else best in its owner's display; or None."""
        views = self._views_of_tile(card.key) if card.seat is None else {self._card_view(card.key)}
        alike = [one for one in found if one.view in views]
        known = self._memory.lying.get(card)
        if known is not None:
            alike = [one for one in alike if math.dist(one.middle, known.middle) < 1.2 * known.wide]
            return min(alike, key=lambda one: math.dist(one.middle, known.middle), default=None)
        if card.seat is None:
            return next(iter(alike), None)
        return min(alike, key=lambda one: self._memory.seat_near(one.middle) != card.seat, default=None)

    def _views_of_tile(self, key: str) -> set[int | None]:
        return {
            number
            for view, number in self._views.items()
            if view.kind is CardKind.TILE and master_named(view.name).key == key
        }

    def _changed_places(self, frame: Frame, before: PictureStatistics) -> list[CardSighting]:
        """Cards and tiles where the picture has changed since it was searched last; in the market only where nothing
        that could be built lies anywhere else."""
        change = structural_change(before, PictureStatistics.of(small_of(frame.image)))
        mask = market_mask(change.shape[:2], self._scale, self._market)
        where = places(frame.image, change, self._scale, self._card_px([]), mask)
        self._since_search = change
        found = [one for box in where.elsewhere for one in self._cards_in(frame, box)]
        if self._searches_market(found):
            found += [one for box in where.market for one in self._cards_in(frame, box)]
        return found

    def _searches_market(self, found: list[CardSighting]) -> bool:
        return not any(one.similarity > PARAMETERS.plain and self._may_be_built(one) for one in found)

    def _cards_in(self, frame: Frame, box: Box) -> list[CardSighting]:
        """What lies in a part of the picture and is not on record; where commodities lie is kept in mind."""
        left, top, right, bottom = box
        part = np.ascontiguousarray(frame.image[top:bottom, left:right])
        shift = np.array([[1.0, 0.0, left], [0.0, 1.0, top], [0.0, 0.0, 1.0]])
        seen = [replace(one, pose=shift @ one.pose) for one in self._cards_on(part)]
        self._market += [one.quad for one in seen if self._in_market(one)]
        # Commodities are searched for too, or they would be taken for buildings.
        return [one for one in seen if self._kind(one) is not CardKind.GOOD and not self._on_record(one)]

    def _may_be_built(self, one: CardSighting) -> bool:
        view = self._edition.views[one.view].key
        return view.kind is CardKind.TILE or (not self._in_market(one) and view.name in may_build(self._state))

    def _in_market(self, one: CardSighting) -> bool:
        """Commodities, and buildings on offer."""
        view = self._edition.views[one.view].key
        offered = {key for key, _ in self._state.offer} if isinstance(self._state, State) else set[str]()
        return one.similarity > PARAMETERS.plain and (view.kind is CardKind.GOOD or view.name in offered)

    def _reviewed(self, layers: Layers, *, everything: bool) -> tuple[Discrepancy, ...]:
        """What is on record and no longer looks as it should; only what has changed is looked at again."""
        gone = {one.place: one for one in self._gone}
        for card, one in self._memory.lying.items():
            place = card.place.notation
            if not everything and place not in gone and self._share_changed(one) < PARAMETERS.recheck:
                continue
            gone.pop(place, None)
            if similarity_at(layers, self._prepared, one.pose, one.view) < PARAMETERS.missing:
                gone[place] = Discrepancy(place, "riga.recorded", "riga.seen_no_card", 0.9)
        on_record = {card.place.notation for card in self._memory.lying}
        return tuple(one for place, one in gone.items() if place in on_record)

    def _share_changed(self, one: Lying) -> float:
        if self._change is None:
            return 1.0
        mask = np.zeros(self._change.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(one.quad / self._scale).astype(np.int32), 1)
        inside = mask > 0
        return float((self._change[inside] > changed.PARAMETERS.changed).mean()) if inside.any() else 0.0

    def _fresh_hypotheses(self, state: TableT, layers: Layers) -> tuple[CardHypothesis, ...]:
        """What the fresh things may mean in this state."""
        if state.step is Step.ROW:
            row = row_of(layers, self._edition, [one for one in self._fresh if self._kind(one) is CardKind.TILE])
            return row_hypothesis(state, row, names_of(layers, self._edition, row), self._edition)

        def fits(one: CardSighting, keys: tuple[str, ...]) -> CardSighting:
            views = np.array([view for key in keys if (view := self._card_view(key)) is not None], np.intp)
            return judged(layers, self._prepared, one.pose, KINDS.index(CardKind.CARD), views)

        def has_come(one: CardSighting) -> bool:
            return self._before.has_come(one, self._searched, self._scale)

        strange = self._something_strange()
        cards = [one for one in self._fresh if self._kind(one) is CardKind.CARD]
        lying = tuple(self._memory.lying.values())
        came = cards_that_came(layers, cards, lying, self._edition, has_come, strange=strange)
        return hypotheses(state, came, self._memory, self._edition, fits, strange=strange)

    def _something_strange(self) -> bool:
        """Whether something as large as a card has come since the last move that nobody can name."""
        if self._before.is_lost or self._before.picture is None or self._searched is None:
            return self._before.is_lost
        plain = [one for one in self._fresh if one.similarity > PARAMETERS.plain]
        known = [one.quad / self._scale for one in (*self._memory.lying.values(), *plain)]
        market = [quad / self._scale for quad in self._market]
        return unexplained(self._before.picture, self._searched, known, market, self._card_px(plain) / self._scale)

    def _card_view(self, key: str) -> int | None:
        return self._views.get(CardKey(CardKind.CARD, key))

    def _kind(self, one: CardSighting) -> CardKind:
        return self._edition.views[one.view].key.kind

    def _seen_as(self, key: str) -> CardSighting | None:
        views = {self._card_view(key), self._views.get(CardKey(CardKind.TILE, key))}
        return next((one for one in self._fresh if one.view in views), None)

    def _still_there(self, layers: Layers) -> Iterator[CardSighting]:
        """What was seen before and still is, as like as it looks now."""
        for one in self._fresh:
            similarity = similarity_at(layers, self._prepared, one.pose, one.view)
            if similarity > judging.PARAMETERS.least:
                yield replace(one, similarity=similarity)

    def _on_record(self, one: CardSighting) -> bool:
        return any(np.hypot(*(one.middle - other.middle)) < 0.4 * other.wide for other in self._memory.lying.values())

    def _card_px(self, new: list[CardSighting]) -> float:
        """How wide a card is here, px, by all that lies on record; where nothing does, by what is new. Tiles of the row
        are narrower than cards, and whatever lies aslant before the camera seems so."""
        views, known = self._edition.views, [(one.view, one.pose) for one in self._memory.lying.values()]
        known = known or [(one.view, one.pose) for one in new]
        scales = [px_per_mm(pose, views[view].size_mm) for view, pose in known]
        return float(np.median(scales)) * edition.PARAMETERS.card_mm[0] if scales else PARAMETERS.usual_px

    def _due_px(self, state: TableT, new: list[CardSighting]) -> float:
        """How wide that is which is due, px: a tile while the row is laid out, else a card."""
        (tile, _), (card, _) = edition.PARAMETERS.tile_mm, edition.PARAMETERS.card_mm
        return self._card_px(new) * (tile / card if state.step is Step.ROW else 1.0)

    def _outlines(self) -> list[NDArray[np.float64]]:
        return [one.quad for one in self._memory.lying.values()]

    def _aim(self) -> None:
        """Tell the watch where things lie that must not move."""
        outlines = self._outlines()
        if self._read is None or len(outlines) < 6:
            return
        self._watch.look_at(None, filled_outlines(outlines, self._read.image.shape, 4))
        self._watch.was_read(self._read.image)


def _explanation(row: tuple[CardHypothesis, ...], gone: tuple[Discrepancy, ...], number: int) -> Explanation:
    return explained(
        (Scored(hypothesis.actions, log_of(hypothesis.probability), hypothesis.places) for hypothesis in row),
        number,
        otherwise=log_of(1.0 - sum(hypothesis.probability for hypothesis in row)),
        discrepancies=gone,
    )


def _by_distinctness(card: RecordedCard, alike: Set[str]) -> tuple[bool, bool, int, str]:
    """Buildings of which everybody has the same come last."""
    is_tile = card.seat is None
    return not is_tile and card.key in alike, is_tile, card.seat or 0, card.key
