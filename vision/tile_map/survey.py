"""Finds the map on a picture: seeds, lattice, tiles aligned each on its own, grown as long as there are more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry import local_light
from vision.registration.alignment import NUDGED
from vision.registration.feature_seeds import SeedSearch, TileSeed
from vision.registration.lattice import Cell, Lattice, facing, seams, side_px
from vision.registration.lattice_growth import assemble, upright
from vision.tile_map import similarity as tile_map_similarity
from vision.tile_map.beside import map_beside
from vision.tile_map.consensus import agreed
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.growth import grown, likeliest
from vision.tile_map.pose_refinement import laid_exactly
from vision.tile_map.presence_gate import glance, tile_log_odds
from vision.tile_map.print_matching import light_on
from vision.tile_map.residuals import Judge, Verdicts, judge_all, rough_costs, similarity_of_detail
from vision.tile_map.similarity import judge_of_seen, soft_similarity
from vision.tile_map.unknown_edition import Unseen, find_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class TileMapSurveyParameters(Parameters):
    """When a map is found: how clear its tiles, how well its seams agree, and what vouches for it."""

    long_sides: tuple[int, int] = parameter(
        (1100, 1600), "px", "at which features are looked for: the smaller is enough where tiles are large", CHOSEN
    )
    enough: int = parameter(5, "count", "sure tiles with which to begin", CHOSEN)
    satisfied: float = parameter(0.6, "share", "of clear tiles below which a picture is looked at more closely", CHOSEN)
    least_clear: float = parameter(
        0.35, "share", "of them below which what was found is no map: it grew astray", CHOSEN
    )
    small: int = parameter(4, "tiles", "up to which a map is one of few", CHOSEN)
    least_clear_of_few: float = parameter(0.6, "share", "of its tiles that must be clear, for it has few seams", CHOSEN)
    seams_agree: float = parameter(
        1.0, "standard deviations", "beyond chance to which seams must agree beside clear tiles", CHOSEN
    )
    seams_speak: float = parameter(2.5, "standard deviations", "the same beside tiles that eyes are sure of", CHOSEN)
    least_odds: float = parameter(2.5, "log-odds", "mean log-odds that places show tiles of whatever edition", CHOSEN)
    odds_vouch: float = parameter(
        5.0,
        "log-odds",
        "the same where they vouch for tiles of which few are clear: followers, glare and blur take some",
        CHOSEN,
    )
    without_doubt: float = parameter(
        0.5, "cost", "of what a tile is taken for, as a share of what a plain surface would cost", CHOSEN
    )
    seams_vouch: float = parameter(3.5, "standard deviations", "see :func:`seams_vouch`", CHOSEN)
    seen: float = parameter(0.6, "share", "mean one of tiles that a dense network sees", CHOSEN)
    vouched_detail: float = parameter(0.4, "correlation", "of detail that is this edition's", CHOSEN)
    # Where tiles lie well it was 0.9 or more on seven of eight simulated boards of the edition in ordinary light, 0.31
    # at most on twenty boards of five editions of others.
    own_detail: float = parameter(
        0.4,
        "correlation",
        "of detail that is this edition's, where all else tells that the tiles are another's",
        CHOSEN,
    )
    plain_detail: float = parameter(
        0.6, "correlation", "of detail of large tiles with which the network need not be asked", CHOSEN
    )
    # Correlation with a print and log-odds with which tiles are believed of which another map beside this one is
    # made, and log-odds that alone are enough: what is voted for is not laid on exactly.
    alike: float = parameter(
        0.75,
        "correlation",
        "with a print from which tiles are believed of which another map beside this one is made",
        CHOSEN,
    )
    hardly_one: float = parameter(-3.0, "log-odds", "with which such a tile is believed", CHOSEN)
    likely_one: float = parameter(
        2.0, "log-odds", "that alone are enough: what is voted for is not laid on exactly", CHOSEN
    )
    lights_from: float = parameter(0.8, "correlation", "from which a tile helps to learn the light", CHOSEN)
    firm: float = parameter(0.1, "weight", "of a picture against predictions from few tiles", CHOSEN)
    polish: int = parameter(1, "rounds", "of laying on in the end", CHOSEN)
    least_detail: float = parameter(
        0.3,
        "correlation",
        "of fine detail, in the upper quarter of tiles: followers cover some, blur takes some",
        CHOSEN,
    )


PARAMETERS = TileMapSurveyParameters()

SeekUnseen = Callable[[], Unseen | None]


@dataclass(frozen=True, eq=False)
class MapSurvey:
    """A map that was found.

    Attributes:
        lattice: cells that look like tiles of the edition.
        laid_on: the same, each where its print was laid on pixel by pixel: what the print leaves unexplained shows best
            there, wherever the tile lies.
        cells: the same, sorted, in the order of ``verdicts``.
        verdicts: how every template fares in each.
        judge: the picture's layers and colours.
        clear: how many of the cells look like what they are taken for, with nothing on them.
        seams: by how many standard deviations more seams meet than of tiles taken at random, each tile told alone.
        eyes: (b,) log-odds of the cells to show tiles of whatever edition.
        details: (b,) correlation of their fine detail with what they are taken for.
        shares: (b,) share of each that a dense network sees as a tile lying there, where it was asked.
        beside: tiles of another map beside this one, as far as it was looked for.
    """

    lattice: Lattice
    laid_on: Lattice
    cells: tuple[Cell, ...]
    verdicts: Verdicts
    judge: Judge
    clear: int
    seams: float
    eyes: NDArray[np.float64]
    details: NDArray[np.float64]
    shares: NDArray[np.float64] | None = None
    beside: int = 0

    @property
    def odds(self) -> float:
        """Mean log-odds of the cells to show tiles of whatever edition."""
        return float(self.eyes.mean())

    @property
    def seen_as_tiles(self) -> bool:
        """Whether a dense network sees tiles of a map in nearly all of it."""
        return self.shares is not None and bool(self.shares.mean() > PARAMETERS.seen)

    @property
    def detail(self) -> float:
        """Correlation of fine detail at the upper quarter of the cells: followers cover some, blur takes some."""
        return float(np.quantile(self.details, 0.75))


def survey(
    image: NDArray[np.uint8],
    atlas: EditionAtlas,
    *,
    closely: bool = True,
    view: TilesInView | None = None,
    unseen: SeekUnseen | None = None,
) -> MapSurvey | None:
    """The map on the picture, or None where none is found; unless ``closely``, none that does not show at once.

    Args:
        view: what a dense network sees on this picture, for callers that ask that as well.
        unseen: finds what all editions have in common there, likewise.
    """
    view = TilesInView(image) if view is None else view
    found = survey_at_once(image, atlas, view, however_small=not closely)
    if found is not None or not closely:
        return found
    return survey_closely(image, atlas, view, unseen)


def survey_closely(
    image: NDArray[np.uint8], atlas: EditionAtlas, view: TilesInView, unseen: SeekUnseen | None = None
) -> MapSurvey | None:
    """The map of the tiles that are found by what all editions have in common, or None; see :func:`survey`."""
    there = find_unseen(image, view) if unseen is None else unseen()
    return survey_among(there, atlas) if there is not None else None


def survey_at_once(
    image: NDArray[np.uint8], atlas: EditionAtlas, view: TilesInView, *, however_small: bool = False
) -> MapSurvey | None:
    """The map that shows at once by features of its prints where a dense network sees the same one, or None.

    Where tiles are large and their fine lines are this edition's, the network need not be asked.

    Args:
        however_small: whether features are asked of tiles, too, on which little of a print shows.
    """
    search = SeedSearch(image, atlas.features)
    first = _tiles_at_once(image, search, atlas)
    if first is None or not (however_small or view.large(first[0]) or not view.small):
        return None
    found = surveyed(*first, atlas)
    if found is None or not _shows_plainly(found) or not _believed(found, PARAMETERS.least_detail):
        return None
    plain = (
        view.large(found.lattice) and found.detail >= PARAMETERS.plain_detail and len(found.cells) >= PARAMETERS.enough
    )
    return (
        _with_maps_beside(found, search.at(PARAMETERS.long_sides[0])) if plain or view.agrees(found.lattice) else None
    )


def survey_among(there: Unseen, atlas: EditionAtlas, least_detail: float | None = None) -> MapSurvey | None:
    """The map of the tiles that were found by what all editions have in common, where it is one of this edition.

    Args:
        least_detail: correlation of fine detail below which it is none.
    """
    least_detail = PARAMETERS.least_detail if least_detail is None else least_detail
    judge = judge_of_seen(there.lattice, there.layers, atlas)
    found = surveyed(there.lattice, replace(judge, independent=PARAMETERS.firm), atlas, there)
    return _with_maps_beside(found, there.view.seeds) if found is not None and _believed(found, least_detail) else None


def _with_maps_beside(found: MapSurvey, seeds: Sequence[TileSeed]) -> MapSurvey:
    """The survey, told of other maps among all that is voted for on the picture."""

    def believe(poses: NDArray[np.float64]) -> NDArray[np.bool_]:
        similarity = found.judge.look(poses, best=1).similarity[:, 0]
        eyes = tile_log_odds(found.judge.layers, poses)
        return np.asarray(
            ((similarity > PARAMETERS.alike) & (eyes > PARAMETERS.hardly_one)) | (eyes > PARAMETERS.likely_one)
        )

    return replace(found, beside=len(map_beside(found.lattice, seeds, believe)))


def _shows_plainly(found: MapSurvey) -> bool:
    """Whether a closer look is not needed to see whether it is a map."""
    return found.clear >= PARAMETERS.satisfied * len(found.cells) or found.seams >= PARAMETERS.seams_vouch


def _believed(found: MapSurvey, least_detail: float) -> bool:
    """Whether a map of these tiles lies there.

    Its places must look like tiles of whatever edition, and of this one in what it draws, for tiles of all editions are
    laid out alike; and its seams must vouch for it, or enough tiles be clear. A map of few tiles has few seams: one of
    its tiles must be without doubt.
    """
    verdicts, count = found.verdicts, len(found.cells)
    if found.seen_as_tiles and found.detail >= max(least_detail, PARAMETERS.vouched_detail):
        return True
    if found.odds < PARAMETERS.least_odds or found.detail < least_detail:
        return False
    if found.seams >= PARAMETERS.seams_vouch:
        return True
    if count >= PARAMETERS.small:
        if found.odds >= PARAMETERS.odds_vouch and found.seams >= PARAMETERS.seams_speak:
            return True
        return found.clear >= PARAMETERS.least_clear * count and found.seams >= PARAMETERS.seams_agree
    surest = float((verdicts.costs.min(axis=1) / np.maximum(verdicts.plain, 1e-3)).min())
    return found.clear >= PARAMETERS.least_clear_of_few * count and surest < PARAMETERS.without_doubt


def surveyed(lattice: Lattice, judge: Judge, atlas: EditionAtlas, there: Unseen | None = None) -> MapSurvey | None:
    """The map around the first tiles, or None where they turn out to be none; ``there`` as for :func:`grown`."""
    lattice, judge = grown(lattice, judge, atlas, there)
    lattice = upright(lattice)
    if not lattice.cells:
        return None
    for _ in range(PARAMETERS.polish):
        lattice = _polished(lattice, judge, atlas)
    laid_on = lattice
    if there is not None:
        lattice = agreed(laid_on, there.view)
    cells = tuple(sorted(lattice.cells))
    poses = np.stack([lattice.cells[cell] for cell in cells])
    verdicts = judge_all(judge.layers, judge.tone, atlas.soft, poses)
    eyes, logs = glance(judge.layers, poses)
    if there is not None:
        verdicts = replace(verdicts, best=likeliest(verdicts, logs, atlas))
    details = similarity_of_detail(judge.layers, atlas.fine, poses, verdicts.best)
    seams = seams_vouch(dict(zip(cells, verdicts.best.tolist(), strict=True)), atlas.edges)
    clear = _clear(judge, poses, verdicts, atlas) if there is None else _plain(judge, poses, verdicts, atlas)
    shares = None if there is None else there.view.share(poses)
    return MapSurvey(lattice, laid_on, cells, verdicts, judge, clear, seams, eyes, details, shares)


def seams_vouch(shown: Mapping[Cell, int], edges: NDArray[np.int8]) -> float:
    """By how many standard deviations more seams of a map meet than if its sides lay beside each other at random.

    Args:
        shown: the template that each tile looks most like, whatever its neighbours are.
        edges: (4 v, 4) terrains of each template's sides.
    """
    pairs = [(edges[shown[one], side], edges[shown[other], facing(side)]) for one, other, side in seams(shown)]
    if not pairs:
        return 0.0
    share = np.bincount(edges[list(shown.values())].ravel(), minlength=3) + 1.0
    chance = float(((share / share.sum()) ** 2).sum())
    meet = sum(bool(one == other) for one, other in pairs)
    return float((meet - len(pairs) * chance) / np.sqrt(len(pairs) * chance * (1 - chance)))


def _clear(judge: Judge, poses: NDArray[np.float64], verdicts: Verdicts, atlas: EditionAtlas) -> int:
    """How many tiles look like what they are taken for whatever the light."""
    return int(
        (soft_similarity(judge.layers, atlas, poses, verdicts.best) > tile_map_similarity.PARAMETERS.passes).sum()
    )


def _plain(judge: Judge, poses: NDArray[np.float64], verdicts: Verdicts, atlas: EditionAtlas) -> int:
    """The same where tiles are small, dim or blurred: how many plainly show the print that they are taken for."""
    return int((light_on(judge.layers, poses, atlas.prints, verdicts.best)[1] > local_light.PARAMETERS.plain).sum())


def _tiles_at_once(image: NDArray[np.uint8], search: SeedSearch, atlas: EditionAtlas) -> tuple[Lattice, Judge] | None:
    """Tiles that are there without doubt, by features at one size of the picture or else at the next."""
    best: tuple[Lattice, Judge] | None = None
    for long_side in PARAMETERS.long_sides:
        start = assemble(search.at(long_side))
        if start.cells:
            layers = layers_of(image, float(np.median([side_px(pose) for pose in start.cells.values()])))
            first = _first_look(start, layers, atlas)
            if first is not None and (best is None or len(first[0]) > len(best[0])):
                best = first
        if max(image.shape[:2]) <= long_side or (best is not None and len(best[0]) >= PARAMETERS.enough):
            break
    return best


def _first_look(start: Lattice, layers: Layers, atlas: EditionAtlas) -> tuple[Lattice, Judge] | None:
    """Seeds that look like a tile at once, aligned, and the light learnt from them."""
    judge = Judge(layers, atlas.coarse, atlas.fine)
    cells = list(start.cells)
    seen = judge.look(np.stack([start.cells[cell] for cell in cells]), best=4)
    similarity = seen.similarity[:, 0]
    sure = similarity > max(PARAMETERS.lights_from, float(np.median(similarity)) - 0.1)
    if not sure.any():
        return None
    judge = judge.attuned(seen.poses[sure, 0], seen.templates[sure, 0])
    kept = {
        cell: seen.poses[index, 0]
        for index, cell in enumerate(cells)
        if similarity[index] > PARAMETERS.lights_from - 0.1
    }
    return Lattice(kept), judge


def _polished(lattice: Lattice, judge: Judge, atlas: EditionAtlas) -> Lattice:
    """Every tile laid on once more, now that the light is better known."""
    cells = sorted(lattice.cells)
    if len(cells) < 2:
        return lattice
    now = np.stack([lattice.cells[cell] for cell in cells])
    costs = rough_costs(judge.layers, judge.tone, atlas.soft, now)
    moved = laid_exactly(judge.layers, judge.tone, atlas, now, costs, NUDGED)
    return Lattice(dict(zip(cells, moved, strict=True)))
