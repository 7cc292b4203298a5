"""A real box beside the rules: rhombi lie shuffled face down, the rules are told only what people see. Where anything
fits, which triangles are cut off, who is driven home and what counts is found here by looking along rows of crossings
and strips of triangles, and has to be just what the rules offer and count."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.cronberg.components import Symbol, default_edition
from games.cronberg.rules import CRONBERG
from games.cronberg.state import LayRhomb, Pass, PlaceToken, Setup
from games.game import SEAT_COLOURS, Seat

SIDE = 3


def rows():
    """Crossings from the top, each row from the left: name -> (half steps to the right, row)."""
    found = {}
    for row in range(2 * SIDE + 1):
        shift = abs(row - SIDE)
        for place in range(2 * SIDE + 1 - shift):
            found[f"{'ABCDEFG'[row]}{place + 1}"] = (shift + 2 * place, row)
    return found


CROSSINGS = rows()


def strips():
    """Triangles between two rows, from the left: name -> its three crossings."""
    names = {spot: name for name, spot in CROSSINGS.items()}
    found = {}
    for upper in range(2 * SIDE):
        here = []
        for row, other in ((upper, upper + 1), (upper + 1, upper)):
            xs = sorted(x for x, y in CROSSINGS.values() if y == row)
            here += [((x, row), (x + 2, row), (x + 1, other)) for x, _ in pairwise(xs) if (x + 1, other) in names]
        here.sort(key=lambda spots: sum(x for x, _ in spots))
        for place, spots in enumerate(here, 1):
            found[f"{upper + 1}.{place}"] = frozenset(names[spot] for spot in spots)
    return found


TRIANGLES = strips()
IN_ORDER = list(TRIANGLES)


def right_of(tail, head, crossing):
    """Whether a crossing lies to the right of who looks from the tail to the head (rows grow towards the viewer)."""
    (tx, ty), (hx, hy), (x, y) = CROSSINGS[tail], CROSSINGS[head], CROSSINGS[crossing]
    return (hx - tx) * (y - ty) - (hy - ty) * (x - tx) > 0


class Table:
    """What truly lies there: the stack, what each triangle is under, tokens by crossing, the markers."""

    def __init__(self, seats, rng):
        self.rng = rng
        edition = default_edition()
        self.symbols = dict(zip(IN_ORDER, edition.symbols, strict=True))
        self.kinds = {kind.key: kind.numbers for kind in edition.kinds}
        self.stack = [kind.key for kind in edition.kinds for _ in range(kind.count)]
        rng.shuffle(self.stack)
        self.covered, self.pointing = set(), {name: [] for name in CROSSINGS}
        self.tokens, self.cut_off = {}, set()
        self.marker, self.due = [0] * len(seats), 0
        self.state = CRONBERG.new(Setup(seats, edition))

    # What people see when they look closely

    def around(self, crossing):
        return {name for name, corners in TRIANGLES.items() if crossing in corners}

    def beside(self, triangle):
        return {name for name, corners in TRIANGLES.items() if len(corners & TRIANGLES[triangle]) == 2}

    def shows(self, crossing, symbol):
        return sum(self.symbols[name] is symbol for name in self.around(crossing) & self.cut_off)

    def free(self):
        return set(TRIANGLES) - self.covered

    def open_crossings(self, seat):
        if list(self.tokens.values()).count(seat) == 4:
            return set()
        return {
            crossing
            for crossing in CROSSINGS
            if crossing not in self.tokens
            and self.around(crossing) & self.free()
            and not self.shows(crossing, Symbol.GUARD)
        }

    def places(self):
        """Two free triangles with an edge in common, and the tip that the roof points to."""
        if not self.stack:
            return set()
        found = set()
        for one in self.free():
            for other in self.beside(one) & self.free():
                if IN_ORDER.index(one) < IN_ORDER.index(other):
                    found |= {(one, other, tip) for tip in TRIANGLES[one] ^ TRIANGLES[other]}
        return found

    # What they do

    def turn(self):
        seat = self.state.to_move
        assert seat == self.due
        self.due = (seat + 1) % len(self.marker)
        legal = set(CRONBERG.legal(self.state))
        crossings, places = self.open_crossings(seat), self.places()
        tokens = {PlaceToken(crossing) for crossing in crossings}
        rhombi = {LayRhomb(kind, (one, two), tip) for kind in set(self.stack) for one, two, tip in places}
        assert legal == (tokens | rhombi or {Pass()})
        if tokens and (not places or self.rng.random() < 0.4):
            action = self.rng.choice(sorted(tokens, key=repr))
            self.tokens[action.crossing] = seat
        elif places:
            one, two, tip = self.rng.choice(sorted(places))
            action = LayRhomb(self.stack.pop(), (one, two), tip)
        else:
            action = Pass()
        self.state, _ = CRONBERG.apply(self.state, CRONBERG.read(CRONBERG.write(action)))
        if isinstance(action, LayRhomb):
            self.laid(action)

    def laid(self, action):
        one, two = action.triangles
        tail = next(iter((TRIANGLES[one] ^ TRIANGLES[two]) - {action.head}))
        wide = TRIANGLES[one] & TRIANGLES[two]
        right = next(crossing for crossing in wide if right_of(tail, action.head, crossing))
        left = next(iter(wide - {right}))
        self.covered |= {one, two}
        for crossing, number in zip((action.head, right, tail, left), self.kinds[action.kind], strict=True):
            self.pointing[crossing].append(number)
        for crossing, seat in list(self.tokens.items()):  # 1. intermediate scoring
            if not self.around(crossing) & self.free():
                self.marker[seat] += sum(self.pointing[crossing])
                del self.tokens[crossing]
        for name in self.free() - self.cut_off:  # 2. triangle activation
            if not self.stack or not self.beside(name) & self.free():
                self.cut_off.add(name)
                if self.symbols[name] is Symbol.GUARD:
                    for crossing in TRIANGLES[name]:
                        self.tokens.pop(crossing, None)

    # What the rules make of it

    def check(self):
        names = list(CROSSINGS)
        assert {names[crossing]: seat for crossing, seat in self.state.tokens} == self.tokens
        assert {IN_ORDER[triangle] for triangle in self.state.activated} == self.cut_off
        assert sum(self.state.left) == len(self.stack)

    def final_scoring(self):
        for crossing, seat in self.tokens.items():
            coats, parks = self.shows(crossing, Symbol.COAT), self.shows(crossing, Symbol.PARK)
            numbers = [abs(number) if coats else number for number in self.pointing[crossing]]
            if coats or parks:
                self.marker[seat] += sum(numbers) * 2**parks


@settings(max_examples=6, deadline=None)
@example(seed=24, seats=4)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
def test_no_true_rhomb_or_token_of_a_real_box_is_refused(seed, seats):
    rng = random.Random(seed)
    table = Table(tuple(Seat(colour, colour) for colour in rng.sample(SEAT_COLOURS, seats)), rng)
    while table.state.to_move is not None:
        table.turn()
        table.check()
    table.final_scoring()
    assert tuple(table.marker) == table.state.scores
