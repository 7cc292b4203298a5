"""Which face shows a game."""

from __future__ import annotations

from companion.titles.registry import find_title
from companion.ui.kit.face import AnyFace


def face_of(game_key: str) -> AnyFace:
    """The face of a game. Raises :class:`LookupError` where it has none yet."""
    title = find_title(game_key)
    if title is None or title.face is None:
        raise LookupError(game_key)
    return title.face()
