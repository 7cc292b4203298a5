"""Followers on a map that was read: whose, on which tile, on what of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import Paint
from calibration.lens import CalibrationError
from calibration.profile import Profile
from calibration.references import Edition
from calibration.table_plane import TablePlane, plane_from_tiles
from games.carcassonne.tiles import tile_type
from vision.carcassonne.figures.feet import Ground, Stand, scores_at, shift_shares, stand_of
from vision.carcassonne.figures.laid_down import SeemsHidden, bodies_seen
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.drawn import footing, turned_clockwise
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.plan import usual
from vision.carcassonne.observation import SeenFollower, SeenTile
from vision.imaging.patches import Layers, lab_of
from vision.imaging.side_by_side import meanwhile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import shared_print
from vision.pieces.figure_forms import figure_forms, forms_of_tiles
from vision.pieces.figures import FoundPiece, find_figures, on_scene
from vision.pieces.figures_without_prints import in_broad_strokes, scene_without_faces
from vision.pieces.look_alikes import doubt_look_alikes
from vision.pieces.map_scene import FACE, MapScene, set_scene
from vision.pieces.one_to_a_tile import one_to_a_tile
from vision.pieces.thickness import thickness
from vision.registration.focal_length import likeliest_lens
from vision.registration.lattice import Cell, Lattice, project, quad_of
from vision.registration.lucas_kanade import middle_px
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.print_matching import light_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowerParameters(Parameters):
    """When what differs from a bare tile is believed to be a follower."""

    tile_mm: float = parameter(45.0, "mm", "a tile's side", CHOSEN)
    middle_mm: float = parameter(
        7.0, "mm", "height of the middle of what is seen of a follower, standing (16 mm) or lying (10 mm)", CHOSEN
    )
    most_of_a_colour: int = parameter(
        8, "tiles", "on which followers of one colour stand: a player has so many", CHOSEN
    )
    least_confidence: float = parameter(
        0.5, "probability", "below which it is more likely a glint or a shadow", "docs/findings/followers.md"
    )
    # Of 130 found on 17 pictures without references, real and composed, one fills 0.62 of it, all others 0.71 and more;
    # five patches of city and grass in another light 0.47 to 0.64.
    least_filled: float = parameter(
        0.66,
        "share of its convex hull",
        "that a figure fills at the least where no print is known to compare with",
        "docs/findings/followers.md",
    )
    thickness_px: float = parameter(40.0, "px", "a side of a square of its area, at which that is measured", CHOSEN)
    least_thick: float = parameter(
        0.63,
        "times",
        "the root of its area that a figure is thick at the least there: of 729 three are thinner, of 21 grounds ten",
        "docs/findings/followers.md",
    )


PARAMETERS = FollowerParameters()


def footing_scores(kind: str, turns: int, u: float, v: float) -> NDArray[np.float64]:
    """How well each feature of a tile goes with a foot seen at (u, v), as a density over the tile; 0 far beside it."""
    return scores_at(usual_footing(tile_type(kind).key, turns % 4), u, v)


@cache
def usual_footing(key: str, turns: int) -> Float32Array:
    """(features, SIZE, SIZE) where on a tile with so many quarter turns feet usually stand on each feature."""
    return turned_clockwise(footing(key, usual(key)), turns)


def plane_of(lattice: Lattice, size: tuple[int, int], profile: Profile | None = None) -> TablePlane:
    """How the camera stands to the table, from the tiles; size is (height, width) of the picture, px.

    Where the lens was learned, it and how the camera stood then are taken as known. Otherwise it is the likeliest one.
    """
    lens = None if profile is None else profile.lens_for(size[1], size[0])
    if profile is not None and lens is not None:
        outlines = {(cell[1], cell[0]): quad_of(pose) for cell, pose in lattice.cells.items()}
        with suppress(CalibrationError):  # tiles that lie in no plane: then as if nothing were known
            return plane_from_tiles(outlines, lens, PARAMETERS.tile_mm, known=profile.plane_for(size[1], size[0])).plane
    common = lattice.common() @ np.diag([1 / PARAMETERS.tile_mm, 1 / PARAMETERS.tile_mm, 1.0])
    return TablePlane(common, likeliest_lens(common, size)[0])


def read_followers(
    layers: Layers,
    atlas: EditionAtlas,
    tiles: Sequence[SeenTile],
    templates: Mapping[Cell, int],
    lattice: Lattice,
    paints: Sequence[Paint],
    profile: Profile | None = None,
    least: float | None = None,
) -> tuple[SeenFollower, ...]:
    """Every follower on the tiles; ``templates`` says which view of the edition each tile shows, ``least`` how sure a
    figure must be to be told (None: as sure as usual)."""
    cells = [(tile.row, tile.column) for tile in tiles]
    if not cells:
        return ()
    poses = np.stack([lattice.cells[cell] for cell in cells])
    with_forms = _forms_meanwhile(layers, poses, paints)
    shown = np.array([templates[cell] for cell in cells])
    light = light_of(layers, poses, atlas.prints, shown, np.array([tile.confidence for tile in tiles]))
    scene = set_scene(layers, poses, [_face(atlas, template) for template in shown], light)
    scene = with_forms(scene)
    deck = _deck_of(atlas.edition)

    def drawn(tile: SeenTile) -> Ground:
        entry = templates[tile.row, tile.column]
        key, turns = deck.tile_of(entry)
        return deck.footing(entry), tile_type(key).turned[turns].features

    plane = plane_of(lattice, layers.size, profile)
    stands = _stands(_formed(scene, paints), layers, tiles, lattice, plane, least, drawn)
    return _seen_followers(stands, shift_shares(stands))


def read_followers_without_faces(
    layers: Layers,
    tiles: Sequence[SeenTile],
    lattice: Lattice,
    paints: Sequence[Paint],
    profile: Profile | None = None,
    least: float | None = None,
    ground: Float32Array | None = None,
) -> tuple[SeenFollower, ...]:
    """Every follower on tiles of an edition that nobody has seen; ``ground`` (tiles, 6, 32, 32) is which terrain shows
    where on them, None where it is not known yet."""
    if not tiles:
        return ()
    poses = np.stack([lattice.cells[tile.row, tile.column] for tile in tiles])
    figures = figures_without_faces(layers, poses, paints, ground)
    return followers_without_faces(figures, layers, tiles, lattice, profile, least)


def figures_without_faces(
    layers: Layers, poses: NDArray[np.float64], paints: Sequence[Paint], ground: Float32Array | None = None
) -> list[FoundPiece]:
    """Every figure on tiles at poses (b, 3, 3) whose edition nobody has seen."""
    with_forms = _forms_meanwhile(layers, poses, paints)
    scene = scene_without_faces(layers, poses, ground=ground, in_shade=True)
    if on_tiles := _crowded(scene, len(poses), paints):
        scene = scene_without_faces(layers, poses, on_tiles, ground, in_shade=True)
    if black := next((paint for paint in paints if paint.name == "black"), None):
        scene = in_broad_strokes(scene, black, on_tiles)
    scene = with_forms(scene)
    found = [one for one in _formed(scene, paints) if _no_ground(one, scene)]
    return doubt_look_alikes(scene, found)


def _formed(scene: MapScene, paints: Sequence[Paint]) -> list[FoundPiece]:
    """Every figure on a scene but those of colour alone: a cloth's checks, roofs, the shade of another."""
    found = find_figures(scene, paints)
    return [one for one in found if scene.forms is None or not scene.forms.denied(on_scene(one, scene))]


