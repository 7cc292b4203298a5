"""Correcting a piece: what was tapped, whose it is and when it was told; then each correction with picture and words,
likeliest first. Two taps do it; where more than the piece would change, a preview says what, to be kept or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kivy.uix.boxlayout import BoxLayout

from companion.locale import say
from companion.session.proposing import view_of
from companion.session.rewriting import Preview
from companion.ui.docks.holes import HOLE_DP, HoleTap, hole_strip, hole_words
from companion.ui.docks.numbered_alike import numbered_alike
from companion.ui.kit.base import Icon, Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockRow, title_row
from companion.ui.kit.face import Amends, AnyFace
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.scrolled import column, scrolled
from games.any_game import AnyAction, AnyRecord

PICTURE_DP, WIDE_DP = 84, 230  # of one correction: its picture, and the least width with its words
FIRST = 4  # corrections that stand before "it was not there": that is likelier than a fifth look-alike


class AmendsTap(GrownTap):
    """One correction: its picture, and what it says."""

    def __init__(self, amends: Amends[AnyAction], text: str, **kwargs: object) -> None:
        self.amends, self.sentence = amends, text  # not ``text``: a button shows that by itself
        super().__init__(least_dp=_picture_dp(), **kwargs)
        the = look()
        self.padding = [the.px(8)] * 4
        picture = Icon(name="trash", side=28) if amends.action is None else amends.picture()
        picture.size_hint, picture.width = (None, 1), the.px(_picture_dp() - 16)
        self.put_before(picture)
        self.say(text, role="label", weight="bold")


class CorrectDock(Dock):
    """What was tapped, and what it may have been instead.

    Args:
        record: the game.
        face: how it is told.
        found: corrections, likeliest first.
        removal: that nothing lies there.
        amend: called with the one that is tapped.
        close: puts it away.
    """

    def __init__(
        self,
        record: AnyRecord,
        face: AnyFace,
        found: Sequence[Amends[AnyAction]],
        removal: Amends[AnyAction] | None,
        *,
        amend: Callable[[Amends[AnyAction]], None],
        close: Callable[[], None],
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        index = (removal or found[0]).index
        self.add_widget(title_row(tapped_words(record, face, index), close))
        out = (removal,) if removal is not None else ()
        shown = (*found[:FIRST], *out, *found[FIRST:])
        grid = grown_grid(the.px(WIDE_DP) * the.text_scale)
        for one, label in zip(shown, numbered_alike([say(one.label, the.language) for one in shown]), strict=True):
            tap = AmendsTap(one, label)
            tap.bind(on_release=lambda tap: amend(tap.amends))
            grid.add_widget(tap)
        self.add_widget(scrolled(grid))


def tapped_words(record: AnyRecord, face: AnyFace, index: int) -> str:
    """What it is, whose, and when: "Tile: Ben · Turn 6"."""
    the, step = look(), record.line[index]
    what = face.recorded(record, index)
    when = face.counted(view_of(replace(record, line=record.line[:index])))  # as the table counted it then
    if step.doer is None:
        return words("app.tapped_nobodys", what=say(what, the.language) if what is not None else "", when=when)
    name = record.setup.seats[step.doer].name
    if what is None:
        return words("app.tapped_turn", name=name, when=when)
    return words("app.tapped", what=what, name=name, when=when)


def _picture_dp() -> float:
    return 72 if look().compact else PICTURE_DP


class PreviewDock(Dock):
    """What a correction would change besides the piece: turns that no longer count, and the scores."""

    height_dp = 304
    takes_height = True
    takes_side = True

    def __init__(
        self,
        preview: Preview,
        face: AnyFace,
        letters: Sequence[str],
        *,
        keep: Callable[[], None],
        cancel: Callable[[], None],
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        role = "label" if the.compact else "body"
        self.add_widget(Words(text=words("app.preview"), role=role, weight="bold", fit="wrap"))
        # Told again once the correction is kept: nothing in these answers a finger.
        said = numbered_alike([hole_words(one, face) for one in preview.holes])
        taps = [
            HoleTap(preview.record, one, face, letters, sentence, disabled=True)
            for one, sentence in zip(preview.holes, said, strict=True)
        ]
        changes = changes_in_words(preview)
        if the.compact:
            self.padding = the.px(8)
            self.add_widget(scrolled(_below_each_other(taps, changes)))
        else:
            if taps:
                self.add_widget(hole_strip(taps, taps, HOLE_DP))
            # As high as it needs where turns stand above it: several people's scores need two lines.
            fit = "wrap" if taps else "box"
            self.add_widget(Words(text="   ".join(changes), role="label", ink="text2", fit=fit))
        self.add_widget(_answers("least" if the.compact and the.text_scale > 1 else role, keep, cancel))


def _below_each_other(taps: Sequence[HoleTap], changes: Sequence[str]) -> BoxLayout:
    """Turns as high as their words need, then what else changes."""
    found = column()
    for one in taps:
        one.size_hint_y = None
        one.bind(needed_height=one.setter("height"))
        found.add_widget(one)
    for text in changes:
        found.add_widget(Words(text=text, role="label", ink="text2", fit="wrap"))
    return found


def _answers(role: str, keep: Callable[[], None], cancel: Callable[[], None]) -> BoxLayout:
    """Both stand beside each other wherever the dock stands on a small tablet, which has little height."""
    the = look()
    high = 56 if the.compact else 64
    laid = {"size_hint_y": None, "height": the.px(high), "spacing": the.px(8 if the.compact else 12)}
    row: BoxLayout = BoxLayout(**laid) if the.compact else DockRow(each_dp=high, **laid)  # else it would share the rest
    for key, kind, do in (("app.cancel", "raised", cancel), ("app.keep", "primary", keep)):
        button = Tap(text=words(key), role=role, kind=kind)
        if the.compact:  # both in letters of one size
            button.padding = [the.px(4)] * 4
        button.bind(on_release=lambda _, do=do: do())
        row.add_widget(button)
    return row


def changes_in_words(preview: Preview) -> list[str]:
    """Scores before and after, turns that count again, and who is next then, in words."""
    seats = preview.record.setup.seats
    lines = [
        words("app.preview_score", name=seat.name, before=before, after=after)
        for seat, before, after in zip(seats, preview.before, preview.after, strict=True)
        if before != after
    ]
    if preview.mended:
        turns = ", ".join(say(one.when, look().language) for one in preview.mended)
        lines.append(words("app.preview_mended", turns=turns))
    if preview.mover_after is not None and preview.mover_after != preview.mover_before:
        lines.append(words("app.preview_mover", name=seats[preview.mover_after].name))
    return lines
