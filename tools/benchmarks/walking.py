"""A uniform random walk over ``legal``: who walks has no plan, so states come up that no player would bring about."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields
from time import process_time
from typing import Any, Protocol, runtime_checkable

from companion.locale import LANGUAGES, say
from companion.titles.registry import title_named
from games.any_game import AnyAction, AnyGame, AnyState
from games.game import Event, HasSeats, Refusal, SettledByNext, SpellsOut
from games.record import Record

EVERY = 24  # in one state of so many, everything about it is looked at
MOST_TRIED = 60  # legal actions that are all tried there
REMEMBERED, STRANGERS = 300, 6  # actions of earlier states; so many of them, and of new ones, are tried as well


@dataclass(frozen=True, slots=True)
class BrokenLaw:
    """Something that the rules of a game must never do.

    Attributes:
        kind: ``raised``, ``stuck``, ``lost`` (a law of conservation), ``refused`` (a legal action), ``unlisted``
            (taken, but neither legal nor a longer way of telling what is), ``twice`` (one action listed twice),
            ``unwritten`` (notation), ``unsaid`` (words are missing), ``unequal`` (a replay differs) or ``unplain`` (no
            plain data).
        where: number of the action, from 0.
        detail: the action or the law.
    """

    kind: str
    where: int
    detail: str


@dataclass(frozen=True, slots=True)
class RandomWalk:
    """One game: its key and seed, how many actions were taken, whether it came to its end, states that were looked at,
    what was wrong, and how long a core was at it, s."""

    game: str
    seed: int
    players: int
    actions: int
    ended: bool
    tried: int
    faults: tuple[BrokenLaw, ...]
    seconds: float


def walk(
    game: AnyGame, setup: HasSeats, seed: int, most_actions: int, *, every: int = EVERY, by_kind: bool = False
) -> RandomWalk:
    """Take legal actions at even odds until the game is over, or ``most_actions`` are taken.

    ``by_kind`` draws the kind of action first: where one kind comes in a hundred ways, the others come up as well and
    games reach their end.

    What raises ends the walk and is told as a fault, whatever it is: that nothing does is what is measured.
    """
    began = process_time()
    walker = _Walker(game, setup, seed, every, by_kind)
    try:
        walker.go(most_actions)
    except Exception as error:  # noqa: BLE001 - a fault of the rules, told with its place like any other
        walker.fault("raised", f"{type(error).__name__}: {error}"[:300])
    ended = walker.reached is not None and game.player_to_move(walker.reached) is None
    done = len(walker.lines)
    seconds = round(process_time() - began, 3)
    return RandomWalk(game.key, seed, len(setup.seats), done, ended, walker.tried, tuple(walker.faults), seconds)


@runtime_checkable
class Declares(Protocol):
    """A game in which people may declare what a text says that the rules do not know: more ways than can be listed."""

    def declares(self, state: AnyState, action: AnyAction) -> bool:
        """Whether the action is a declaration in this state."""


def _declares_nothing(state: AnyState, action: AnyAction) -> bool:
    return False


class _Walker:
    def __init__(self, game: AnyGame, setup: HasSeats, seed: int, every: int, by_kind: bool) -> None:
        self.game, self.setup, self.every, self.by_kind = game, setup, every, by_kind
        self.rng = random.Random(seed)
        self.laws = title_named(game.key).laws
        self.declares = game.declares if isinstance(game, Declares) else _declares_nothing
        self.reached: AnyState | None = None  # nothing before the first state is there
        self.last: tuple[AnyState, AnyAction] | None = None  # the last action, and the state before it
        self.lines: list[str] = []
        self.seen: dict[AnyAction, None] = {}
        self.faults: list[BrokenLaw] = []
        self.tried = 0

    @property
    def state(self) -> AnyState:
        assert self.reached is not None
        return self.reached

    def fault(self, kind: str, detail: str) -> None:
        self.faults.append(BrokenLaw(kind, len(self.lines), detail))

    def go(self, most_actions: int) -> None:
        game = self.game
        self.reached = game.new(self.setup)
        while len(self.lines) < most_actions:
            legal = list(game.legal(self.state))
            if game.player_to_move(self.state) is None:
                if legal:
                    self.fault("unlisted", f"{len(legal)} legal actions after the end")
                break
            if not legal:
                self.fault("stuck", json.dumps(game.state_to_json(self.state))[:300])
                return
            if self.rng.randrange(self.every) == 0:
                self._look_at_everything(legal)
            self._take(self._drawn(legal))
            self._remember(legal)
        game.standings(self.state)
        self._replay()

    def _drawn(self, legal: list[AnyAction]) -> AnyAction:
        if not self.by_kind:
            return self.rng.choice(legal)
        kind = self.rng.choice(list(dict.fromkeys(map(type, legal))))
        return self.rng.choice([action for action in legal if type(action) is kind])

    def _take(self, action: AnyAction) -> None:
        line = self.game.write(action)
        if self.game.read(line) != action:
            self.fault("unwritten", line)
        self.last = (self.state, action)
        self.reached, events = self.game.apply(self.state, action)
        self.lines.append(line)
        self._conserved(self.state, line)
        for event in events if len(self.lines) % 5 == 0 else ():
            self._said(event)

    def _conserved(self, state: AnyState, line: str) -> None:
        self.tried += 1
        for law in self.laws(state):
            self.fault("lost", f"{law}, after {line}")

    def _said(self, event: Event) -> None:
        phrases = [event.phrase]
        if event.line is not None:
            phrases += [event.line.reason, *(item.phrase for item in event.line.items)]
        for phrase in phrases:
            for language in LANGUAGES:
                try:
                    say(phrase, language)
                except LookupError as error:
                    self.fault("unsaid", f"{phrase}: {error}")

    def _remember(self, legal: list[AnyAction]) -> None:
        for action in self.rng.sample(legal, min(4, len(legal))):
            self.seen[action] = None
        while len(self.seen) > REMEMBERED:
            self.seen.pop(next(iter(self.seen)))

    def _look_at_everything(self, legal: list[AnyAction]) -> None:
        """Each legal action is taken, no other one is, and the state is plain data."""
        game, listed = self.game, set(legal)
        if len(listed) < len(legal):
            self.fault("twice", self._written(next(one for one in legal if legal.count(one) > 1)))
        for action in self._sampled(legal, MOST_TRIED):
            try:
                after, _ = game.apply(self.state, action)
            except Refusal as refusal:
                self.fault("refused", f"{self._written(action)}: {refusal.phrase}")
                continue
            self._conserved(after, self._written(action))
            if game.read(game.write(action)) != action:
                self.fault("unwritten", self._written(action))
        strangers = [*self._sampled(list(self.seen), STRANGERS), *self._crossed(legal)]
        for action in strangers:
            if action in listed or self.declares(self.state, action) or self._retells_the_last(action):
                continue
            if not self._is_spelled_out(action):
                self.fault("unlisted", self._written(action))
        closing = game.closing(self.state)
        if closing is not None and closing not in listed:
            self.fault("refused", f"DONE: {self._written(closing)}")
        game.standings(self.state)
        data = game.state_to_json(self.state)
        if json.loads(json.dumps(data)) != data:
            self.fault("unplain", "state_to_json")

    def _crossed(self, legal: list[AnyAction]) -> Iterator[AnyAction]:
        """Actions that nobody listed anywhere: each value of their fields from one that somebody did."""
        pool = [*legal, *self.seen]
        for action in self._sampled(pool, STRANGERS):
            kind: Any = type(action)
            alike = [one for one in pool if type(one) is kind]
            yield kind(*(getattr(self.rng.choice(alike), one.name) for one in fields(kind)))

    def _retells_the_last(self, action: AnyAction) -> bool:
        """Whether an action only says what the last one was: it leads where that would have led in its place."""
        if self.last is None or not isinstance(self.game, SettledByNext):
            return False
        before, last = self.last
        if not self.game.retells(self.state, last, action):
            return False
        try:
            here, instead = self.game.apply(self.state, action)[0], self.game.apply(before, action)[0]
        except Refusal:
            return False
        return bool(self.game.state_to_json(here) == self.game.state_to_json(instead))

    def _is_spelled_out(self, action: AnyAction) -> bool:
        """Whether an action is refused, or leads where the listed ones lead that it stands for."""
        try:
            straight, _ = self.game.apply(self.state, action)
        except Refusal:
            return True
        state = self.state
        for part in self.game.spelled_out(state, action) if isinstance(self.game, SpellsOut) else (action,):
            if part not in set(self.game.legal(state)):
                return False
            state, _ = self.game.apply(state, part)
        return bool(self.game.state_to_json(state) == self.game.state_to_json(straight))

    def _sampled(self, actions: list[AnyAction], most: int) -> Iterator[AnyAction]:
        yield from actions if len(actions) <= most else self.rng.sample(actions, most)

    def _written(self, action: AnyAction) -> str:
        return self.game.write(action)

    def _replay(self) -> None:
        """The record as it would be kept, read again from text, leads to the same state."""
        data = json.loads(json.dumps(dict(self.game.setup_to_json(self.setup))))
        record = Record.start(self.game, self.game.setup_from_json(data))
        state = record.state
        for line in self.lines:
            state, _ = self.game.apply(state, self.game.read(line))
        if self.game.state_to_json(state) != self.game.state_to_json(self.state):
            self.fault("unequal", "replayed from text")
