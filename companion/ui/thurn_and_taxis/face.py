"""The faces of Thurn and Taxis and of Power & Glory: how they are drawn, told and played by touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from kivy.uix.widget import Widget

from companion.editions.box_values import own_values
from companion.editions.postal_map import own_map
from companion.session.summing_up import UNTOLD
from companion.ui.kit.box_workshop import box_workshop
from companion.ui.kit.face import NOTHING_SETTLED, Amends, Attempt, CardRemark, Face, LeftInStock, Workshop
from companion.ui.kit.piece_workshop import piece_workshop
from companion.ui.thurn_and_taxis.adviser import RouteMap
from companion.ui.thurn_and_taxis.at_table import PostalProposal, PostalSession, PostalView
from companion.ui.thurn_and_taxis.board import ThurnBoard
from companion.ui.thurn_and_taxis.offers import begun, question
from companion.ui.thurn_and_taxis.pictures import CityCard, HousesPicture
from companion.ui.thurn_and_taxis.touch import PostalTouch
from games.any_game import AnyRecord, known_record
from games.game import JsonValue, Phrase, Seat
from games.record import LineStep
from games.thurn_and_taxis.actions import HIDDEN, Abandon, Action, Close, Harness, Play, Take
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.closing import closings, last_round_phrase
from games.thurn_and_taxis.editing import default_count
from games.thurn_and_taxis.moment import Step as Due
from games.thurn_and_taxis.printed_values import with_printed
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS
from games.thurn_and_taxis.state import Conveyance, State

_STEPS = (Due.TAKE, Due.PLAY, Due.CLOSE)
MOST_AMENDS = 8


class PostalFace(Face[State, Action]):
    """See :class:`companion.ui.kit.face.Face`."""

    kinds: ClassVar[Mapping[str, str]] = {
        "thurn.carriage": "thurn.kind_carriage",
        "thurn.tile_provinces": "thurn.kind_provinces",
        "thurn.tile_all_provinces": "thurn.kind_provinces",
        "thurn.tile_length": "thurn.kind_length",
        "thurn.tile_free_city": "thurn.kind_free_city",
        UNTOLD.key: "thurn.kind_houses_left",
    }

    deeds = "thurn"
    game = THURN_AND_TAXIS
    map_key = "base"

    def board(self) -> ThurnBoard:
        """A fresh board."""
        return ThurnBoard()

    def touch(
        self,
        board: ThurnBoard,
        session: PostalSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> PostalTouch:
        """Cities and cards to tap, and the advice on closing."""
        return PostalTouch(board, session, attempt, changed)

    def turn(self, view: PostalView) -> int:
        """As the record counts them."""
        return int(view.state.turn)

    def steps(self, view: PostalView) -> tuple[tuple[Phrase, ...], int]:
        """Take, play, close; or what is asked besides."""
        state: State = view.state
        if state.step not in _STEPS:
            return (Phrase.of(f"thurn.step_{state.step}"),), 0
        return tuple(Phrase.of(f"thurn.step_{step}") for step in _STEPS), _STEPS.index(state.step)

    def still_ours(self, view: PostalView) -> int:
        """Cities, roads and tiles of the map that nobody has compared with the board."""
        return default_count(view.state.setup.atlas)

    def count(self, view: PostalView) -> Phrase:
        """Cards in the pile, or that the last round is played."""
        state: State = view.state
        if state.last_round:
            return last_round_phrase(state)
        return Phrase.of("thurn.pile_left", count=state.pile)

    def hint(self, view: PostalView) -> Phrase:
        """What to do now."""
        return question(view, begun(view.state))

    def begin(self) -> Phrase:
        """What the button says that begins a move by touch beside a camera."""
        return Phrase.of("thurn.begin")

    def remark(self, view: PostalView, seat: int) -> CardRemark | None:
        """Houses left."""
        return CardRemark("house", str(view.state.houses_left(seat)))

    def deed(self, view: PostalView, state: State, action: Action) -> Phrase | None:
        """A card by its city, where anybody has seen it."""
        match action:
            case Take(city) if city != HIDDEN:
                return Phrase.of("thurn.deed_take_city", city=city)
            case Play(city):
                return Phrase.of("thurn.deed_play_city", city=city)
        return super().deed(view, state, action)

    def deed_closely(self, view: PostalView, state: State, action: Action) -> Phrase | None:
        """What is turned up for a card, at which end of the route one is laid, and how many horses."""
        match action:
            case Harness(horses, city):
                known = {"city": city} if city != HIDDEN else {}
                return Phrase.of("thurn.harness_city" if known else "thurn.harness", horses=horses, **known)
            case Take(city, refill) if HIDDEN not in (city, refill):
                return Phrase.of("thurn.deed_take_for", city=city, refill=refill)
            case Play(city, end) if state.mover.route:
                return Phrase.of(f"thurn.play_{end}", city=city)
        return self.deed(view, state, action)

    def option_picture(self, view: PostalView, proposal: PostalProposal, options: tuple[PostalProposal, ...]) -> Widget:
        """The card, or the route with the houses that would be placed."""
        action = proposal.actions[0] if proposal.actions else None
        if isinstance(action, Take | Play | Harness) and action.city != HIDDEN:
            return _picture_of(view.state, action)
        return RouteMap(view, action.cities if isinstance(action, Close) else ())

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[Action], ...]:
        """How the last closing or card of a tapped city may have been meant instead."""
        index = _recorded_at(record, thing)
        if index is None:
            return ()
        known = known_record(record, THURN_AND_TAXIS)
        action, before = known.line[index].action, known.state_before(index)
        if isinstance(action, Close):
            seats = record.setup.seats
            near = sorted(closings(before), key=lambda one: len(set(one.cities) ^ set(action.cities)))
            houses: list[Amends[Action]] = [
                Amends(
                    index,
                    one,
                    partial(HousesPicture, before, seats, one.cities),
                    Phrase.of("thurn.amend_houses", cities=one.cities),
                )
                for one in near
                if one != action
            ]
            return tuple(houses[:MOST_AMENDS])
        others = [
            one
            for one in known.game.legal(before)
            if isinstance(one, Play | Harness) and one != action and _like(one, action)
        ]
        return tuple(
            Amends(index, one, partial(_picture_of, before, one), _amend_words(before, one))
            for one in others[:MOST_AMENDS]
        )

    def removal(self, record: AnyRecord, thing: object) -> Amends[Action] | None:
        """What was recorded there last never happened."""
        index = _recorded_at(record, thing)
        return Amends(index, None, Widget) if index is not None else None

    def is_moment(self, step: LineStep[State, Action]) -> bool:
        """Cards played, routes closed or given up."""
        return isinstance(step.action, Play | Harness | Close | Abandon)

    def left(self, view: PostalView) -> tuple[LeftInStock, ...]:
        """City cards that nobody has seen since they were shuffled: in the pile, or in a hand."""
        state: State = view.state
        atlas = state.setup.atlas
        unseen = ((city.name, state.unseen(city.name)) for city in atlas.cities)
        return tuple(LeftInStock(partial(CityCard, atlas, city), count) for city, count in unseen if count)

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The card, or the houses."""
        known = known_record(record, THURN_AND_TAXIS)
        action, before = known.line[index].action, known.state_before(index)
        if isinstance(action, Close):
            return HousesPicture(before, record.setup.seats, action.cities)
        return _picture_of(before, action)

    def workshop(self) -> Workshop:
        """Where the map is made the owner's."""
        return Workshop(
            Phrase.of("thurn.edit_open"), Phrase.of("thurn.edit_open_detail"), "map_editor", {"map": self.map_key}
        )

    def reading(self) -> tuple[Workshop, ...]:
        """Where the numbers of the owner's box are entered."""
        return (box_workshop(self.game.key), piece_workshop(self.game.key))

    def _atlas(self) -> Atlas:
        """The owner's map, with the numbers of the owner's box."""
        return with_printed(own_map(self.map_key), own_values(self.game.key).entered_values)

    def expansions(self) -> tuple[str, ...]:
        """What can be switched on."""
        return ("later-edition",)

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data, with the owner's map."""
        setup = replace(self.game.setup(seats), atlas=self._atlas())
        setup = replace(setup, all_provinces_has_baiern="later-edition" in expansions)
        return self.game.setup_to_json(setup)


