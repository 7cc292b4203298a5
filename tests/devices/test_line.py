"""The wire format: what counts as a line, and that nothing else ever does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.firmware import protocol
from devices.line import (
    LONGEST,
    RING,
    CrookedLine,
    Damage,
    DeviceKind,
    ForeignHello,
    Hello,
    Host,
    LineSplitter,
    PressLine,
    Rejected,
    RolledLine,
    Who,
    crc,
    decode,
    decode_host,
    encode,
)
from devices.simulated.rough_line import corrupted

PRESS = b'{"t":"press","id":"btn-a","boot":7,"n":17,"ms":1234,"b":3}'


def sealed(body: bytes) -> bytes:
    return b"%s*%04X" % (body, crc(body))


def test_the_check_is_the_published_one():
    # CRC-16/CCITT with start value FFFF: the check value for "123456789" in Ross Williams' catalogue is 29B1.
    assert crc(b"123456789") == 0x29B1 == protocol.crc16(b"123456789")


@given(st.binary(max_size=240))
def test_board_and_host_compute_the_same_check(data):
    assert crc(data) == protocol.crc16(data)


def test_a_press_reads_as_it_was_written():
    assert decode(sealed(PRESS)) == PressLine(id="btn-a", boot=7, n=17, ms=1234, b=3)
    assert encode(PressLine(id="btn-a", boot=7, n=17, ms=1234, b=3)) == sealed(PRESS) + b"\n"


@pytest.mark.parametrize(
    "body",
    [
        PRESS.replace(b'"b":3', b'"b": 3'),  # a blank
        PRESS.replace(b'"b":3', b'"b":6'),  # no such button on any box
        PRESS.replace(b'"b":3', b'"b":-1'),
        PRESS.replace(b'"b":3', b'"b":3.0'),
        PRESS.replace(b'"b":3', b'"b":true'),
        PRESS.replace(b'"b":3', b'"b":3,"x":1'),
        PRESS.replace(b',"b":3', b""),
        PRESS.replace(b'"n":17', b'"n":1e1'),
        PRESS.replace(b"btn-a", b"Btn A"),
        PRESS.replace(b"btn-a", b"btn\\u002da"),  # the same name, spelled differently
        PRESS.replace(b"press", b"pressed"),
        b'{"id":"btn-a","t":"press","boot":7,"n":17,"ms":1234,"b":3}',  # keys out of order
        b'{"t":"rolled","id":"d","boot":1,"n":1,"ms":1,"d":[4,0]}',  # a roll with an unread die is none
        b'{"t":"rolled","id":"d","boot":1,"n":1,"ms":1,"d":[]}',
        b'{"t":"beat","id":"d","boot":1,"ms":1,"n":3,"first":5}',  # would hold less than nothing
        b'{"t":"beat","id":"d","boot":1,"ms":1,"n":20,"first":4}',  # would hold seventeen events
        b'{"t":"rolled","id":"d","boot":1,"n":1,"ms":1,"d":[7,1]}',
        b"[" * 200,
        b"null",
        b"\xff\xfe",
        b"",
    ],
)
def test_a_sound_line_that_says_something_else_does_not_count(body):
    assert decode(sealed(body)) == Rejected(Damage.NOT_OURS, sealed(body))


def test_a_crooked_die_is_told_as_such():
    line = b'{"t":"crooked","id":"dice-1","boot":1,"n":4,"ms":9,"d":[4,0]}'
    assert decode(sealed(line)) == CrookedLine(id="dice-1", boot=1, n=4, ms=9, d=(4, 0))


def test_damaged_lines_say_why_they_do_not_count():
    assert decode(b">>> ") == Rejected(Damage.NO_CHECK, b">>> ")
    assert decode(PRESS + b"*0000").damage is Damage.WRONG_CHECK
    assert decode(sealed(PRESS).lower()).damage is Damage.WRONG_CHECK  # hex digits are upper case
    assert decode(b"x" * (LONGEST + 1)).damage is Damage.TOO_LONG


def test_every_event_of_the_firmware_is_known_to_the_host():
    values = {"b": 1, "d": [2, 5], "s": 12, "": None}
    for name, key in protocol.EVENTS.items():
        talk = protocol.Conversation("buttons", "box", "chip", 1, 2, 2)
        talk.hear(encode(Host(id="box", boot=1, ack=0, lamps="00")), 0)
        talk.tell(name, values[key], 5)
        text = [decode(line) for line in talk.say(5).splitlines()]
        assert [one.__struct_config__.tag for one in text if getattr(one, "n", 0) == 1][-1] == name


def test_the_ring_of_board_and_host_is_the_same():
    assert protocol.RING == RING
    assert protocol.LONGEST == LONGEST


def test_the_longest_lines_fit():
    hello = Hello(
        v=2**31, fw="x" * 16, kind=DeviceKind.BUTTONS, id="i" * 16, uid="u" * 16, boot=2**31, ms=2**52, n=2**31,
        first=2**31, size=6, lamps=6,
    )  # fmt: skip
    assert len(encode(hello)) <= LONGEST + 1
    assert len(encode(RolledLine(id="i" * 16, boot=2**31, n=2**31, ms=2**52, d=(6,) * 6))) <= LONGEST + 1


def test_a_hello_of_another_version_is_recognised_whatever_else_it_says():
    body = b'{"t":"hello","v":2,"fw":"3.1","id":"btn-x","new":[1,{"a":2}]}'
    assert decode(sealed(body)) == ForeignHello(2, "btn-x", "3.1")
    assert isinstance(decode(sealed(body.replace(b'"v":2', b'"v":1'))), Rejected)


def test_the_host_speaks_what_the_board_understands():
    talk = protocol.Conversation("buttons", "btn-a", "chip", 7, 6, 6)
    talk.hear(encode(Who(v=1)) + encode(Host(id="btn-a", boot=7, ack=0, lamps="012000")), 10)
    assert talk.greeted
    assert talk.lamps == "012000"
    assert decode_host(encode(Who(v=1)).rstrip()) == Who(v=1)


@given(st.lists(st.binary(max_size=300)), st.randoms(use_true_random=False))
def test_lines_come_out_the_same_however_the_bytes_are_split(parts, rng):
    data = b"\n".join(parts) + b"\n"
    whole = LineSplitter().feed(data)
    splitter, pieces, at = LineSplitter(), [], 0
    while at < len(data):
        step = rng.choice((1, 2, 7, 60, 241, 500))
        pieces += splitter.feed(data[at : at + step])
        assert len(splitter.rest) <= LONGEST + 1
        at += step
    assert pieces == whole


@given(st.binary(max_size=300))
def test_bytes_at_random_are_never_a_line(data):
    assert all(isinstance(decode(line), Rejected) for line in LineSplitter().feed(data + b"\n"))


@given(st.integers(0, 2**32), st.integers(1, 2**31), st.integers(0, 2**40), st.integers(0, 5))
def test_a_corrupted_line_is_rejected_or_still_the_same(seed, n, ms, button):
    sent = PressLine(id="btn-a", boot=3, n=n, ms=ms, b=button)
    for line in LineSplitter().feed(corrupted(encode(sent), random.Random(seed)) + b"\n"):
        assert decode(line) == sent or isinstance(decode(line), Rejected)


@given(st.binary(max_size=400))
def test_the_board_takes_any_bytes(data):
    talk = protocol.Conversation("buttons", "btn-a", "chip", 7, 6, 6)
    talk.hear(data, 5)
    assert not talk.greeted
    talk.hear(b"\n" + encode(Host(id="btn-a", boot=7, ack=0, lamps="")), 6)
    assert talk.greeted
