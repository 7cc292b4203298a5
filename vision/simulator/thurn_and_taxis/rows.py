"""Rows of city cards on a simulated table, as they lie before players: routes card upon card, horse trains, open cards.

There are more of them on one picture than in a game, and no board, so that reading rows can be measured by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.card_backs import back_with, horses_on
from vision.artwork.thurn_and_taxis.cards import CARD_MM, card_back, card_front
from vision.frames import Picture
from vision.simulator.beside import Beside, clutter_about, lamps_for
from vision.simulator.camera import SimulatedCamera, scale_for_piece
from vision.simulator.conditions import Conditions, Level
from vision.simulator.framing import camera_aimed
from vision.simulator.photograph import Photographer
from vision.simulator.scene import FlatPiece, PiecePose, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.thurn_and_taxis.pieces import PLACE_MM
from vision.simulator.thurn_and_taxis.table import GAMES
from vision.simulator.truth import pieces_truth
from vision.simulator.wear import worn

_LINES_MM = (-135.0, 0.0, 135.0)  # middles of the lines that rows lie in
_WIDE_MM = 760.0  # of all rows together
_LONGEST = 7  # cards of a route
_UPON_MM = (22.0, 36.0)  # from card to card where one lies on the other, so that names begin in view
_BESIDE_MM = (61.0, 68.0)
_ASKEW_MM, _ASKEW_DEG = 2.0, 2.0  # spread
_MOST_UNDER = 0.68  # of a card that its right neighbour lies on: what more is hidden, something else hides


@dataclass(frozen=True, slots=True)
class RowTruth:
    """A row: ``route``, ``train`` or ``open``; its cards from left to right as their owner reads them (cities, or
    ``horses-2``); whether all of it is in view, under nothing else than its own cards."""

    kind: str
    cards: tuple[str, ...]
    in_view: bool


@dataclass(frozen=True, eq=False, slots=True)
class RowsPhotograph:
    """A picture (BGR), the rows on it, the map whose cities they show, and what it was taken under."""

    image: Picture
    rows: tuple[RowTruth, ...]
    atlas: Atlas
    conditions: Conditions


def still_rows(game: str, level: Level | str, seed: int) -> RowsPhotograph:
    """A photograph of rows of cards; all that is random comes from the seed."""
    rng = np.random.default_rng([seed, 1516])
    conditions = Conditions.from_level(level, rng)
    atlas = GAMES[game].setup(()).atlas
    scale = scale_for_piece(conditions.piece_px, PLACE_MM, conditions.tilt_deg, conditions.rotation_deg)
    camera = camera_aimed(conditions, (0.0, 0.0), scale)
    rows = [row for line in _LINES_MM for row in _line(atlas, line, rng)]
    flats = [piece for number, row in enumerate(rows) for piece in _laid(f"row {number}", row, conditions.wear, rng)]
    middles = np.array([[piece.pose.x, piece.pose.y] for piece in flats])
    beside = Beside.of(clutter_about(conditions, middles, 75.0, camera, rng), ())
    extent = {"left_mm": -1000.0, "top_mm": -800.0, "width_mm": 2000.0, "depth_mm": 1600.0}
    table = ground(conditions.surface, rng, **extent)
    scene = TableScene(table, (*beside.flats, *flats), beside.solids, beside.hands, lamps=lamps_for(rng))
    image = Photographer(camera, conditions, rng, middles, PLACE_MM).take(scene)
    return RowsPhotograph(image, tuple(_truths(rows, scene, camera)), atlas, conditions)


@dataclass(frozen=True, slots=True)
class _Row:
    kind: str
    cards: tuple[str, ...]
    pitch_mm: float
    pose: PiecePose
    atlas: Atlas

    @property
    def long_mm(self) -> float:
        return CARD_MM[0] + (len(self.cards) - 1) * self.pitch_mm


def _line(atlas: Atlas, y: float, rng: np.random.Generator) -> Iterator[_Row]:
    """Rows beside each other as far as there is room, each turned a little, or to face the other side."""
    x = -_WIDE_MM / 2
    while True:
        kind, cards, pitch = _drawn(atlas, rng)
        row = _Row(kind, cards, pitch, PiecePose(0, 0), atlas)
        if x + row.long_mm > _WIDE_MM / 2:
            return
        turn = float(rng.normal(0, 4.0)) / max(1.0, row.long_mm / 200) + 180.0 * float(rng.random() < 0.5)
        yield _Row(kind, cards, pitch, PiecePose(x + row.long_mm / 2, y, turn), atlas)
        x += row.long_mm + float(rng.uniform(60.0, 110.0))


def _drawn(atlas: Atlas, rng: np.random.Generator) -> tuple[str, tuple[str, ...], float]:
    kind = str(rng.choice(["route", "route", "open", "train"]))
    horses = sorted({horses for city in atlas.cities for horses in city.horses})
    if kind == "train" and horses:
        cards = tuple(back_with(int(rng.choice(horses))) for _ in range(int(rng.integers(1, 5))))
        return kind, cards, float(rng.uniform(*_BESIDE_MM))
    if kind == "open":
        names = rng.choice([city.name for city in atlas.cities], int(rng.integers(1, 7)), replace=False)
        return kind, tuple(str(name) for name in names), float(rng.uniform(*_BESIDE_MM))
    return "route", _route(atlas, int(rng.integers(2, _LONGEST + 1)), rng), float(rng.uniform(*_UPON_MM))


def _route(atlas: Atlas, most: int, rng: np.random.Generator) -> tuple[str, ...]:
    """Cities that roads connect, none twice."""
    route = [str(rng.choice([city.name for city in atlas.cities]))]
    while len(route) < most:
        on = sorted(atlas.neighbours[route[-1]] - set(route))
        if not on:
            break
        route.append(str(rng.choice(on)))
    return tuple(route)


def _laid(name: str, row: _Row, wear: float, rng: np.random.Generator) -> Iterator[FlatPiece]:
    for number, card in enumerate(row.cards):
        horses = horses_on(card)
        texture = card_front(row.atlas, card) if horses is None else card_back(horses)
        along = number * row.pitch_mm - (row.long_mm - CARD_MM[0]) / 2
        askew = rng.normal(0, 1.0, 2) * (_ASKEW_MM, _ASKEW_DEG)
        spot: Float64Array = row.pose.carry(np.array([[along, float(askew[0])]]))[0]
        pose = PiecePose(float(spot[0]), float(spot[1]), row.pose.turn_deg + float(askew[1]))
        yield FlatPiece(f"{name} {number}", worn(texture, wear, rng), CARD_MM, pose, 0.4)


def _truths(rows: list[_Row], scene: TableScene, camera: SimulatedCamera) -> Iterator[RowTruth]:
    truth = pieces_truth(scene, camera)
    for number, row in enumerate(rows):
        cards = [truth[f"row {number} {place}"] for place in range(len(row.cards))]
        inside = all(((c.corners_px > 2) & (c.corners_px < (camera.width - 2, camera.height - 2))).all() for c in cards)
        under = _MOST_UNDER if row.kind == "route" else 0.03
        free = all(card.covered < (0.03 if card is cards[-1] else under) for card in cards)
        yield RowTruth(row.kind, row.cards, inside and free)
