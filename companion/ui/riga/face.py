"""The faces of Riga and of its scorer: how they are drawn, told and played by touch."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from kivy.uix.widget import Widget

from companion.editions.riga_cards import own_cards, own_market
from companion.session.views import Proposal, TableSessionLike, TableView
from companion.ui.kit.box_workshop import box_workshop
from companion.ui.kit.face import NOTHING_SETTLED, Amends, Attempt, CardRemark, Face, LeftInStock, Workshop
from companion.ui.kit.offered_touch import Offer, OfferedTouch
from companion.ui.riga.at_table import EitherActionT, EitherStateT, RigaSession, RigaView, ScorerView
from companion.ui.riga.board import RigaBoard
from companion.ui.riga.offers import question, riga_offers, scorer_offers, with_persons
from companion.ui.riga.pictures import card_picture, good_picture, persons_picture, tile_picture
from companion.ui.riga.touch import RigaTouch
from games.any_game import AnyRecord, known_record
from games.game import JsonValue, Phrase, Seat
from games.record import LineStep
from games.riga.actions import Action, Build, Spring, TakeBuilding, TakeRow
from games.riga.box.components import Master, language_differences
from games.riga.box.goods import GOODS, HIDDEN
from games.riga.box.printed_values import flattened, printed_values
from games.riga.building import buildable
from games.riga.grand_masters import subject_phrase, tile_phrase
from games.riga.moment import Step as Due
from games.riga.rules import RIGA
from games.riga.scorer import actions as tapped
from games.riga.scorer import rules as scorer
from games.riga.scorer.actions import Lay
from games.riga.scorer.rules import GRAND_MASTERS
from games.riga.scorer.rules import State as ScorerState
from games.riga.state import State
from games.riga.table_place import CardPlace, CellPlace, TilePlace, table_place

_TURN_STEPS = (Due.TAKE, Due.BUILD, Due.PAY)


class _CommonFace(Face[EitherStateT, EitherActionT]):
    """What both have in common."""

    deeds = "riga"
    kinds: ClassVar[Mapping[str, str]] = {
        "riga.built": "riga.kind_built",
        "riga.tile_owned": "riga.kind_tiles",
        "riga.second_max": "riga.kind_seconds",
        "riga.second_first": "riga.kind_seconds",
        "riga.money_scored": "riga.kind_money",
        "riga.unbuilt": "riga.kind_unbuilt",
    }

    @abstractmethod
    def offers(self, view: TableView[EitherStateT, EitherActionT]) -> tuple[Offer[EitherActionT], ...]:
        """What may be done now."""

    def board(self) -> RigaBoard:
        """A fresh matrix."""
        return RigaBoard()

    def touch(
        self,
        board: RigaBoard,
        session: TableSessionLike[EitherStateT, EitherActionT],
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> OfferedTouch[EitherStateT, EitherActionT]:
        """Big buttons for what may be done, and cells to tap."""
        return OfferedTouch(board, session, attempt, changed, self.offers, question)

    def hint(self, view: TableView[EitherStateT, EitherActionT]) -> Phrase:
        """What to do now."""
        return question(view) if view.state.step is not Due.OVER else Phrase.of("riga.step_over")

    def occasion(self, view: TableView[EitherStateT, EitherActionT]) -> Phrase | None:
        """What is laid out before anybody has a turn, and in spring."""
        step = view.state.step
        return Phrase.of(f"riga.occasion_{step}") if step in (Due.ROW, Due.DEAL, Due.SPRING) else None

    def begin(self) -> Phrase:
        """What the button says that begins a move by touch beside a camera."""
        return Phrase.of("riga.begin")

    def reading(self) -> tuple[Workshop, ...]:
        """Where the rulebooks differ, to be looked at before the game."""
        detail = Phrase.of("riga.rulebooks_detail", count=len(language_differences()))
        return (Workshop(Phrase.of("riga.rulebooks_title"), detail, "rulebooks", {}, is_of_the_box=False),)

    def remark(self, view: TableView[EitherStateT, EitherActionT], seat: int) -> CardRemark | None:
        """Grand Masters owned."""
        owned = sum(placed.owner == seat for placed in view.state.row)
        return CardRemark("crown", str(owned)) if owned else None

    def option_picture(
        self,
        view: TableView[EitherStateT, EitherActionT],
        proposal: Proposal[EitherActionT],
        options: tuple[Proposal[EitherActionT], ...],
    ) -> Widget:
        """The building or the tile, the row, or the matrix with what would change."""
        action = proposal.actions[0] if proposal.actions else None
        if isinstance(action, tapped.Build):
            return good_picture(action.city)  # whose it is stands beside it
        if isinstance(action, Lay):
            return tile_picture(action.masters[0], len(view.seats))
        if isinstance(action, Build | TakeBuilding) and isinstance(view.state, State):
            return card_picture(view.state.card(action.building), view.state.setup.market.tariff)
        if isinstance(action, TakeRow) and isinstance(view.state, State):
            return good_picture(next((good for good in view.state.rows[action.row - 1] if good != HIDDEN), GOODS[0]))
        board = RigaBoard()
        board.interactive = False
        board.view = replace(view, proposal=proposal, choice=None, discrepancies=())
        return board

    def place_named(self, view: TableView[EitherStateT, EitherActionT], place: str) -> Phrase | None:
        """A cell by its player and subject, a tile or building by its name; None for any other place."""
        match table_place(place):
            case TilePlace(key):
                return tile_phrase(Master.named(key))
            case CardPlace(key) if isinstance(view.state, State):
                return Phrase.of("riga.built_card", card=view.state.card(key).phrase)
            case CellPlace(seat, subject):
                return Phrase.of("riga.cell", name=view.seats[seat].name, subject=subject_phrase(subject))
        return None

    @abstractmethod
    def built_at(self, record: AnyRecord, cell: CellPlace) -> int | None:
        """The last building on record that a cell is about."""

    def removal(self, record: AnyRecord, thing: object) -> Amends[EitherActionT] | None:
        """The last building of the tapped cell was never built."""
        cell = table_place(str(thing))
        index = self.built_at(record, cell) if isinstance(cell, CellPlace) else None
        return Amends(index, None, Widget) if index is not None else None

    def is_moment(self, step: LineStep[EitherStateT, EitherActionT]) -> bool:
        """Buildings, what is taken, and the row."""
        return isinstance(step.action, Build | TakeRow | TakeBuilding | Spring | Lay | tapped.Build)


class RigaFace(_CommonFace[State, Action]):
    """See :class:`companion.ui.kit.face.Face`."""

    def offers(self, view: RigaView) -> tuple[Offer[Action], ...]:
        """What may be done now."""
        return riga_offers(view)

    def built_at(self, record: AnyRecord, cell: CellPlace) -> int | None:
        """The last building of its player that belongs to this city or person."""
        known = known_record(record, RIGA)
        for index in range(len(known.line) - 1, -1, -1):
            action, before = known.line[index].action, known.state_before(index)
            if isinstance(action, Build) and before.seat == cell.seat:
                card = before.card(action.building)
                if cell.subject in (card.city, *card.persons):
                    return index
        return None

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[Action], ...]:
        """Where a building of this city or person was recorded, the others of its city that it may have been."""
        cell = table_place(str(thing))
        index = self.built_at(record, cell) if isinstance(cell, CellPlace) else None
        if index is None:
            return ()
        known = known_record(record, RIGA)
        before, action = known.state_before(index), known.line[index].action
        assert isinstance(action, Build)  # see built_at
        keys = [one.building for one in RIGA.legal(before) if isinstance(one, Build) and one != action]
        near = [key for key in keys if before.card(key).city == before.card(action.building).city]
        tariff = before.setup.market.tariff
        return tuple(
            Amends[Action](
                index,
                Build(key),
                partial(card_picture, before.card(key), tariff),
                Phrase.of("riga.built_card", card=before.card(key).phrase),
            )
            for key in near
        )

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The card, tile or commodity that it was about."""
        known = known_record(record, RIGA)
        action, before = known.line[index].action, known.state_before(index)
        if isinstance(action, Build | TakeBuilding):
            return card_picture(before.card(action.building), before.setup.market.tariff)
        if isinstance(action, Lay):
            return tile_picture(action.masters[0], len(record.setup.seats))
        if isinstance(action, TakeRow):
            row = before.rows[action.row - 1]
            return good_picture(next((good for good in row if good != "-"), "wine"))
        return good_picture("grain")

    def touch(
        self,
        board: RigaBoard,
        session: RigaSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> RigaTouch:
        """The same; each building that is turned up with one tap."""
        return RigaTouch(board, session, attempt, changed, self.offers, question)

    def deed(self, view: RigaView, state: State, action: Action) -> Phrase | None:
        """Rows and buildings by their names."""
        match action:
            case TakeRow(row):
                return Phrase.of("riga.deed_take_row_of", row=row)
            case TakeBuilding(key):
                return Phrase.of("riga.deed_take_card", card=state.card(key).phrase)
            case Build(key):
                return Phrase.of("riga.deed_build_card", card=state.card(key).phrase)
        return super().deed(view, state, action)

    def gives_away(self, view: RigaView) -> bool:
        """A building that can be paid for now."""
        return view.state.step is Due.BUILD and next(buildable(view.state), None) is not None

    def left(self, view: RigaView) -> tuple[LeftInStock, ...]:
        """Commodities that nobody has seen, then buildings: in the pile, or in a hand."""
        state = view.state
        goods = zip(GOODS, state.unseen_goods(), strict=True)
        tariff = state.setup.market.tariff
        cards = (LeftInStock(partial(card_picture, state.card(key), tariff), 1) for key in state.unseen_cards())
        return (*(LeftInStock(partial(good_picture, good), count) for good, count in goods if count), *cards)

    def turn(self, view: RigaView) -> int:
        """The year."""
        return int(view.state.year)

    def counted(self, view: RigaView) -> Phrase:
        """Years, not turns: a year holds several of everybody's."""
        return Phrase.of("riga.year_number", turn=self.turn(view))

    def steps(self, view: RigaView) -> tuple[tuple[Phrase, ...], int]:
        """Take, build, pay; or what the season asks for."""
        state = view.state
        if state.step not in _TURN_STEPS:
            return (Phrase.of(f"riga.short_{state.step}"),), 0
        return tuple(Phrase.of(f"riga.short_{step}") for step in _TURN_STEPS), _TURN_STEPS.index(state.step)

    def count(self, view: RigaView) -> Phrase:
        """The season, and how many years there are; which of them it is stands before it."""
        season = "autumn" if view.state.autumn else "summer"
        if view.state.step in (Due.SPRING, Due.WINTER):
            season = view.state.step
        return Phrase.of("riga.season_of_years", season=Phrase.of(f"riga.season_{season}"), years=view.state.years)

    def still_ours(self, view: RigaView) -> int:
        """Numbers and cards that nobody has entered."""
        setup = view.state.setup
        entered = flattened(setup.market.corrections)
        numbers = sum(value.is_open and value.key not in entered for value in printed_values())
        return numbers + sum(bool(card.mark) for card in (*setup.cards.cards, *setup.cards.riga))

    def expansions(self) -> tuple[str, ...]:
        """What can be switched on, or left out."""
        return ("victual-brothers", "without-grand-masters", "without-riga")

    def reading(self) -> tuple[Workshop, ...]:
        """What the owner's box prints, and where the rulebooks differ."""
        return (box_workshop(RIGA.key), *super().reading())

    def workshop(self) -> Workshop:
        """Where the owner's cards are entered."""
        return Workshop(Phrase.of("riga.cards_open"), Phrase.of("riga.cards_open_detail"), "card_editor", {})

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data, with the owner's cards."""
        setup = replace(
            RIGA.setup(seats),
            grand_masters="without-grand-masters" not in expansions,
            riga_buildings="without-riga" not in expansions,
            victual_brothers="victual-brothers" in expansions,
            cards=own_cards(),
            market=own_market(),
        )
        return RIGA.setup_to_json(setup)


class GrandMastersFace(_CommonFace[ScorerState, tapped.Action]):
    """See :class:`companion.ui.kit.face.Face`."""

    def offers(self, view: ScorerView) -> tuple[Offer[tapped.Action], ...]:
        """What may be told now."""
        return scorer_offers(view)

    def built_at(self, record: AnyRecord, cell: CellPlace) -> int | None:
        """The last building of its player that was told of this city or person."""
        known = known_record(record, GRAND_MASTERS)
        for index in range(len(known.line) - 1, -1, -1):
            action = known.line[index].action
            if not isinstance(action, tapped.Build) or action.seat != cell.seat:
                continue
            if cell.subject in (action.city, *action.persons):
                return index
        return None

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[tapped.Action], ...]:
        """Where a building of this city or person was recorded, with whom else it may have been built."""
        cell = table_place(str(thing))
        index = self.built_at(record, cell) if isinstance(cell, CellPlace) else None
        if index is None:
            return ()
        action = known_record(record, GRAND_MASTERS).line[index].action
        assert isinstance(action, tapped.Build)  # see built_at
        others = [tapped.Build(action.seat, action.city, persons) for persons in ((), ("Knight",), ("Merchant",))]
        return tuple(
            Amends[tapped.Action](
                index,
                one,
                partial(persons_picture, one.persons or (one.city,)),
                with_persons(one.persons),
            )
            for one in others
            if one != action
        )

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The tile that was laid, or the city where somebody built."""
        action = known_record(record, GRAND_MASTERS).line[index].action
        if isinstance(action, Lay):
            return tile_picture(action.masters[0], len(record.setup.seats))
        return good_picture(action.city if isinstance(action, tapped.Build) else "grain")

    def deed(self, view: ScorerView, state: ScorerState, action: tapped.Action) -> Phrase | None:
        """Who built where, for anybody may be told of; the end is no end of a turn here."""
        if isinstance(action, tapped.Build):
            name, city = view.seats[action.seat].name, action.city
            if not action.persons:
                return Phrase.of("riga.builds", name=name, city=city)
            return Phrase.of("riga.builds_with", name=name, city=city, persons=with_persons(action.persons))
        return Phrase.of("riga.step_end") if isinstance(action, tapped.End) else super().deed(view, state, action)

    def turn(self, view: ScorerView) -> int:
        """How many buildings stand, and one more."""
        return 1 + sum(sum(display.buildings) for display in view.state.displays)

    def steps(self, view: ScorerView) -> tuple[tuple[Phrase, ...], int]:
        """The row, buildings, cash."""
        steps = (Due.ROW, Due.PLAY, Due.CASH)
        due = steps.index(view.state.step) if view.state.step in steps else 2
        return tuple(Phrase.of(f"riga.short_{step}") for step in steps), due

    def count(self, view: ScorerView) -> Phrase:
        """Buildings so far."""
        return Phrase.of("riga.buildings_so_far", count=self.turn(view) - 1)

    def expansions(self) -> tuple[str, ...]:
        """What can be switched on, or left out."""
        return ("victual-brothers", "without-riga")

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data."""
        setup = scorer.Setup(seats, "without-riga" not in expansions, "victual-brothers" in expansions)
        return GRAND_MASTERS.setup_to_json(setup)
