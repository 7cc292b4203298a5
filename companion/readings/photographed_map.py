"""A photographed Carcassonne table as people correct it: what lies where, who stands on it, what is doubtful, and what
all of it is worth. No kivy here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.readings.sureness import SURE
from games.carcassonne.board import Place
from games.carcassonne.position import FoundFollower, broken_seams, final_count, left_standing, position, too_many
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.scoring import FINAL_REASONS
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import Feature, FeatureKind, TileType, Turned, tile_type
from games.game import SEAT_COLOURS, Event, Phrase, ScoreLine, Seat
from vision.carcassonne.figures.feet import NAMES
from vision.carcassonne.figures.followers import footing_scores
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile
from vision.tile_map.terrain import kind_named, turns_of

EXPANSION = "inns-and-cathedrals"  # whose tiles are read, too

Spot = tuple[Place, int]  # a place and which of its tile's features
KINDS = (FeatureKind.ROAD, FeatureKind.CITY, FeatureKind.MONASTERY, FeatureKind.FIELD)  # as they are counted


@dataclass(frozen=True, slots=True)
class TileOption:
    """What may lie at a place, and how likely that is."""

    kind: str
    turns: int
    confidence: float


@dataclass(frozen=True, slots=True)
class DoubtedPlace:
    """Something that people should look at, and where."""

    place: Place
    why: Phrase


@dataclass(frozen=True)
class Count:
    """What a table is worth.

    Attributes:
        state: after the final scoring, everybody still standing.
        events: of the final scoring.
    """

    state: State
    events: tuple[Event, ...]

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every line that brings points."""
        return tuple(event.line for event in self.events if event.line is not None and event.line.points)

    def points_of(self, seat: int, kind: FeatureKind) -> int:
        """What a kind of feature brings a seat in the end."""
        return sum(line.points for line in self.lines if line.player == seat and kind_of(line) is kind)


def kind_of(line: ScoreLine) -> FeatureKind:
    """Of which kind of feature a line of the final scoring tells."""
    return next(kind for kind, reason in FINAL_REASONS.items() if line.reason.key == reason)


