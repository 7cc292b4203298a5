"""Drawings are kept, and drawn anew where the file is damaged in whatever way."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from games.riga.box.goods import GOODS, market_with
from vision.artwork import drawing_cache
from vision.artwork.drawing_cache import ENDING, drawn_elsewhere, drawn_once
from vision.artwork.istanbul import edition as places
from vision.artwork.riga import edition as riga
from vision.cards.edition import CardEdition
from vision.frames import Picture
from vision.istanbul.layout.edition import PlaceEdition

DRAWING = {"a": np.full((4, 4, 3), 7, np.uint8)}


def test_what_is_damaged_is_drawn_anew(tmp_path: Path) -> None:
    path = tmp_path / f"own{ENDING}"
    drawn_once(path, DRAWING, lambda: DRAWING)
    whole, rng = path.read_bytes(), random.Random(3)
    for damage in (b"", whole[:9], whole[:-1], bytes(len(whole)), *(_flipped(whole, rng) for _ in range(40))):
        path.write_bytes(damage)
        drawn = drawn_once(path, DRAWING, lambda: DRAWING)
        assert np.array_equal(drawn["a"], DRAWING["a"])
        assert path.read_bytes()[4:8] == whole[4:8]


def test_what_is_kept_is_not_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / f"own{ENDING}"
    drawn_once(path, DRAWING, lambda: DRAWING)
    assert np.array_equal(drawn_once(path, DRAWING, lambda: pytest.fail("drawn again"))["a"], DRAWING["a"])


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    drawn = drawn_once(tmp_path / "file" / f"own{ENDING}", DRAWING, lambda: DRAWING)
    assert drawn.keys() == {"a"}


@pytest.mark.parametrize(
    ("own", "painters"),
    [
        (places.own_places, (places, "place_picture")),
        (riga.drawn_riga, (riga, "building_card", "master_tile", "good_card")),
    ],
    ids=["the places of Istanbul", "the cards of Riga"],
)
def test_what_ships_is_the_same_at_the_next_table_and_not_drawn_again(monkeypatch, own, painters) -> None:
    first = pictures_of(own())
    own.cache_clear()  # as when a table is left
    room, *names = painters
    for name in names:
        monkeypatch.setattr(room, name, lambda *_: pytest.fail("drawn again"))
    assert all(map(np.array_equal, first, pictures_of(own())))


def test_other_prices_than_those_that_ship_are_drawn() -> None:
    prices = market_with({"prices": {"Visby": {GOODS[0]: 9}}}).tariff
    owners = {view.key.notation: view.image for view in riga.drawn_riga(tariff=prices).views}
    shipped = {view.key.notation: view.image for view in riga.drawn_riga().views}
    good = f"good:{GOODS[0]}"
    assert not np.array_equal(owners[good], shipped[good])


def pictures_of(edition: PlaceEdition | CardEdition) -> list[Picture]:
    return [view.image for view in edition.views] if isinstance(edition, CardEdition) else list(edition.pictures)


def _flipped(content: bytes, rng: random.Random) -> bytes:
    spoilt = bytearray(content)
    spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
    return bytes(spoilt)


def test_what_another_process_draws_meanwhile_is_waited_for_and_not_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_cache, "_elsewhere", [])
    path, theirs = tmp_path / f"own{ENDING}", tmp_path / f"theirs{ENDING}"
    drawn_once(theirs, DRAWING, lambda: DRAWING)
    drawn_elsewhere(lambda: theirs.replace(path) and None)
    drawn = drawn_once(path, DRAWING, lambda: pytest.fail("drawn twice"))
    assert np.array_equal(drawn["a"], DRAWING["a"])
