"""The first lock: where on the picture does the recorded map lie?

Features vote for tiles (:mod:`vision.registration.feature_seeds`); each seed is held against the recorded kinds, and a
seed that shows a recorded tile foretells where the others must lie. The arrangement that most of the recorded tiles
agree on wins. A lone start tile is found the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.known_tiles import as_they_lie, laid_on
from vision.carcassonne.live.light import light_from, softness_of
from vision.carcassonne.live.map_lock.turned_alike import other_ways, turned_alike
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.poses import TileAsLaid
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone
from vision.registration.alignment import NUDGED
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix, project, shifted
from vision.registration.lattice_growth import turned_pose
from vision.registration.lucas_kanade import middle_px
from vision.registration.templates import unit_vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class LockParameters(Parameters):
    """When the first look at a table is believed to show the recorded map."""

    alike_enough: float = parameter(0.70, "correlation", "with its reference from which a tile counts as seen", CHOSEN)
    fits: float = parameter(
        3.0,
        "squared standard deviations",
        "a pixel, up to which a tile counts as seen once the light's colours are known",
        CHOSEN,
    )
    first_tried: int = parameter(
        3, "tiles", "beside a seed that may be missed before an arrangement is given up", CHOSEN
    )
    no_chance: int = parameter(5, "tiles", "that never agree by chance", CHOSEN)
    focused_on: int = parameter(12, "tiles", "that the camera's softness is learned from", CHOSEN)
    trusted: float = parameter(
        4.0, "squared standard deviations", "up to which a pixel of a known tile is taken to show it", CHOSEN
    )
    roughly_alike: float = parameter(
        0.45, "correlation", "of coarse patches from which a seed is held against a kind exactly", CHOSEN
    )
    around: tuple[float, ...] = parameter(
        (-0.08, -0.04, 0.0, 0.04, 0.08),
        "tile widths",
        "beside a seed, each way, at which it is compared coarsely",
        CHOSEN,
    )
    may_gain: float = parameter(0.1, "correlation", "that a seed may gain at the most by being laid on exactly", CHOSEN)
    # On seventeen tables the middle one of a map's tiles reached 0.45 to 0.89, somebody on many of them; of 26 that
    # "fitted" checked cloth 0.03.
    alike_on_the_whole: float = parameter(
        0.25,
        "correlation",
        "of the middle one of tiles that fit, below which it is no map",
        "docs/findings/a-small-processor.md",
    )
    # Of the middle one of two to six tiles (120 pictures, half of them hard) 112 maps reached 0.32 to 0.97, all but one
    # 0.5; what was no map, or elsewhere, 0.46 at the most.
    few_alike: float = parameter(
        0.45,
        "correlation",
        "of the middle one of fewer tiles than never agree by chance, below which they are no map",
        "docs/findings/finding-a-map.md",
    )
    surely_alike: float = parameter(
        0.6,
        "correlation",
        "of tiles, on the average, from which their look alone says that they are the map",
        "docs/findings/finding-a-map.md",
    )
    clear_share: float = parameter(
        0.9, "share", "of the recorded tiles that are seen where a lock is clear", "docs/findings/a-live-table.md"
    )
    never_elsewhere: int = parameter(
        20,
        "tiles",
        "that are seen where a lock is clear whatever hides the others",
        "docs/findings/a-small-processor.md",
    )
    very_alike: float = parameter(
        0.85, "correlation", "of a lone tile whose lock is clear", "docs/findings/a-live-table.md"
    )
    same_place: float = parameter(
        0.25, "tile widths", "apart at which two searches find a tile in the same place", CHOSEN
    )
    locked_share: float = parameter(0.6, "share", "of the recorded tiles that must be seen", CHOSEN)
    askew: float = parameter(
        0.45,
        "tiles",
        "that a map which lies as before has over one at right angles: a knock turns it a little",
        "docs/findings/a-live-table.md",
    )


PARAMETERS = LockParameters()


@dataclass(frozen=True, eq=False)
class FirstLock:
    """The recorded tiles found on the picture, and this picture's colours.

    Attributes:
        matches: the tiles as they lie.
        tone: of the picture.
        clear: nearly all of them were found, more than agree by chance or one that looks very much like itself.
        similarity: of them with their references, on the average: correlation, blind to tone.
    """

    matches: Mapping[Cell, TileMatch]
    tone: Tone
    clear: bool
    similarity: float

    @property
    def by_chance(self) -> bool:
        """Whether no more tiles were found than may agree by chance, and none that looks very much like itself; or
        more, of which most look little like themselves."""
        if not self.clear and len(self.matches) < PARAMETERS.no_chance:
            return True
        return len(self.matches) < PARAMETERS.never_elsewhere and self.similarity < PARAMETERS.surely_alike

    def bears_out(self, other: FirstLock | None) -> bool:
        """Whether another search, by features of its own, found the map in this place: more tiles of it than agree by
        chance, and none elsewhere. What both miss is hidden, and a third search would not find it either."""
        both = () if other is None else sorted(self.matches.keys() & other.matches.keys())
        if other is None or len(both) < PARAMETERS.no_chance:
            return False
        poses, others = (np.stack([lock.matches[cell].pose for cell in both]) for lock in (self, other))
        return in_one_place(poses, others)


@dataclass(frozen=True, eq=False)
class _LikelySeed:
    """A seed that roughly looks like recorded kinds: which tiles (key, turns) it may be, and how much it looks like
    the likeliest of them."""

    pose: Matrix
    tiles: tuple[TileAsLaid, ...]
    similarity: float


def find_map(
    seeds: Iterable[TileSeed],
    layers: Layers,
    deck: Deck,
    tiles: Mapping[Cell, TileAsLaid],
    before: Mapping[Cell, Matrix] | None = None,
    *,
    quickly: bool = False,
) -> FirstLock | None:
    """Where the recorded tiles lie, or None where they are not found; the seeds that look most like recorded kinds are
    tried first, those that look like none of them not at all.

    A small map may look the same when it is turned round (two start tiles that close a city do). What tells the ways
    apart then is ``before``, where its tiles lay until it was knocked.

    ``quickly``, where another search follows if this one fails: only seeds are tried that may turn out to look very
    much like a tile, for a right one nearly always does.
    """
    sight = TileSight(layers, NEUTRAL, deck)
    least = PARAMETERS.very_alike - PARAMETERS.may_gain if quickly else PARAMETERS.roughly_alike
    best: dict[Cell, TileMatch] = {}
    best_score = best_similarity = 0.0
    enough, settled = max(PARAMETERS.no_chance, PARAMETERS.locked_share * len(tiles)), False
    for seed in _likely(sight, seeds, tiles):
        if seed.similarity < least:
            break
        whole = len(best) == len(tiles) and not before
        if settled:
            break
        if whole and best_similarity > seed.similarity + PARAMETERS.may_gain:  # the others look less like any tile
            break
        for cell, pose, turns in _readings(sight, seed, tiles):
            if len(best) >= enough and _lies_so(best.get(cell), pose):  # it would tell of the same arrangement
                continue
            found = _spread(sight, cell, pose, {**tiles, cell: (tiles[cell][0], turns)})
            alike = dict(zip(found, similarities(sight, list(found.values())).tolist(), strict=True)) if found else {}
            if not _alike_on_the_whole(list(alike.values())):
                continue
            # Some tiles fit anywhere, in colours that were learned from what is no map: each counts by its look.
            score = sum(max(0.0, one) for one in alike.values()) + PARAMETERS.askew * _cosine(pose, cell, before)
            if score > best_score:
                best, best_score, best_similarity = found, score, alike[cell]
                settled = len(best) >= enough and float(np.mean(list(alike.values()))) > PARAMETERS.surely_alike
            if settled:
                break
    if len(best) < max(1, PARAMETERS.locked_share * len(tiles)):
        return None
    nearly_all = len(best) >= min(PARAMETERS.clear_share * len(tiles), PARAMETERS.never_elsewhere)
    clear = settled or (nearly_all and (len(best) >= PARAMETERS.no_chance or best_similarity > PARAMETERS.very_alike))
    # With this picture's colours known the tiles can be laid on more exactly. Those that may lie otherwise than on
    # record tell of no colours yet: they would fit in such as they tell of.
    certain = {cell: match for cell, match in best.items() if not other_ways((match.key, match.turns))}
    tone = tone_of(layers, deck, certain if len(certain) >= PARAMETERS.no_chance else best)
    sight = TileSight(layers, tone, deck)
    best = laid_on(sight, {cell: (match.pose, (match.key, match.turns)) for cell, match in best.items()}, NUDGED)
    best = turned_alike(sight, best)
    on_the_whole = float(similarities(sight, list(best.values())).mean())
    return FirstLock(best, tone_of(layers, deck, best), clear, on_the_whole)


def _likely(sight: TileSight, seeds: Iterable[TileSeed], tiles: Mapping[Cell, TileAsLaid]) -> list[_LikelySeed]:
    """The seeds that roughly look like recorded kinds, lying as they may; the likeliest first."""
    poses = [seed.pose for seed in seeds]
    kinds = {key for key, _ in tiles.values()}
    entries = np.concatenate([sight.deck.entries(key, turns) for key in sorted(kinds) for turns in range(4)])
    if not poses or not len(entries):
        return []
    around = np.stack(
        [shifted(pose, right, down) for pose in poses for right in PARAMETERS.around for down in PARAMETERS.around]
    )
    seen = unit_vectors(sight.layers.cut(around, sight.deck.coarse.n)[0])
    alike = (
        (seen @ unit_vectors(sight.deck.coarse.patches[entries]).T).reshape(len(poses), -1, len(entries)).max(axis=1)
    )
    found = []
    for pose, each in zip(poses, alike, strict=True):
        may_be = dict.fromkeys(sight.deck.tile_of(int(entry)) for entry in entries[each > PARAMETERS.roughly_alike])
        if may_be:
            found.append(_LikelySeed(pose, tuple(may_be), float(each.max())))
    return sorted(found, key=lambda seed: -seed.similarity)


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
    clearest = dict(sorted(matches.items(), key=lambda found: found[1].cost)[: PARAMETERS.focused_on])
    # The colours are told better by templates that are as soft as the picture. A tile that lies a little beside where
    # it is looked for would pass for a blurred one; laid on once, it lies as exactly as it ever will.
    for held in (partial(laid_on, freedom=NUDGED), as_they_lie):
        sight = TileSight(layers, tone_of(layers, deck, clearest), deck)
        clearest = held(sight, {cell: (match.pose, (match.key, match.turns)) for cell, match in clearest.items()})
        seen, _ = sight.toned(np.stack([match.pose for match in clearest.values()]), deck.fine.n)
        crisp = deck.crisp[1].patches[[match.entry for match in clearest.values()]]
        trusted = np.stack([match.residual < PARAMETERS.trusted for match in clearest.values()])
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
    return float(similarities(sight, [match])[0])


def similarities(sight: TileSight, matches: Sequence[TileMatch]) -> NDArray[np.float32]:
    """(b,) the same of several tiles."""
    patches, _ = sight.layers.cut(np.stack([match.pose for match in matches]), sight.deck.fine.n)
    templates = sight.deck.fine.patches[[match.entry for match in matches]]
    return np.asarray((unit_vectors(patches) * unit_vectors(templates)).sum(axis=-1), np.float32)


def _readings(sight: TileSight, seed: _LikelySeed, tiles: Mapping[Cell, TileAsLaid]) -> list[tuple[Cell, Matrix, int]]:
    """Which recorded tiles a seed could be: (cell, pose with the map's own axes, turns with which it lies so). As it is
    recorded first, then with other turns that are the same to the rules."""
    seen = [
        match for match in sight.matches(seed.pose, seed.tiles) if similarity_of(sight, match) > PARAMETERS.alike_enough
    ]
    found, otherwise = [], []
    for match in seen[:3]:
        for cell, (key, turns) in tiles.items():
            if key == match.key:
                # Seen lying with other turns than recorded: the picture shows the map turned by the difference.
                found.append((cell, turned_pose(match.pose, match.turns - turns), turns))
                others = (other for _, other in other_ways((key, turns)))
                otherwise += [(cell, turned_pose(match.pose, match.turns - other), other) for other in others]
    return [*found[:12], *otherwise[:12]]


def _spread(sight: TileSight, cell: Cell, pose: Matrix, tiles: Mapping[Cell, TileAsLaid]) -> dict[Cell, TileMatch]:
    """The recorded tiles that are seen around one, each foretold by those found before it.

    The first is known by its pattern alone; it then tells the colours of the light, by which others are known even
    where a follower covers much of them. Where hardly one of the first neighbours fits, it was another tile. Colours
    that were learned from what shows no tiles bring checked cloth near to any: where what fits is not alike on the
    whole, it is no map. Once more agree than ever do by chance, it is looked behind one that a figure hides, too.
    """
    found = laid_on(sight, {cell: (pose, tiles[cell])})
    if cell not in found or similarity_of(sight, found[cell]) < PARAMETERS.alike_enough:
        return {}
    lattice = Lattice({cell: shifted(found[cell].pose, 0, 0)})
    missed: set[Cell] = set()
    toned, toned_by = sight, 0
    while True:
        if len(found) >= 2 * toned_by:
            if len(found) >= PARAMETERS.no_chance and not _alike_on_the_whole(
                similarities(sight, list(found.values()))
            ):
                return {}
            if toned_by < PARAMETERS.no_chance:  # so few tiles tell little of the light: whoever was missed may be seen
                missed.clear()
            toned, toned_by = replace(sight, tone=tone_of(sight.layers, sight.deck, found)), len(found)
        near = [one for one in lattice.frontier() if one in tiles and one not in missed]
        if not near and len(found) >= PARAMETERS.no_chance:
            near = [one for one in tiles if one not in found and one not in missed]
        if not near or (len(missed) >= PARAMETERS.first_tried and len(missed) > len(found)):
            return found
        there = laid_on(toned, {one: (lattice.predict(one), tiles[one]) for one in near})
        fitting = {one: match for one, match in there.items() if match.cost < PARAMETERS.fits}
        # What does not fit in colours that few tiles told of may show its pattern, as the first of them does.
        unlike = {one: match for one, match in there.items() if one not in fitting}
        for one, alike in zip(list(unlike), similarities(sight, list(unlike.values())) if unlike else (), strict=True):
            if alike > PARAMETERS.alike_enough:
                fitting[one] = unlike.pop(one)
        otherwise = turned_alike(toned, unlike)
        fitting |= {one: match for one, match in otherwise.items() if match.cost < PARAMETERS.fits}
        missed.update(one for one in near if one not in fitting)
        found |= fitting
        lattice = lattice.with_cells({one: match.pose for one, match in fitting.items()})


def _lies_so(match: TileMatch | None, pose: Matrix) -> bool:
    """Whether a tile that was found lies about so (3, 3), the right way up: its neighbour would, too."""
    if match is None:
        return False
    foretold, found = (np.stack([one, shifted(one, 1, 0)]) for one in (pose, match.pose))
    return in_one_place(foretold, found)


def in_one_place(poses: NDArray[np.float64], others: NDArray[np.float64]) -> bool:
    """Whether each of some tiles (b, 3, 3) lies where its other (b, 3, 3) does."""
    here, there = middle_px(poses), middle_px(others)
    widths = np.linalg.norm(middle_px(shifted(poses, 1, 0)) - here, axis=1)
    return bool((np.linalg.norm(there - here, axis=1) < PARAMETERS.same_place * widths).all())


def _alike_on_the_whole(similar: Sequence[float] | NDArray[np.float32]) -> bool:
    """Whether tiles that fit, and look so much like their references, may be the map; none may not."""
    least = PARAMETERS.alike_on_the_whole if len(similar) >= PARAMETERS.no_chance else PARAMETERS.few_alike
    return len(similar) > 0 and float(np.median(similar)) > least
