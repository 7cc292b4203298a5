"""The first lock: where on the picture does the recorded map lie?

Features vote for tiles (:mod:`vision.registration.feature_seeds`); each seed is held against the recorded kinds, and a
seed that shows a recorded tile foretells where the others must lie. The arrangement that most of the recorded tiles
agree on wins. A lone start tile is found the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.light import light_from, softness_of
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.imaging.patches import Layers
from vision.photometry.tone import NEUTRAL, Tone
from vision.registration.alignment import NUDGED
from vision.registration.feature_seeds import Seed
from vision.registration.lattice import Cell, Lattice, Matrix, project, shifted
from vision.registration.lattice_growth import turned_pose
from vision.registration.templates import unit_vectors

ALIKE_ENOUGH = 0.70  # correlation with the reference from which a tile counts as seen
FITS = 3.0  # cost up to which a tile counts as seen once the light's colours are known
FIRST_TRIED = 3  # neighbours that may be missed before an arrangement is given up
NO_CHANCE = 5  # tiles that never agree by chance
FOCUSED_ON = 12  # tiles that the camera's softness is learned from
TRUSTED = 4.0  # squared standard deviations up to which a pixel of a known tile is taken to show it
LOCKED_SHARE = 0.6  # of the recorded tiles that must be seen
ASKEW = 0.45  # of a tile: what a map that lies as before has over one at right angles; a knock turns it a little


@dataclass(frozen=True, eq=False)
class FirstLock:
    """The recorded tiles found on the picture, and this picture's colours."""

    matches: Mapping[Cell, TileMatch]
    tone: Tone


def find_map(
    seeds: Iterable[Seed],
    layers: Layers,
    deck: Deck,
    tiles: Mapping[Cell, tuple[str, int]],
    before: Mapping[Cell, Matrix] | None = None,
) -> FirstLock | None:
    """Where the recorded tiles lie, or None where they are not found; seeds are tried in the order given.

    A small map may look the same when it is turned round (two start tiles that close a city do). What tells the ways
    apart then is ``before``, where its tiles lay until it was knocked.
    """
    sight = TileSight(layers, NEUTRAL, deck)
    best: dict[Cell, TileMatch] = {}
    best_score = 0.0
    for seed in seeds:
        for cell, pose in _readings(sight, seed.pose, tiles):
            found = _spread(sight, cell, pose, tiles)
            if not found:
                continue
            borne_out, like_it = len(found) - 1, similarity_of(sight, found[cell])
            score = borne_out + like_it + ASKEW * _cosine(pose, cell, before)
            if score > best_score:
                best, best_score = found, score
            if len(best) >= max(NO_CHANCE, LOCKED_SHARE * len(tiles)):
                break
        if len(best) >= max(NO_CHANCE, LOCKED_SHARE * len(tiles)):
            break
    if len(best) < max(1, LOCKED_SHARE * len(tiles)):
        return None
    for _ in range(3):  # with this picture's colours known the tiles can be laid on more exactly
        sight = TileSight(layers, tone_of(layers, deck, best), deck)
        best = {cell: sight.matches(match.pose, [tiles[cell]])[0] for cell, match in best.items()}
    return FirstLock(best, tone_of(layers, deck, best))


def tone_of(layers: Layers, deck: Deck, matches: Mapping[Cell, TileMatch]) -> Tone:
    """This picture's colours, from tiles that are known."""
    poses = np.stack([match.pose for match in matches.values()])
    return tone_from(layers, deck, poses, [match.entry for match in matches.values()])


def tone_from(layers: Layers, deck: Deck, poses: NDArray[np.float64], entries: Sequence[int]) -> Tone:
    """The same from where tiles lie (b, 3, 3) and which templates show them (b,)."""
    patches, inside = layers.cut(poses, deck.fine.n)
    middles = np.stack([(pose @ [0.5, 0.5, 1.0])[:2] / (pose @ [0.5, 0.5, 1.0])[2] for pose in poses])
    return light_from(patches, deck.fine.patches[list(entries)], inside, middles)


