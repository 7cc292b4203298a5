"""The board's own parts: a bouncing contact, tumbling dice, pips seen from below, and the ring of events."""

from __future__ import annotations

import random

import pytest

from devices.firmware.pip_reader import Pocket
from devices.firmware.protocol import RING, Conversation, unseal
from devices.firmware.smart_dice import AWAY, UNCLEAR, SmartDice, gravity_face
from devices.firmware.switch import Switch
from devices.line import Host, encode


def events_of(samples: list[tuple[int, bool]]) -> list[tuple[int, str]]:
    """The events of a switch whose pin changes at these times, read every 2 ms."""
    switch, down, events = Switch(), False, []
    changes = dict(samples)
    for ms in range(0, max(changes) + 100, 2):
        down = changes.get(ms, down)
        event = switch.sample(down, ms)
        if event:
            events.append((ms, event))
    return events


def test_a_bouncing_press_is_one_press_told_when_the_button_comes_up():
    bounce = [(100, True), (102, False), (104, True), (106, False), (108, True)]
    release = [(200, False), (202, True), (204, False)]
    assert events_of(bounce + release) == [(216, "press")]


def test_a_spike_is_no_press():
    assert events_of([(100, True), (108, False)]) == []


def test_a_held_button_is_long_then_stuck_then_free_and_never_a_press():
    assert events_of([(100, True), (1500, False)]) == [(912, "long")]
    assert events_of([(100, True), (12_000, False)]) == [(912, "long"), (10_112, "stuck"), (12_012, "free")]


def test_a_button_that_is_down_at_power_up_is_no_press():
    assert events_of([(0, True), (500, False)]) == []
    assert events_of([(0, True), (11_000, False)]) == [(10_000, "stuck"), (11_012, "free")]


def play(*moments: tuple[int, tuple[int, ...]], until: int = 6000) -> list[tuple[str, list[int] | None]]:
    """What the dice tell when the tray reads so from these times on; read every 10 ms."""
    dice, reading, events = SmartDice(2), (AWAY, AWAY), []
    changes = dict(moments)
    for ms in range(0, until, 10):
        reading = changes.get(ms, reading)
        news = dice.sample(list(reading), ms)
        if news:
            events.append(news)
    return events


def test_dice_that_fall_and_lie_still_are_rolled():
    tumble = [(1000 + 40 * turn, (1 + turn % 6, UNCLEAR)) for turn in range(20)]
    assert play(*tumble, (1800, (4, 3))) == [("rolling", None), ("rolled", [4, 3])]


def test_a_die_on_its_edge_is_crooked_and_counts_once_it_is_laid_flat():
    assert play((1000, (4, UNCLEAR)), (4000, (4, 2)), until=5000) == [
        ("rolling", None),
        ("crooked", [4, 0]),
        ("rolling", None),
        ("rolled", [4, 2]),
    ]


def test_a_die_beside_the_tray_is_crooked_too():
    assert play((1000, (5, AWAY)))[-1] == ("crooked", [5, 0])


def test_taking_the_dice_out_is_handling_whoever_is_taken_first():
    rest = ((1000, (4, 3)), (3000, (AWAY, 3)), (4500, (AWAY, AWAY)))
    assert play(*rest) == [("rolling", None), ("rolled", [4, 3]), ("handling", None)]


def test_the_same_faces_thrown_again_are_a_second_roll():
    again = ((1000, (4, 3)), (3000, (AWAY, AWAY)), (4000, (4, 3)))
    assert play(*again)[-2:] == [("rolling", None), ("rolled", [4, 3])]


def test_a_knock_against_the_table_is_nothing():
    assert play((1000, (4, 3)), (3000, (4, UNCLEAR)), (3100, (4, 3))) == [("rolling", None), ("rolled", [4, 3])]


def test_a_die_that_is_turned_by_hand_is_told():
    assert play((1000, (4, 3)), (3000, (4, UNCLEAR)), (3300, (4, 6)))[-2:] == [("rolling", None), ("rolled", [4, 6])]


def test_dice_that_lie_there_at_power_up_were_not_rolled():
    dice = SmartDice(2)
    assert [dice.sample([2, 2], ms) for ms in range(0, 5000, 10)] == [None] * 500


def test_a_nervous_sensor_never_settles_on_a_roll():
    flicker = [(1000 + 50 * turn, (4, 3 + turn % 2)) for turn in range(90)]
    assert play(*flicker, until=5400) == [("rolling", None)]


PIPS = {
    1: "....*....",
    2: "*.......*",
    3: "*...*...*",
    4: "*.*...*.*",
    5: "*.*.*.*.*",
    6: "*.**.**.*",
}


