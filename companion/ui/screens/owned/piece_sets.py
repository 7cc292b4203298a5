"""Which wooden pieces a game is played with: usual ones, or those that their owner shows to the camera here."""

from __future__ import annotations

from functools import partial

from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.arrays import Picture
from calibration.colours import rgb_of, usual_lab
from calibration.files.kept_folders import OWN
from calibration.files.kept_picture import kept_picture
from calibration.lens import Lens
from calibration.piece_set import PieceStance
from companion.cameras.looking_feed import LookingFeed
from companion.cameras.piece_feed import SeenPieces, piece_feed
from companion.cameras.profiles import profile_in_use
from companion.editions.piece_draft import PieceDraft, kind_phrase, piece_phrase
from companion.editions.piece_sets import PieceSets, piece_sets
from companion.locale import say
from companion.titles.registry import box_key, title_named
from companion.ui.kit.base import PanelBox, Tap, Words, look, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screens.owned.kept_sets import KeptSetsScreen, button
from companion.ui.screens.owned.piece_sketch import PieceSketch
from games.game import Phrase, PhraseValue
from vision.pieces.naming import GamePieces, Named

CARD_DP, CARD_HIGH_DP = 132, 148  # of a piece among the others
KEYS = ("follower", "token", "house", "merchant")  # kinds by which it is told what to lay out


