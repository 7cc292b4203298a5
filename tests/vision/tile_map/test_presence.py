"""How far the places of a map that was found are to be trusted."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from vision.imaging.patches import Layers, layers_of
from vision.registration.lattice import Cell, Lattice, shifted
from vision.tile_map.presence import trust

PX = np.diag([60.0, 60.0, 1.0])
NO_TABLE = np.full((4, 4, 3), 90, np.uint8)  # a picture that the map fills
SQUARE = tuple((row, column) for row in range(4) for column in range(4))


def found(
    eyes: dict[Cell, float],
    moved: dict[Cell, float] | None = None,
    seen: dict[Cell, float] | None = None,
    layers: Layers | None = None,
) -> SimpleNamespace:
    """A map whose cells look so much like tiles (log-odds), some lying beside their place by a share of a tile; of
    how much a dense network sees as tiles of a map, where it was asked; on a picture, where one is looked at."""
    aside = moved or {}
    cells = {cell: shifted(PX, cell[1] + aside.get(cell, 0.0), cell[0]) for cell in sorted(eyes)}
    values = np.array([eyes[cell] for cell in sorted(eyes)])
    shares = None if seen is None else np.array([seen[cell] for cell in sorted(eyes)])
    return SimpleNamespace(
        cells=tuple(sorted(eyes)),
        lattice=Lattice(cells),
        laid_on=Lattice(cells),
        eyes=values,
        odds=float(values.mean()),
        shares=shares,
        judge=SimpleNamespace(layers=layers_of(NO_TABLE, 60.0) if layers is None else layers),
    )


def of(cell: Cell, survey: SimpleNamespace) -> float:
    return float(trust(survey)[survey.cells.index(cell)])  # type: ignore[arg-type]


def test_a_map_of_what_looks_like_tiles_is_trusted() -> None:
    assert trust(found(dict.fromkeys(SQUARE, 6.0))).min() > 0.95  # type: ignore[arg-type]


def test_a_lone_tile_that_is_plainly_one_is_trusted() -> None:
    assert of((0, 0), found({(0, 0): 7.0})) > 0.9


def test_what_a_follower_covers_in_the_midst_of_tiles_is_trusted() -> None:
    assert of((1, 1), found({**dict.fromkeys(SQUARE, 6.0), (1, 1): -1.0})) > 0.9


def test_what_a_table_shows_at_the_rim_of_a_dim_map_is_trusted_less_than_its_midst() -> None:
    dim = {**dict.fromkeys(SQUARE, 3.5), (0, 4): -1.0}
    assert of((0, 4), found(dim, {(0, 4): 0.3})) < 0.3 < 0.6 < of((1, 1), found(dim))


def test_a_pattern_of_which_nothing_looks_like_a_tile_is_not_trusted() -> None:
    assert trust(found(dict.fromkeys(SQUARE, 1.0))).max() < 0.5  # type: ignore[arg-type]


def test_what_a_dense_network_sees_as_no_tile_is_a_print_even_in_the_midst_of_tiles() -> None:
    looks_alike = found(dict.fromkeys(SQUARE, 2.0), seen={**dict.fromkeys(SQUARE, 0.8), (1, 2): 0.0})
    assert of((1, 2), looks_alike) < 0.1 < 0.8 < of((1, 1), looks_alike)


def test_a_tile_at_the_rim_that_a_follower_hides_from_a_closer_look_is_kept_where_a_dense_network_sees_it() -> None:
    hidden = found({**dict.fromkeys(SQUARE, 5.0), (0, 1): -1.8}, seen={**dict.fromkeys(SQUARE, 0.9), (0, 1): 0.78})
    assert of((0, 1), hidden) > 0.5


def on_cloth(bare: Cell) -> Layers:
    """A cloth of grey checks with the tiles of a map on it, green and brown; at one of their places it lies bare."""
    rows, columns = np.mgrid[0 : 9 * 60, 0 : 9 * 60]
    picture = np.where(((rows // 20 + columns // 20) % 2 > 0)[..., None], np.uint8(90), np.uint8(150))
    picture = np.repeat(picture, 3, axis=2)
    rng = np.random.default_rng(5)
    for row, column in SQUARE:
        if (row, column) != bare:
            spots = np.array([(60, 190, 150), (70, 110, 190)], np.uint8)[rng.integers(0, 2, (6, 6))]
            picture[row * 60 + 120 : row * 60 + 180, column * 60 + 120 : column * 60 + 180] = np.kron(
                spots, np.ones((10, 10, 1), np.uint8)
            )
    return layers_of(picture, 60.0)


def test_what_shows_the_cloth_and_not_the_maps_print_is_no_tile_whatever_it_looks_like() -> None:
    """Given a bare place beside three tiles that the networks and the references take for one."""
    corner = (0, 3)
    seen = found(dict.fromkeys(SQUARE, 4.0), layers=on_cloth(corner))
    seen.lattice = seen.laid_on = Lattice({cell: shifted(pose, 2, 2) for cell, pose in seen.lattice.cells.items()})
    assert of(corner, seen) < 0.3 < 0.8 < of((1, 1), seen)