class NorthernFace(PostalFace):
    """Power & Glory."""

    game = POWER_AND_GLORY
    map_key = "power-and-glory"

    def expansions(self) -> tuple[str, ...]:
        """What can be switched on."""
        return ("basic-rules",)

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data, with the owner's map; "the game using the basic game rules" on request."""
        setup = replace(self.game.setup(seats), atlas=self._atlas())
        if "basic-rules" in expansions:
            setup = replace(setup, conveyance=Conveyance.CARRIAGES)
        return self.game.setup_to_json(setup)


def _like(one: Play | Harness, action: Action | None) -> bool:
    """Whether one card may have been taken for another: the same city, or the same end of the route."""
    same_end = isinstance(one, Play) and isinstance(action, Play) and one.end == action.end
    return same_end or (isinstance(action, Play | Harness) and one.city == action.city)


def _amend_words(before: State, action: Play | Harness) -> Phrase:
    if isinstance(action, Harness):
        key = "thurn.harness" if action.city == HIDDEN else "thurn.harness_city"
        return Phrase.of(key, city=action.city, horses=action.horses)
    return Phrase.of(f"thurn.play_{action.end}" if before.mover.route else "thurn.play", city=action.city)


def _picture_of(before: State, action: Action | None) -> Widget:
    if isinstance(action, Harness):
        return CityCard(before.setup.atlas, action.city, horses=action.horses)
    city = action.city if isinstance(action, Play | Take) else (before.mover.route or ("",))[0]
    return CityCard(before.setup.atlas, city)


def _recorded_at(record: AnyRecord, thing: object) -> int | None:
    """The last card or closing on record that the tapped city is about."""
    if not isinstance(thing, str) or ":" in thing:
        return None
    line = known_record(record, THURN_AND_TAXIS).line
    for index in range(len(line) - 1, -1, -1):
        action = line[index].action
        if isinstance(action, Close) and thing in action.cities:
            return index
        if isinstance(action, Play | Harness) and thing == action.city:
            return index
    return None
