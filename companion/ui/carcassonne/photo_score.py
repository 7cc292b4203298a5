"""A finished game that nobody recorded: photographed, put right by taps, and counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.editions.kept_tiles import OURS, choice, known_of
from companion.editions.piece_sets import pieces_in_use, with_own_colours
from companion.locale import say
from companion.readings.carcassonne_reading import PlainMap, as_plain, marks, outline_of, reader_with
from companion.readings.marks import Mark, corners, drawn
from companion.readings.photographed_map import (
    KINDS,
    Count,
    DoubtedPlace,
    PhotographedMap,
    TileOption,
    kind_of,
    kinds_like,
)
from companion.session.views import TableView
from companion.supervised import Task
from companion.ui.carcassonne.board import CarcassonneBoard, Tapped
from companion.ui.carcassonne.photo_parts import ColourCard, PhotoOptionTap, option_row, standing_rows
from companion.ui.carcassonne.tile_art import tile_pictures
from companion.ui.finished.parts import PointsPad, colour_name, cut_around, tall_tap
from companion.ui.kit.base import Words, look, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screen import load_kv
from companion.ui.screens.owned.picture_taking import OnePicture
from games.carcassonne.board import Place
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import tile_type
from games.game import SEAT_COLOURS, ScoreLine
from vision.carcassonne.observation import CarcassonneObservation
from vision.explanation import Discrepancy
from vision.frames import Picture

GLASS = "carcassonne-stained-glass"  # which is counted beside the map
ON_SCREEN = 1600  # px of a picture's longer side when it is shown: more than the tablet has


class PhotoScoreScreen(OnePicture):
    """The table on one side, what it is worth on the other. ``back`` and ``with`` among the wishes say where to go
    afterwards."""

    def opened(self) -> None:
        """Begin with a picture, or where the last change of look left off."""
        super().opened()
        self.app.board_turns = 0  # as in the photograph
        self.table: PhotographedMap | None = self.wishes.get("table")
        self._photograph: Picture | None = self.wishes.get("photograph")
        self._seen: CarcassonneObservation | None = self.wishes.get("seen")
        self._place: Place | None = None
        self._entering: str | None = None  # whose points on the track
        self._why: str | None = None  # whose lines are shown
        self._all_kinds = False
        self._as_photograph = False
        self.board: CarcassonneBoard | None = None
        self._painted = 0  # version of the tile pictures that were drawn
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """What was read and put right survives a turn of the tablet."""
        return {"table": self.table, "photograph": self._photograph, "seen": self._seen}

    def tick(self, now_ms: int) -> None:
        """Tiles may still be being painted, and a picture may have been read."""
        super().tick(now_ms)
        if self.board is not None:
            self.board.tick()
        if self._painted != tile_pictures().version:
            self._painted = tile_pictures().version
            for widget in self.ids.side.walk():
                if isinstance(widget, PhotoOptionTap):
                    widget.redraw()

    # Reading

    def use(self, pictures: list[Picture]) -> None:
        """Read the first of them beside the screen."""
        picture, found = pictures[0], []

        def read(task: Task) -> None:
            task.works_on(picture)
            edition, own = choice().name, with_own_colours(None, pieces_in_use(CARCASSONNE.key))
            found.append(reader_with(None if edition == OURS else known_of(edition), own)(picture))

        self._said = None
        self.work(read, lambda: self.take_reading(picture, found[0]))

    def take_reading(self, picture: Picture, seen: CarcassonneObservation) -> None:
        """What was read of a picture; where there was nothing, why."""
        if not seen.tiles and not seen.unread:
            self._said = seen.trouble
        else:
            self._photograph, self._seen, self.table = picture, seen, PhotographedMap(seen)
        self.show()

    def step_back_within(self) -> bool:
        """From a place, a player or points to the sums."""
        if self._place is None and self._entering is None and self._why is None:
            return False
        self.look_at(None)
        return True

    # Showing

    def show(self) -> None:
        """Draw it."""
        self.board = None
        self.ids.turn_over.text = words("photo.show_board" if self._as_photograph else "photo.show_photograph")
        self.ids.turn_over.disabled = self.table is None or self.busy
        self.ids.turn_over.opacity = 0 if self.ids.turn_over.disabled else 1
        super().show()

    def show_rest(self, side: BoxLayout) -> None:
        """The map with what it is worth, or how a picture is taken."""
        table = self.table
        if table is None:
            self.show_how(side, words("photo.how"), words("photo.how_to_take"))
        else:
            count, doubts = table.count(), table.doubts()
            self._put(self._picture_of(table, count, doubts))
            self._show_side(side, table, count, doubts)

    def _picture_of(self, table: PhotographedMap, count: Count, doubts: tuple[DoubtedPlace, ...]) -> Widget:
        if self._as_photograph and self._photograph is not None and self._seen is not None:
            return StillPicture(picture=drawn(*_for_screen(self._photograph, as_plain(self._seen, "en"))))
        self.board = board = CarcassonneBoard()
        board.places = list(table.unread)
        board.offered = True
        board.held = [self._place] if self._place is not None else []
        board.lit = self._lines(count)
        board.on_place = self._tapped
        board.view = TableView(
            game_key=CARCASSONNE.key,
            seats=count.state.setup.seats,
            active=None,
            scores=count.state.scores,
            state=count.state,
            discrepancies=tuple(_hatched(doubt) for doubt in doubts if doubt.place in table.tiles),
        )
        return board

    def _lines(self, count: Count) -> list[ScoreLine]:
        if self._why is None:
            return []
        colours = [seat.colour for seat in count.state.setup.seats]
        return [line for line in count.lines if colours[line.player] == self._why]

    def _show_side(
        self, side: BoxLayout, table: PhotographedMap, count: Count, doubts: tuple[DoubtedPlace, ...]
    ) -> None:
        if self._entering is not None:
            self._show_points(side, table, self._entering)
        elif self._why is not None:
            self._show_why(side, self._why, count)
        elif self._place is not None:
            self._show_place(side, table, self._place, doubts)
        else:
            self._show_sums(side, table, count, doubts)

    # The sums

    def _show_sums(
        self, side: BoxLayout, table: PhotographedMap, count: Count, doubts: tuple[DoubtedPlace, ...]
    ) -> None:
        if doubts:
            text = words("photo.look_there", places=len(doubts))
            side.add_widget(tall_tap(text, lambda: self.look_at(doubts[0].place), icon="warn", kind="primary"))
        else:
            side.add_widget(Words(text=words("photo.all_clear"), role="label", ink="text2", fit="wrap"))
        cards = column()
        if table.colours():
            seats = count.state.setup.seats
            for seat in sorted(range(len(seats)), key=lambda seat: -count.state.scores[seat]):
                colour = seats[seat].colour
                cards.add_widget(
                    ColourCard(seat, count, enter=partial(self.enter, colour), why=partial(self.explain, colour))
                )
        missing = [colour for colour in SEAT_COLOURS if colour not in table.colours()]
        if missing:
            cards.add_widget(Words(text=words("photo.who_else"), role="least", ink="text2", fit="wrap"))
            for colour in missing:
                cards.add_widget(tall_tap(colour_name(colour), partial(self.enter, colour), icon="add", height=52))
        side.add_widget(scrolled(cards))
        below = BoxLayout(size_hint_y=None, height=look().px(64 if not look().compact else 52), spacing=look().px(8))
        if table.colours():
            below.add_widget(tall_tap(words("finished.glass_too"), partial(self.count_glass, count), icon="add"))
        below.add_widget(tall_tap(words("photo.another"), self.begin_anew, icon="camera"))
        side.add_widget(below)

    def _show_points(self, side: BoxLayout, table: PhotographedMap, colour: str) -> None:
        points = table.points.get(colour, 0)
        side.add_widget(
            Words(text=words("photo.points_of", colour=colour_name(colour)), role="body", weight="bold", fit="wrap")
        )
        side.add_widget(Words(text=str(points), role="title", weight="black", halign="center", size_hint_y=None,
                              height=look().px(64)))  # fmt: skip
        side.add_widget(PointsPad(points, partial(self.set_points, colour)))
        side.add_widget(tall_tap(words("app.ready"), partial(self.look_at, None), icon="check", kind="primary"))

    def _show_why(self, side: BoxLayout, colour: str, count: Count) -> None:
        side.add_widget(
            Words(text=words("photo.final_of", colour=colour_name(colour)), role="body", weight="bold", fit="wrap")
        )
        lines = column()
        for line in sorted(self._lines(count), key=lambda line: KINDS.index(kind_of(line))):
            text = f"+{line.points}  {say(line.reason, look().language)} ({line.working})"
            lines.add_widget(Words(text=text, role="label", fit="wrap"))
        if not self._lines(count):
            lines.add_widget(Words(text=words("photo.nothing_final"), role="label", fit="wrap"))
        side.add_widget(scrolled(lines))
        side.add_widget(tall_tap(words("app.ready"), partial(self.look_at, None), icon="check", kind="primary"))

    # One place

    def _show_place(
        self, side: BoxLayout, table: PhotographedMap, place: Place, doubts: tuple[DoubtedPlace, ...]
    ) -> None:
        the = look()
        if self._all_kinds:
            self._show_kinds(side, table, place)
            return
        rows = column()
        why = next((doubt.why for doubt in doubts if doubt.place == place), None)
        if why is not None:
            rows.add_widget(Words(text=self.app.phrase(why), role="label", ink="warn", fit="wrap"))
        crop = self._crop(place)
        if crop is not None:
            rows.add_widget(
                StillPicture(picture=crop, size_hint_y=None, height=the.px(150 if not the.compact else 110))
            )
        lying = table.tiles.get(place)
        options = table.options.get(place, ())
        now = None if lying is None else TileOption(lying.key, lying.turns, 1.0)
        if options:
            rows.add_widget(option_row(options, now, lambda option: self.lay(place, option.kind, option.turns)))
        high = the.compact or the.text_scale > 1  # three beside each other: their icons stand above
        height = 64 if the.text_scale <= 1 else 84
        tool = partial(tall_tap, stacked=high, height=height)
        tools = BoxLayout(size_hint_y=None, height=the.px(height), spacing=the.px(6))
        tools.add_widget(tool(words("photo.other_tile"), self._choose_kind, icon="tile"))
        if lying is not None:
            tools.add_widget(tool(words("photo.turn"), partial(self._rotate, place), icon="rotate"))
            tools.add_widget(tool(words("photo.no_tile"), partial(self.clear, place), icon="trash"))
        rows.add_widget(tools)
        if lying is not None:
            rows.add_widget(standing_rows(table, place, partial(self.stand, place)))
        side.add_widget(scrolled(rows))
        agree = partial(self.agree, place)
        key = "photo.right_so" if lying is not None else "photo.leave_empty"
        side.add_widget(tall_tap(words(key), agree, icon="check", kind="primary"))

    def _show_kinds(self, side: BoxLayout, table: PhotographedMap, place: Place) -> None:
        the = look()
        lying, options = table.tiles.get(place), table.options.get(place, ())
        like = lying.key if lying is not None else options[0].kind if options else tile_type("D").key
        box = CARCASSONNE.box(table.setup())
        grid = GridLayout(cols=4, spacing=the.px(8), size_hint_y=None, row_force_default=True,
                          row_default_height=the.px(92 if not the.compact else 64))  # fmt: skip
        grid.bind(minimum_height=grid.setter("height"))
        for kind in (tile_type(like), *kinds_like(like, box)):
            tap = PhotoOptionTap(TileOption(kind.key, 0, 1.0), chosen=False)
            tap.bind(
                on_release=lambda tap: self.lay(place, tap.option.kind, self._turns_that_fit(place, tap.option.kind))
            )
            grid.add_widget(tap)
        side.add_widget(scrolled(grid))

    def _turns_that_fit(self, place: Place, kind: str) -> int:
        """The first turn at which a tile fits between its neighbours, or none at all."""
        assert self.table is not None
        around = [
            (side, other.sides[(side + 2) % 4])
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0)))
            if (other := self.table.tiles.get((place[0] + dx, place[1] + dy))) is not None
        ]
        turned = tile_type(kind).turned
        return next((turns for turns in range(4) if all(turned[turns].sides[at] == met for at, met in around)), 0)

    def _crop(self, place: Place) -> Picture | None:
        """The photograph about a place, with some of what lies around it."""
        if self._photograph is None or self._seen is None:
            return None
        return cut_around(self._photograph, corners(outline_of(self._seen, place[1], place[0])))

    # What people do

    def turn_over(self) -> None:
        """The photograph instead of the board, or back."""
        self._as_photograph = not self._as_photograph
        self.show()

    def _tapped(self, tapped: object) -> None:
        if isinstance(tapped, Tapped) and self._entering is None:
            self.look_at((tapped.x, tapped.y))

    def look_at(self, place: Place | None) -> None:
        """What lies at a place, to be put right; None shows the sums again."""
        self._place, self._entering, self._why, self._all_kinds = place, None, None, False
        self._as_photograph = self._as_photograph and place is None
        self.show()

    def enter(self, colour: str) -> None:
        """The points that a colour has on the score track."""
        assert self.table is not None
        self.table.points.setdefault(colour, 0)
        self._entering = colour
        self.show()

    def set_points(self, colour: str, points: int) -> None:
        """So many points has it there."""
        assert self.table is not None
        self.table.points[colour] = points
        self.show()

    def explain(self, colour: str) -> None:
        """What the final scoring brings a colour, lit on the board."""
        self._why, self._as_photograph = colour, False
        self.show()

    def lay(self, place: Place, kind: str, turns: int) -> None:
        """That tile lies there."""
        assert self.table is not None
        self.table.lay(place, kind, turns)
        self._all_kinds = False
        self.show()

    def _rotate(self, place: Place) -> None:
        assert self.table is not None
        lying = self.table.tiles[place]
        self.lay(place, lying.key, lying.turns + 1)

    def _choose_kind(self) -> None:
        self._all_kinds = True
        self.show()

    def clear(self, place: Place) -> None:
        """No tile lies there."""
        assert self.table is not None
        self.table.clear(place)
        self.look_at(None)

    def stand(self, place: Place, feature: int, colour: str | None) -> None:
        """Somebody of this colour, or nobody, stands there."""
        assert self.table is not None
        self.table.stand(place, feature, colour)
        self.show()

    def agree(self, place: Place) -> None:
        """It is right so; on to the next place to look at."""
        assert self.table is not None
        self.table.agree(place)
        doubts = self.table.doubts()
        self.look_at(doubts[0].place if doubts else None)

    def count_glass(self, count: Count) -> None:
        """On to the glass, with what map and track have brought."""
        seats = count.state.setup.seats
        along = {seat.colour: count.state.scores[number] for number, seat in enumerate(seats)}
        back = {"back": "photo_score", "with": {**(self.wishes or {}), **self.state_to_keep()}}
        self.app.go("finished_table", game=GLASS, along=along, **back)

    def begin_anew(self) -> None:
        """Another photograph."""
        self.table = self._photograph = self._seen = None
        self._said = None
        self.look_at(None)


def _hatched(doubt: DoubtedPlace) -> Discrepancy:
    place = f"{doubt.place[0]},{doubt.place[1]}"
    return Discrepancy(place, expected=doubt.why.key, seen=doubt.why.key, confidence=1.0)


def _for_screen(picture: Picture, plain: PlainMap) -> tuple[Picture, list[Mark]]:
    """The picture and its marks, no larger than a screen shows."""
    scale = min(1.0, ON_SCREEN / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    sized = [replace(mark, outline=tuple((x * scale, y * scale) for x, y in mark.outline)) for mark in marks(plain)]
    return np.asarray(small, np.uint8), sized


load_kv(__file__)
