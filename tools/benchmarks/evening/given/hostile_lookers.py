"""Everything that looks at pictures, each as one call: what it told of a picture that shows no table, or nothing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np

from calibration.files.picture_door import LEAST_TABLE_SIDE, as_bgr, at_reading_size
from calibration.lens import CalibrationError
from calibration.lens_lesson import LensLesson
from calibration.profile import Profile
from companion.cameras.calibrating import seen_colours, seen_table
from companion.commands.read_command import readable, reader_of
from companion.session.looking.looker import Looker
from companion.session.looking.watching import eyes_for
from companion.titles.registry import game_keys, game_named
from games.game import SEAT_COLOURS, Seat
from tools.benchmarks.evening.given.hostile_pictures import Drawn
from vision.frames import Frame, Picture

PictureLooker = Callable[[Drawn], str]  # what was told, in words; empty where nothing was

_NO_NEWS = ("marks", "unread", "faults", "mending")  # of the copy, and where somebody should look; not what lies there
FRAMES = 5
APART_MS = 700.0  # frames of one still picture: by the third the eyes take the table for still


def _watched(game_key: str, picture: Drawn) -> str:
    """The eyes of a game at its first move, before nothing but this picture; then before one of another size."""
    state = _first_state(game_key)
    looker = Looker(eyes_for(game_key, state))
    looker.record_moved_on(state, 1)
    answers = [_shown(looker, picture, number) for number in range(FRAMES)]
    other = np.ascontiguousarray(picture[: max(1, len(picture) // 2)])
    answers += [_shown(looker, other, number) for number in range(FRAMES, FRAMES + 2)]
    return "; ".join(dict.fromkeys(one for one in answers if one))


def _shown(looker: Looker, picture: Drawn, number: int) -> str:
    seen = looker.look(Frame(picture, number * APART_MS, number))
    if seen.roll is not None:
        return f"rolled {seen.roll}"
    likeliest = seen.explanation.candidates[:1] if seen.explanation is not None else ()
    # That nothing was done may be told of anything; what was done may not be told of nothing.
    return f"{likeliest[0].actions} at {likeliest[0].probability:.2f}" if _clear(seen) and likeliest[0].actions else ""


def _clear(seen: Any) -> bool:
    return seen.explanation is not None and seen.explanation.is_clear()


@cache
def _first_state(game_key: str) -> Any:
    game = game_named(game_key)
    return game.new(game.setup(tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2])))


def _still(game_key: str, picture: Drawn) -> str:
    """``tableside read``, from behind the door; smaller pictures do not come through it."""
    image = _as_opened(picture)
    if image is None:
        return ""
    args = argparse.Namespace(references=None, language="en", profile=None, game=game_key)
    result = reader_of(game_key).read(image, args)
    return ", ".join(
        f"{len(seen)} {kind}"
        for kind, seen in result.items()
        if isinstance(seen, list) and seen and kind not in _NO_NEWS
    )


def _calibrated(picture: Drawn) -> str:
    image = _as_opened(picture)
    if image is None:
        return ""
    phrases = []
    for name, seen in (("table", seen_table), ("colours", seen_colours)):
        try:
            seen(image, Profile("nobody's"))
            phrases.append(name)
        except CalibrationError:
            pass  # the sheet is not in view: as it should be
    for live in (False, True):
        lesson = LensLesson(live=live)
        if any(lesson.show(image).taken for _ in range(3)):
            phrases.append("lens")
    return ", ".join(phrases)


def _as_opened(picture: Drawn) -> Picture | None:
    return at_reading_size(as_bgr(picture)) if min(picture.shape[:2]) >= LEAST_TABLE_SIDE else None


LOOKERS: Mapping[str, Callable[[], PictureLooker]] = {
    "calibration": lambda: _calibrated,
    **{f"read {key}": partial(partial, _still, key) for key in readable()},
    **{f"eyes {key}": partial(partial, _watched, key) for key in game_keys()},
}
