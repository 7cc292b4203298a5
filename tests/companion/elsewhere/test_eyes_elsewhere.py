"""A tablet plays by the eyes of another machine through a real Mosquitto; both are pulled out in between."""

import time

import pytest

from companion.club.broker import Connection
from companion.elsewhere.showing import tried_elsewhere
from companion.elsewhere.watcher import SILENT_MS
from companion.elsewhere.wire import Pulse, TableElsewhere, packed, unpacked
from companion.exports.record_file import record_text
from companion.session.looking.watching import watch
from companion.session.views import ChipKind
from games.game import Phrase

from .conftest import PLACE, ROAD_EAST, lines, new_record, until


def camera_chip(session):
    return next((chip.phrase.key for chip in session.view.chips if chip.kind is ChipKind.CAMERA), None)


def ticks(session):
    return lambda: (session.tick(0), time.sleep(0.01))


def waits(session, true):
    return until(true, turn=ticks(session))


def test_what_the_other_machine_sees_is_proposed_and_committed_as_with_eyes_of_our_own(elsewhere, seated):
    elsewhere.lay(*ROAD_EAST)
    elsewhere.start()
    session = seated()
    waits(session, lambda: session.view.proposal is not None)
    assert session.view.proposal.actions == lines(*ROAD_EAST)
    assert session.camera_picture().shape == (270, 480, 3)
    session.commit(0)
    waits(session, lambda: session.record.actions)
    assert session.record.actions == ROAD_EAST
    waits(session, lambda: elsewhere.cameras[-1].records[-1][0] == len(session.record.log))  # it looks for what follows


def test_what_was_read_for_an_older_record_is_dropped(elsewhere, seated):
    elsewhere.start()
    session = seated()
    waits(session, lambda: elsewhere.cameras and elsewhere.cameras[-1].records)
    camera = elsewhere.cameras[-1]
    camera.record_moved_on = lambda record, version: None  # it goes on to explain the record that it knows
    session.play(lines("lay BA/RFr 1,0 r0")[0])
    session.play(lines("skip")[0])
    elsewhere.lay("lay BA/RFr -1,0 r0", "skip")
    waits(session, lambda: camera._read >= 0)
    number = camera._number
    waits(session, lambda: camera._number > number + 20)
    assert session.view.proposal is None
    assert not session.settled


def test_a_press_waits_for_a_picture_that_was_taken_after_it_by_the_clock_of_the_tablet(elsewhere, seated):
    elsewhere.lay(*ROAD_EAST)
    elsewhere.start()
    session = seated()
    waits(session, lambda: session.view.proposal is not None)
    camera = elsewhere.cameras[-1]
    camera.taken_ms = session._look.sighting.taken_ms  # from here on it shows what it showed
    number = camera._number
    waits(session, lambda: camera._number > number + 5)
    session.commit(0)
    waits(session, lambda: camera._number > number + 20)
    assert session.waits
    assert session.record.actions == ()
    camera.taken_ms = None
    waits(session, lambda: session.record.actions == ROAD_EAST)


@pytest.mark.parametrize("how", ["the program ends", "the machine is pulled out"])
def test_where_the_eyes_are_gone_people_play_by_touch_within_a_second_and_they_come_back(elsewhere, seated, how):
    elsewhere.lay(*ROAD_EAST)
    elsewhere.start()
    session = seated()
    waits(session, lambda: session.view.proposal is not None)
    if how == "the program ends":
        elsewhere.stop()
    else:
        elsewhere.looking._tell = lambda connection: None  # nothing comes any more, and nobody says goodbye
    assert SILENT_MS < 1000
    waits(session, lambda: camera_chip(session) is not None)
    assert camera_chip(session) == ("eyes.nobody" if how == "the program ends" else "eyes.silent")
    session.stage(lines(*ROAD_EAST))
    session.commit(0)
    assert session.record.actions == ROAD_EAST
    elsewhere.stop()
    elsewhere.lay("lay BA/RFr -1,0 r0", "skip")
    elsewhere.start()
    waits(session, lambda: camera_chip(session) is None)
    waits(session, lambda: session.view.proposal is not None)  # of the record as it is by now
    assert session.view.proposal.actions == lines("lay BA/RFr -1,0 r0", "skip")


def test_a_broker_that_is_killed_is_told_of_and_what_lies_there_is_read_when_it_is_back(broker, elsewhere, seated):
    elsewhere.start()
    session = seated()
    waits(session, lambda: session.camera_picture() is not None)
    broker.kill()
    waits(session, lambda: camera_chip(session) == "eyes.no_broker")
    elsewhere.lay(*ROAD_EAST)
    broker.start()
    waits(session, lambda: session.view.proposal is not None)
    assert camera_chip(session) is None


def test_nobody_there_is_told_with_what_to_do(seated):
    session = seated()
    waits(session, lambda: camera_chip(session) == "eyes.nobody")


def test_the_camera_is_let_go_of_when_the_game_is_left_and_nobody_asks(elsewhere, seated):
    elsewhere.start()
    session = seated()
    waits(session, lambda: elsewhere.cameras and elsewhere.cameras[-1].records)
    session.close()
    until(lambda: elsewhere.cameras[0].closed)


def test_a_record_that_the_other_machine_does_not_understand_is_told_and_a_later_one_is_looked_for(
    broker, elsewhere, ears_at
):
    elsewhere.start()
    tablet, ear = ears_at(PLACE.eyes_seen)
    odd = record_text(new_record()).replace('"carcassonne"', '"a game of tomorrow"')
    tablet.publish(PLACE.eyes_table, packed(TableElsewhere(tablet="t", version=1, record=odd)), retain=True)
    value = until(lambda: ear("trouble"), turn=lambda: pulse(tablet))
    assert value.trouble is not None
    whole = record_text(new_record())
    tablet.publish(PLACE.eyes_table, packed(TableElsewhere(tablet="t", version=2, record=whole)), retain=True)
    until(lambda: elsewhere.cameras and elsewhere.cameras[-1].records == [(0, 2)], turn=lambda: pulse(tablet))


def pulse(tablet):
    tablet.mention(PLACE.eyes_pulse, packed(Pulse(tablet="t", ms=5)))
    tablet.turn(0.02)


@pytest.fixture
def ears_at(broker):
    """A connection as a tablet has it, and what finds the first answer that has something to say of a field."""
    heard, made = [], []

    def make(topic):
        made.append(Connection(broker.address, "a tablet", heard=heard.append))
        made[0].subscribe(topic)
        return made[0], lambda name: next((t for m in heard if getattr(t := unpacked(m.payload), name, None)), None)

    yield make
    made[0].close()


def test_before_there_is_a_game_the_camera_is_shown_to_who_chooses_it(broker, elsewhere):
    elsewhere.start()
    trial = tried_elsewhere(f"mqtt://127.0.0.1:{broker.port}/kitchen")
    assert trial.picture.shape == (270, 480, 3)
    assert trial.size == (1920, 1080)
    assert trial.trouble is None


def test_an_address_that_names_no_eyes_is_told_at_the_table():
    (sighting,) = watch("carcassonne", new_record().state, "mqtt://192.168.1.10").take()
    assert sighting.trouble == Phrase.of("eyes.bad_address", source="mqtt://192.168.1.10", value="")
