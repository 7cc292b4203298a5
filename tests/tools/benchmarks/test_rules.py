"""Random walks over what is legal: short ones in every game here, ten thousand each in ``tableside bench rules``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cli import main
from companion.titles.registry import game_keys
from games.cronberg.rules import CRONBERG
from games.cronberg.state import LayRhomb
from games.game import Phrase, Refusal, RefusalKind, Seat
from tools.benchmarks.rules import measure, walked
from tools.benchmarks.walking import walk

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.mark.parametrize("key", game_keys())
def test_who_has_no_plan_brings_no_game_out_of_step(key):
    """A few of the walks that ``tableside bench rules`` takes with fresh seeds."""
    walks = [walked(key, seed, 150) for seed in range(4)]
    assert [fault for one in walks for fault in one.faults] == []


def found(game, most=40):
    return {fault.kind for fault in walk(game, CRONBERG.setup(SEATS), 7, most, every=2).faults}


class Broken(type(CRONBERG)):
    """Cronberg with a fault put in."""


def test_a_walk_finds_what_raises():
    class Game(Broken):
        def legal(self, state):
            if len(state.rhombi) == 2:
                raise IndexError("no such triangle")
            yield from super().legal(state)

    assert found(Game()) == {"raised"}


def test_a_walk_finds_a_table_that_is_stuck():
    class Game(Broken):
        def legal(self, state):
            return iter(()) if len(state.rhombi) == 2 else super().legal(state)

    assert found(Game()) == {"stuck"}


def test_a_walk_finds_what_gets_lost():
    class Game(Broken):
        def apply(self, state, action):
            after, events = super().apply(state, action)
            return (replace(after, left=(0, *after.left[1:])) if len(after.rhombi) == 3 else after), events

    assert "lost" in found(Game())


def test_a_walk_finds_a_legal_action_that_is_refused():
    class Game(Broken):
        def apply(self, state, action):
            if isinstance(action, LayRhomb) and action.kind == state.edition.kinds[0].key:
                raise Refusal(RefusalKind.ILLEGAL, Phrase("cronberg.over"), value="")
            return super().apply(state, action)

    assert "refused" in found(Game())


def test_a_walk_finds_what_is_taken_but_not_listed():
    class Game(Broken):
        def legal(self, state):
            every = list(super().legal(state))
            yield from every[::2] if len(every) > 8 else every

    assert "unlisted" in found(Game())


def test_a_walk_finds_notation_that_does_not_come_back():
    class Game(Broken):
        def write(self, action):
            return super().write(action).replace("-", "")

        def read(self, text):
            return text

    assert "unwritten" in found(Game())


def test_the_bench_tells_its_seed(capsys):
    assert main(["bench", "rules", "--games", "1", "--only", "cronberg", "--json", "--seed", "11"]) == 0
    assert '"seed": 11' in capsys.readouterr().out


def test_the_same_seed_walks_the_same_way():
    assert measure(2, 99, ["riga"])["riga"]["actions"] == measure(2, 99, ["riga"])["riga"]["actions"]


def test_walks_are_taken_in_pieces(tmp_path):
    """Stopped in the middle of a line, the measure goes on where it was, and tells the whole."""
    rows = tmp_path / "walks.jsonl"
    two = measure(2, 99, ["cronberg"], rows=rows)
    kept = rows.read_text()
    rows.write_text(kept[:-9])  # killed while it wrote the second walk
    three = measure(3, 99, ["cronberg"], rows=rows)
    assert rows.read_text().startswith(kept.splitlines()[0])
    assert len(rows.read_text().splitlines()) == 3
    assert three["cronberg"]["actions"] == measure(3, 99, ["cronberg"])["cronberg"]["actions"]
    assert measure(2, 99, ["cronberg"], rows=rows)["cronberg"]["actions"] == two["cronberg"]["actions"]
