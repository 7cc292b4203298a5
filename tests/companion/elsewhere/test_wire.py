"""What goes over the wire is what was seen, and nothing that comes from it is believed."""

import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from companion.elsewhere.address import is_elsewhere, place_and_broker
from companion.elsewhere.packed_sighting import seen_of
from companion.elsewhere.unpacked_sighting import sighting_of
from companion.elsewhere.wire import (
    MOST_MESSAGE,
    SCHEMA,
    Alive,
    BadMessage,
    Seen,
    TableElsewhere,
    WirePhrase,
    packed,
    unpacked,
)
from companion.exports.record_file import grown, record_from_text, record_text
from companion.session.looking.near_view import NearView
from companion.session.looking.sighting import Sighting, jpeg
from devices.events import Crooked
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase
from vision.explanation import Candidate, Discrepancy, Explanation, TableRemark
from vision.eyes import Attention, Glance
from vision.frame_sources import open_source
from vision.source_error import SourceError

from .conftest import ROAD_EAST, lines, new_record

SQUARE = np.array([[0.1, 0.2], [0.4, 0.2], [0.4, 0.6], [0.1, 0.2]], np.float32)
EXPLAINED = Explanation(
    (Candidate(lines(*ROAD_EAST), -3.5, 0.9, ("1,0",)), Candidate((), -np.inf, 0.06)),
    0.04,
    7,
    (Discrepancy("0,1", "carcassonne.seen_empty", "carcassonne.seen_other", 0.8, ("lay BA/RFr 1,0 r0", "")),),
    ("0,0",),
    (TableRemark(("2,2",), Phrase.of("devices.pressed", device="a", button=2)),),
)
SIGHTING = Sighting(
    small=np.full((270, 480, 3), 77, np.uint8),
    glance=Glance(7, 70.0, Attention.STILL, hand=True, changed=True, light=Phrase.of("table.waiting")),
    explanation=EXPLAINED,
    record_version=4,
    close_up=np.full((1000, 2000, 3), 33, np.uint8),
    overlay=(SQUARE,),
    differing=(SQUARE[:2],),
    will_be_reread=True,
    roll=Crooked("camera", (3, 0), 5_100, 0, 2),
    taken_ms=5_250.0,
    frame=(1920, 1080),
    near=NearView(np.full((360, 640, 3), 55, np.uint8), 0.2, 0.1, 0.5, 0.5),
    proposed=(SQUARE,),
)


def over_wire(sighting=SIGHTING, picture=True):
    seen = seen_of(
        sighting, CARCASSONNE, tablet="t", pulse_ms=900_000, heard_ms=5_000.0, said_ms=5_300.0, picture=picture
    )
    return unpacked(packed(seen))


def test_a_sighting_arrives_as_it_was_seen():
    seen = over_wire()
    assert seen.version == 4
    back = sighting_of(seen, CARCASSONNE, 11, None)
    assert back.glance == SIGHTING.glance
    assert replace(back.explanation, remarks=()) == replace(EXPLAINED, remarks=())
    assert [(one.places, one.phrase) for one in back.explanation.remarks] == [
        (EXPLAINED.remarks[0].places, EXPLAINED.remarks[0].phrase)
    ]
    assert back.record_version == 11  # by the tablet's own count
    assert (back.will_be_reread, back.frame) == (True, (1920, 1080))
    assert np.abs(back.overlay[0] - SQUARE).max() < 1e-4
    assert np.abs(back.differing[0] - SQUARE[:2]).max() < 1e-4
    assert abs(int(back.small.mean()) - 77) <= 1
    assert back.close_up.shape == (240, 480, 3)


def test_the_part_in_which_the_game_lies_arrives_with_its_place_and_stays_while_no_picture_comes():
    back = sighting_of(over_wire(), CARCASSONNE, 11, None)
    assert back.near.picture.shape == (360, 640, 3)
    assert abs(int(back.near.picture.mean()) - 55) <= 2
    assert (back.near.left, back.near.top, back.near.width, back.near.height) == (0.2, 0.1, 0.5, 0.5)
    assert np.abs(back.proposed[0] - SQUARE).max() < 1e-3
    later = sighting_of(over_wire(picture=False), CARCASSONNE, 11, back)
    assert later.near is back.near


def test_times_are_told_by_the_tablets_own_clock():
    back = sighting_of(over_wire(), CARCASSONNE, 11, None)
    assert back.taken_ms == 900_000 + 250  # taken a quarter of a second after the pulse of 900,000 was heard
    assert back.roll == Crooked("camera", (3, 0), 900_100, 0, 2)


def test_a_word_that_the_line_held_up_is_a_sign_of_life_from_when_it_was_said():
    assert over_wire().said_by(900_900) == 900_300  # said 300 ms after the pulse, and 600 ms under way
    assert over_wire().said_by(900_200) == 900_200  # a clock that stood still meanwhile: never later than it came
    assert Alive(tablet="t").said_by(900_900) == 900_900  # eyes of an older version do not say when


def test_what_was_read_for_an_older_record_is_void_and_the_picture_is_not():
    back = sighting_of(over_wire(), CARCASSONNE, None, None)
    assert back.explanation is None
    assert back.small is not None


