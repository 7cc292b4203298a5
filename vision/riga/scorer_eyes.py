"""The eyes of the scorer: they read the Grand Masters when they are laid out, and then count every display beside what
was tapped.

A building that lies in a player's display and was not tapped yet is proposed: one tap takes it into the record. Where
counts differ otherwise (a wrong city, person or player, a building that isn't there) the cell is pointed out, with the
correction where one building tells it. Nothing is pointed out at the first glance, for people tap before they lay down,
too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from games.riga.box.buildings import CardSet
from games.riga.box.components import CITIES, PERSONS
from games.riga.grand_masters import Display, cell_place
from games.riga.moment import Step
from games.riga.scorer.actions import Build, write_action
from games.riga.scorer.rules import State
from games.riga.table_place import CellPlace, table_place
from vision.attention import Sight
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.judging import CardSighting, judged, similarity_at
from vision.explanation import Discrepancy, Explanation, Scored, explained, log_of
from vision.eyes import Glance, closed
from vision.frames import Frame
from vision.imaging.change import PictureStatistics, small_of
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.riga import eyes
from vision.riga.changed import Box, changed_enough
from vision.riga.eyes import RigaEyes
from vision.riga.laying import laid_beside
from vision.riga.memory import Lying, TableauMemory
from vision.riga.tallying import CountedTable, Difference, Shown, Shows, Untold, tallied


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerEyesParameters(Parameters):
    """How sure a card is read and whose it is, beside what was tapped."""

    read: float = parameter(0.6, "chance", "from which a card's city and persons count as read", CHOSEN)
    like_a_card: float = parameter(0.52, "likeness", "under which something that may be a card tells nothing", CHOSEN)
    plain: float = parameter(
        0.75, "likeness", "under which a card is judged again at every look: light and shadows pass", CHOSEN
    )
    same_place: float = parameter(0.6, "widths", "within which a card that is found again is the same one", CHOSEN)
    odd_size: float = parameter(
        0.5, "logarithm", "by which a card may look larger or smaller than the others do", CHOSEN
    )
    surely_whose: float = parameter(0.85, "chance", "from which a card is remembered as somebody's", CHOSEN)
    pointed_out: float = parameter(0.9, "confidence", "of a difference that was seen twice", CHOSEN)


PARAMETERS = ScorerEyesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class _OpenCard:
    """A building card that lies open, and whose display it was last in."""

    seen: CardSighting
    seat: int | None = None


class ScorerEyes(RigaEyes[State]):
    """Follows the scorer on one table.

    Args:
        edition: pictures of the cards and tiles that are played with.
        cards: what is printed on them.
        state: where the record stands when the eyes are opened.
    """

    def __init__(self, edition: CardEdition, cards: CardSet, state: State) -> None:
        super().__init__(edition, state)
        printed = [
            cards.by_key.get(key.name) if key.kind is CardKind.CARD else None
            for key in (view.key for view in edition.views)
        ]
        self._faces: tuple[Shown | None, ...] = tuple(
            None if card is None else (card.city, card.persons) for card in printed
        )
        self._cards: list[_OpenCard] = []
        self._tally = CountedTable()
        self._recorded_builds: list[Build] = []  # since the eyes were opened, as the record tells
        self._suspected: tuple[Difference, ...] = ()  # what differed at the last reading of this record
        self._looked_over = False  # the whole picture was searched for what is missing from this record

    # Reading a still table

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`."""
        if state.step is not Step.PLAY:
            return super().explain(state, still)
        self._look_for_cards(still)
        ways = self._counted(state)
        if any(one.seen < one.recorded for one in ways[0].differences) and not self._looked_over:
            self._looked_over = True  # before anybody is told, everything is looked at closely
            self._take_in(self._searched_picture(still), again=False)
            ways = self._counted(state)
        self._tally = tally = ways[0]
        self._cards = _remembered(self._cards, ways)
        self._read = still
        self._watch.was_read(still.image)
        twice = tally.differences == self._suspected
        self._suspected = tally.differences
        differing = (*self._gone, *(self._pointed_out(tally, state) if twice else ()))
        return _explanation(ways, differing, still.number, doubtful=not twice)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        self._recorded_builds = _builds_since(self._recorded_builds, self._state.displays, state.displays)
        self._suspected, self._looked_over = (), False
        super().committed(state)

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`: the row, and the cards of every display."""
        displayed = [closed(card.seen.quad) for card in self._cards if card.seat is not None]
        return (*super().overlay(), *displayed)

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of ``cell:SEAT:SUBJECT``: around the player's cards of that city or person, around the
        display where there is none; else as the eyes of Riga tell."""
        cell = table_place(place)
        if not isinstance(cell, CellPlace):
            return super().outline_of(place)
        own = [card.seen for card in self._cards if card.seat == cell.seat]
        shown = [one for one in own if cell.subject in _subjects(self._shown(one)[0])]
        if not own:
            return None
        corners = np.concatenate([one.quad for one in shown or own]).astype(np.float32)
        return closed(cv2.convexHull(corners)[:, 0])

    # How it is done

    def _look_for_cards(self, frame: Frame) -> None:
        """What lies there now: cards that were known and are still there, and new ones where something has changed."""
        whole = self._searched is None
        if whole:  # first, for it tells where the row lies after the table was pushed
            found = self._searched_picture(frame)
        layers = layers_of(frame.image, self._card_px([]), 48.0)
        self._gone = self._reviewed(layers, everything=whole)
        if 0 < len(self._memory.lying) <= len(self._gone):
            # Nothing of the row lies where it lay: the table was pushed. Counts tell again whose cards are whose; those
            # that lie where somebody's cards lay are most likely still theirs.
            self._memory, self._gone, whole = TableauMemory({}), (), True
            found = self._searched_picture(frame)
        elif self._searched is not None:
            self._cards = [self._judged_again(card, layers) for card in self._cards if self._lies(card.seen, layers)]
            found = [*self._fresh, *self._changed_places(frame, self._searched)]
        self._fresh = []
        self._searched = PictureStatistics.of(small_of(frame.image))
        self._take_in(found, again=whole)

    def _take_in(self, found: list[CardSighting], *, again: bool) -> None:
        """Add building cards; ``again`` where everything was searched for, and what is not found is gone."""
        known = self._cards
        kept = [] if again else list(known)
        usual = self._card_px([])
        for one in sorted(found, key=lambda sighting: -sighting.similarity):
            if self._kind(one) is not CardKind.CARD or (
                known and abs(math.log(Lying(one.view, one.pose).wide / usual)) > PARAMETERS.odd_size
            ):
                continue
            if not any(_same_place(one, card.seen) for card in kept):
                before = next((card for card in known if _same_place(one, card.seen)), None)
                kept.append(_OpenCard(one, before.seat if before is not None else None))
        self._cards = kept

    def _counted(self, state: State) -> tuple[CountedTable, ...]:
        shows = []
        for card in self._cards:
            shown, sure = self._shown(card.seen)
            shows.append(Shows(card.seen.pose, shown, sure, card.seat))
        return tallied(state.displays, shows)

    def _shown(self, one: CardSighting) -> tuple[Shown | None, float]:
        """City and persons of a card, whichever it is of those that it may be, and how sure that is."""
        chances: dict[Shown, float] = {}
        own = max(0.0, 1.0 - sum(chance for _, chance in one.rivals))
        for view, chance in ((one.view, own), *one.rivals):
            face = self._faces[view]
            if face is not None:
                chances[face] = chances.get(face, 0.0) + chance
        best = max(chances, key=chances.__getitem__, default=None)
        if best is None or chances[best] < PARAMETERS.read or one.similarity < PARAMETERS.like_a_card:
            return None, 0.0
        return best, chances[best] * min(1.0, one.probability / max(own, 1e-6))

    def _lies(self, one: CardSighting, layers: Layers) -> bool:
        if self._share_changed(Lying(one.view, one.pose)) < eyes.PARAMETERS.recheck:
            return True
        return similarity_at(layers, self._prepared, one.pose, one.view) > eyes.PARAMETERS.missing

    def _judged_again(self, card: _OpenCard, layers: Layers) -> _OpenCard:
        if card.seen.similarity > PARAMETERS.plain:
            return card
        seen = judged(layers, self._prepared, card.seen.pose, KINDS.index(CardKind.CARD))
        return replace(card, seen=seen) if seen.similarity > card.seen.similarity else card

    def _pointed_out(self, tally: CountedTable, state: State) -> tuple[Discrepancy, ...]:
        """Every count that differs; where one building told for another explains it all, with that correction, and the
        cells where it lies."""
        differing = {(one.seat, one.subject): (one.recorded, one.seen) for one in tally.differences}
        correction = self._correction(tally)
        if correction is not None:
            for one in tally.untold:
                for subject in _subjects(one.shown):
                    recorded = _recorded(state.displays[one.seat], subject)
                    differing.setdefault((one.seat, subject), (recorded, recorded + 1))
        discrepancies: list[Discrepancy] = []
        for (seat, subject), (recorded, seen) in differing.items():
            place = cell_place(seat, subject)
            discrepancies.append(
                Discrepancy(
                    place, str(recorded), str(seen), PARAMETERS.pointed_out, None if discrepancies else correction
                )
            )
        return tuple(discrepancies)

    def _correction(self, tally: CountedTable) -> tuple[str, str] | None:
        """The building that was told, and what it should have been, where that explains all that differs."""
        for build in reversed(self._recorded_builds):
            for shown, seat in self._instead(build, tally):
                return write_action(build), write_action(Build(seat, *shown))
        return None

    def _instead(self, build: Build, tally: CountedTable) -> list[tuple[Shown, int]]:
        """Cards that would make all agree if they had been told in place of this building, and whose they are."""
        off = {(one.seat, one.subject): one.seen - one.recorded for one in tally.differences}
        for one in tally.untold:
            for subject in _subjects(one.shown):
                off[one.seat, subject] = off.get((one.seat, subject), 0) + 1
        for subject in _subjects((build.city, build.persons)):
            off[build.seat, subject] = off.get((build.seat, subject), 0) + 1
        off = {cell: count for cell, count in off.items() if count}
        found = []
        for card in self._cards:
            shown = self._shown(card.seen)[0]
            if shown is not None and card.seat is not None:
                wanted: dict[tuple[int, str], int] = {}
                for subject in _subjects(shown):
                    wanted[card.seat, subject] = wanted.get((card.seat, subject), 0) + 1
                if wanted == off:
                    found.append((shown, card.seat))
        return found

    # What the eyes of Riga ask

    def _follow_bump(self, frame: Frame, sight: Sight) -> Glance:
        if sight.motion is not None:
            matrix = np.vstack([sight.motion.matrix, [0.0, 0.0, 1.0]])
            self._cards = [
                _OpenCard(replace(card.seen, pose=matrix @ card.seen.pose), card.seat) for card in self._cards
            ]
        else:
            self._cards = []  # counts tell whose they are when they are found again
        return super()._follow_bump(frame, sight)

    def _on_record(self, one: CardSighting) -> bool:
        return super()._on_record(one) or any(_same_place(one, card.seen) for card in self._cards)

    def _cards_in(self, frame: Frame, box: Box) -> list[CardSighting]:
        """Cards laid beside others are found at a glance; the rest is searched for."""
        known = [card.seen.pose for card in self._cards]
        if known and self._since_search is not None:
            layers = layers_of(frame.image, self._card_px([]), 48.0)
            changed = changed_enough(self._since_search)
            beside = laid_beside(layers, self._edition, known, changed, self._scale, box)
            if beside:
                return beside
        return super()._cards_in(frame, box)

    def _searches_market(self, found: list[CardSighting]) -> bool:
        return False  # nobody builds there, and the scorer does not follow it

    def _card_px(self, new: list[CardSighting]) -> float:
        return super()._card_px([*new, *(card.seen for card in self._cards)])

    def _outlines(self) -> list[NDArray[np.float64]]:
        return [*super()._outlines(), *(card.seen.quad for card in self._cards)]


def _explanation(
    ways: tuple[CountedTable, ...], differing: tuple[Discrepancy, ...], number: int, *, doubtful: bool
) -> Explanation:
    """Buildings that wait to be told, or nothing done; another look is wanted where that is ``doubtful``.

    Whose cards are whose is not certain: every way of it that leaves nothing else to explain tells its own hypothesis.
    """
    chances: dict[tuple[Build, ...], float] = {}
    places: dict[tuple[Build, ...], tuple[str, ...]] = {}
    for way in ways:
        if way is not ways[0] and way.differences:
            continue  # rather nothing than a hypothesis that leaves counts unexplained
        builds = tuple(Build(one.seat, *one.shown) for one in way.untold)
        sure = 0.98 * (0.5 if doubtful and builds else 1.0) * way.probability
        probability = sure * math.prod(one.probability for one in way.untold)
        chances[builds] = chances.get(builds, 0.0) + probability
        places.setdefault(builds, _places(way.untold))
        chances[()] = chances.get((), 0.0) + 0.98 * way.probability - probability
    return explained(
        (Scored(builds, log_of(chance), places.get(builds, ())) for builds, chance in chances.items()),
        number,
        otherwise=log_of(1.0 - sum(chances.values())),
        discrepancies=differing,
    )


def _remembered(cards: list[_OpenCard], ways: tuple[CountedTable, ...]) -> list[_OpenCard]:
    """The cards with whose they are, where that is beyond doubt; a guess that is remembered would bind what follows."""
    known = []
    for number, card in enumerate(cards):
        seat = ways[0].seats[number]
        alike = sum(way.probability for way in ways if way.seats[number] == seat)
        known.append(replace(card, seat=seat) if alike >= PARAMETERS.surely_whose else card)
    return known


def _places(untold: tuple[Untold, ...]) -> tuple[str, ...]:
    return tuple(cell_place(one.seat, subject) for one in untold for subject in _subjects(one.shown))


def _subjects(shown: Shown | None) -> tuple[str, ...]:
    return () if shown is None else (shown[0], *shown[1])


def _builds_since(builds: list[Build], before: tuple[Display, ...], after: tuple[Display, ...]) -> list[Build]:
    """The buildings that were told, with what the record has more or less of now."""
    builds = list(builds)
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        persons = tuple(
            kind for kind, was, now in zip(PERSONS, old.persons, new.persons, strict=True) for _ in range(now - was)
        )
        for city, was, now in zip(CITIES, old.buildings, new.buildings, strict=True):
            if now == was + 1:
                builds.append(Build(seat, city, persons))
            elif now < was:
                last = next((one for one in reversed(builds) if (one.seat, one.city) == (seat, city)), None)
                if last is not None:
                    builds.remove(last)
    return builds


def _same_place(one: CardSighting, other: CardSighting) -> bool:
    wide = Lying(other.view, other.pose).wide
    return bool(np.hypot(*(one.middle - other.middle)) < PARAMETERS.same_place * wide)


def _recorded(display: Display, subject: str) -> int:
    """Buildings in a city, or persons of a kind, covered ones too: cards show them whatever lies on them."""
    if subject in CITIES:
        return display.buildings[CITIES.index(subject)]
    return display.persons[PERSONS.index(subject)]
