"""Real tiles beside the scorer: they are shuffled, turned and laid out here, and who holds which, as the rulebook tells
it, is kept by counting what stands before everybody. The scorer is told only what people do."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.riga.scorer.rules import GRAND_MASTERS, Setup

from .conftest import SEATS

CITIES = ("Riga", "Visby", "Stockholm", "Tallinn", "Danzig")
PERSONS = ("Knight", "Merchant")
BROTHERS = ("supply", "went back")


class Table:
    """What lies before everybody, and whose each tile is: a seat, ``supply``, or ``went back`` to the supply."""

    def __init__(self, rng, seats, riga, brothers):
        self.rng, self.brothers = rng, brothers
        self.state = GRAND_MASTERS.new(Setup(SEATS[:seats], riga, brothers))
        self.cities = CITIES if riga else CITIES[1:]
        pile = [*self.cities, *PERSONS, "Money"]
        rng.shuffle(pile)
        tiles = [name if name == "Money" else f"{'first' if n < 4 else 'max'}-{name}" for n, name in enumerate(pile)]
        rng.shuffle(tiles)
        self.row = tiles[:4]
        self.whose = dict.fromkeys(self.row, "supply")
        self.stands = [dict.fromkeys((*CITIES, *PERSONS), 0) for _ in range(seats)]

    def play(self, *words):
        line = " ".join(map(str, words))
        self.state, events = GRAND_MASTERS.apply(self.state, GRAND_MASTERS.read(line))
        return events

    def may(self):
        return {GRAND_MASTERS.write(action) for action in GRAND_MASTERS.legal(self.state)}

    # What the rulebook says

    def alone_in_front(self, name):
        counts = [mine[name] for mine in self.stands]
        return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None

    def needs(self, tile):
        side, _, name = tile.partition("-")
        return (3 if name in PERSONS else 2) + (side == "first")

    def after_building(self, seat):
        for tile in self.row:
            side, _, name = tile.partition("-")
            mine, whose = self.stands[seat].get(name, 0), self.whose[tile]
            if tile == "Money" or whose == seat:
                continue
            if whose == "went back":
                takes = self.alone_in_front(name) == seat and mine >= 3
            elif whose == "supply":
                takes = mine >= self.needs(tile)
            else:
                takes = side == "max" and mine > self.stands[whose][name]
            if takes:
                self.whose[tile] = seat

    def after_covering(self, name):
        tile = f"max-{name}"
        if tile not in self.whose or self.whose[tile] == "supply":
            return
        whose, leader = self.whose[tile], self.alone_in_front(name)
        if whose == "went back":
            if leader is not None and self.stands[leader][name] >= 3:
                self.whose[tile] = leader
        elif max(mine[name] for mine in self.stands) > self.stands[whose][name]:
            self.whose[tile] = "went back" if leader is None else leader

    def counted(self, cash):
        points = [0] * len(self.stands)
        for tile in self.row:
            side, _, name = tile.partition("-")
            if tile == "Money" or self.whose[tile] in BROTHERS:
                continue
            points[self.whose[tile]] += 4
            others = [seat for seat in range(len(points)) if seat != self.whose[tile]]
            most = max(self.stands[seat][name] for seat in others)
            for seat in others:
                mine = self.stands[seat][name]
                points[seat] += 2 * (mine >= self.needs(tile) and (side == "first" or mine == most))
        if "Money" in self.row:
            prizes = [6, 4, 2] if len(cash) == 4 else [4, 2]
            for seat, mine in enumerate(cash):
                ahead, alike = sum(other > mine for other in cash), cash.count(mine)
                points[seat] += sum([*prizes, 0, 0, 0, 0][ahead : ahead + alike]) // alike if mine else 0
        return tuple(points)

    # What they do

    def lay_out(self):
        there = set()
        for tile in self.row:
            free = [name for name in (*self.cities, *PERSONS) if name not in there]
            sides = {f"lay {side}-{name}" for name in free for side in ("max", "first")}
            assert self.may() == sides | ({"lay Money"} - {f"lay {name}" for name in there})
            self.play("lay", tile)
            there.add(tile.partition("-")[2] or tile)

    def year(self):
        seats = range(len(self.stands))
        shown = [persons for count in range(3) for persons in combinations_with_replacement(PERSONS, count)]
        builds = [("build", seat, city, *persons) for seat in seats for city in self.cities for persons in shown]
        covers = [
            ("cover", seat, name) for seat in seats for name in PERSONS if self.brothers and self.stands[seat][name]
        ]
        every = [("end",), *builds, *covers]
        assert self.may() == {" ".join(map(str, words)) for words in every}
        verb, seat, name, *persons = self.rng.choice(covers if covers and self.rng.random() < 0.3 else builds)
        self.play(verb, seat, name, *persons)
        if verb == "cover":
            self.stands[seat][name] -= 1
            self.after_covering(name)
        else:
            for one in (name, *persons):
                self.stands[seat][one] += 1
            self.after_building(seat)
        held = {placed.master.key: placed.owner for placed in self.state.row}
        assert held == {tile: None if whose in BROTHERS else whose for tile, whose in self.whose.items()}

    def finish(self):
        self.play("end")
        cash = [self.rng.choice((0, 1, 3, 3, 7)) for _ in self.stands]
        if "Money" in self.row:
            for seat in self.rng.sample(range(len(cash)), len(cash)):
                self.play("cash", seat, cash[seat])
        assert self.state.scores == self.counted(cash)
        assert not self.may()


@settings(max_examples=8, deadline=None)
@example(seed=24, seats=4, riga=True, brothers=True)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), riga=st.booleans(), brothers=st.booleans())
def test_real_tiles_go_where_the_rulebook_sends_them(seed, seats, riga, brothers):
    table = Table(random.Random(seed), seats, riga, brothers)
    table.lay_out()
    for _ in range(12 * seats):
        table.year()
    table.finish()
