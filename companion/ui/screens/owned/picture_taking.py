"""For screens that learn from pictures: the camera above the table, or files that a telephone has sent."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.cameras.choice import shot_failed
from companion.cameras.shots import CameraShot, found_pictures, loaded_picture, taken_picture
from companion.supervised import Failure, Supervised, Task
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.screen import SideScreen
from games.game import Phrase
from vision.frames import Picture


class PictureTaking(SideScreen):
    """Takes or picks pictures and works on them beside the screen. Who inherits shows itself in ``show`` and is given
    what was taken in ``use``; ``_said`` is what went wrong."""

    fills = 0.98  # share of the large panel, each way, that is taken by what is put there

    def opened(self) -> None:
        """Nothing is being done yet."""
        self._picking = False
        self._found: tuple[Path, ...] = ()
        self._chosen: list[Path] = []
        self._said: Phrase | None = None
        self._job: Supervised | None = None
        self._then: Callable[[], None] | None = None
        self._failure: Failure | None = None

    def closed(self) -> None:
        """Nobody waits for what is still being looked at."""
        if self._job is not None:
            self._job.close()
            self._job, self._then = None, None

    def tick(self, now_ms: int) -> None:
        """Show what came of a picture."""
        if self._job is None or self._job.alive:
            return
        self._job, then, failure = None, self._then, self._failure
        if failure is not None:
            self._said = shot_failed(failure)
            self.show()
        elif then is not None:
            then()

    @property
    def busy(self) -> bool:
        """A picture is being looked at."""
        return self._job is not None

    @abstractmethod
    def show(self) -> None:
        """Draw the screen."""

    @abstractmethod
    def use(self, pictures: list[Picture]) -> None:
        """Look at pictures, BGR, at least one."""

    def picture_buttons(self) -> Widget:
        """Take a picture with the camera, or choose one that was taken with a telephone."""
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(72), spacing=the.px(8))
        take = Tap(text=words("app.take_picture"), icon="camera")
        take.bind(on_release=lambda _: self.take())
        choose = Tap(text=words("app.choose_picture"), icon="tile")
        choose.bind(on_release=lambda _: self.pick())
        row.add_widget(take)
        row.add_widget(choose)
        return row

    def take(self) -> None:
        """A picture from the camera above the table; where none is chosen, where one is."""
        camera = str(self.app.preferences.camera or "")
        if not camera:
            self._said = Phrase("app.camera_first")
            self.show()
            return
        shots: list[CameraShot] = []

        self.work(lambda _: shots.append(taken_picture(camera)), lambda: self._use(shots))

    def pick(self) -> None:
        """Show the pictures that lie in the usual folders, newest first, once these were looked through."""
        if self.busy:
            return
        found: list[Path] = []
        self._begin(lambda _: found.extend(found_pictures()), lambda: self._show_found(found))

    def _show_found(self, found: list[Path]) -> None:
        self._found, self._chosen, self._picking = tuple(found), [], True
        self.show()

    def picture_list(self) -> Widget:
        """The pictures to tap."""
        the = look()
        grid = GridLayout(cols=1, spacing=the.px(8), padding=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for path in self._found:
            tap = Tap(text=path.name, size_hint_y=None, height=the.px(60), halign="left", role="label")
            tap.bind(on_release=lambda tap, path=path: self._toggle(tap, path))
            grid.add_widget(tap)
        if not self._found:
            grid.add_widget(Words(text=words("app.no_pictures"), role="body", size_hint_y=None, height=the.px(120)))
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(grid)
        return scroll

    def _toggle(self, tap: Tap, path: Path) -> None:
        if path in self._chosen:
            self._chosen.remove(path)
        else:
            self._chosen.append(path)
        tap.kind = "chosen" if path in self._chosen else "raised"
        self.files_chosen()

    def files_chosen(self) -> None:
        """Pictures were tapped; who wants only one uses it at once."""

    def use_files(self) -> None:
        """Read the chosen pictures."""
        self._picking = False
        chosen, shots = tuple(self._chosen), list[CameraShot]()
        self.work(lambda _: shots.extend(map(loaded_picture, chosen)), lambda: self._use(shots))

    def _use(self, shots: list[CameraShot]) -> None:
        """Look at what could be opened; say what is wrong with the first that could not."""
        pictures = [shot.picture for shot in shots if shot.picture is not None]
        trouble = next((shot.trouble for shot in shots if shot.trouble is not None), None)
        if pictures:
            self.use(pictures)
        if trouble is not None or not pictures:
            self._said = trouble
            self.show()

    def _put(self, widget: Widget) -> None:
        """On the large panel, with a rim."""
        rim = (1 - self.fills) / 2
        widget.size_hint, widget.pos_hint = (self.fills, self.fills), {"x": rim, "y": rim}
        self.ids.stage.add_widget(widget)

    def work(self, do: Callable[[Task], None], then: Callable[[], None]) -> None:
        """Do something beside the screen, then something on it. What the work raises is logged with the picture that it
        told its task it works on, and said on the screen; people begin it anew themselves."""
        self._begin(do, then)
        self.show()

    def _begin(self, do: Callable[[Task], None], then: Callable[[], None]) -> None:
        self._then, self._failure = then, None
        self._job = Supervised("enrolment", do, failed=self._take_failure, again=False).start()

    def _take_failure(self, failure: Failure) -> None:
        self._failure = failure


class OnePicture(PictureTaking):
    """Takes or picks one picture and works on it. Who inherits shows in ``show_rest`` what there is besides."""

    waiting = "photo.reading"  # said while a picture is being looked at
    hint: str | None = "photo.pick_hint"  # said beside the pictures to choose from

    def files_chosen(self) -> None:
        """One picture is enough."""
        self.use_files()

    def go_back(self) -> bool:
        """A step back: from what is looked at, from the pictures to the choice, then where it was opened from."""
        if self.step_back_within():
            return True
        if self._picking:
            self._picking = False
            self.show()
        else:
            self.leave()
        return True

    def step_back_within(self) -> bool:
        """A step back within what was read, where there is one: True where it was taken."""
        return False

    def show(self) -> None:
        """Draw it."""
        stage, side = self.ids.stage, self.ids.side
        stage.clear_widgets()
        side.clear_widgets()
        if self.busy:
            self._put(Words(text=words(self.waiting), role="ribbon", weight="bold", halign="center"))
        elif self._picking:
            self._put(self.picture_list())
            if self.hint is not None:
                side.add_widget(Words(text=words(self.hint), role="body", ink="text2", valign="top"))
        else:
            self.show_rest(side)

    @abstractmethod
    def show_rest(self, side: BoxLayout) -> None:
        """Draw what there is, or how a picture is taken, while none is being looked at or chosen."""

    def show_how(self, side: BoxLayout, how: str, to_take: str) -> None:
        """How it is done, beside it what went wrong, how a picture is taken, and what takes one: in words."""
        self._put(Words(text=how, role="body", halign="center"))
        if self._said is not None:
            side.add_widget(Words(text=self.app.phrase(self._said), role="body", ink="warn", valign="top"))
        side.add_widget(Words(text=to_take, role="label", ink="text2", valign="top"))
        side.add_widget(self.picture_buttons())
