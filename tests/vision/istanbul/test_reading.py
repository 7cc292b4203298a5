from __future__ import annotations

import numpy as np
import pytest

from calibration.references import ReferencesError
from vision.artwork.istanbul.edition import own_places
from vision.istanbul.layout.edition import edition_of, load_edition
from vision.istanbul.reading import is_read, read_picture
from vision.simulator.istanbul.table import still_table

SHORT_PATHS = ((15, 5, 2, 14), (4, 12, 7, 3), (8, 6, 11, 9), (13, 10, 1, 16))


def test_a_layout_is_read_whatever_side_the_camera_looks_from() -> None:
    photograph = still_table("easy", 5, game_key="istanbul", layout=SHORT_PATHS, actions=60)
    seen = read_picture(photograph.image, own_places())
    assert seen.layout == SHORT_PATHS
    merchants = {(SHORT_PATHS[p.row][p.column], p.colour) for p in seen.pieces if p.kind == "merchant"}
    assert merchants == {(p.place, p.colour) for p in photograph.pieces if p.kind == "merchant"}


def test_where_every_place_is_a_guess_no_places_lie() -> None:
    assert is_read(np.array([0.99, 0.6, 0.7]))
    assert not is_read(np.array([0.56, 0.86, 0.63, 0.8]))


def test_places_that_look_much_like_their_prints_lie_there_though_each_alone_is_a_guess() -> None:
    guesses = np.full(16, 0.75)
    assert is_read(guesses, resemblance=7.3)
    assert not is_read(guesses, resemblance=1.5)


def test_an_empty_table_holds_no_layout() -> None:
    seen = read_picture(np.full((540, 960, 3), 120, np.uint8), own_places())
    assert not seen.places
    assert seen.trouble is not None


def test_a_folder_of_one_picture_a_place_is_an_edition(tmp_path) -> None:  # type: ignore[no-untyped-def]
    import cv2

    from vision.artwork.istanbul.places import place_picture

    for number in (7, 12):
        cv2.imwrite(str(tmp_path / f"{number}.png"), place_picture(number, 2.0))
    (tmp_path / "notes.txt").write_text("mine")
    edition = load_edition(tmp_path)
    assert edition.numbers == (7, 12)
    assert edition.aspect == pytest.approx(64 / 84, abs=0.01)


def test_an_empty_folder_is_said_to_hold_nothing(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ReferencesError):
        load_edition(tmp_path)
    with pytest.raises(ReferencesError):
        edition_of({})