class PieceSetsScreen(KeptSetsScreen[PieceDraft, int]):
    """``wishes``: ``game``, whose pieces. With a camera, what it sees is shown with what is found in it."""

    speaks = "pieces.enrol"

    def opened(self) -> None:
        """Begin with what is played with."""
        self._feed: LookingFeed[SeenPieces] | None = None
        self._seen: SeenPieces | None = None
        self._live: StillPicture | None = None
        super().opened()

    def closed(self) -> None:
        """Let go of the camera."""
        self._look_no_more()
        super().closed()

    def tick(self, now_ms: int) -> None:
        """Show what the camera sees."""
        super().tick(now_ms)
        seen = self._feed.last if self._feed is not None else None
        if seen is None or seen is self._seen or self._live is None:
            return
        self._seen = seen
        self._live.outlines = list(seen.outlines)
        if seen.shown is not None:
            self._live.picture = seen.shown
        self._advice.text = self.app.phrase(seen.advice)
        self._learn.disabled = seen.picture is None

    @property
    def game(self) -> str:
        """Whose pieces."""
        return str((self.wishes or {}).get("game", "carcassonne"))

    @property
    def _pieces(self) -> GamePieces:
        made = title_named(self.game).pieces
        assert made is not None, self.game
        return made()

    def sets(self) -> PieceSets:
        """The sets that are kept."""
        return piece_sets(box_key(self.game))

    def new_draft(self, name: str) -> PieceDraft:
        """A set that nobody has seen yet."""
        return PieceDraft(self._pieces, name)

    def pieces_in_use(self) -> Widget:
        """The pieces that are played with, as they were shown."""
        sets = self.sets()
        name = sets.chosen()
        if name == OWN:
            return PieceSketch(self._pieces, to_lay=False)
        learned = sets.load(name)
        grid = self._grid()
        for number, piece in enumerate(learned.pieces, start=1):
            picture = kept_picture(sets.folder / name / f"{number:02d}.png")
            rgb = rgb_of(piece.lab)
            grid.add_widget(_card(picture, rgb, say(kind_phrase(piece.kind), look().language)))
        return scrolled(grid)

    def example(self) -> Widget:
        """How the pieces lie on the table."""
        return PieceSketch(self._pieces)

    def _show_how(self, side: BoxLayout) -> None:
        """With a camera, the live picture with what is found in it; else the sketch."""
        camera = str(self.app.preferences.camera or "")
        if not camera:
            super()._show_how(side)
            return
        the = look()
        how = BoxLayout(orientation="vertical", spacing=the.px(10))
        self._live = StillPicture()
        how.add_widget(self._live)
        self._advice = Words(text=words("calibration.waiting"), role="label" if the.compact else "body", weight="bold")
        self._advice.size_hint_y, self._advice.height = None, the.px(64 if not the.compact else 52)
        how.add_widget(self._advice)
        self._put(how)
        advice = f"{words('pieces.enrol.how')} {self._what_to_lay()}"
        text = column()
        text.add_widget(Words(text=advice, role="label", ink="text2", fit="wrap", size_hint_y=None))
        side.add_widget(scrolled(text))
        if not the.compact:
            side.add_widget(PieceSketch(self._pieces, size_hint_y=None, height=the.px(190)))
        self._learn = button("pieces.enrol.learn", self.learn, "check", primary=True)
        self._learn.disabled = True
        side.add_widget(self.picture_buttons())
        side.add_widget(self._learn)
        self._look(camera)

    def _what_to_lay(self) -> str:
        kind = next(one for one in KEYS if one in self._pieces.stances)
        return words(f"pieces.enrol.how_{kind}")

    def hint(self, key: str, **values: PhraseValue) -> Widget:
        """A sentence at the side; with how the light should be also what to lay out."""
        if key != "light":
            return super().hint(key, **values)
        text = f"{self._what_to_lay()}\n\n{words('pieces.enrol.light')}"
        panel = column()  # beside which the bar has room
        panel.add_widget(Words(text=text, role="label", ink="text2", fit="wrap", size_hint_y=None))
        return scrolled(panel)

    def show(self) -> None:
        """Draw it; the camera looks only where its picture is shown."""
        self._live = None
        super().show()
        if self._live is None:
            self._look_no_more()

    def _look(self, camera: str) -> None:
        self._seen = None
        if self._feed is None:
            profile = profile_in_use(camera)

            def lens_for(width: int, height: int) -> Lens | None:
                return None if profile is None else profile.lens_for(width, height)

            self._feed = piece_feed(camera, lens_for)

    def _look_no_more(self) -> None:
        if self._feed is not None:
            self._feed.close()
            self._feed = None

    def learn(self) -> None:
        """Learn from what the camera sees now."""
        if self._seen is not None and self._seen.picture is not None:
            self.use([self._seen.picture])

    def take(self) -> None:
        """A picture from the camera, which looks no more meanwhile: a camera is opened once."""
        self._look_no_more()
        super().take()

    def use(self, pictures: list[Picture]) -> None:
        """Look for pieces on every picture."""
        self._look_no_more()
        super().use(pictures)

    def pieces_of(self, draft: PieceDraft) -> Widget:
        """The pieces as they were seen, each with what it is taken for; or what the one that was tapped may be."""
        if self._held is not None:
            return self._kinds(draft.pieces[self.held])
        grid = self._grid()
        for number, piece in enumerate(draft.pieces):
            card = _card(piece.seen.picture, rgb_of(piece.seen.lab), _short(piece), doubtful=piece.is_doubtful)
            card.piece = number
            card.bind(on_release=lambda tap: self.tapped(tap.piece))
            grid.add_widget(card)
        return scrolled(grid)

    def _grid(self) -> GridLayout:
        the = look()
        grid = GridLayout(cols=4, spacing=the.px(8), size_hint_y=None, row_default_height=the.px(CARD_HIGH_DP))
        grid.row_force_default = True
        grid.bind(minimum_height=grid.setter("height"), width=_as_many_as_fit)
        return grid

    def _kinds(self, piece: Named) -> Widget:
        """Everything that a piece may be, and the colours that it may have."""
        the, game = look(), self._pieces
        rows = column()
        head = partial(Words, role="body", weight="bold", size_hint_y=None, height=the.px(36))
        rows.add_widget(head(text=words("pieces.enrol.which")))
        kinds = GridLayout(cols=2, spacing=the.px(8), size_hint_y=None)
        kinds.bind(minimum_height=kinds.setter("height"))
        for kind, stance, _ in game.kinds:
            several = len(game.stances[kind]) > 1
            text = say(kind_phrase(kind), the.language) + (f", {words(f'pieces.{stance.value}')}" if several else "")
            here = (piece.kind, piece.stance) == (kind, stance)
            tap = Tap(text=text, kind="chosen" if here else "raised", role="label", size_hint_y=None, height=the.px(60))
            tap.piece_kind, tap.stance = kind, stance
            tap.bind(on_release=lambda tap: self.is_kind(tap.piece_kind, tap.stance))
            kinds.add_widget(tap)
        rows.add_widget(kinds)
        if game.is_owned(piece.kind):
            rows.add_widget(head(text=words("pieces.enrol.whose")))
            rows.add_widget(self._colours(piece, game))
        return scrolled(rows)

    def _colours(self, piece: Named, game: GamePieces) -> Widget:
        the = look()
        grid = GridLayout(cols=2, spacing=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for colour in game.colours:
            here = colour == piece.colour
            fill = (*rgb_of(usual_lab(colour)), 1.0)
            tap = Tap(kind="chosen" if here else "raised", role="label", size_hint_y=None, height=the.px(60))
            tap.colour, tap.padding, tap.spacing = colour, [the.px(8)] * 4, the.px(8)
            tap.add_widget(PanelBox(fill=fill, rim=the.colour("text"), radius=8, size_hint_x=0.3))
            ink = "on_primary" if here else "text"
            tap.add_widget(Words(text=words(f"colour.{colour}"), role="label", weight="bold", ink=ink, fit="line"))
            tap.bind(on_release=lambda tap: self.is_coloured(tap.colour))
            grid.add_widget(tap)
        return grid

    def show_mending(self, draft: PieceDraft, side: BoxLayout) -> None:
        """What is to be looked at; beside what was tapped, the piece itself."""
        the = look()
        if self._held is not None:
            piece = draft.pieces[self.held]
            shown = StillPicture(picture=piece.seen.picture)
            side.add_widget(shown)
            learned = piece.learned(draft.game.forms)
            key = "measured" if learned.high is not None else "measured_flat"
            wide, high = round(100 * learned.wide), round(100 * (learned.high or learned.wide))
            text = f"{say(piece_phrase(piece), the.language)}\n{words(f'pieces.enrol.{key}', wide=wide, high=high)}"
            side.add_widget(Words(text=text, role="label", fit="wrap", size_hint_y=None))
            side.add_widget(button("pieces.enrol.drop", self.drop, "trash"))
            side.add_widget(button("pieces.enrol.right", self.is_right, "check", primary=True))
            return
        lines = [
            words("pieces.enrol.unsure", count=draft.doubtful) if draft.doubtful else words("pieces.enrol.look_over")
        ]
        lines += [say(phrase, the.language) for phrase in draft.open_points()]
        side.add_widget(
            scrolled(Words(text="\n\n".join(lines), role="label", ink="text2", fit="wrap", size_hint_y=None))
        )
        side.add_widget(button("pieces.enrol.rename", self.rename, "gear"))

    def trouble(self, draft: PieceDraft) -> Phrase:
        """Why the last photograph could not be used."""
        return draft.trouble or Phrase.of("pieces.enrol.none_seen")

    def save(self, draft: PieceDraft) -> None:
        """Keep the set, with a picture of each piece."""
        self.sets().keep(draft.set(), draft.pictures())

    def _show_draft(self, side: BoxLayout) -> None:
        """Nothing but the piece that was tapped, while it is being named."""
        if self._held is None:
            super()._show_draft(side)
            return
        self._put(self.pieces_of(self.draft))
        self.show_mending(self.draft, side)

    # What people do

    def tapped(self, number: int) -> None:
        """Look at this piece."""
        self._held = number
        self.show()

    def is_kind(self, kind: str, stance: PieceStance) -> None:
        """It is of this kind."""
        game, piece = self._pieces, self.draft.pieces[self.held]
        colour = piece.colour if piece.colour in game.colours else game.colours[0]
        self.draft.tell(self.held, kind, stance, colour if game.is_owned(kind) else kind)
        self.show()

    def is_coloured(self, colour: str) -> None:
        """It is of this colour."""
        piece = self.draft.pieces[self.held]
        self.draft.tell(self.held, piece.kind, piece.stance, colour)
        self.show()

    def is_right(self) -> None:
        """It is as shown; the next doubtful one is shown then, if there is any."""
        draft, piece = self.draft, self.draft.pieces[self.held]
        draft.tell(self.held, piece.kind, piece.stance, piece.colour)
        self._held = next((number for number, one in enumerate(draft.pieces) if one.is_doubtful), None)
        self.show()

    def drop(self) -> None:
        """It is no piece of this game."""
        self.draft.drop(self.held)
        self._held = None
        self.show()


def _card(picture: Picture | None, rgb: tuple[float, float, float], text: str, *, doubtful: bool = False) -> Tap:
    """A piece among the others: its picture, the colour that was learned, what it is."""
    the = look()
    card = Tap(kind="plain", radius=8, size_hint_y=None, height=the.px(CARD_HIGH_DP))
    card.padding = [the.px(6)] * 4
    parts = BoxLayout(orientation="vertical", spacing=the.px(4))
    parts.add_widget(StillPicture(picture=picture))
    swatch = AnchorLayout(size_hint_y=None, height=the.px(14))
    swatch.add_widget(PanelBox(fill=(*rgb, 1.0), rim=the.colour("text"), radius=4, size_hint=(0.6, 1)))
    parts.add_widget(swatch)
    ink = "warn" if doubtful else "text"
    shown_text = f"{text}?" if doubtful else text
    parts.add_widget(
        Words(
            text=shown_text, role="least", weight="bold", ink=ink, halign="center", size_hint_y=None, height=the.px(44)
        )
    )
    card.add_widget(parts)
    return card


def _short(piece: Named) -> str:
    """What a piece is, in two words; how it lies where that differs."""
    kind = words(f"pieces.kind.{piece.kind.replace(' ', '_')}")
    return kind if piece.stance is PieceStance.STANDING else f"{kind}, {words('pieces.lying')}"


def _as_many_as_fit(grid: GridLayout, width: float) -> None:
    the = look()
    grid.cols = max(2, int(width // the.px(CARD_DP * the.text_scale + 8)))