def _no_ground(figure: FoundPiece, scene: MapScene) -> bool:
    """Whether a patch is as compact as figures are, or looks like one: ground winds between roads and houses."""
    compact = (
        _filled(figure) >= PARAMETERS.least_filled
        and thickness(figure.outline, PARAMETERS.thickness_px) >= PARAMETERS.least_thick
    )
    return compact or (scene.forms is not None and scene.forms.plainly(on_scene(figure, scene)))


def _forms_meanwhile(
    layers: Layers, poses: NDArray[np.float64], paints: Sequence[Paint]
) -> Callable[[MapScene], MapScene]:
    """Begins to ask, in a thread of its own, what forms say of figures of these paints on tiles at poses (b, 3, 3);
    what is returned brings it to their scene once that is set."""
    names = [paint.name for paint in paints]
    said = meanwhile(lambda: forms_of_tiles(layers, poses, names))
    return lambda scene: replace(scene, forms=figure_forms(said(), scene.onto @ poses, scene.owner.shape, names))


def _crowded(scene: MapScene, count: int, paints: Sequence[Paint]) -> list[set[str]]:
    """For each tile the colours of those who seem to stand there, as far as their paint would pass for print because
    they stand on so many tiles of a small map; empty where none does."""
    settings, most = shared_print.PARAMETERS, min(PARAMETERS.most_of_a_colour, count - 1)
    least = max(settings.least_shared, settings.shared * count)
    if least > most:
        return []
    crowds = {name: tiles for name, tiles in one_to_a_tile(scene, paints).items() if least <= len(tiles) <= most}
    return [{name for name, tiles in crowds.items() if tile in tiles} for tile in range(count)] if crowds else []


