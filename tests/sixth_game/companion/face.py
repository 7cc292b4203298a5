"""Noughts and crosses on the tablet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from kivy.uix.widget import Widget

from companion.session.views import TableSessionLike, TableView
from companion.ui.kit.face import NOTHING_SETTLED, Attempt, Face
from companion.ui.kit.offered_touch import Offer, OfferedTouch
from games.any_game import AnyRecord, known_record
from games.game import JsonValue, Phrase, Seat

from ..games.rules import NOUGHTS_AND_CROSSES, Place, State
from ..vision.board import PAINTS
from .board import NoughtsBoard

NoughtsView: TypeAlias = TableView[State, Place]  # what the face sees of the table


class NoughtsFace(Face[State, Place]):
    """See :class:`companion.ui.kit.face.Face`."""

    def board(self) -> NoughtsBoard:
        return NoughtsBoard()

    def touch(
        self,
        board: NoughtsBoard,
        session: TableSessionLike[State, Place],
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> OfferedTouch[State, Place]:
        return OfferedTouch(board, session, attempt, changed, _offers, self.hint)

    def turn(self, view: NoughtsView) -> int:
        return len(view.state.counters) + (view.active is not None)

    def steps(self, view: NoughtsView) -> tuple[tuple[Phrase, ...], int]:
        return (Phrase.of("noughts.step_place"),), 0

    def count(self, view: NoughtsView) -> Phrase:
        return Phrase.of("noughts.free", count=len(view.state.free))

    def hint(self, view: NoughtsView) -> Phrase:
        return Phrase.of("noughts.hint" if view.attention is None else "noughts.hint_camera")

    def begin(self) -> Phrase:
        return Phrase.of("noughts.step_place")

    def moment(self, record: AnyRecord, index: int) -> Widget:
        state = known_record(record, NOUGHTS_AND_CROSSES).line[index].state  # a hole has no action, but a state
        board = self.board()
        board.interactive = False
        board.view = TableView(record.game.key, record.setup.seats, None, (0, 0), state)
        return board

    def colours(self) -> tuple[str, ...]:
        return tuple(PAINTS)

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        return NOUGHTS_AND_CROSSES.setup_to_json(NOUGHTS_AND_CROSSES.setup(seats))


def _offers(view: NoughtsView) -> tuple[Offer[Place], ...]:
    return tuple(
        Offer(Phrase.of("noughts.place", cell=action.cell), action, places=(action.cell,), staged=True)
        for action in NOUGHTS_AND_CROSSES.legal(view.state)
    )