def focused(layers: Layers, deck: Deck, matches: Mapping[Cell, TileMatch]) -> Deck:
    """The deck with templates as soft as this camera shows the tiles that are known."""
    clearest = dict(sorted(matches.items(), key=lambda found: found[1].cost)[:FOCUSED_ON])
    for _ in range(2):  # the colours are told better by templates that are as soft as the picture
        tone = tone_of(layers, deck, clearest)
        sight = TileSight(layers, tone, deck)
        # A tile that lies a little beside where it is looked for would pass for a blurred one.
        clearest = {
            cell: sight.matches(match.pose, [(match.key, match.turns)], NUDGED)[0] for cell, match in clearest.items()
        }
        seen, _ = sight.toned(np.stack([match.pose for match in clearest.values()]), deck.fine.n)
        crisp = deck.crisp[1].patches[[match.entry for match in clearest.values()]]
        trusted = np.stack([match.residual < TRUSTED for match in clearest.values()])
        deck = deck.softened(softness_of(seen, crisp, trusted))
    return deck


def _cosine(pose: Matrix, cell: Cell, before: Mapping[Cell, Matrix] | None) -> float:
    """Of the angle between how a tile lies and how it lay, both with the map's own axes; 0 where that is not known."""
    if before is None or cell not in before:
        return 0.0
    (left, right), (was_left, was_right) = (project(one, [[0.0, 0.5], [1.0, 0.5]]) for one in (pose, before[cell]))
    now, was = right - left, was_right - was_left
    return float(now @ was / (np.linalg.norm(now) * np.linalg.norm(was)))


def similarity_of(sight: TileSight, match: TileMatch) -> float:
    """Correlation of what is seen with the template, -1 to 1, blind to tone."""
    patches, _ = sight.layers.cut(match.pose[None], sight.deck.fine.n)
    return float((unit_vectors(patches)[0] * sight.deck.fine.unit[match.entry]).sum())


def _readings(sight: TileSight, pose: Matrix, tiles: Mapping[Cell, tuple[str, int]]) -> list[tuple[Cell, Matrix]]:
    """Which recorded tiles a seed could be: (cell, pose with the map's own axes)."""
    kinds = {key for key, _ in tiles.values()}
    seen = [
        match
        for match in sight.matches(pose, [(key, turns) for key in kinds for turns in range(4)])
        if similarity_of(sight, match) > ALIKE_ENOUGH
    ]
    found = []
    for match in seen[:3]:
        for cell, (key, turns) in tiles.items():
            if key == match.key:
                # Seen lying with other turns than recorded: the picture shows the map turned by the difference.
                found.append((cell, turned_pose(match.pose, match.turns - turns)))
    return found[:12]


def _spread(sight: TileSight, cell: Cell, pose: Matrix, tiles: Mapping[Cell, tuple[str, int]]) -> dict[Cell, TileMatch]:
    """The recorded tiles that are seen around one, each foretold by those found before it.

    The first is known by its pattern alone; it then tells the colours of the light, by which others are known even
    where a follower covers much of them. Where hardly one of the first neighbours fits, it was another tile.
    """
    first = sight.matches(pose, [tiles[cell]])
    if not first or similarity_of(sight, first[0]) < ALIKE_ENOUGH:
        return {}
    found = {cell: first[0]}
    lattice = Lattice({cell: shifted(first[0].pose, 0, 0)})
    missed: set[Cell] = set()
    toned, toned_by = sight, 0
    while True:
        if len(found) >= 2 * toned_by:
            toned, toned_by = replace(sight, tone=tone_of(sight.layers, sight.deck, found)), len(found)
        near = [one for one in lattice.frontier() if one in tiles and one not in missed]
        if not near or (len(missed) >= FIRST_TRIED and len(missed) > len(found)):
            return found
        for one in near:
            matches = toned.matches(lattice.predict(one), [tiles[one]])
            if matches and matches[0].cost < FITS:
                found[one] = matches[0]
                lattice = lattice.with_cells({one: matches[0].pose})
            else:
                missed.add(one)
