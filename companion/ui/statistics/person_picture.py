"""A picture for somebody: taken with the camera, or one that a telephone has sent; its middle is kept."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.files.user_folders import data_folder
from companion.people.pictures import PeoplePictures
from companion.ui.kit.base import Tap, Words, look, not_saved, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.screen import load_kv
from companion.ui.screens.owned.picture_taking import OnePicture
from vision.frames import Picture

FOLDER = "people-pictures"


def people_pictures() -> PeoplePictures:
    """Those of this tablet."""
    return PeoplePictures(data_folder() / FOLDER)


def known_tap(name: str) -> Tap:
    """Somebody who has played here, to be tapped, with the picture that there is."""
    the, picture = look(), people_pictures().of(name)
    if picture is None:
        return Tap(text=name, size_hint_x=None, width=the.px(124))
    tap = Tap(size_hint_x=None, width=the.px(168))
    tap.padding = [the.px(6)] * 4
    both, shown = BoxLayout(spacing=the.px(8)), StillPicture(size_hint_x=None, width=the.px(44))
    shown.picture = picture
    both.add_widget(shown)
    both.add_widget(Words(text=name, role="label", weight="bold", fit="line"))
    tap.add_widget(both)
    return tap


class PersonPictureScreen(OnePicture):
    """``wishes``: ``person``."""

    usual_back = "people"
    waiting, hint = "app.one_moment", None
    fills = 0.94
    person = StringProperty("")

    def opened(self) -> None:
        """Show the picture that there is."""
        super().opened()
        self.person = str((self.wishes or {}).get("person", ""))
        self.show()

    def show(self) -> None:
        """Draw it."""
        self.ids.said.text = self.app.phrase(self._said)
        super().show()

    def show_rest(self, side: BoxLayout) -> None:
        """The picture that there is, or how one is taken."""
        the, picture = look(), people_pictures().of(self.person)
        if picture is None:
            label = Words(text=words("people.picture_how"), role="body", ink="text2", halign="center")
            self._put(label)
        else:
            shown = StillPicture()
            shown.picture = picture
            self._put(shown)
        side.add_widget(self.picture_buttons())
        if picture is not None:
            drop = Tap(text=words("people.picture_drop"), icon="trash", size_hint_y=None, height=the.px(64))
            drop.bind(on_release=lambda _: self.drop())
            side.add_widget(drop)
        side.add_widget(Widget())

    def use(self, pictures: list[Picture]) -> None:
        """Keep it."""
        self._said = None
        try:
            people_pictures().keep(self.person, pictures[0])
        except OSError as error:
            self._said = not_saved(error)
        self.show()

    def drop(self) -> None:
        """Without a picture again."""
        try:
            people_pictures().drop(self.person)
        except OSError as error:
            self._said = not_saved(error)
        self.show()


load_kv(__file__)
