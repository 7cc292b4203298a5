"""Cronberg's face: how the game is drawn, told and played by touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from kivy.uix.widget import Widget

from calibration.files.kept_folders import OWN
from companion.editions.cronberg_sets import edition_in_use, kept_cronberg_sets
from companion.session.views import TableView
from companion.ui.cronberg.amends import CronbergRecord, amendment_words, amendments, placed_at
from companion.ui.cronberg.at_table import CronbergProposal, CronbergSession, CronbergView
from companion.ui.cronberg.board import CronbergBoard
from companion.ui.cronberg.pictures import RhombPicture, SpotPicture, TokenPicture, places_of
from companion.ui.cronberg.touch import CronbergTouch
from companion.ui.kit.base import board_turns, look
from companion.ui.kit.face import NOTHING_SETTLED, Amends, Attempt, CardRemark, Face, LeftInStock, Setting, Workshop
from companion.ui.kit.piece_workshop import piece_workshop
from companion.ui.kit.theme import badge_letters
from games.any_game import AnyRecord, known_record
from games.cronberg.components import BOX_COLOURS
from games.cronberg.lattice import TriangleLattice
from games.cronberg.rules import CRONBERG
from games.cronberg.scoring import final_line
from games.cronberg.state import CUTS_OFF, EMPTY_STACK, LEAVES_OPEN, Action, LayRhomb, Pass, PlaceToken, Setup, State
from games.game import HasSeats, JsonValue, Phrase, ScoreLine, Seat
from games.record import LineStep


class CronbergFace(Face[State, Action]):
    """See :class:`companion.ui.kit.face.Face`."""

    lays_pieces = True  # a turn is laid, so it is laid again
    deeds = "cronberg"

    _lattice: TriangleLattice | None = None  # of the game that is played by touch

    def board(self) -> CronbergBoard:
        """A fresh board."""
        return CronbergBoard()

    def touch(
        self,
        board: CronbergBoard,
        session: CronbergSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> CronbergTouch:
        """Tokens and rhombi by touch."""
        self._lattice = session.view.state.lattice
        return CronbergTouch(board, session, attempt, changed)

    def turn(self, view: CronbergView) -> int:
        """Which rhomb is the next one, from 1: tokens come home and go out again, rhombi stay."""
        return len(view.state.rhombi) + (view.active is not None)

    def meant(self, view: CronbergView, thing: object) -> PlaceToken | None:
        """A token, where a crossing was tapped."""
        return PlaceToken(thing) if isinstance(thing, str) and thing in view.state.lattice.crossing_named else None

    def steps(self, view: CronbergView) -> tuple[tuple[Phrase, ...], int]:
        """Place, then what it scores, then what it cuts off."""
        due = 1 if view.proposal is not None else 0
        return tuple(Phrase.of(f"cronberg.step_{name}") for name in ("place", "score", "cut_off")), due

    def legend(self, view: CronbergView) -> Phrase | None:
        """Values of crossings, and triangles that may be cut off."""
        return Phrase("cronberg.legend") if look().aids else None

    def still_ours(self, view: CronbergView) -> int:
        """The whole board and every rhomb, until the owner's copy is learned."""
        edition = view.state.edition
        return len(edition.symbols) + len(edition.kinds) if edition.marks else 0

    def count(self, view: CronbergView) -> Phrase:
        """Rhombi left in the stack."""
        return Phrase.of("cronberg.rhombi_left", rhombi=sum(view.state.left))

    def hint(self, view: CronbergView) -> Phrase:
        """A token or a rhomb; without a camera, tap it."""
        if CRONBERG.closing(view.state) is not None:
            return Phrase.of("cronberg.hint_pass")
        return Phrase.of("cronberg.hint_touch" if view.attention is None else "cronberg.hint_camera")

    def begin(self) -> Phrase:
        """Pick the rhomb that was drawn."""
        return Phrase.of("cronberg.begin")

    def remark(self, view: CronbergView, seat: int) -> CardRemark | None:
        """Tokens at hand."""
        return CardRemark("figure", str(view.state.tokens_in_hand(seat)))

    def held(self, view: CronbergView) -> tuple[ScoreLine, ...]:
        """What the tokens would bring at the end, by the coats of arms and parks that take effect now."""
        state: State = view.state
        lines = (final_line(state, crossing, seat) for crossing, seat in state.tokens)
        return tuple(line for line in lines if line is not None)

    def left(self, view: CronbergView) -> tuple[LeftInStock, ...]:
        """The rhombi in the stack."""
        state: State = view.state
        return tuple(
            LeftInStock(partial(RhombPicture, state.edition, kind), count)
            for kind, count in enumerate(state.left)
            if count
        )

    # History

    def is_moment(self, step: LineStep[State, Action]) -> bool:
        """Every token and every rhomb."""
        return not isinstance(step.action, Pass)

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The rhomb that was laid, or the token."""
        known = known_record(record, CRONBERG)
        return self._picture(known, index, known.line[index].action)

    def _picture(self, record: CronbergRecord, index: int, action: Action | None) -> Widget:
        state = record.state_before(index)
        if isinstance(action, LayRhomb):
            kind = state.edition.kind_index(action.kind)
            assert kind is not None
            return RhombPicture(state.edition, kind)
        assert state.to_move is not None
        letters = badge_letters([seat.name for seat in record.setup.seats])
        return TokenPicture(record.setup.seats[state.to_move].colour, letters[state.to_move])

    # Choosing and correcting

    def option_picture(
        self, view: CronbergView, proposal: CronbergProposal, options: tuple[CronbergProposal, ...]
    ) -> Widget:
        """The board about the proposal."""
        board = CronbergBoard()
        board.interactive = False
        board.around = list(places_of(proposal.actions[0]))
        board.view = replace(view, proposal=proposal, choice=None, discrepancies=())
        return board

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[Action], ...]:
        """How the tapped token or rhomb can be corrected."""
        found: list[Amends[Action]] = []
        known = known_record(record, CRONBERG)
        for one in amendments(known, str(thing)):
            view = _as_it_was(known, one.index)
            phrase = amendment_words(known, one, board_turns())
            found.append(Amends(one.index, one.action, partial(SpotPicture, view, one.action), phrase))
        return tuple(found)

    def removal(self, record: AnyRecord, thing: object) -> Amends[Action] | None:
        """The token or rhomb off the board."""
        index = placed_at(known_record(record, CRONBERG), str(thing))
        return Amends(index, None, Widget) if index is not None else None

    # Starting

    def screen_of_pieces(self) -> tuple[str, Phrase]:
        """The screen on which the owner's copy is learned, and what is played with now."""
        name = kept_cronberg_sets().chosen()
        edition_name = name if name != OWN else Phrase.of("cronberg.enrol.ours")
        return "enrol_copy", Phrase.of("cronberg.copy_button", name=edition_name)

    def reading(self) -> tuple[Workshop, ...]:
        """Where people choose the tokens that they play with, or show their own."""
        return (piece_workshop(CRONBERG.key),)

    def colours(self) -> tuple[str, ...]:
        """Those of the tokens in the box."""
        return BOX_COLOURS

    def settings(self) -> tuple[Setting, ...]:
        """How people read what the text leaves open."""
        title, ours, theirs = (Phrase.of(f"app.option_{EMPTY_STACK}{end}") for end in ("", "_detail", "_changed"))
        return (Setting(EMPTY_STACK, title, CUTS_OFF, (CUTS_OFF, LEAVES_OPEN), at_default=ours, when_changed=theirs),)

    def settled(self, setup: HasSeats) -> Mapping[str, int | str]:
        """How the text is read."""
        return {EMPTY_STACK: setup.empty_stack} if isinstance(setup, Setup) else NOTHING_SETTLED

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data, with the owner's copy where one was enrolled."""
        read = str(settled.get(EMPTY_STACK, CUTS_OFF))
        return CRONBERG.setup_to_json(Setup(seats, edition_in_use(), empty_stack=read))

    def next_of_series(self, record: AnyRecord) -> Mapping[str, JsonValue]:
        """The next game of a series: "all score markers maintain their positions on the score track"."""
        known = known_record(record, CRONBERG)
        return CRONBERG.setup_to_json(replace(known.setup, start_scores=known.state.scores))

    def afresh(self, record: AnyRecord) -> Mapping[str, JsonValue]:
        """The same people once more, from nought."""
        return CRONBERG.setup_to_json(replace(known_record(record, CRONBERG).setup, start_scores=()))


def _as_it_was(record: CronbergRecord, index: int) -> CronbergView:
    """The table before an action."""
    state = record.state_before(index)
    seats = record.setup.seats
    return TableView("cronberg", seats, state.to_move, state.scores, state)