class PhotographedMap:
    """What lies there by now. Columns and rows count from the upper left of the photograph, as x and y.

    Attributes:
        tiles: what lies at each place.
        followers: the colour that stands on each spot.
        options: what the picture allows at each place, likeliest first; also where nothing could be told.
        points: what each colour has on the score track, as people say.
        unread: places where something lies that nobody told yet, and why it could not be read.
    """

    def __init__(self, seen: CarcassonneObservation) -> None:
        self.tiles: dict[Place, Turned] = {}
        self.options: dict[Place, tuple[TileOption, ...]] = {}
        self.followers: dict[Spot, str] = {}
        self.points: dict[str, int] = {}
        self.unread: dict[Place, Phrase] = {(one.column, one.row): one.why for one in seen.unread}
        self._doubted: dict[Place, Phrase] = {}
        self._agreed: set[Place] = set()
        for tile in seen.tiles:
            self._take_tile(tile)
        for follower in sorted(seen.followers, key=lambda one: -one.confidence):
            self._take_follower(follower)

    # What was seen

    def _take_tile(self, tile: SeenTile) -> None:
        place = (tile.column, tile.row)
        options = [TileOption(tile.kind, tile.turns % 4, tile.confidence)]
        for other in tile.alternatives:
            options.append(TileOption(other.kind, turns_of(kind_named(other.kind), other.sides) % 4, other.confidence))
        self.options[place] = tuple(options)
        self.tiles[place] = tile_type(tile.kind).turned[tile.turns % 4]
        if tile.confidence < SURE:
            self._doubted[place] = Phrase.of("photo.tile_doubtful", percent=round(100 * tile.confidence))

    def _take_follower(self, seen: SeenFollower) -> None:
        place = (seen.column, seen.row)
        turned = self.tiles.get(place)
        if turned is None:
            return
        index = feature_seen(turned, seen)
        if index is None or (place, index) in self.followers:
            self._doubted[place] = Phrase.of("photo.follower_unplaced", colour=_colour(seen.colour))
            return
        self.followers[place, index] = seen.colour
        if seen.confidence * seen.on_feature < SURE:
            percent = round(100 * seen.confidence * seen.on_feature)
            self._doubted[place] = Phrase.of("photo.follower_doubtful", colour=_colour(seen.colour), percent=percent)

    # What people say

    def lay(self, place: Place, kind: str, turns: int) -> None:
        """That tile lies there, so turned. Whoever stood there stays on what is most like it, or goes."""
        before, now = self.tiles.get(place), tile_type(kind).turned[turns % 4]
        standing = {index: colour for (where, index), colour in self.followers.items() if where == place}
        self.tiles[place] = now
        self.followers = {spot: colour for spot, colour in self.followers.items() if spot[0] != place}
        for index, colour in standing.items():
            assert before is not None
            moved = _most_like(before.features[index], now)
            if moved is not None:
                self.followers.setdefault((place, moved), colour)
        self._completed(place)

    def clear(self, place: Place) -> None:
        """No tile lies there, and nobody stands there."""
        self.tiles.pop(place, None)
        self.followers = {spot: colour for spot, colour in self.followers.items() if spot[0] != place}
        self._completed(place)

    def stand(self, place: Place, feature: int, colour: str | None) -> None:
        """Somebody of this colour, or nobody, stands on this feature of the tile there."""
        self.followers.pop((place, feature), None)
        if colour is not None:
            self.followers[place, feature] = colour
        self._completed(place)

    def agree(self, place: Place) -> None:
        """People have looked: what lies there now is right."""
        self._completed(place)
        self._agreed.add(place)

    def _completed(self, place: Place) -> None:
        """What the picture left open there, people have told; what does not fit is still shown until they agree."""
        self._doubted.pop(place, None)
        self.unread.pop(place, None)
        self._agreed.discard(place)

    # What it comes to

    def colours(self) -> tuple[str, ...]:
        """Who plays: everybody who stands there or has points, in the usual order."""
        there = {*self.followers.values(), *self.points}
        return tuple(colour for colour in SEAT_COLOURS if colour in there)

    def setup(self) -> Setup:
        """The base game, with the expansion whose tiles lie there; each colour is called by its own name."""
        seats = tuple(Seat(colour, colour) for colour in self.colours() or SEAT_COLOURS[:1])
        own = set(CARCASSONNE.box(CARCASSONNE.setup(seats[:1])))
        more = any(turned.key not in own for turned in self.tiles.values())
        return CARCASSONNE.setup(seats, expansions=(EXPANSION,) if more else ())

    def state(self) -> State:
        """The table before the final scoring."""
        setup = self.setup()
        seat_of = {seat.colour: number for number, seat in enumerate(setup.seats)}
        found = [
            FoundFollower(seat_of[colour], "small", place, index)
            for (place, index), colour in sorted(self.followers.items())
        ]
        return position(setup, self.tiles, found, [self.points.get(seat.colour, 0) for seat in setup.seats])

    def count(self) -> Count:
        """The final scoring of what lies there now."""
        return Count(*final_count(self.state()))

    def doubts(self) -> tuple[DoubtedPlace, ...]:
        """What people should look at, in reading order; a place once, with what weighs most there."""
        found: dict[Place, Phrase] = dict(self.unread)
        for seam in broken_seams(self.tiles):
            for place in (seam.first, seam.second):
                found.setdefault(place, Phrase.of("photo.seam_broken"))
        for place, why in self._doubted.items():
            found.setdefault(place, why)
        board = self.state().board
        for one in left_standing(board):
            tile = board.tile_of(one.part)
            found.setdefault((tile.x, tile.y), Phrase.of("photo.left_standing"))
        for place in self._surplus():
            found.setdefault(place, Phrase.of("photo.too_many", tile=tile_type(self.tiles[place].key).name))
        in_order = sorted(found.keys() - self._agreed, key=lambda place: (place[1], place[0]))
        return tuple(DoubtedPlace(place, found[place]) for place in in_order)

    def _surplus(self) -> list[Place]:
        """Where tiles lie that the box has no more of: of each kind those that were read least surely."""
        found: list[Place] = []
        for key, count in too_many(self.tiles, self.setup()).items():
            places = [place for place, turned in self.tiles.items() if turned.key == key]
            found += sorted(places, key=self._confidence)[:count]
        return found

    def _confidence(self, place: Place) -> float:
        lying = self.tiles[place]
        options = self.options.get(place, ())
        return next((one.confidence for one in options if (one.kind, one.turns) == (lying.key, lying.turns)), 1.0)


def feature_seen(turned: Turned, seen: SeenFollower) -> int | None:
    """Which feature of the tile a follower was seen on, or None where the tile has none such. Of two that reach the
    same sides it is the one that its foot goes with best."""
    fitting = [
        index
        for index, feature in enumerate(turned.features)
        if NAMES[feature.kind] == seen.feature and _sides(feature) == set(seen.sides)
    ]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    scores = footing_scores(turned.key, turned.turns, *seen.place)
    return max(fitting, key=lambda index: float(scores[index]))


def kinds_like(kind: str, kinds: Mapping[str, int]) -> tuple[TileType, ...]:
    """Other kinds of tiles, those first that have most features in common with this one."""
    own = _shape(tile_type(kind))
    others = [tile_type(key) for key in kinds if key != kind]
    return tuple(sorted(others, key=lambda other: (len(_shape(other) ^ own), other.name)))


def _shape(kind: TileType) -> set[tuple[str, tuple[str, ...], int]]:
    return {(feature.kind, feature.edges, feature.pennants) for feature in kind.features}


def _most_like(feature: Feature, turned: Turned) -> int | None:
    """The feature of the same kind that shares most edges with one; None where there is none of the kind."""
    alike = [index for index, other in enumerate(turned.features) if other.kind is feature.kind]
    return max(alike, key=lambda index: len(set(turned.features[index].edges) & set(feature.edges)), default=None)


def _sides(feature: Feature) -> set[str]:
    return {edge[0] for edge in feature.edges if edge != "I"}


def _colour(colour: str) -> Phrase:
    return Phrase.of(f"colour.{colour}")