def test_where_a_picture_is_left_out_the_last_one_stays():
    first = sighting_of(over_wire(), CARCASSONNE, 11, None)
    then = sighting_of(over_wire(picture=False), CARCASSONNE, 11, first)
    assert then.small is first.small
    assert then.overlay is first.overlay


def bare(**fields):
    return Seen(tablet="t", version=4, pulse_ms=1, **fields)


@pytest.mark.parametrize(
    "seen",
    [
        bare(trouble=WirePhrase("no.such_sentence")),
        bare(trouble=WirePhrase("devices.pressed")),  # without what fills its gaps
        bare(picture=jpeg(np.zeros((100, 100, 3), np.uint8)), glance=over_wire().glance),
        bare(picture=b"no picture", glance=over_wire().glance),
        bare(overlay=(b"odd",), picture=over_wire().picture, glance=over_wire().glance),
        bare(differing=(b"12",)),
        bare(
            near=over_wire().near,
            near_part=(0.0, 0.0, 9.0, 1.0),
            picture=over_wire().picture,
            glance=over_wire().glance,
        ),
        bare(near=over_wire().picture, picture=over_wire().picture, glance=over_wire().glance),  # of another size
        msgspec.structs.replace(
            over_wire(),
            explanation=msgspec.structs.replace(
                over_wire().explanation,
                candidates=(msgspec.structs.replace(over_wire().explanation.candidates[0], actions=("lay nothing",)),),
            ),
        ),
        msgspec.structs.replace(
            over_wire(), explanation=msgspec.structs.replace(over_wire().explanation, unexplained=float("nan"))
        ),
        msgspec.structs.replace(over_wire(), roll=msgspec.structs.replace(over_wire().roll, values=(9,))),
    ],
)
def test_what_makes_no_sense_is_refused(seen):
    with pytest.raises(BadMessage):
        sighting_of(unpacked(packed(seen)), CARCASSONNE, 4, None)


def test_damaged_messages_are_refused_or_make_sense_and_do_nothing_else():
    rng, whole = random.Random(7), packed(over_wire())
    refused = 0
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(2_500)] = rng.randrange(256)
        try:
            message = unpacked(bytes(damaged[: rng.choice((len(whole), rng.randrange(len(whole))))]))
            if isinstance(message, Seen):
                sighting_of(message, CARCASSONNE, 4, None)
        except BadMessage:
            refused += 1
    assert refused > 100


def test_another_version_of_the_schema_says_which():
    with pytest.raises(BadMessage) as refused:
        unpacked(packed(Alive(schema=SCHEMA + 1, tablet="t")))
    assert refused.value.schema == SCHEMA + 1


def test_a_message_is_never_larger_than_a_broker_hands_over():
    with pytest.raises(BadMessage):
        packed(TableElsewhere(tablet="t", version=1, record="x" * MOST_MESSAGE))
    with pytest.raises(BadMessage):
        unpacked(b"x" * (MOST_MESSAGE + 1))


def test_a_whole_game_fits_many_times_over_and_grows_by_what_is_new():
    rng, record = random.Random(5), new_record()
    while CARCASSONNE.player_to_move(record.state) is not None:
        before, record = record, record.play(CARCASSONNE.sample(record.state, rng), time_ms=1)
    text = record_text(record)
    assert len(packed(TableElsewhere(tablet="t", version=1, record=text))) < MOST_MESSAGE / 10
    later = grown(before, text)
    assert later.state == record.state
    assert later.line[0] is before.line[0]  # nothing was played anew


def test_another_game_than_the_one_known_is_read_from_its_beginning():
    known = new_record().play(*lines(*ROAD_EAST))
    other = new_record().play(*lines("lay BA/RFr -1,0 r0", "skip"))
    assert grown(known, record_text(other)).state == record_from_text(record_text(other)).state


def test_addresses_name_table_and_broker_and_hide_the_password():
    place, broker = place_and_broker("mqtt://anna:se%2Fcret@192.168.1.10/kitchen")
    assert (place.club, place.table) == ("club", "kitchen")
    assert (broker.host, broker.port, broker.tls) == ("192.168.1.10", 1883, False)
    assert (broker.user, broker.password) == ("anna", "se/cret")
    assert "cret" not in repr(broker)
    place, broker = place_and_broker("mqtts://host:9999/Meeple%20%26%20Co/7?ca=/etc/ca.pem")
    assert (place.club, place.table) == ("Meeple & Co", "7")
    assert (broker.port, broker.tls, broker.ca) == (9999, True, "/etc/ca.pem")


@pytest.mark.parametrize(
    "address", ["mqtt://host", "mqtt:///table", "mqtt://host:port/table", "mqtt://host/a/b/c", "mqtt://host/a%2Bb"]
)
def test_an_address_without_a_table_or_host_is_told(address):
    assert is_elsewhere(address)
    with pytest.raises(SourceError) as refused:
        place_and_broker(address)
    assert refused.value.key == "eyes.bad_address"


def test_whoever_needs_a_camera_of_this_machine_is_told_where_it_is():
    with pytest.raises(SourceError) as refused:
        open_source("mqtt://host/table")
    assert refused.value.key == "vision.camera_elsewhere"
