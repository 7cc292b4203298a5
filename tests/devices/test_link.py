"""One line as a state machine: what is lost, doubled, mixed up or damaged, and what people get to see of it."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from devices.firmware.protocol import Conversation
from devices.line import Beat, DeviceKind, Hello, Host, PressLine, Who, crc, decode_host, encode
from devices.link import (
    Dead,
    EventArrived,
    HeardAgain,
    Introduced,
    Link,
    NoAnswer,
    Noisy,
    Prompt,
    Quiet,
    Skipped,
    Unsuited,
)
from devices.simulated.rough_line import corrupted

HELLO = Hello(
    v=1, fw="1.0.0", kind=DeviceKind.BUTTONS, id="btn-a", uid="chip", boot=7, ms=0, n=0, first=1, size=3, lamps=3
)


def press(n: int, ms: int = 0, button: int = 0, boot: int = 7, name: str = "btn-a") -> bytes:
    return encode(PressLine(id=name, boot=boot, n=n, ms=ms, b=button))


def beat(ms: int, n: int = 0, first: int = 1) -> bytes:
    return encode(Beat(id="btn-a", boot=7, ms=ms, n=n, first=first))


def in_touch(after: int = 0) -> Link:
    link = Link(0)
    link.outgoing(0)
    assert link.feed(encode(HELLO), 0) == [Introduced(HELLO)]
    link.welcome(after, "000")
    return link


def numbers(news: list[object]) -> list[int]:
    return [one.line.n for one in news if isinstance(one, EventArrived)]


def said(link: Link, now_ms: int) -> list[object]:
    return [decode_host(line) for line in link.outgoing(now_ms).splitlines()]


def test_it_asks_until_somebody_answers():
    link = Link(0)
    assert said(link, 0) == [Who(v=1)]
    assert said(link, 200) == []
    assert said(link, 300) == [Who(v=1)]
    assert [link.tick(now) for now in range(400, 3000, 100)] == [[]] * 26
    assert link.tick(3000) == [NoAnswer()]
    assert said(link, 3001) == []


def test_a_welcome_carries_acknowledgement_and_lamps_and_is_repeated_each_second():
    link = in_touch()
    assert said(link, 0) == [Host(id="btn-a", boot=7, ack=0, lamps="000")]
    assert said(link, 900) == []
    assert said(link, 1000) == [Host(id="btn-a", boot=7, ack=0, lamps="000")]
    link.set_lamps("010")
    assert said(link, 1010) == [Host(id="btn-a", boot=7, ack=0, lamps="010")]


def test_events_arrive_once_and_in_order():
    link = in_touch()
    assert numbers(link.feed(press(1) + press(1) + press(2), 10)) == [1, 2]
    assert numbers(link.feed(press(4), 20)) == []  # 3 is missing: wait for it
    assert said(link, 20) == [Host(id="btn-a", boot=7, ack=2, lamps="000")]
    assert numbers(link.feed(press(3) + press(4), 30)) == [3, 4]
    assert numbers(link.feed(press(3) + press(4), 40)) == []
    assert said(link, 40) == [Host(id="btn-a", boot=7, ack=4, lamps="000")]  # a repeated event is acknowledged again


def test_nothing_arrives_before_the_welcome():
    link = Link(0)
    link.feed(encode(HELLO) + press(1), 0)
    link.welcome(0, "000")
    assert numbers(link.feed(press(1), 10)) == [1]


def test_what_fell_out_of_the_ring_is_counted():
    link = in_touch()
    assert link.feed(beat(1000, n=20, first=5), 1000) == [Skipped(4)]
    assert numbers(link.feed(press(5), 1000)) == [5]


def test_an_event_says_when_it_happened_on_the_hosts_clock():
    link = in_touch()
    link.feed(beat(10_000), 10_050)  # 50 ms under way
    link.feed(beat(11_000), 11_010)
    (arrived,) = link.feed(press(1, ms=11_200), 15_000)
    assert arrived.happened_ms == 11_200  # the hello was the quickest line: the clocks agree


def test_lines_of_another_run_or_another_device_are_not_events():
    link = in_touch()
    said(link, 0)
    assert link.feed(press(1, boot=8), 10) == []
    assert link.feed(press(1, name="btn-b"), 10) == []
    assert said(link, 10) == [Who(v=1)]  # who is that?


def test_a_restart_is_introduced_anew():
    link = in_touch()
    link.feed(press(1), 5)
    again = Hello(
        v=1, fw="1.0.0", kind=DeviceKind.BUTTONS, id="btn-a", uid="chip", boot=8, ms=0, n=0, first=1, size=3, lamps=3
    )
    assert link.feed(encode(again), 10) == [Introduced(again)]
    assert numbers(link.feed(press(1, boot=8), 11)) == []
    link.welcome(0, "000")
    assert numbers(link.feed(press(1, boot=8), 12)) == [1]


def test_an_event_that_this_device_cannot_have_made_is_damage():
    link = in_touch()
    assert link.feed(press(1, button=3), 10) == []  # it has three buttons: 0, 1, 2
    assert link.rejected == 1
    assert link.feed(press(1, ms=60_000), 10) == []  # from a minute in its future


def test_silence_is_told_at_three_and_five_seconds():
    link = in_touch()
    ticks = {now: link.tick(now) for now in range(0, 5200, 100)}
    assert {now: news for now, news in ticks.items() if news} == {3000: [Quiet()], 5000: [Dead()]}


def test_a_quiet_device_is_asked_and_heard_again():
    link = in_touch()
    for now in range(0, 3100, 100):
        link.tick(now)
    assert Who(v=1) in said(link, 3100)
    assert link.feed(beat(3200), 3200) == [HeardAgain()]
    assert link.tick(3300) == []


def test_this_computers_sleep_is_not_the_devices_silence():
    link = in_touch()
    link.tick(100)
    assert link.tick(3_600_100) == []
    assert Who(v=1) in said(link, 3_600_100)
    assert link.feed(beat(3_600_200), 3_600_200) == []
    for now in range(3_600_200, 3_606_000, 100):
        if link.tick(now) == [Dead()]:
            break
    assert now == 3_605_200  # five seconds after it was heard last


def test_another_protocol_and_a_bare_prompt_are_told_apart():
    body = b'{"t":"hello","v":2,"fw":"2.0","id":"btn-a"}'
    (news,) = Link(0).feed(b"%s*%04X\n" % (body, crc(body)), 0)
    assert isinstance(news, Unsuited)
    assert news.hello.version == 2
    assert Prompt() in Link(0).feed(b"MicroPython v1.27\r\n>>> ", 0)
    assert Prompt() in Link(0).feed(b"Traceback (most recent call last):\r\n", 0)


def test_many_damaged_lines_are_told_once_and_over_once():
    link = in_touch()
    news = [one for now in range(0, 900, 50) for one in link.feed(b"rubbish\n", now)]
    assert news == [Noisy()]
    later = [one for now in range(900, 13_000, 100) for one in (*link.feed(beat(now), now), *link.tick(now))]
    assert later == [Noisy(over=True)]


@given(st.lists(st.binary(max_size=80), max_size=20), st.booleans())
def test_any_bytes_at_any_time_raise_nothing_and_invent_nothing(parts, introduced):
    link = in_touch() if introduced else Link(0)
    for now, part in enumerate(parts):
        assert numbers(link.feed(part, now * 700)) == []
        link.tick(now * 700)
        link.outgoing(now * 700)


@given(st.integers(0, 2**32))
def test_a_true_stream_arrives_whole_between_damaged_copies(seed):
    rng = random.Random(seed)
    talk = Conversation("buttons", "btn-a", "chip", 7, 3, 3)
    link = Link(0)
    link.feed(talk.say(0), 0)
    link.welcome(0, "000")
    got = []
    for n in range(1, 12):
        talk.hear(encode(Host(id="btn-a", boot=7, ack=n - 1, lamps="000")), n)
        talk.tell("press", n % 3, n)
        line = talk.say(n)
        data = corrupted(line, rng) + b"\n" + line[: rng.randrange(len(line))] + b"\n" + line
        at = rng.randrange(len(data))
        got += [
            (one.line.n, one.line.b)
            for part in (data[:at], data[at:])
            for one in link.feed(part, n)
            if isinstance(one, EventArrived)
        ]
    assert got == [(n, n % 3) for n in range(1, 12)]
