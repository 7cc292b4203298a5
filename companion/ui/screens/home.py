"""Home: go on where you were, look at past games, start a new one, or try the demo.

Home stays built between visits, and what was kept is read beside the screen: whoever leaves a table sees home at once,
and its games a moment later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kivy.app import App
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.views import TableView
from companion.store import GameSummary, StoreError
from companion.supervised import Failure, Supervised
from companion.titles.registry import game_keys
from companion.ui.faces import face_of
from companion.ui.kit.base import Icon, PanelBox, Tap, Words, look, words
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.game_tile import GameTile
from companion.ui.kit.players import BadgeRow
from companion.ui.kit.theme import DrawingStyle, badge_letters
from companion.ui.screen import Screen, load_kv
from companion.ui.screens.past_games import PastRow, when
from companion.ui.screens.resuming import resume_game
from games.any_game import AnyRecord
from games.game import Phrase
from games.record import Record

MOST_LISTED = 30
LEAST_PICTURE = 120  # dp: a game's picture and its name beneath
WIDE_TILE, LEAST_TILE = 232, 200  # dp: a game's, where all stand beside each other
LOW_CARD = 270  # dp: below it the first card has no room for two sentences
BARE_FRAMES = 2  # ticks until a frame was drawn for certain


@dataclass(frozen=True, slots=True)
class KeptGames:
    """What home shows of kept games.

    Attributes:
        current: the game that goes on; None where there is none.
        record: its record, or why it can't be read.
        past: the others, as many as are listed, newest first.
        some: there is any game.
    """

    current: GameSummary | None = None
    record: AnyRecord | Phrase | None = None
    past: tuple[GameSummary, ...] = ()
    some: bool = False


class HomeScreen(Screen):
    """The first screen."""

    stays_built = True
    top_height = NumericProperty(320)
    pictures_height = NumericProperty(200)
    _board: BoardWidget | None = None

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._next: Iterator[None] = iter(())
        self._looking: Supervised | None = None
        self.filled = False
        self.ids.demo.disabled = not self.app.shelf.has_demo
        for key in game_keys(lambda title: title.picture and title.face):
            self.ids.games.add_widget(self._game(key))
        for part in (self.ids.whole, self.ids.notes):
            part.bind(height=self._share_height)
        self.ids.shelf.bind(width=self._share_height)

    def opened(self) -> None:
        """Bare, but for games that can be started; the rest is filled in frame by frame."""
        self._next, self.filled = self._filled_in(), False

    def tick(self, now_ms: int) -> None:
        """Fill in what comes next. Tiles of the card's board may still be being painted."""
        next(self._next, None)
        if self._board is not None:
            self._board.tick()

    def closed(self) -> None:
        """Nobody waits for what is still being looked for; home looks anew when it is opened again."""
        if self._looking is not None:
            self._looking.stop()
        self._looking, self._board, self._next = None, None, iter(())
        for part in (self.ids.top, self.ids.notes):
            part.clear_widgets()
        self.ids.notes.height = 0

    def finish_reading(self) -> None:
        """Wait for what the disk tells."""
        if self._looking is not None:
            self._looking.join()

    def _share_height(self, *_: object) -> None:
        """Cards and pictures are as high as they like to be where there is room; on a lower screen, such as a laptop's
        beneath its title bar, first the pictures are lower, then the cards."""
        if self.parent is None:
            return  # not on the glass yet: nobody knows how high it is
        the, whole = look(), self.ids.whole
        cards, picture, rows = (496, 200, 2) if the.portrait else (200, 120, 1) if the.compact else (320, 200, 1)
        shared = (self.ids.top, self.ids.shelf)
        others = [part for part in whole.children if part.size_hint_y is None and part not in shared]
        gaps = whole.spacing * (len(whole.children) - 1) + whole.padding[1] + whole.padding[3]
        room = whole.height - sum(part.height for part in others) - gaps
        between = the.px(14) * (rows - 1)
        high = (room - the.px(cards) - between) / rows
        high = min(the.px(picture), max(the.px(LEAST_PICTURE), high))
        self.pictures_height = high * rows + between
        self.top_height = min(the.px(cards), max(0.0, room - self.pictures_height))
        tiles = self.ids.games.children
        beside = -(-len(tiles) // rows)
        width = (self.ids.shelf.width - the.px(14) * (beside - 1)) / max(1, beside)
        for tile in tiles:
            tile.height = high
            if not (the.compact or the.portrait):  # there they are dragged into sight
                tile.width = max(the.px(LEAST_TILE), min(the.px(WIDE_TILE), width))

    # Filling in

    def _filled_in(self) -> Iterator[None]:
        """One step a frame. What the disk tells is read beside the screen: the games first, then everything else that
        people entered, which is opened to see what is wrong with it."""
        for _ in range(BARE_FRAMES):
            yield
        listing, games, troubles = self.app.shelf.listing(), list[KeptGames](), list[Phrase]()
        yield from self._beside("kept games", lambda: games.append(self._kept_games(listing())), troubles)
        shown = games[0] if games else KeptGames()
        self.ids.top.add_widget(self._resume_card(shown))
        yield
        self.ids.top.add_widget(self._past_games(shown))
        yield
        yield from self._beside("troubles", lambda: troubles.extend(self.app.troubles()), troubles)
        self._tell(tuple(dict.fromkeys(troubles)))
        self.filled = True
        yield
        self.app.forget_tables_left()

    def _beside(self, name: str, read: Callable[[], None], troubles: list[Phrase]) -> Iterator[None]:
        """Read something in a thread, and wait for it frame by frame."""

        def failed(failure: Failure) -> None:
            troubles.append(Phrase.of("app.not_looked_through", what=type(failure.error).__name__))

        looking = self._looking = Supervised(name, lambda _: read(), failed=failed, again=False).start()
        while looking.alive:
            yield

    def _kept_games(self, saved: Sequence[GameSummary]) -> KeptGames:
        current = next((summary for summary in saved if not summary.over), None)
        past = tuple(summary for summary in saved if summary is not current)[:MOST_LISTED]
        return KeptGames(current, self._glimpsed(current) if current is not None else None, past, some=bool(saved))

    def _glimpsed(self, summary: GameSummary) -> AnyRecord | Phrase:
        try:
            return self.app.shelf.glimpse(summary.path)
        except StoreError as error:
            return error.phrase

    def _tell(self, troubles: Sequence[Phrase]) -> None:
        """What is wrong with the people's folders and files, one sentence at a time."""
        if not troubles:
            return
        the, notes = look(), self.ids.notes
        notes.height = the.px(80 if not the.compact else 56)
        notes.add_widget(TroubleNote([self.app.phrase(trouble) for trouble in troubles]))

    # Going on

    def _resume_card(self, games: KeptGames) -> Widget:
        the = look()
        size = {"size_hint_y": None, "height": the.px(320)} if the.portrait else {"size_hint_x": 784 / (784 + 432)}
        current = games.current
        if current is None:
            low = the.compact or _is_tight(the) or self.top_height < the.px(LOW_CARD)
            return FirstCard(games, low=low, fill=the.colour("surface"), **size)
        card = ResumeCard(fill=the.colour("surface"), **size)
        card.bind(on_release=lambda _: self.resume(current))
        if isinstance(games.record, Record):
            card.show(current, games.record)
            self._board = card.board
        else:
            card.show_trouble(current, self.app.phrase(games.record))
        return card

    def resume(self, summary: GameSummary) -> None:
        """Open a kept game: the table where it goes on, or its result."""
        resume_game(self.app, summary, trouble=lambda phrase: self._say_trouble(self.app.phrase(phrase)))

    def _say_trouble(self, text: str) -> None:
        self.ids.top.clear_widgets()
        the = look()
        panel = PanelBox(fill=the.colour("surface"), padding=the.px(32))
        panel.add_widget(Words(text=text, role="body", ink="warn"))
        self.ids.top.add_widget(panel)

    # Past games

    def _past_games(self, games: KeptGames) -> Widget:
        the = look()
        size = {} if the.portrait else {"size_hint_x": 432 / (784 + 432)}
        panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(12), **size)
        head = BoxLayout(size_hint_y=None, height=the.px(48), spacing=the.px(8))
        head.add_widget(Words(text=words("app.past_games"), role="label", weight="bold", ink="text2"))
        everything = Tap(text=words("past.all"), role="label", size_hint_x=None)
        everything.width = the.px(112 if the.compact else 150)
        everything.bind(on_release=lambda _: self.app.go("past_games"))
        head.add_widget(everything)
        panel.add_widget(head)
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(4), padding=(0, 0, the.px(10), 0))
        rows.bind(minimum_height=rows.setter("height"))
        named = self.app.shelf.names.all()
        for summary in games.past:
            row = PastRow(kind="plain")
            row.show(summary, when(summary.changed_ms, self.app.now_ms()), called=named.get(summary.path.name, ""))
            row.bind(on_release=lambda row: self.resume(row.summary))
            rows.add_widget(row)
        scroll = ScrollView(bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(rows)
        panel.add_widget(scroll)
        return panel

    # New games

    def _game(self, key: str) -> Widget:
        tile = GameTile(game=key)
        tile.build(known=key in self.app.shelf.startable())
        tile.bind(on_release=lambda tile: self.app.go("new_game", game=tile.game))
        return tile


class TroubleNote(Tap):
    """Something is not well; where there is more than one thing a tap shows the next."""

    def __init__(self, sentences: Sequence[str], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._sentences, self._place = sentences, 0
        self.bind(on_release=lambda _: self._show(self._place + 1))
        self._show(0)

    def dress(self, *_: object) -> None:
        """Built by :meth:`_show`."""
        the = look()
        self.fill, self.rim, self.rim_width = the.colour("surface"), the.colour("warn"), 2

    def _show(self, place: int) -> None:
        the = look()
        self._place = place % len(self._sentences)
        self.clear_widgets()
        self.padding, self.spacing = [the.px(16), the.px(6)], the.px(12)
        text = self._sentences[self._place]
        if len(self._sentences) > 1:
            text = f"{self._place + 1}/{len(self._sentences)}   {text}"
        self.add_widget(Icon(name="save", ink="warn", side=30, pos_hint={"center_y": 0.5}))
        self.add_widget(Words(text=text, role="label" if not the.compact else "least"))


class FirstCard(PanelBox):
    """Where nothing goes on: whose box lies on the table comes first. A ``low`` one has no room to say what for."""

    def __init__(self, games: KeptGames, *, low: bool, **kwargs: object) -> None:
        the = look()
        room = the.px(16 if low else 28)
        super().__init__(orientation="vertical", padding=room, spacing=the.px(8), **kwargs)
        none = words("app.none_going_on") if games.some else words("app.no_games")
        label = Words(text=none, role="label" if low else "ribbon", weight="bold")
        label.halign = "center"
        self.add_widget(label)
        if not low:
            self.add_widget(Words(text=words("boxes.first_told"), role="label", ink="text2", halign="center"))
        own = Tap(text=words("boxes.first_door"), icon="tile", kind="primary", size_hint_y=None)
        own.height = the.px(64)
        own.bind(on_release=lambda _: look_after_boxes())
        self.add_widget(own)


def look_after_boxes() -> None:
    """To the owners' own boxes."""
    App.get_running_app().go("boxes")


class ResumeCard(Tap):
    """The game that goes on: its board, the scores, the turn."""

    board: BoardWidget | None = None

    def dress(self, *_: object) -> None:
        """Built by :meth:`show`."""

    def show(self, summary: GameSummary, record: AnyRecord) -> None:
        """Fill in a game that can be read."""
        the = look()
        self.padding, self.spacing, self.radius = [the.px(16)] * 4, the.px(20), 16
        face = face_of(summary.game_key)
        board = self.board = face.board()
        board.interactive = False
        board.letters = badge_letters(summary.names)
        active = record.game.player_to_move(record.state)
        board.view = TableView(summary.game_key, record.setup.seats, active, summary.scores, record.state)
        frame = FloatLayout(size_hint_x=0.54)
        board.pos_hint = {"x": 0, "y": 0}
        frame.add_widget(board)
        self.add_widget(frame)
        side = BoxLayout(orientation="vertical", size_hint_x=0.46, spacing=the.px(4))
        factor = 0.82 if _is_tight(the) else 1.0
        name = words(f"app.game_{summary.game_key}")
        title = Words(text=name, role="ribbon", weight="bold", fit="line", factor=factor)
        title.size_hint_y, title.height = None, the.px(44)
        side.add_widget(title)
        turn = say(face.counted(board.view), the.language)
        if active is not None:
            turn += " · " + words("app.turn_of", name=summary.names[active])
        line = Words(text=turn, role="label", ink="text2", fit="line", factor=factor)
        line.size_hint_y, line.height = None, the.px(28)
        side.add_widget(line)
        side.add_widget(self._scores(summary))
        go_on = Tap(text=words("app.resume"), kind="primary", role="body", size_hint_y=None, height=the.px(64))
        go_on.bind(on_release=lambda _: self.dispatch("on_release"))
        side.add_widget(go_on)
        self.add_widget(side)

    def _scores(self, summary: GameSummary) -> Widget:
        the = look()
        letters = badge_letters(summary.names)
        if the.compact:
            entries = zip(summary.colours, letters, map(str, summary.scores), strict=True)
            return BadgeRow(entries=list(entries))
        column = BoxLayout(orientation="vertical", padding=(0, the.px(8)))
        for name, colour, letter, score in zip(summary.names, summary.colours, letters, summary.scores, strict=True):
            column.add_widget(BadgeRow(entries=[(colour, letter, f"{score}   {name}")]))
        return column

    def show_trouble(self, summary: GameSummary, text: str) -> None:
        """Fill in a game that can't be read."""
        self.padding = [look().px(32)] * 4
        self.add_widget(Words(text=text, role="body", ink="warn"))


def _is_tight(the: DrawingStyle) -> bool:
    """Large words on a small screen: what stands in one line there is a little smaller."""
    return the.tight and the.text_scale > 1


load_kv(__file__)
