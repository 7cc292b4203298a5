"""Two networks see one face where they measure it about alike."""

from __future__ import annotations

import pytest

from vision.dice.vouching import doubted_by_both, face_there
from vision.networks.dice.judge import Verdict
from vision.networks.dice.tray import FaceThere

DIE = Verdict(300.0, 200.0, 40.0, (0.01, 0.99, *[0.0] * 5), 0.5, 0.02, 1.0, (0.0, 0.3), 0.02)


def there(x: float, y: float, side: float, cocked: float = 0.1) -> FaceThere:
    return FaceThere(x, y, side, 0.9, 0.1, ((1.0, 0.0), (0.0, 1.0)), (0.0, 0.3), (1.0, *[0.0] * 5), cocked, 0.02, 0.1)


def test_a_face_beside_a_die_or_twice_as_large_is_another_one() -> None:
    front, die, cell = there(300, 230, 40), there(303, 202, 43), there(300, 200, 80)
    assert face_there(DIE, [front, die, cell]) == die
    assert face_there(DIE, [front, cell]) is None


def test_a_die_is_doubted_as_much_as_two_networks_doubt_it_together() -> None:
    both = doubted_by_both(DIE, [there(300, 200, 40, cocked=0.1)])
    assert both.cocked == pytest.approx(0.25)  # odds of 1 and of 1 to 9: the geometric mean is 1 to 3
    assert doubted_by_both(DIE, []) == DIE
