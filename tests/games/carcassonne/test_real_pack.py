"""A real box beside the engine: tiles and glass lie shuffled in bags of their own, the engine is told only what people
see. Where a tile fits, who may stand where, who comes home and where thieves go is looked for here by walking over the
table edge by edge, and has to be just what the rules offer."""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.carcassonne.actions import Deploy, Discard, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import SEAT_COLOURS, Seat

BESIDE = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
MIRRORED = {"": "", "L": "R", "R": "L"}  # the left half of a side meets the right half of the one that faces it
WINDOWS = ("1", "2", "3", "4", "1+2", "2+3", "3+4", "1+2+3", "2+3+4", "1+2+3+4")  # Situations A to D


class Table:
    """What truly lies there: tiles by place, followers as (seat, kind, spot), a spot being (x, y, feature)."""

    def __init__(self, game, setup, rng):
        self.game, self.rng = game, rng
        self.state = game.new(setup)
        self.lying = {(0, 0): tile_type("BA/RCr").turned[0]}
        self.bag = list(Counter({**game.box(setup)}).elements())
        self.bag.remove("BA/RCr")
        self.at_hand = [Counter(supply) for supply in self.state.supply]
        self.standing = []
        self.glass = [f"{window}{part}" for window in "1234" for part in "abc" for _ in range(2)]
        self.held = [[] for _ in setup.seats]
        self.last, self.stolen_for = None, 0
        rng.shuffle(self.bag)
        rng.shuffle(self.glass)

    # What people see when they look closely

    def features(self, spot):
        return self.lying[spot[:2]].features[spot[2]]

    def reached_from(self, spot):
        """Every spot of the road, city or field that this one is part of."""
        found, edge = {spot}, deque([spot])
        while edge:
            x, y, index = edge.popleft()
            for end in self.features((x, y, index)).edges:
                if end == "I":
                    continue
                dx, dy = BESIDE[end[0]]
                there = self.lying.get((x + dx, y + dy))
                if there is None:
                    continue
                meets = FACING[end[0]] + MIRRORED[end[1:]]
                other = next(number for number, one in enumerate(there.features) if meets in one.edges)
                beyond = (x + dx, y + dy, other)
                if beyond not in found:
                    found.add(beyond)
                    edge.append(beyond)
        return found

    def is_open(self, spots):
        """Whether a road or city has an end, or a cloister a neighbour, where nothing lies yet."""
        for x, y, index in spots:
            feature = self.features((x, y, index))
            if feature.kind is FeatureKind.MONASTERY:
                return any((x + dx, y + dy) not in self.lying for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            for end in feature.edges:
                dx, dy = BESIDE[end[0]]
                if (x + dx, y + dy) not in self.lying:
                    return True
        return False

    def is_held(self, spot):
        reached = self.reached_from(spot)
        return any(where in reached for _, _, where in self.standing)

    def fits(self, turned, x, y):
        """Every side continues what lies there, and something lies beside it."""
        beside = 0
        for place, (dx, dy) in enumerate(BESIDE.values()):
            there = self.lying.get((x + dx, y + dy))
            if there is not None:
                beside += 1
                if turned.sides[place] != there.sides[(place + 2) % 4]:
                    return False
        return beside > 0

    def placements(self, key):
        free = {(x + dx, y + dy) for x, y in self.lying for dx, dy in BESIDE.values()} - set(self.lying)
        return {
            Lay(key, x, y, turned.turns) for x, y in free for turned in tile_type(key).turned if self.fits(turned, x, y)
        }

    def spots(self):
        """Of the tile that was laid last, those that nobody holds, with what stands there called as people call it."""
        x, y = self.last
        return [(x, y, index) for index, _ in enumerate(self.lying[x, y].features) if not self.is_held((x, y, index))]

    def thieves(self):
        """Roads of a new cloister that end there, or pass by and lead to the cloister of another tile."""
        x, y = self.last
        if not any(one.kind is FeatureKind.MONASTERY for one in self.lying[x, y].features):
            return set()
        return {
            self.features(spot).location
            for spot in self.spots()
            if self.features(spot).kind is FeatureKind.ROAD
            and (self.ends_at_cloister(spot) or any(map(self.ends_at_cloister, self.reached_from(spot) - {spot})))
        }

    def ends_at_cloister(self, spot):
        tile = self.lying[spot[:2]]
        cloister = any(one.kind is FeatureKind.MONASTERY for one in tile.features)
        return cloister and len(self.features(spot).edges) == 1

    def glass_due(self):
        """One for a cloister or cathedral, one for each cloister and each cathedral's city that the tile finishes."""
        x, y = self.last
        mine = self.lying[x, y].features
        due = int(any(one.kind is FeatureKind.MONASTERY or one.cathedral for one in mine))
        cities = {frozenset(self.reached_from((x, y, i))) for i, one in enumerate(mine) if one.kind is FeatureKind.CITY}
        due += sum(any(self.features(spot).cathedral for spot in city) and not self.is_open(city) for city in cities)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                there = self.lying.get((x + dx, y + dy))
                for index, one in enumerate(there.features if there else ()):
                    spot = (x + dx, y + dy, index)
                    due += one.kind is FeatureKind.MONASTERY and not self.is_open({spot})
        return due

    def whole_windows(self, seat):
        mine = self.held[seat]
        small = {window for window in "1234" if all(f"{window}{part}" in mine for part in "abc")}
        return {window for window in WINDOWS if set(window.split("+")) <= small}

    # What they do

    def play(self, action):
        self.state, _ = self.game.apply(self.state, self.game.read(self.game.write(action)))

    def turn(self):
        seat = self.state.seat
        tile = self.bag.pop()
        legal = set(self.game.legal(self.state))
        assert {one for one in legal if one.tile == tile} == (self.placements(tile) or {Discard(tile)})
        lay = self.rng.choice(sorted(self.placements(tile), key=repr) or [Discard(tile)])
        self.play(lay)
        if isinstance(lay, Discard):
            if any(one.kind is FeatureKind.MONASTERY or one.cathedral for one in tile_type(tile).features):
                self.take_glass(seat, 1)
            return
        self.last = (lay.x, lay.y)
        self.lying[self.last] = tile_type(tile).turned[lay.turns]
        self.take_glass(seat, self.glass_due())
        self.place_follower(seat)
        if self.game is CARCASSONNE_STAINED_GLASS:
            self.send_thieves(seat)
        self.bring_home()
        if self.game is CARCASSONNE_STAINED_GLASS and not self.state.is_over:
            self.count_windows(seat)

    def take_glass(self, seat, due):
        if self.game is not CARCASSONNE_STAINED_GLASS:
            return
        for _ in range(min(due, len(self.glass))):
            assert {one.tile for one in self.game.legal(self.state)} == set(self.glass)
            tile = self.glass.pop()
            self.held[seat].append(tile)
            self.play(TakeGlass(tile))

    def place_follower(self, seat):
        kinds = [kind for kind, count in self.at_hand[seat].items() if count]
        mine = {
            Deploy(kind, self.features(spot).kind, self.features(spot).location): spot
            for kind in kinds
            for spot in self.spots()
        }
        assert set(self.game.legal(self.state)) == {Skip(), *mine}
        if mine and self.rng.random() < 0.6:
            action = self.rng.choice(sorted(mine, key=repr))
            self.put(seat, action.kind, mine[action])
            self.play(action)
        else:
            self.play(Skip())

    def put(self, seat, kind, spot):
        self.at_hand[seat][kind] -= 1
        self.standing.append((seat, kind, spot))

    def send_thieves(self, seat):
        sent = 0
        while roads := self.thieves() if any(self.at_hand[seat].values()) else ():
            kinds = [kind for kind, count in self.at_hand[seat].items() if count]
            legal = {Skip(), *(PlaceThief(kind, road) for kind in kinds for road in roads)}
            assert set(self.game.legal(self.state)) == legal
            action = self.rng.choice(sorted(legal, key=repr))
            self.play(action)
            if isinstance(action, Skip):
                break
            spot = next(one for one in self.spots() if self.features(one).location == action.location)
            self.put(seat, action.kind, spot)
            sent += 1
        while sent and any(tiles for other, tiles in enumerate(self.held) if other != seat):
            loot = {Steal(tile, other) for other, tiles in enumerate(self.held) if other != seat for tile in tiles}
            assert set(self.game.legal(self.state)) == {Skip(), *loot}
            action = self.rng.choice(sorted({Skip(), *loot}, key=repr))
            self.play(action)
            if isinstance(action, Skip):
                break
            self.held[action.victim].remove(action.tile)
            self.held[seat].append(action.tile)
            sent -= 1

    def bring_home(self):
        for seat, kind, spot in list(self.standing):
            if self.features(spot).kind is not FeatureKind.FIELD and not self.is_open(self.reached_from(spot)):
                self.standing.remove((seat, kind, spot))
                self.at_hand[seat][kind] += 1

    def count_windows(self, seat):
        while whole := self.whole_windows(seat):
            legal = list(self.game.legal(self.state))
            said = {"+".join(map(str, one.window)) for one in legal if isinstance(one, CountWindow)}
            assert said == whole
            assert Skip() in legal
            action = self.rng.choice(legal)
            self.play(action)
            if isinstance(action, Skip):
                break
            for tile in (f"{window}{part}" for window in action.window for part in "abc"):
                self.held[seat].remove(tile)
                self.glass.append(tile)
            self.rng.shuffle(self.glass)

    # What the rules make of it

    def check(self):
        assert Counter(self.state.bag) == Counter(self.bag)
        assert [+Counter(supply) for supply in self.state.supply] == [+supply for supply in self.at_hand]
        board = self.state.board
        stands = [(one.seat, one.kind, board.follower_place(one.part)) for one in board.followers()]
        found = [
            (s, kind, f"{x},{y} {self.features((x, y, i)).kind} {self.features((x, y, i)).location}")
            for s, kind, (x, y, i) in self.standing
        ]
        assert sorted(stands) == sorted(found)
        if self.game is CARCASSONNE_STAINED_GLASS:
            glass = self.state.expansions["stained-glass"]
            assert Counter(glass.supply) == Counter(self.glass)
            assert [Counter(tiles) for tiles in glass.held] == [Counter(tiles) for tiles in self.held]


@pytest.mark.parametrize("game", [CARCASSONNE, CARCASSONNE_STAINED_GLASS], ids=lambda game: game.key)
@settings(max_examples=4, deadline=None)
@example(seed=24, seats=5, inns=True)
@example(seed=1618803547, seats=5, inns=True)  # the next player has kept a window
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 5), inns=st.booleans())
def test_no_true_tile_or_glass_of_a_real_box_is_refused(game, seed, seats, inns):
    rng = random.Random(seed)
    people = tuple(Seat(colour, colour) for colour in rng.sample(SEAT_COLOURS, seats))
    expansions = ("inns-and-cathedrals",) if inns else ()
    table = Table(game, game.setup(people, expansions=expansions), rng)
    while not table.state.is_over:
        table.turn()
        if not table.state.is_over:  # at the end followers stay where they are counted
            table.check()
    assert not table.bag