def followers_without_faces(
    figures: Sequence[FoundPiece],
    layers: Layers,
    tiles: Sequence[SeenTile],
    lattice: Lattice,
    profile: Profile | None = None,
    least: float | None = None,
) -> tuple[SeenFollower, ...]:
    """What these figures stand on."""
    stands = _stands(figures, layers, tiles, lattice, plane_of(lattice, layers.size, profile), least, _usual_ground)
    # What is usual of a tile, and not how it is drawn, tells too little of where feet stand to learn from.
    return _seen_followers(stands, shift_shares(()))


def _filled(figure: FoundPiece) -> float:
    """How much of the convex hull of its outline a figure fills."""
    hull = cv2.convexHull(figure.outline)
    return float(cv2.contourArea(figure.outline) / max(cv2.contourArea(hull), 1e-6))


@lru_cache(maxsize=4)
def _deck_of(edition: Edition) -> Deck:
    return Deck.of(edition)


def _usual_ground(tile: SeenTile) -> Ground:
    key = tile_type(tile.kind).key
    return usual_footing(key, tile.turns % 4), tile_type(key).turned[tile.turns % 4].features


def _stands(
    figures: Sequence[FoundPiece],
    layers: Layers,
    tiles: Sequence[SeenTile],
    lattice: Lattice,
    plane: TablePlane,
    least: float | None,
    ground: Callable[[SeenTile], Ground],
) -> list[Stand]:
    """Where those figures stand that are at least so sure (None: as usual), on the tiles as ``ground`` says that
    they are drawn."""
    poses = np.stack([lattice.cells[tile.row, tile.column] for tile in tiles])
    sure = PARAMETERS.least_confidence if least is None else least
    clear = [figure for figure in figures if figure.confidence >= sure]
    feet = [foot_of(one, plane) for one in clear]
    hidden = [_seems_hidden(one, foot, poses, plane) for one, foot in zip(clear, feet, strict=True)]
    stands = (
        stand_of(replace(one, confidence=confidence), foot, tiles, poses, ground, standing=body.lies <= 0)
        for one, foot, body in zip(clear, feet, bodies_seen(layers, hidden), strict=True)
        if (confidence := body.as_sure(one.confidence)) >= sure
    )
    return [stand for stand in stands if stand is not None]


def _seems_hidden(
    figure: FoundPiece, foot: NDArray[np.float64], poses: NDArray[np.float64], plane: TablePlane
) -> SeemsHidden:
    """What a figure hides of the nearest tile, and how it would lean there if it stood at ``foot`` (2,) px."""
    away = np.hypot(*(middle_px(poses) - figure.centre).T)
    pose = poses[int(away.argmin())]
    back = np.linalg.inv(pose)
    x, y = plane.to_table(foot[None])[0]
    head = foot + stance.PARAMETERS.head_mm * plane.upright((float(x), float(y)))
    seen_head, seen_foot = project(back, np.stack([head, foot]))
    outline = project(back, cv2.convexHull(figure.outline)[:, 0].astype(np.float64))
    return SeemsHidden(pose, tuple((float(u), float(v)) for u, v in outline), (seen_head - seen_foot)[None])


def _seen_followers(stands: Sequence[Stand], shares: NDArray[np.float64]) -> tuple[SeenFollower, ...]:
    followers = (stand.follower(shares) for stand in stands)
    return tuple(one for one in followers if one is not None)


def _face(atlas: EditionAtlas, template: int) -> NDArray[np.float32]:
    image = atlas.edition.references[template // 4].image
    small = cv2.resize(image, (FACE, FACE), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(lab_of(np.asarray(small, dtype=np.uint8)), -(template % 4)))


def foot_of(figure: FoundPiece, plane: TablePlane) -> NDArray[np.float64]:
    """(2,) px of the point that the figure stands on: its middle shows where 7 mm above that point would."""
    foot = figure.centre
    for _ in range(3):
        x, y = plane.to_table(foot[None])[0]
        foot = figure.centre - PARAMETERS.middle_mm * plane.upright((float(x), float(y)))
    return foot
