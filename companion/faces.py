"""Which games the tablet can show. No kivy here, so that the command line can ask."""

from __future__ import annotations

# A game's key -> its face: the class that knows how this game is drawn and played by touch (see ``widgets.face.Face``).
FACES = {
    "riga": "companion.widgets.riga_face:RigaFace",
    "grand-masters": "companion.widgets.riga_face:GrandMastersFace",
    "carcassonne": "companion.widgets.carcassonne_face:CarcassonneFace",
    "carcassonne-stained-glass": "companion.widgets.stained_glass_face:StainedGlassFace",
    "cronberg": "companion.widgets.cronberg_face:CronbergFace",
    "thurn-and-taxis": "companion.widgets.thurn_face:PostalFace",
    "power-and-glory": "companion.widgets.thurn_face:NorthernFace",
    "istanbul": "companion.widgets.istanbul_face:IstanbulFace",
    "istanbul-letters-and-seals": "companion.widgets.istanbul_face:LettersFace",
    "great-bazaar": "companion.widgets.istanbul_face:BazaarFace",
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
