"""An evening's moments for a film: photographs as far as they were kept, else the board as the screen draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from kivy.core.text import Label as CoreLabel
from numpy.typing import NDArray

from companion.exports.film import PICTURE, FilmMoment
from companion.session.proposing import view_of
from companion.session.rewriting import is_final
from companion.session.views import AnySession
from companion.ui.docks.history import deeds_of_moment, moments_of
from companion.ui.kit.base import look, words
from companion.ui.kit.face import AnyFace
from companion.ui.table.telling import line_in_words
from games.any_game import AnyRecord
from vision.frames import Picture


def film_moments(
    session: AnySession, face: AnyFace, letters: Sequence[str], only: Sequence[int] | None = None
) -> Iterator[FilmMoment]:
    """Every moment of the game, as the history tells them, or ``only`` some by their number; each is drawn when it is
    asked for."""
    record = session.record
    moments = moments_of(record, face)
    won = _won(record)
    for first, last in moments if only is None else [moments[number] for number in only]:
        so_far: AnyRecord = replace(record, line=record.line[: last + 1])
        photo = session.photo_of(last)
        picture = photo if photo is not None else board_picture(face, so_far, letters)
        caption = won if won and last == moments[-1][1] else _caption(record, face, first, last)
        yield FilmMoment(picture, record.line[first].doer, so_far.scores, caption)


def scores_of_moments(record: AnyRecord, face: AnyFace) -> list[tuple[int, ...]]:
    """Points by seat after each moment."""
    return [record.scores_of(record.line[last].state) for _, last in moments_of(record, face)]


def board_picture(face: AnyFace, record: AnyRecord, letters: Sequence[str]) -> Picture:
    """The board as it stands, BGR, as large as it has room in a film."""
    board = face.board()
    board.interactive, board.letters = False, tuple(letters)
    board.size_hint, board.pos, board.size = (None, None), (0, 0), PICTURE
    board.view = view_of(record)
    board.refresh_now()  # no frame comes in between
    texture = board.export_as_image().texture
    drawn = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)
    ground = np.array([round(255 * part) for part in look().colour("bg")[:3]], np.float32)
    bare = 1 - drawn[..., 3:].astype(np.float32) / 255
    seen = np.minimum(255, drawn[..., :3] + ground * bare).astype(np.uint8)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_RGB2BGR), np.uint8)


def lettered(text: str, high: int) -> NDArray[np.uint8]:
    """Words in the app's own type, as ink (h, w)."""
    label = CoreLabel(text=text or " ", font_size=high, font_name="LatoBold", color=(1, 1, 1, 1))
    label.refresh()
    texture = label.texture
    return np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., 3]


def _won(record: AnyRecord) -> str:
    """Who won, in words; nothing while the game is not over."""
    if not is_final(record):
        return ""
    winners = [one for one in record.game.standings(record.state) if one.rank == 1]
    names = " & ".join(record.setup.seats[one.player].name for one in winners)
    return words("app.wins" if len(winners) == 1 else "app.share", names=names)


def _caption(record: AnyRecord, face: AnyFace, first: int, last: int) -> str:
    """The best score of a moment, else what was done in it."""
    language, seats = look().language, record.setup.seats
    events = (event for step in record.line[first : last + 1] for event in step.events)
    lines = [event.line for event in events if event.line is not None and not event.line.final]
    if lines:
        return line_in_words(max(lines, key=lambda line: line.points), seats, language)
    step = record.line[first]
    name = seats[step.doer].name if step.doer is not None else ""
    return ": ".join(part for part in (name, deeds_of_moment(record, face, first, last)) if part)
