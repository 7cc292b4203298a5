"""One code lets one device in; wrong codes are counted and slowed."""

from __future__ import annotations

import pytest

from companion.onlookers.door import (
    ALPHABET,
    LENGTH,
    MOST_A_MINUTE,
    MOST_ADDRESSES,
    MOST_ADMITTED,
    Door,
    NotAdmitted,
    shown_code,
)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def door(clock):
    return Door(clock)


def wrong_for(door):
    return ("B" if door.code[0] == "A" else "A") + door.code[1:]


def test_a_code_lets_one_device_in_and_then_it_is_another(door):
    code = door.code
    key = door.enter("10.0.0.1", code)
    assert door.admits(key)
    assert door.code != code
    with pytest.raises(NotAdmitted):
        door.enter("10.0.0.2", code)


def test_a_code_may_be_typed_as_people_type(door):
    assert door.admits(door.enter("10.0.0.1", f" {shown_code(door.code).lower()} "))


def test_a_code_has_forty_bits_of_letters_that_nobody_mixes_up(door):
    assert len(ALPHABET) ** LENGTH > 2**39
    assert set(door.code) <= set(ALPHABET)
    assert not set("IL0O1") & set(ALPHABET)


def test_after_each_wrong_code_an_address_waits_twice_as_long_and_a_minute_at_most(door, clock):
    waits = []
    for _ in range(9):
        with pytest.raises(NotAdmitted, match="wrong_code"):
            door.enter("10.0.0.1", wrong_for(door))
        with pytest.raises(NotAdmitted, match="too_often") as refused:
            door.enter("10.0.0.1", door.code)  # not even the right one is heard
        waits.append(refused.value.seconds)
        clock.now += refused.value.seconds
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert door.admits(door.enter("10.0.0.1", door.code))


def test_another_address_is_heard_meanwhile(door):
    with pytest.raises(NotAdmitted):
        door.enter("10.0.0.1", wrong_for(door))
    assert door.admits(door.enter("10.0.0.2", door.code))


def test_many_addresses_guess_no_faster_than_a_few(door, clock):
    for guess in range(1000):
        with pytest.raises(NotAdmitted):
            door.enter(f"10.0.{guess // 250}.{guess % 250}", wrong_for(door))
    judged = len(door._judged)
    assert judged == MOST_A_MINUTE
    assert door.wrong == 1000
    clock.now = 60.0
    assert door.admits(door.enter("10.9.9.9", door.code))


def test_addresses_that_one_device_can_take_count_as_one(door):
    with pytest.raises(NotAdmitted):
        door.enter("2001:db8::1", wrong_for(door))
    with pytest.raises(NotAdmitted, match="too_often"):
        door.enter("2001:db8::ffff:2", door.code)


def test_only_so_many_addresses_are_remembered(door, clock):
    for number in range(MOST_ADDRESSES + 50):
        clock.now += 60.0
        with pytest.raises(NotAdmitted):
            door.enter(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", wrong_for(door))
    assert len(door._guesses) == MOST_ADDRESSES


def test_where_there_is_no_room_the_code_is_not_used_up(door):
    for _ in range(MOST_ADMITTED):
        door.enter("10.0.0.1", door.code)
    code = door.code
    with pytest.raises(NotAdmitted, match="full"):
        door.enter("10.0.0.1", code)
    assert door.code == code


def test_a_locked_door_lets_everybody_out(door):
    key = door.enter("10.0.0.1", door.code)
    door.lock()
    assert not door.admits(key)
