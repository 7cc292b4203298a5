"""Games for a hostile evening: any of them, any number of players, played by chance through the real session."""

from __future__ import annotations

import random
from itertools import count

import numpy as np

from calibration.arrays import Picture
from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.store.kept_game import KeptGame
from companion.titles.registry import game_keys, game_named
from games.any_game import AnyRecord
from games.game import SEAT_COLOURS, Refusal, Seat
from games.record import Record
from vision.eyes import Attention, Glance

NAMES = ("Anna", "Ben", "Çelik", "Dörte", "エマ", "Fedor")


def new_record(rng: random.Random) -> AnyRecord:
    """A game before its first action: which one, how many play and who they are is left to chance."""
    while True:
        game = game_named(rng.choice(game_keys()))
        players = rng.randint(2, 5)
        names, colours = rng.sample(NAMES, players), rng.sample(SEAT_COLOURS, players)
        try:
            return Record.start(game, game.setup(tuple(Seat(*seat) for seat in zip(names, colours, strict=True))))
        except Refusal:
            continue  # not for so many


def played_record(rng: random.Random, moves: int) -> AnyRecord:
    """A game with so many entries in its log, among them moves that were taken back."""
    record = new_record(rng)
    for time_ms in range(1, moves + 1):
        if record.game.player_to_move(record.state) is None or (record.line and rng.random() < 0.1):
            record = record.undo(time_ms=time_ms)
        else:
            record = record.play(record.game.sample(record.state, rng), time_ms=time_ms)
    return record


class EveningTable:
    """A table at which people press by chance: moves, now and then an Undo or a Redo, with the camera's pictures."""

    def __init__(self, record: AnyRecord, stored: KeptGame, rng: random.Random) -> None:
        first = max((entry.time_ms for entry in record.log), default=0) + 1
        times = count(first)
        self.session = TableSession(record, lambda: next(times), stored=stored)
        self._rng = rng
        self._pictures = np.random.default_rng(rng.randrange(2**32))

    def press(self) -> None:
        """One press; whatever the disk does, it raises nothing."""
        session, rng = self.session, self._rng
        if rng.random() < 0.7:
            session.see(Sighting(self._picture(), Glance(0, 0.0, Attention.STILL)))
        record = session.record
        if record.undone and rng.random() < 0.3:
            session.redo()
        elif record.game.player_to_move(record.state) is None or (record.line and rng.random() < 0.12):
            session.undo()
        else:
            session.play(record.game.sample(record.state, rng))

    def _picture(self) -> Picture:
        """BGR (270, 480, 3), as hard or easy to press as chance will have it: 4 to 80 kB as JPEG."""
        coarse = self._pictures.integers(0, 255, (27, 48, 3), np.uint8).repeat(10, 0).repeat(10, 1)
        fine = self._pictures.integers(0, self._rng.randint(1, 200), (270, 480, 3), np.uint8)
        return np.asarray(coarse // 2 + fine // 2, np.uint8)
