"""Stained Glass as an expansion that a set-up switches on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.carcassonne.actions import Action
from games.carcassonne.board import AROUND
from games.carcassonne.expansion import Expansion, Option, Rulebook, Step
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.glass import KEY, Glass
from games.carcassonne.stained_glass.scoring import final_glass
from games.carcassonne.stained_glass.steps import EXTRA_STEPS
from games.carcassonne.stained_glass.windows import printed
from games.carcassonne.state import State
from games.carcassonne.tiles import Turned
from games.game import Event, JsonValue


class StainedGlass(Expansion):
    """24 glass tiles in a bag, ten legal windows, and thieves on the roads that end at cloisters."""

    key: ClassVar[str] = KEY
    actions: ClassVar[tuple[type[Action], ...]] = (TakeGlass, PlaceThief, Steal, CountWindow)

    def options(self) -> Mapping[str, Option]:
        """What windows bring, what may be stolen, and how else the text is read where it is open."""
        return {
            key: Option(entry["default"], entry.get("allowed") or range(entry["least"], entry["most"] + 1))
            for key, entry in printed()["options"].items()
        }

    def earlier_defaults(self, written_format: int) -> Mapping[str, int | str]:
        """How the text was read before."""
        earlier: Mapping[str, int | str] = printed()["earlier_defaults"].get(str(written_format), {})
        return earlier

    def start(self, book: Rulebook) -> Glass:
        """All glass is in the bag."""
        return Glass.start(len(book.setup.seats))

    def own_to_json(self, own: Glass) -> JsonValue:
        """The glass as plain data."""
        return own.to_json()

    def steps(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Its steps after those that they belong to."""
        return tuple(one for step in steps for one in (step, *EXTRA_STEPS.get(step.key, ())))

    def appeal(self, state: State, turned: Turned, x: int, y: int) -> float:
        """Glass goes to whoever finishes a cloister, so people build around all of them."""
        board = state.board
        appeal = 0.0
        for dx, dy in AROUND:
            tile = board.tile_at(x + dx, y + dy)
            if tile is not None and tile.turned.monastery >= 0:
                left = 8 - len(board.neighbours(tile))
                appeal += 6.0 if left == 1 else 0.8
        return appeal

    def final(self, book: Rulebook, state: State) -> tuple[Event, ...]:
        """What the glass that is left brings."""
        return final_glass(book, state)
