"""Which pieces a game is played with: Tableside's own, or a set that its owner photographs here and puts right."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Generic, Protocol, TypeVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.files.kept_folders import OWN, ChosenFolders
from calibration.references import ReferencesError
from companion.supervised import Task
from companion.ui.kit.base import Tap, Words, look, not_saved, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.screen import load_kv
from companion.ui.screens.owned.picture_taking import PictureTaking
from games.game import Phrase, PhraseValue
from vision.frames import Picture

MOST_LETTERS = 24


class SetDraft(Protocol):
    """A set while it is enrolled."""

    name: str

    @property
    def begun(self) -> bool:
        """Something was seen already."""

    def see(self, photograph: Picture) -> bool:
        """Learn from a photograph; False where it can't be used."""


DraftT = TypeVar("DraftT", bound=SetDraft)
HeldT = TypeVar("HeldT", int, str)  # how a screen calls a piece: by its place in the draft, or by its kind


class KeptSetsScreen(PictureTaking, Generic[DraftT, HeldT]):
    """The sets on one side, the chosen one's pieces on the other; a new one is photographed, looked over and named.

    Who inherits tells its sets, its draft and its pictures; ``speaks`` is what its sentences begin with. ``back`` among
    the wishes is the screen to go back to, with its own wishes.
    """

    fills = 0.94
    speaks: ClassVar[str]

    def opened(self) -> None:
        """Begin with what is played with, or where the last change of look left off."""
        super().opened()
        self._begun: DraftT | None = self.wishes.get("draft") or self.first_draft()
        self._held: HeldT | None = None  # the piece that was tapped first
        self._naming = False
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """The draft survives a turn of the tablet."""
        return {"draft": self._begun}

    @property
    def draft(self) -> DraftT:
        """The set that is being enrolled."""
        assert self._begun is not None
        return self._begun

    @property
    def held(self) -> HeldT:
        """The piece that was tapped first."""
        assert self._held is not None
        return self._held

    # What those who inherit tell

    def first_draft(self) -> DraftT | None:
        """What is enrolled from the first moment; None shows the sets first."""
        return None

    @abstractmethod
    def sets(self) -> ChosenFolders:
        """The sets that are kept."""

    @abstractmethod
    def new_draft(self, name: str) -> DraftT:
        """A set that nobody has seen yet."""

    @abstractmethod
    def pieces_in_use(self) -> Widget:
        """What is played with. May raise :class:`ReferencesError`."""

    @abstractmethod
    def example(self) -> Widget:
        """How the pieces are laid out for a photograph."""

    @abstractmethod
    def pieces_of(self, draft: DraftT) -> Widget:
        """What was seen, to be tapped."""

    @abstractmethod
    def show_mending(self, draft: DraftT, side: BoxLayout) -> None:
        """What else can be put right, beside the pieces."""

    @abstractmethod
    def trouble(self, draft: DraftT) -> Phrase:
        """Why the last photograph could not be used."""

    @abstractmethod
    def save(self, draft: DraftT) -> None:
        """Keep the set. Raises :class:`ReferencesError` and OSError."""

    def changed(self) -> None:
        """Other pieces are played with, perhaps."""

    # Showing

    def show(self) -> None:
        """Draw it."""
        stage, side = self.ids.stage, self.ids.side
        stage.clear_widgets()
        side.clear_widgets()
        self.ids.said.text = self.app.phrase(self._said) if self._said is not None else ""
        if self.busy:
            self._put(Words(text=words("app.one_moment"), role="ribbon", weight="bold", halign="center"))
        elif self._picking:
            self._put(self.picture_list())
            side.add_widget(self.hint("pick"))
            side.add_widget(button("app.ready", self.use_files, "check", primary=True))
        elif self._begun is None:
            self._show_sets(side)
        elif not self._begun.begun:
            self._show_how(side)
        elif self._naming:
            self._show_letters(side)
        else:
            self._show_draft(side)

    def _show_sets(self, side: BoxLayout) -> None:
        the = look()
        sets: ChosenFolders = self.sets()
        try:
            self._put(self.pieces_in_use())
        except ReferencesError as error:
            self.ids.said.text = words(error.key, name=error.place, value=error.value)
            self._put(self.example())  # our own are played with instead
        column = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None)
        column.bind(minimum_height=column.setter("height"))
        for kept in (OWN, *sets.names()):
            tap = Tap(text=kept or words(f"{self.speaks}.ours"), role="body", size_hint_y=None, height=the.px(72))
            tap.kind = "chosen" if kept == sets.chosen() else "raised"
            tap.bind(on_release=partial(self._choose_tapped, kept))
            column.add_widget(tap)
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(column)
        side.add_widget(scroll)
        side.add_widget(button(f"{self.speaks}.new", self.begin, "add"))

    def _show_how(self, side: BoxLayout) -> None:
        the = look()
        how = BoxLayout(orientation="vertical", spacing=the.px(16))
        label = Words(text=words(f"{self.speaks}.how"), role="label" if the.compact else "body", halign="center")
        label.fit = "wrap"  # the example has what room is left
        how.add_widget(label)
        how.add_widget(self.example())
        self._put(how)
        side.add_widget(self.hint("light"))
        side.add_widget(Widget())
        side.add_widget(self.picture_buttons())

    def _show_draft(self, side: BoxLayout) -> None:
        draft = self.draft
        self._put(self.pieces_of(draft))
        title = Words(
            text=draft.name, role="ribbon", weight="black", fit="line", size_hint_y=None, height=look().px(48)
        )
        side.add_widget(title)
        self.show_mending(draft, side)
        side.add_widget(self.picture_buttons())
        side.add_widget(button(f"{self.speaks}.keep", self.keep, "save", primary=True))

    def _show_letters(self, side: BoxLayout) -> None:
        self._typed = self.draft.name
        hint = words("edition.its_name")
        self._put(LetterPad(text=self.draft.name, most=MOST_LETTERS, hint=hint, on_typed=self._type))
        side.add_widget(Widget())
        side.add_widget(button("app.ready", self.named, "check", primary=True))

    def _type(self, text: str) -> None:
        self._typed = text

    def hint(self, key: str, **values: PhraseValue) -> Widget:
        """A sentence at the side."""
        return Words(text=words(f"{self.speaks}.{key}", **values), role="body", ink="text2", valign="top")

    # What people do

    def choose(self, name: str) -> None:
        """Play with this set."""
        self._said = None
        self._tried(lambda: self.sets().choose(name))

    def _choose_tapped(self, name: str, _: Tap) -> None:
        self.choose(name)

    def begin(self) -> None:
        """A new set."""
        self._begun = self.new_draft(self.sets().free_name(words(f"{self.speaks}.default_name")))
        self._said = None
        self.show()

    def use(self, pictures: list[Picture]) -> None:
        """Look for the pieces on every picture; of several it is told which one shows none."""
        draft = self.draft
        troubles: list[Phrase] = []

        def look_at(task: Task) -> None:
            for number, picture in enumerate(pictures, start=1):
                task.works_on(picture)
                if not draft.see(picture):
                    why, count = self.trouble(draft), len(pictures)
                    several = Phrase.of("picture.of_several", number=number, count=count, why=why)
                    troubles.append(several if count > 1 else why)

        def then() -> None:
            self._said = troubles[0] if troubles else self._said  # what could not be opened is said already
            self.show()

        self._said = None
        self.work(look_at, then)

    def rename(self) -> None:
        """Letters for its name."""
        self._naming = True
        self.show()

    def named(self) -> None:
        """Take the name that was typed."""
        self.draft.name = self._typed.strip() or self.draft.name
        self._naming = False
        self.show()

    def keep(self) -> None:
        """Keep the set and play with it."""
        draft = self.draft

        def do() -> None:
            self.save(draft)
            self.sets().choose(draft.name)
            self._begun, self._said = None, Phrase.of("glass.set_chosen", name=draft.name)

        self._tried(do)

    def _tried(self, do: Callable[[], None]) -> None:
        try:
            do()
        except ReferencesError as error:
            self._said = error.phrase
        except OSError as error:
            self._said = not_saved(error)
        self.changed()
        self.show()

    def leave(self) -> None:
        """Back a step, then to where it was opened from."""
        if self._picking or self._naming:
            self._picking = self._naming = False
            self.show()
        elif self._held is not None:
            self._held = None
            self.show()
        elif self._begun is not None:
            self._begun, self._said = None, None
            self.show()
        else:
            super().leave()


def button(key: str, do: Callable[[], None], icon: str, *, primary: bool = False) -> Tap:
    """What can be done, at the side."""
    tap = Tap(text=words(key), icon=icon, kind="primary" if primary else "raised", size_hint_y=None)
    tap.height = look().px(72)
    tap.bind(on_release=lambda _: do())
    return tap


load_kv(__file__)
