"""Corrections keep who did what, whatever people play, correct, take out, take back and bring back, in all games."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.titles.drawn_setups import seats_of
from companion.titles.registry import game_keys, game_named
from games.cronberg import conservation as cronberg
from games.game import AnybodyNext, Refusal, Seat
from games.istanbul import conservation as istanbul
from games.record import Entry, EntryKind, Record, entry_from_json, entry_to_json
from games.riga import conservation as riga

NAMES = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"), Seat("Dora", "yellow"))
CHANGES = ("play", "play", "play", "correct", "correct", "remove", "back", "undo", "redo", "undo twice", "fill")


class Evening:
    """People at a table who play by chance and change their minds; remembers who did what when it was done."""

    def __init__(self, game, seats, seed):
        self.game, self.rng = game, random.Random(seed)
        self.record = Record.start(game, game.setup(NAMES[:seats]))
        self.doers = {}
        self.history = []  # (line, what could be redone) before each commit that can be taken back

    def play(self, actions=1):
        for _ in range(actions):
            state = self.record.state
            mover = self.game.player_to_move(state)
            if mover is None:
                return
            action = self.game.sample(state, self.rng)
            found = self.game.doer(action) if isinstance(self.game, AnybodyNext) else None
            self.commit(self.record.play(action))
            self.doers[id(self.record.log[-1])] = mover if found is None else found

    def commit(self, changed):
        self.history.append(self.record)
        self.record = changed

    def attempt(self, change, *args):
        """People try; what the rules refuse changes nothing."""
        try:
            changed = change(*args)
        except Refusal:
            return
        if changed.log != self.record.log:
            self.commit(changed)

    def other_action(self, place):
        """Something else that the rules took there, by chance."""
        state = self.record.state_before(place)
        if self.game.player_to_move(state) is None:
            return None
        if self.rng.random() < 0.5:
            return self.game.sample(state, self.rng)
        some = [action for action, _ in zip(self.game.legal(state), range(60), strict=False)]
        return self.rng.choice(some) if some else None

    def change(self, what):
        record, line = self.record, self.record.line
        place = self.rng.randrange(len(line)) if line else None
        match what:
            case "play":
                self.play(self.rng.randrange(1, 6))
            case "correct" if line:
                action = self.other_action(place)
                if action is not None:
                    self.attempt(record.correct, place, action)
            case "fill" if record.holes:
                place = self.rng.choice(record.holes)
                known_action, other = record.action_at(place), self.other_action(place)
                action = known_action if known_action is not None and self.rng.random() < 0.3 else other
                if action is not None:
                    self.attempt(record.correct, place, action)
            case "remove" if line:
                self.attempt(record.remove, place)
            case "back" if line:
                self.attempt(record.back_to, place)
            case "undo" | "undo twice":
                self.undo(twice=what == "undo twice")
            case "redo" if record.undone:
                taken_back = record.undone[-1].after
                self.history.append(record)
                self.record = record.redo().append(Entry(EntryKind.REDO, group=record.undone[-1].commit.group))
                assert self.record.line == taken_back

    def undo(self, twice):
        """One undo takes back exactly what one commit did, even where it reached the disk twice."""
        if not self.record.commits:
            return
        before = self.history.pop()
        self.record = self.record.undo()
        if twice:
            self.record = self.record.append(self.record.log[-1])
        assert self.record.line == before.line
        assert self.record.state == before.state
        assert self.record.commits == before.commits

    def check(self):
        """Everything that has to hold at any time."""
        record, game = self.record, self.game
        anybody = isinstance(game, AnybodyNext)
        state = record.first
        for step in record.line:
            if step.hole is None:
                assert anybody or step.doer == game.player_to_move(state)
                after, events = game.apply(state, step.action)
                assert (after, events) == (step.state, step.events)
                if id(step.entry) in self.doers:
                    assert step.doer == self.doers[id(step.entry)]
            elif id(step.entry) in self.doers:
                assert step.doer == self.doers[id(step.entry)]
            state = step.state
        assert laws_broken(game, record) == []
        log = [entry_from_json(json.loads(json.dumps(entry_to_json(entry)))) for entry in record.log]
        again = Record.replay(game, record.setup, log)
        assert again == record


def laws_broken(game, record):
    """What does not add up: pieces, cards, money, and points that no line of the record explains."""
    state = record.state
    match game.key.split("-")[0]:
        case "carcassonne":
            tiles = (
                Counter(tile.turned.key for tile in state.board.laid) + Counter(state.bag) + Counter(state.discarded)
            )
            broken = [] if tiles == Counter(game.box(record.setup)) else ["tiles"]
            for seat, supply in enumerate(state.supply):
                standing = Counter(one.kind for one in state.board.followers() if one.seat == seat)
                broken += [] if standing + Counter(supply) == Counter(record.first.supply[seat]) else ["followers"]
            points = [0] * len(state.scores)
            for step in record.line:
                for event in step.events:
                    if event.line is not None:
                        points[event.line.player] += event.line.points
            return broken + ([] if tuple(points) == state.scores else ["points"])
        case "cronberg":
            return list(cronberg.broken_laws(state))
        case "istanbul" | "great":
            return list(istanbul.broken_laws(game.rulebook(state.setup), state))
        case "riga":
            return riga.faults(state)
        case "thurn" | "power":
            every = len(state.setup.atlas.cities) * state.number("copies")
            hidden_trains = sum(train.city is None for player in state.players for train in player.trains)
            hidden_trains += state.discarded_unseen
            cards = state.pile + state.seen().total() + sum(player.unknown for player in state.players) + hidden_trains
            return [] if cards == every else ["cards"]
    return []


@pytest.mark.parametrize("key", game_keys())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(0, 70), st.lists(st.sampled_from(CHANGES), max_size=12))
def test_whatever_people_change_the_rest_stays_who_did_what(key, seed, seats, before, changes):
    evening = Evening(game_named(key), min(seats, seats_of(key)[1]), seed)
    evening.play(before)
    evening.check()
    for change in changes:
        evening.change(change)
        evening.check()
    while evening.record.commits:  # and all of it can be taken back, one by one
        evening.undo(twice=False)
    assert evening.record.line == ()
