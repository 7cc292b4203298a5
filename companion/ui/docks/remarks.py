"""Something on the table is against the rules: what, where, and what puts it right. Nobody has to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.boxlayout import BoxLayout

from companion.locale import say
from companion.session.views import LiveView
from companion.ui.docks.hatched_dock import HatchedDock
from companion.ui.kit.base import Tap, Words, look, words
from games.game import Seat
from games.place_before import PlaceBefore
from vision.explanation import TableRemark

MOST_SHOWN = 3


class RemarksDock(HatchedDock):
    """Shown until the table is right or somebody has read it; where it is, is hatched on the ``live`` picture."""

    def __init__(
        self,
        remarks: Sequence[TableRemark],
        seats: Sequence[Seat],
        live: LiveView | None,
        read: Callable[[], None],
        **kwargs: object,
    ) -> None:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(8))
        column.add_widget(Words(text=words("app.against_the_rules"), role="body", weight="bold", size_hint_y=0.4))
        lines = [remark_in_words(one, seats) for one in remarks[:MOST_SHOWN]]
        column.add_widget(Words(text="\n".join(lines), role="label", ink="text", fit="wrap", valign="top"))
        button = Tap(text=words("app.remark_read"), role="body", kind="raised", size_hint_y=None)
        button.height = the.px(60 if the.compact else 72)
        button.bind(on_release=lambda _: read())
        column.add_widget(button)
        super().__init__(column, live, **kwargs)


def remark_in_words(one: TableRemark, seats: Sequence[Seat]) -> str:
    """Whose it is and what is wrong: "Anna: the same tile twice in one window ..."."""
    sentence = say(one.phrase, look().language)
    owners = {place.seat for place in map(PlaceBefore.read, one.places) if place is not None}
    names = " + ".join(seats[seat].name for seat in sorted(owners))
    return f"{names}: {sentence}" if names else sentence
