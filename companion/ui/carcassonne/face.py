"""Carcassonne's face: how the game is drawn, told and played by touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.editions.kept_tiles import OURS, choice
from companion.ui.carcassonne.amends import (
    CarcassonneRecord,
    MapAmendment,
    amendment_words,
    follower_amendments,
    follower_removal,
    laid_at,
    tile_amendments,
)
from companion.ui.carcassonne.at_table import CarcassonneProposal, CarcassonneSession, CarcassonneView
from companion.ui.carcassonne.board import CarcassonneBoard, Tapped
from companion.ui.carcassonne.sides import as_shown, place_phrase
from companion.ui.carcassonne.tile_art import corners, spot_of, tile_pictures, tile_texture
from companion.ui.carcassonne.touch import CarcassonneTouch
from companion.ui.kit.base import board_turns
from companion.ui.kit.face import (
    NOTHING_SETTLED,
    Amends,
    Attempt,
    CardRemark,
    Face,
    LeftInStock,
    Setting,
    TouchPlay,
    Workshop,
)
from companion.ui.kit.pictures import masks
from companion.ui.kit.piece_workshop import piece_workshop
from companion.ui.kit.theme import PLAYERS, rgba
from games.any_game import AnyRecord, known_record
from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip
from games.carcassonne.expansion import printed_values
from games.carcassonne.expansions import known_expansions
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.moment import StepKey
from games.carcassonne.position import final_count
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import FARMERS, Setup, State
from games.carcassonne.tiles import FeatureKind, tile_type
from games.carcassonne.turn import deployments
from games.game import HasSeats, JsonValue, Phrase, ScoreLine, Seat
from games.record import LineStep

TINY_CITY = "tiny-city-scoring"
_ON_SCREEN = ("inns-and-cathedrals",)  # expansions all of whose moves can be made by touch here


class CarcassonneFace(Face[State, Action]):
    """See :class:`companion.ui.kit.face.Face`."""

    lays_pieces = True  # a turn is laid, so it is laid again
    deeds = "carcassonne"
    kinds: ClassVar[Mapping[str, str]] = {
        f"carcassonne.{kind}_{how}": f"carcassonne.points_{kind}"
        for kind in ("city", "road", "monastery")
        for how in ("finished", "unfinished")
    } | {"carcassonne.field": "carcassonne.points_field"}

    def board(self) -> CarcassonneBoard:
        """A fresh map."""
        return CarcassonneBoard()

    def art_version(self) -> int:
        """Counts up whenever pictures got better, while tiles are being painted."""
        return tile_pictures().version

    def touch(
        self,
        board: CarcassonneBoard,
        session: CarcassonneSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> TouchPlay[State, Action]:
        """Laying tiles and followers by touch."""
        return CarcassonneTouch(board, session, attempt, changed)

    def screen_of_pieces(self) -> tuple[str, Phrase]:
        """The screen on which the edition is chosen, and which is played with now."""
        name = choice().edition
        if name is None:
            return "editions", Phrase.of("edition.button", name=Phrase.of("edition.looks"))
        return "editions", Phrase.of("edition.button", name=Phrase.of("edition.ours") if name == OURS else name)

    def reading(self) -> tuple[Workshop, ...]:
        """Where people choose the followers that they play with, or show their own."""
        return (piece_workshop(CARCASSONNE.key),)

    def turn(self, view: CarcassonneView) -> int:
        """Which turn this is, from 1."""
        return int(view.state.turn) - (view.active is None)

    def steps(self, view: CarcassonneView) -> tuple[tuple[Phrase, ...], int]:
        """Lay, follower, score; the follower is due once the tile lies."""
        due = 1 if view.state.step is StepKey.FOLLOWER else 0
        if view.proposal is not None and any(isinstance(action, Lay) for action in view.proposal.actions):
            due = 1
        return tuple(Phrase.of(f"app.step_{name}") for name in ("lay", "follower", "score")), due

    def count(self, view: CarcassonneView) -> Phrase:
        """Tiles left in the bag."""
        return Phrase.of("app.tiles_left", tiles=sum(view.state.bag.values()))

    def hint(self, view: CarcassonneView) -> Phrase:
        """Lay a tile; without a camera, tap where it lies."""
        if view.attention is not None:
            return Phrase.of("app.hint_camera")
        if view.state.step is not StepKey.FOLLOWER:
            return Phrase.of("app.hint_touch")
        return Phrase.of("app.where_follower" if any(deployments(view.state)) else "app.no_free_spot")

    def begin(self) -> Phrase:
        """Lay."""
        return Phrase.of("app.lay_by_touch")

    def remark(self, view: CarcassonneView, seat: int) -> CardRemark | None:
        """Followers at hand."""
        return CardRemark("figure", str(sum(view.state.supply[seat].values())))

    def held(self, view: CarcassonneView) -> tuple[ScoreLine, ...]:
        """What every feature with followers would bring at the end, as it lies now."""
        _, events = final_count(view.state)
        return tuple(event.line for event in events if event.line is not None)

    def left(self, view: CarcassonneView) -> tuple[LeftInStock, ...]:
        """The tiles in the bag, the commonest first."""
        kinds = sorted((-count, key) for key, count in view.state.bag.items() if count)
        return tuple(LeftInStock(partial(TilePicture, key, 0), -count) for count, key in kinds)

    def why_not(self, view: CarcassonneView, thing: object) -> Phrase | None:
        """An open place where nothing is laid: no tile that is still to come fits there."""
        if not isinstance(thing, Tapped):
            return None
        open_place = view.state.step is StepKey.LAY and (thing.x, thing.y) in view.state.board.frontier
        return Phrase.of("app.no_tile_fits_there") if open_place else None

    # History

    def is_moment(self, step: LineStep[State, Action]) -> bool:
        """Each tile is a moment; its follower belongs to it."""
        return isinstance(step.action, Lay | Discard)

    def belongs_to_turn(self, action: Action) -> bool:
        """The follower; that nobody was put down is not worth a word."""
        return isinstance(action, Deploy)

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The tile as it was laid, with its follower."""
        known = known_record(record, CARCASSONNE)
        action = known.line[index].action
        if isinstance(action, Discard):
            return TilePicture(action.tile, 0)
        assert isinstance(action, Lay)  # see is_moment
        after = known.line[index + 1].action if index + 1 < len(known.line) else None
        colour = known.setup.seats[known.state_before(index).seat].colour
        deploy = after if isinstance(after, Deploy) else None
        return TilePicture(action.tile, action.turns, deploy, colour, on_map=True)

    # Choosing and correcting

    def as_shown(self, phrase: Phrase) -> Phrase:
        """Sides of a tile as they lie on the map that people see."""
        return as_shown(phrase, board_turns())

    def place_named(self, view: CarcassonneView, place: str) -> Phrase | None:
        """Seen from the start tile, as the map is turned on this tablet."""
        there = PlaceOnMap.read(place)
        return None if there is None else place_phrase(there.x, there.y, board_turns())

    def option_picture(
        self, view: CarcassonneView, proposal: CarcassonneProposal, options: tuple[CarcassonneProposal, ...]
    ) -> Widget:
        """The map around the proposal; the follower is circled where only that differs, else the tile."""
        board = self.board()
        board.interactive = False
        lay = _lay_of(proposal)
        board.around = (lay.x, lay.y) if lay is not None else _last_lay(view)
        board.ring = "figure" if len({_lay_of(one) for one in options}) == 1 else "tile"
        board.view = replace(view, proposal=proposal, choice=None, discrepancies=())
        return board

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[Action], ...]:
        """How the tapped follower or tile can be corrected."""
        if not isinstance(thing, Tapped):
            return ()
        place, known = (thing.x, thing.y), known_record(record, CARCASSONNE)
        found = tile_amendments(known, place)
        if thing.follower is not None:  # the follower first: it may stand on the wrong tile, though
            first = follower_amendments(known, place)
            found = (*first, *(one for one in found if one not in first and not isinstance(one.action, Skip)))
        return tuple(self._amends(known, one) for one in found)

    def removal(self, record: AnyRecord, thing: object) -> Amends[Action] | None:
        """The follower off the tile, or the tile off the table."""
        if not isinstance(thing, Tapped):
            return None
        place, known = (thing.x, thing.y), known_record(record, CARCASSONNE)
        if thing.follower is not None:
            found = follower_removal(known, place)
            return self._amends(known, found) if found is not None else None
        index = laid_at(known, place)
        return Amends(index, None, Widget) if index is not None else None

    def _amends(self, record: CarcassonneRecord, one: MapAmendment) -> Amends[Action]:
        colour = record.setup.seats[record.state_before(one.index).seat].colour
        return Amends(
            one.index,
            one.action,
            lambda: TilePicture(one.lay.tile, one.lay.turns, one.deploy, colour, on_map=True),
            amendment_words(record, one, board_turns()),
        )

    # Starting

    def expansions(self) -> tuple[str, ...]:
        """What can be switched on and played on these screens."""
        return tuple(key for key in known_expansions() if key in _ON_SCREEN)

    def settings(self) -> tuple[Setting, ...]:
        """What a finished city of two tiles brings, and whether there are farmers."""
        printed = printed_values()["options"]
        title, detail = (Phrase.of(f"app.option_{TINY_CITY}{part}") for part in ("", "_detail"))
        tiny = Setting(
            TINY_CITY, title, printed[TINY_CITY]["default"], sorted(printed[TINY_CITY]["allowed"]), at_default=detail
        )
        title, detail, changed = (Phrase.of(f"app.option_{FARMERS}{part}") for part in ("", "_detail", "_changed"))
        farmers = Setting(
            FARMERS,
            title,
            printed[FARMERS]["default"],
            printed[FARMERS]["allowed"],
            at_default=detail,
            when_changed=changed,
        )
        return tiny, farmers

    def settled(self, setup: HasSeats) -> Mapping[str, int | str]:
        """Its options."""
        return dict(setup.options) if isinstance(setup, Setup) else NOTHING_SETTLED

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data; only what differs from the rulebook is kept as an option."""
        usual = {one.key: one.default for one in self.settings()}
        options = tuple(sorted((key, value) for key, value in settled.items() if usual.get(key) != value))
        return CARCASSONNE.setup_to_json(Setup(seats, expansions=expansions, options=options))


class TilePicture(Widget):
    """One tile, with a follower on it or not; with ``on_map`` as the map is shown, turned perhaps."""

    def __init__(
        self,
        key: str,
        turns: int,
        deploy: Deploy | None = None,
        colour: str = "",
        *,
        on_map: bool = False,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self._on_map = on_map
        self.key, self._turns, self._deploy, self._colour = key, turns, deploy, colour
        self.bind(pos=self.draw, size=self.draw)

    def draw(self, *_: object) -> None:
        """The tile as well as it is painted by now."""
        self.canvas.clear()
        side = round(min(self.size))
        if side < 8:
            return
        x, y = round(self.x + (self.width - side) / 2), round(self.y + (self.height - side) / 2)
        shown = (self._turns + (board_turns() if self._on_map else 0)) % 4
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(x, y), size=(side, side), texture=tile_texture(self.key, side), tex_coords=corners(shown))
            if self._deploy is not None:
                self._draw_figure(self._deploy, shown, x, y, side)

    def _draw_figure(self, deploy: Deploy, shown: int, x: int, y: int, side: int) -> None:
        index = tile_type(self.key).turned[self._turns].index_at(deploy.feature, deploy.location)
        if index is None:
            return
        u, v = spot_of(self.key, shown, index)
        size = round(side * (0.46 if deploy.kind == "big" else 0.38))
        pos = (round(x + u * side - size / 2), round(y + (1 - v) * side - size / 2))
        lying = 1 if deploy.feature is FeatureKind.FIELD else 0
        Color(1, 1, 1, 1)
        Rectangle(pos=pos, size=(size, size), texture=masks.figure(size, lying))
        Color(*rgba(PLAYERS[self._colour].fill))
        Rectangle(pos=pos, size=(size, size), texture=masks.figure_inside(size, lying, max(1.5, size * 0.06)))


def drawn_anew(root: Widget, version: int) -> int:
    """Draw the tiles below a widget once more where some were painted since this version; returns the version now."""
    now = tile_pictures().version
    if now != version:
        for widget in root.walk():
            if isinstance(widget, TilePicture):
                widget.draw()
    return now


def _lay_of(proposal: CarcassonneProposal) -> Lay | None:
    return next((action for action in proposal.actions if isinstance(action, Lay)), None)


def _last_lay(view: CarcassonneView) -> tuple[int, int]:
    tile = view.state.board.laid[-1]
    return tile.x, tile.y
