"""Which games the tablet can show. No kivy here, so that the command line can ask."""

from __future__ import annotations

# A game's key -> its face: the class that knows how this game is drawn and played by touch (see ``widgets.face.Face``).
FACES = {"carcassonne": "companion.widgets.carcassonne_face:CarcassonneFace"}


def has_face(game_key: str) -> bool:
    """True where this game can be shown."""
    return game_key in FACES
