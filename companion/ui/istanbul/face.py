"""Istanbul's face, with and without expansions: how it is drawn, told and played by touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from kivy.uix.widget import Widget

from companion.editions.box_values import own_values
from companion.editions.place_sets import place_sets
from companion.ui.istanbul.at_table import IstanbulProposal, IstanbulSession, IstanbulView
from companion.ui.istanbul.board import IstanbulBoard
from companion.ui.istanbul.offers import question
from companion.ui.istanbul.pictures import PlacePicture
from companion.ui.istanbul.touch import IstanbulTouch
from companion.ui.istanbul.words import button_of
from companion.ui.kit.box_workshop import box_workshop
from companion.ui.kit.face import NOTHING_SETTLED, Amends, Attempt, CardRemark, Face, Setting, Workshop
from companion.ui.kit.piece_workshop import piece_workshop
from games.any_game import AnyRecord, known_record
from games.game import JsonValue, Phrase, Seat
from games.istanbul.actions import Action, Demand, End, Move, Roll, Use
from games.istanbul.box.printed_values import MODE
from games.istanbul.expansions.letters import CompanionStep
from games.istanbul.layout import Layout
from games.istanbul.moment import OWN_TURN
from games.istanbul.rulebook import name_of
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS, Istanbul, playing
from games.istanbul.state import State
from games.record import LineStep

LAYOUT = "layout"  # under which the chosen layout is kept among what was settled
ANY_LAYOUT = "any_layout"  # ... and that it is played with although it breaks a rule of distance


def layout_from(text: str) -> Layout:
    """A layout from rows of numbers parted by slashes: ``15 5 2 14 / 4 12 7 3``."""
    return tuple(tuple(int(number) for number in row.split()) for row in text.split("/"))


def layout_text(layout: Layout) -> str:
    """A layout as :func:`layout_from` reads it."""
    return " / ".join(" ".join(map(str, row)) for row in layout)


class IstanbulFace(Face[State, Action]):
    """See :class:`companion.ui.kit.face.Face`."""

    game: Istanbul = ISTANBUL

    def board(self) -> IstanbulBoard:
        """A fresh board."""
        return IstanbulBoard()

    def touch(
        self,
        board: IstanbulBoard,
        session: IstanbulSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> IstanbulTouch:
        """Big buttons for what may be done, and places to tap."""
        return IstanbulTouch(board, session, attempt, changed)

    def turn(self, view: IstanbulView) -> int:
        """Turns that are over, and one more while somebody is to move."""
        return int(view.state.turns) + (view.active is not None)

    def steps(self, view: IstanbulView) -> tuple[tuple[Phrase, ...], int]:
        """Move, pay, act, meet; or what is told just now."""
        state: State = view.state
        if state.asks:
            return (Phrase.of(f"istanbul.ask_{state.asks[0].kind}"),), 0
        if state.step in OWN_TURN:
            return tuple(Phrase.of(f"istanbul.short_{step}") for step in OWN_TURN), OWN_TURN.index(state.step)
        return (Phrase.of(f"istanbul.step_{state.step}"),), 0

    def still_ours(self, view: IstanbulView) -> int:
        """Numbers and texts that nobody has entered."""
        entered = {path for path, _ in view.state.setup.corrections}
        return sum(value.is_open and value.key not in entered for value in self.game.printed_values())

    def count(self, view: IstanbulView) -> Phrase:
        """Rubies that end the game."""
        state: State = view.state
        target = playing(state.setup).rulebook(state.setup).target
        return Phrase.of("istanbul.last_round_now" if state.last_round else "istanbul.target", rubies=target)

    def hint(self, view: IstanbulView) -> Phrase:
        """What to do now, after what the dice have just shown."""
        asked = question(view)
        if view.ribbon is not None and view.ribbon.key == "istanbul.rolled":
            return Phrase.of("istanbul.after_roll", rolled=view.ribbon, then=asked)
        return asked

    def begin(self) -> Phrase:
        """What the button says that begins a move by touch beside a camera."""
        return Phrase.of("istanbul.begin")

    def deed(self, view: IstanbulView, state: State, action: Action) -> Phrase:
        """What its button says, and what it is about where that stands in the question only; where DONE ends the turn
        nothing is given up by it."""
        said = button_of(view, self.game.rulebook(state.setup), state, action)[1]
        match action:
            case End():
                return Phrase.of("istanbul.deed_end")
            case Roll(_, second) if second:
                return Phrase.of("istanbul.deed_roll", dice=said)
            case Demand():
                return Phrase.of("istanbul.deed_demand", goods=said)
        return said

    def done(self, view: IstanbulView) -> Phrase | None:
        """The one way to take the place's action, or the end of the turn."""
        action = self.game.only_way(view.state) or self.game.closing(view.state)
        return self.deed(view, view.state, action) if action is not None else None

    def remark(self, view: IstanbulView, seat: int) -> CardRemark | None:
        """Lira."""
        return CardRemark("bag", str(view.state.players[seat].lira))

    # History

    def is_moment(self, step: LineStep[State, Action]) -> bool:
        """Moves and actions of places."""
        return isinstance(step.action, Move | Use | CompanionStep)

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The place that it was about."""
        known = known_record(record, ISTANBUL)
        state, action = known.state_before(index), known.line[index].action
        assert action is not None  # see is_moment
        return PlacePicture(_place_of(action, state) or state.mover.merchant)

    # Choosing and correcting

    def option_picture(
        self, view: IstanbulView, proposal: IstanbulProposal, options: tuple[IstanbulProposal, ...]
    ) -> Widget:
        """The layout with what the proposal would do."""
        board = IstanbulBoard()
        board.interactive, board.with_panel = False, False
        board.view = replace(view, proposal=proposal, choice=None, discrepancies=())
        return board

    def meant(self, view: IstanbulView, thing: object) -> Move:
        """To go there."""
        return Move(int(str(thing)))

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[Action], ...]:
        """Where the last merchant that moved to this place may have gone instead."""
        index = _moved_to(record, thing)
        if index is None:
            return ()
        known = known_record(record, ISTANBUL)
        before, action = known.state_before(index), known.line[index].action
        others = [one for one in known.game.legal(before) if type(one) is type(action) and one != action]
        plain = [one for one in others if isinstance(one, Move | CompanionStep) and not getattr(one, "alone", "")]
        return tuple(Amends(index, one, partial(PlacePicture, one.place), name_of(one.place)) for one in plain)

    def recorded(self, record: AnyRecord, index: int) -> Phrase | None:
        """A merchant that moved, or another figure."""
        return Phrase.of("istanbul.thing_merchant")

    def removal(self, record: AnyRecord, thing: object) -> Amends[Action] | None:
        """Moves are replaced, not taken out: a turn without one is none."""
        return None

    # Starting

    def settings(self) -> tuple[Setting, ...]:
        """What the rulebook leaves to the table. The layout is chosen in the workshop, the box has its own screen."""
        box = own_values(ISTANBUL.key)
        phrase, changed = Phrase("istanbul.fact_as_you_like"), Phrase("istanbul.fact_changed")
        return tuple(
            Setting(one.key, one.title, box.of(one.key), one.allowed, one.key in box.entered_values, phrase, changed)
            for one in self.game.printed_values()
            if one.key == MODE
        )

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data, with the layout that people chose and what the owner's boxes print."""
        setup = replace(self.game.setup(seats), any_layout=bool(settled.get(ANY_LAYOUT)))
        if settled.get(LAYOUT):
            setup = replace(setup, layout=layout_from(str(settled[LAYOUT])))
        played = {key: value for key, value in settled.items() if key == MODE}
        return self.game.setup_to_json(
            self.game.with_entered(setup, {**own_values(ISTANBUL.key).entered_values, **played})
        )

    def workshop(self) -> Workshop:
        """Where the places are laid out."""
        return Workshop(
            Phrase.of("istanbul.layout_title"),
            Phrase.of("istanbul.layout_detail"),
            "istanbul_layout",
            {"layout_of": self.game.key},
            is_of_the_box=False,
        )

    def reading(self) -> tuple[Workshop, ...]:
        """What the owner's boxes print, and where people choose the places that they play with or enrol their own."""
        name = place_sets().chosen() or Phrase.of("istanbul.enrol.ours")
        detail = Phrase.of("glass.enrol.open_detail", name=name)
        places = Workshop(Phrase.of("istanbul.enrol.open"), detail, "place_sets", {})
        return (box_workshop(ISTANBUL.key, self.game.printed_values()), places, piece_workshop(ISTANBUL.key))


class LettersFace(IstanbulFace):
    """With Letters & Seals."""

    game = LETTERS_AND_SEALS


class BazaarFace(IstanbulFace):
    """The Great Bazaar."""

    game = GREAT_BAZAAR


def _place_of(action: Action, state: State) -> int:
    if isinstance(action, Move | CompanionStep):
        return action.place
    return state.place


def _moved_to(record: AnyRecord, thing: object) -> int | None:
    """The last move to the tapped place."""
    line = known_record(record, ISTANBUL).line
    for index in range(len(line) - 1, -1, -1):
        action = line[index].action
        if isinstance(action, Move | CompanionStep):
            return index if str(action.place) == thing else None
    return None
