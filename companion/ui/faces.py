"""Which games the tablet can show. No kivy here, so that the command line can ask."""

from __future__ import annotations

# A game's key -> its face: the class that knows how this game is drawn and played by touch (see ``kit.face.Face``).
FACES = {
    "riga": "companion.ui.riga.face:RigaFace",
    "grand-masters": "companion.ui.riga.face:GrandMastersFace",
    "carcassonne": "companion.ui.carcassonne.face:CarcassonneFace",
    "carcassonne-stained-glass": "companion.ui.stained_glass.face:StainedGlassFace",
    "cronberg": "companion.ui.cronberg.face:CronbergFace",
    "thurn-and-taxis": "companion.ui.thurn_and_taxis.face:PostalFace",
    "power-and-glory": "companion.ui.thurn_and_taxis.face:NorthernFace",
    "istanbul": "companion.ui.istanbul.face:IstanbulFace",
    "istanbul-letters-and-seals": "companion.ui.istanbul.face:LettersFace",
    "great-bazaar": "companion.ui.istanbul.face:BazaarFace",
}


def has_face(game_key: str) -> bool:
    """True where this game can be shown."""
    return game_key in FACES


def variants_of(game_key: str) -> tuple[str, ...]:
    """Games that are this one with an expansion which makes it a game of its own, and that can be shown."""
    return tuple(key for key in _VARIANTS.get(game_key, ()) if key in FACES)


_VARIANTS = {
    "carcassonne": ("carcassonne-stained-glass",),
    "thurn-and-taxis": ("power-and-glory",),
    "istanbul": ("istanbul-letters-and-seals", "great-bazaar"),
    "riga": ("grand-masters",),
}
