"""What the expansion remembers: the supply, everybody's glass, and what is still due in this turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from games.carcassonne.stained_glass.windows import printed, unfinished, whole_supply
from games.carcassonne.state import Setup, State
from games.game import JsonValue

KEY = "stained-glass"


@dataclass(frozen=True, slots=True)
class Glass:
    """The glass of a game, all of it visible but the order in the bag.

    Attributes:
        supply: the bag, kind -> how many; kinds with none left are not in it.
        held: by seat, kind -> how many.
        due: glass tiles that still have to be taken in this turn.
        thieves: thieves placed in this turn who have not stolen yet.
        put_away: what is due is for a tile that fitted nowhere; another tile is drawn afterwards.
    """

    supply: Mapping[str, int]
    held: tuple[Mapping[str, int], ...]
    due: int = 0
    thieves: int = 0
    put_away: bool = False

    @classmethod
    def start(cls, seats: int) -> Glass:
        """All glass is in the bag."""
        return cls(whole_supply(), ({},) * seats)

    def taken(self, seat: int, tile: str) -> Glass:
        """The glass after one tile went from the bag to a player."""
        return replace(self, supply=less(self.supply, tile), held=self._held(seat, more(self.held[seat], tile)))

    def stolen(self, thief: int, victim: int, tile: str) -> Glass:
        """The glass after one tile went from a player to another."""
        after = replace(self, held=self._held(victim, less(self.held[victim], tile)))
        return replace(after, held=after._held(thief, more(after.held[thief], tile)))

    def returned(self, seat: int, tiles: tuple[str, ...]) -> Glass:
        """The glass after a window's tiles went back into the bag."""
        glass = self
        for tile in tiles:
            own = less(glass.held[seat], tile)
            glass = replace(glass, supply=more(glass.supply, tile), held=glass._held(seat, own))
        return glass

    def stealable(self, victim: int, allowed: str) -> Counter[str]:
        """What thieves may take from a player: all, or only the tiles of windows that are not whole."""
        return Counter(self.held[victim]) if allowed == "all" else unfinished(self.held[victim])

    def elsewhere(self, seat: int) -> Counter[str]:
        """What all the other players have."""
        others: Counter[str] = Counter()
        for other, tiles in enumerate(self.held):
            if other != seat:
                others.update(tiles)
        return others

    def _held(self, seat: int, tiles: Mapping[str, int]) -> tuple[Mapping[str, int], ...]:
        return (*self.held[:seat], tiles, *self.held[seat + 1 :])

    def to_json(self) -> JsonValue:
        """As plain data."""
        return {
            "supply": dict(sorted(self.supply.items())),
            "held": [dict(sorted(tiles.items())) for tiles in self.held],
            "due": self.due,
            "thieves": self.thieves,
            **({"put_away": True} if self.put_away else {}),
        }


def glass_of(state: State) -> Glass:
    """The glass of a state in which the expansion is switched on."""
    glass = state.expansions[KEY]
    if not isinstance(glass, Glass):
        raise TypeError(f"{glass!r} is no glass")
    return glass


def with_glass(state: State, glass: Glass) -> State:
    """The state with other glass."""
    return replace(state, expansions={**state.expansions, KEY: glass})


def without_glass(state: State) -> State:
    """The same map, followers and bag in a game without the expansion: what the map alone is told of."""
    rest = {key: own for key, own in state.expansions.items() if key != KEY}
    return replace(state, setup=_setup_without_glass(state.setup), expansions=rest)


@lru_cache(maxsize=8)
def _setup_without_glass(setup: Setup) -> Setup:
    ours = printed()["options"]
    return replace(
        setup,
        expansions=tuple(name for name in setup.expansions if name != KEY),
        options=tuple((name, value) for name, value in setup.options if name not in ours),
        printed=tuple(name for name in setup.printed if name not in ours),
    )


def more(tiles: Mapping[str, int], tile: str) -> dict[str, int]:
    """One tile more."""
    return {**tiles, tile: tiles.get(tile, 0) + 1}


def less(tiles: Mapping[str, int], tile: str) -> dict[str, int]:
    """One tile less; a kind with none left is not in it."""
    left = {**tiles, tile: tiles[tile] - 1}
    if not left[tile]:
        del left[tile]
    return left