def turned(places: str) -> str:
    """The nine places a quarter turn further."""
    return "".join(places[6 - 3 * (at % 3) + at // 3] for at in range(9))


def readings(places: str, dark: int = 5000, light: int = 60_000) -> list[int]:
    return [dark if place == "*" else light for place in places]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_is_read_from_below_however_it_is_turned(face):
    places = PIPS[7 - face]
    for _ in range(4):
        assert Pocket().face(readings(places)) == face
        places = turned(places)


def test_an_empty_pocket_a_grey_reading_and_a_stray_pip():
    pocket = Pocket()
    assert pocket.face([5000] * 9) == AWAY
    assert pocket.face(readings("....*....", dark=28_000)) == UNCLEAR
    assert pocket.face(readings(".*.......")) == UNCLEAR
    assert pocket.face(readings(".........")) == UNCLEAR


def test_sound_sensors_are_not_called_worn_in_ten_thousand_rolls():
    pocket, rng = Pocket(), random.Random(4)
    for _ in range(10_000):
        places = PIPS[rng.randint(1, 6)]
        for _ in range(rng.randrange(4)):
            places = turned(places)
        assert pocket.wear(readings(places)) is None


def test_a_blind_centre_is_noticed():
    pocket, rng = Pocket(), random.Random(4)
    worn = [pocket.wear([5000 if at == 4 else value for at, value in enumerate(readings(PIPS[rng.randint(1, 6)]))])
            for _ in range(40)]  # fmt: skip
    assert [place for place in worn if place is not None] == [4]


@pytest.mark.parametrize(
    ("vector", "face"),
    [
        ((1, 0, 0), 1),
        ((0, 1, 0), 2),
        ((0, 0, 1), 3),
        ((0, 0, -1), 4),
        ((0, -1, 0), 5),
        ((-1, 0, 0), 6),
        ((0.2, 0.0, 0.98), 3),
        ((0.5, 0.0, 0.87), UNCLEAR),  # leans by 30 degrees
        ((0, 0, 0), UNCLEAR),  # falls
    ],
)
def test_gravity_tells_the_face_that_is_up(vector, face):
    assert gravity_face(*vector) == face


def talking() -> Conversation:
    talk = Conversation("buttons", "btn-a", "chip", 7, 3, 3)
    talk.say(0)
    talk.hear(encode(Host(id="btn-a", boot=7, ack=0, lamps="000")), 0)
    talk.say(0)
    return talk


def lines(data: bytes) -> list[object]:
    return [unseal(line) for line in data.splitlines()]


def test_an_unheard_event_is_said_again_more_and_more_slowly_until_it_is_acknowledged():
    talk = talking()
    talk.tell("press", 2, 10)
    times = []
    for ms in range(10, 4000, 10):
        if ms % 1000 == 0:
            talk.hear(encode(Host(id="btn-a", boot=7, ack=0, lamps="000")), ms)
        times += [ms for line in lines(talk.say(ms)) if line["t"] == "press"]
    assert times == [10, 160, 460, 1060, 2060, 3060]
    talk.hear(encode(Host(id="btn-a", boot=7, ack=1, lamps="000")), 4000)
    assert talk.held == 0
    assert [line["t"] for ms in range(4000, 4900, 10) for line in lines(talk.say(ms))] == ["beat"]


def test_the_ring_keeps_the_newest_and_says_where_it_begins():
    talk = talking()
    for number in range(20):
        talk.tell("press", 0, number)
    assert talk.held == RING
    (beat,) = [line for line in lines(talk.say(1000)) if line["t"] == "beat"]
    assert (beat["n"], beat["first"]) == (20, 5)


def test_a_board_without_a_host_says_hello_and_keeps_its_events():
    talk = Conversation("buttons", "btn-a", "chip", 7, 3, 3)
    talk.tell("press", 1, 0)
    said = [line["t"] for ms in range(0, 3000, 10) for line in lines(talk.say(ms))]
    assert said == ["hello", "hello", "hello"]
    assert talk.held == 1


@pytest.mark.parametrize(
    "wrong",
    [
        Host(id="btn-b", boot=7, ack=0, lamps="111"),  # for another box
        Host(id="btn-a", boot=6, ack=0, lamps="111"),  # for an earlier run
        Host(id="btn-a", boot=7, ack=5, lamps="111"),  # acknowledges what was never said
    ],
)
def test_what_is_not_meant_for_this_run_of_this_box_is_ignored(wrong):
    talk = Conversation("buttons", "btn-a", "chip", 7, 3, 3)
    talk.hear(encode(wrong), 5)
    assert not talk.greeted
    assert talk.lamps == "000"
