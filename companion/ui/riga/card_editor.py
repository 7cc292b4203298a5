"""The cards of the owner's Riga: each entered once, by hand or from a photograph, in place of one that ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from companion.editions.card_draft import CardDraft, CardShot
from companion.editions.riga_cards import own_cards, own_market, photograph_of, take_card_out
from companion.locale import say
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.entry.letters import LetterPad, LettersRoom
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.switches import Segments
from companion.ui.riga.pictures import card_picture
from companion.ui.screen import SideScreen, load_kv
from games.game import Phrase, Refusal
from games.riga.box.buildings import Building, CardSet, default_cards
from games.riga.box.components import CITIES, PERSONS

LONGEST_NAME, LONGEST_TEXT = 28, 120
_NUMBERS = ("cost", "points", "purse", "store")
_Lying = tuple[Building, bool, int]  # a card that lies there, whether it is chosen, how often it was photographed


class CardEditorScreen(SideScreen):
    """``wishes``: ``back`` and ``with``, where to go afterwards."""

    def opened(self) -> None:
        """Begin with the first city, or where the last change of look left off."""
        self.city: str = self.wishes.get("city", CITIES[1])
        self.draft: CardDraft | None = self.wishes.get("draft")
        self.typing = ""  # the field that letters go to: "name", "text" or empty
        self._shot: CardShot | None = None
        self._notice: Phrase | None = None
        self._lying: dict[str, tuple[_Lying, Tap]] = {}  # cards as they are drawn: most of them stay as they are
        self._photographed: Counter[str] = Counter()  # how often each was, here
        self.set, self._notice = _cards()
        self._room = LettersRoom(self.ids.side, self.ids.cards)
        self.show()

    def closed(self) -> None:
        """Let go of the camera."""
        if self._shot is not None:
            self._shot.close()
            self._shot = None

    def state_to_keep(self) -> Mapping[str, object]:
        """A card that is half entered survives a turn of the tablet."""
        return {"city": self.city, "draft": self.draft}

    # Showing

    def show(self) -> None:
        """Draw everything anew."""
        every = (*self.set.cards, *self.set.riga)
        own = sum(not card.mark for card in every)
        self.ids.count.text = words("riga.cards_count", own=own, all=len(every))
        phrase = self._notice or Phrase.of("riga.cards_advice")
        self.ids.said.text = say(phrase, look().language)
        good = self._notice is None or self._notice.key in ("riga.cards_kept", "riga.cards_read")
        self.ids.mark.name, self.ids.mark.ink = ("check", "ok") if good else ("warn", "warn")
        self._show_cards(every)
        self._room.give(letters=self.draft is not None and bool(self.typing))
        self.ids.side.clear_widgets()
        if self.draft is None:
            text = words("riga.cards_tap")
            self.ids.side.add_widget(Words(text=text, role="body", ink="text2", halign="center"))
        elif self.typing:
            self._add_letters(self.ids.side, self.draft)
        else:
            self._add_fields(self.ids.side, self.draft)

    def _show_cards(self, every: tuple[Building, ...]) -> None:
        here = [card for card in every if card.city == self.city]
        if [card.key for card in here] != [*self._lying]:
            self._spread(here)
            return
        for card in here:
            before, old = self._lying[card.key]
            shown = self._shown(card)
            if shown != before:
                tap, place = self._card(card), self._grid.children.index(old)
                self._grid.remove_widget(old)
                self._grid.add_widget(tap, index=place)
                self._lying[card.key] = (shown, tap)

    def _spread(self, here: list[Building]) -> None:
        """Lay the cards of a city out."""
        the, place = look(), self.ids.cards
        place.clear_widgets()
        tight = {"by_length": True, "role": "least", "spacing": the.px(4)} if the.tight else {}
        cities = [(city, city) for city in CITIES]
        tabs = Segments(options=cities, value=self.city, size_hint_y=None, height=the.px(56), **tight)
        tabs.bind(value=lambda _, city: self._turn_to(city))
        place.add_widget(tabs)
        grid = GridLayout(cols=3 if the.compact else 6, spacing=the.px(10), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        self._lying = {card.key: (self._shown(card), self._card(card)) for card in here}
        for _, tap in self._lying.values():
            grid.add_widget(tap)
        self._grid = grid
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content", "bars"])
        scroll.add_widget(grid)
        place.add_widget(scroll)

    def _shown(self, card: Building) -> _Lying:
        return card, self._is_chosen(card), self._photographed[card.key]

    def _is_chosen(self, card: Building) -> bool:
        return self.draft is not None and self.draft.slot == card.key

    def _card(self, card: Building) -> Tap:
        the, chosen = look(), self._is_chosen(card)
        tap = Tap(kind="raised" if chosen else "plain", size_hint_y=None, height=the.px(226))
        if chosen:
            tap.rim, tap.rim_width = the.colour("text"), 3
        tap.padding = [the.px(6), the.px(6)]
        tap.card = card.key
        note = words("app.mark_default" if card.mark else "riga.cards_own")
        label = Words(text=note, role="least", ink="text2" if card.mark else "text", halign="center")
        label.weight = "regular" if card.mark else "bold"
        label.size_hint_y, label.height = None, the.px(24)
        column = BoxLayout(orientation="vertical", spacing=the.px(4))
        column.add_widget(_picture(card))
        column.add_widget(label)
        tap.add_widget(column)
        tap.bind(on_release=lambda _: self.choose(card.key))
        return tap

    def _add_fields(self, side: BoxLayout, draft: CardDraft) -> None:
        the = look()
        high = the.px(54 if not the.compact else 44)
        side.add_widget(Words(text=draft.city, role="label", ink="text2", size_hint_y=None, height=the.px(24)))
        name = Tap(text=draft.name, role="body", weight="black", size_hint_y=None, height=high)
        name.bind(on_release=lambda _: self._type("name"))
        side.add_widget(name)
        for field in _NUMBERS:
            side.add_widget(self._number(draft, field, high))
        taps = BoxLayout(size_hint_y=None, height=high, spacing=the.px(8))
        for person in PERSONS:
            on = person in draft.persons
            tap = Tap(text=words(f"riga.{person.lower()}"), kind="chosen" if on else "raised", role="label")
            tap.bind(on_release=lambda _, person=person: self.change(draft.toggled(person)))
            taps.add_widget(tap)
        side.add_widget(taps)
        text = Tap(text=draft.text or words("riga.cards_text"), role="least", size_hint_y=None, height=high)
        text.bind(on_release=lambda _: self._type("text"))
        side.add_widget(text)
        side.add_widget(self._from_camera(draft))
        self._add_ends(side, draft)

    def _number(self, draft: CardDraft, field: str, high: float) -> Widget:
        the = look()
        row = BoxLayout(size_hint_y=None, height=high, spacing=the.px(8))
        row.add_widget(Words(text=words(f"riga.cards_{field}"), role="label"))
        for text, by in (("−", -1), ("", 0), ("+", 1)):
            if by:
                part: Widget = Tap(text=text, role="body")
                part.steps = (field, by)
                part.bind(on_release=lambda _, by=by: self.change(draft.stepped(field, by)))
            else:
                part = Words(text=str(getattr(draft, field)), role="ribbon", weight="black", halign="center")
            part.size_hint_x, part.width = None, the.px(72)
            row.add_widget(part)
        return row

    def _from_camera(self, draft: CardDraft) -> Widget:
        """The photograph as it was taken, and a button for another one."""
        the = look()
        row = BoxLayout(spacing=the.px(12))
        kept = draft.picture if draft.picture is not None else photograph_of(draft.slot)
        if kept is not None:
            still = StillPicture(size_hint_x=None, width=the.px(96))
            still.picture = kept
            row.add_widget(still)
        waiting = self._shot is not None
        text = words("riga.cards_looking" if waiting else "riga.cards_camera")
        tap = Tap(text=text, icon="camera", disabled=waiting or not self.app.preferences.camera, role="label")
        tap.bind(on_release=lambda _: self.take_picture())
        row.add_widget(tap)
        return row

    def _add_ends(self, side: BoxLayout, draft: CardDraft) -> None:
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(64 if not the.compact else 52), spacing=the.px(8))
        if draft.was_own:
            drop = Tap(text=words("riga.cards_drop"), icon="undo", role="label")
            drop.bind(on_release=lambda _: self.drop())
            row.add_widget(drop)
        keep = Tap(text=words("riga.cards_keep"), icon="save", kind="primary")
        keep.bind(on_release=lambda _: self.keep())
        row.add_widget(keep)
        side.add_widget(row)

    def _add_letters(self, side: BoxLayout, draft: CardDraft) -> None:
        field = self.typing
        most = LONGEST_NAME if field == "name" else LONGEST_TEXT
        self._typed = getattr(draft, field)
        pad = LetterPad(text=self._typed, most=most, on_typed=partial(setattr, self, "_typed"))
        side.add_widget(pad)
        high = look().px(52 if look().compact else 64)
        ready = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=high)
        ready.bind(on_release=lambda _: self._typed_in())
        side.add_widget(ready)

    # Doing

    def choose(self, key: str) -> None:
        """Enter the card that takes this one's place."""
        self.draft, self.typing, self._notice = CardDraft.of(self.set.by_key[key], look().language), "", None
        self.show()

    def change(self, draft: CardDraft) -> None:
        """Something else stands on the card."""
        self.draft, self._notice = draft, None
        self.show()

    def keep(self) -> None:
        """Enter the card for good."""
        if self.draft is None:
            return
        draft = self.draft

        def kept() -> Phrase:
            self.set = draft.keep()
            self._photographed[draft.card.key] += draft.picture is not None
            self.city, self.draft = draft.city, None
            return Phrase.of("riga.cards_kept", card=draft.name)

        self._try(kept)

    def drop(self) -> None:
        """The card of the set that ships again."""
        slot = self.draft.slot if self.draft is not None else ""

        def dropped() -> Phrase:
            self.set, self.draft = take_card_out(slot), None
            return Phrase.of("riga.cards_dropped")

        self._try(dropped)

    def take_picture(self) -> None:
        """Ask the camera for a picture of the card."""
        self._shot = CardShot(self.app.preferences.camera)
        self.show()

    def tick(self, now_ms: int) -> None:
        """Show what the camera saw."""
        if self._shot is None or not self._shot.done:
            return
        shot, self._shot = self._shot, None
        self._notice = shot.trouble or Phrase.of("riga.cards_read")
        if shot.seen is not None and self.draft is not None:
            self.draft = self.draft.filled(shot.seen)
            self.city = self.draft.city
        self.show()

    def _try(self, do: Callable[[], Phrase]) -> None:
        try:
            self._notice = do()
        except Refusal as refusal:
            self._notice = refusal.phrase
        except OSError as error:
            why = system_reason(error)
            self._notice = Phrase.of("command.cannot_write", file=error.filename or "", why=why)
        self.show()

    def _turn_to(self, city: str) -> None:
        self.city, self.draft, self.typing = city, None, ""
        self.show()

    def _type(self, field: str) -> None:
        self.typing = field
        self.show()

    def _typed_in(self) -> None:
        field, self.typing = self.typing, ""
        if self.draft is not None:
            self.change(replace(self.draft, **{field: self._typed.strip()}))


def _cards() -> tuple[CardSet, Phrase | None]:
    """The owner's cards; the set that ships where they can't be read, and why."""
    try:
        return own_cards(), None
    except Refusal as refusal:
        return default_cards(), refusal.phrase


def _picture(card: Building) -> Widget:
    photograph = None if card.mark else photograph_of(card.key)
    if photograph is None:
        return card_picture(card, own_market().tariff)
    still = StillPicture()
    still.picture = photograph
    return still


load_kv(__file__)
