"""Who sits where: colours never collide, play goes clockwise from who starts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.preferences import KnownPerson, Preferences, load, load_and_tell, save
from companion.session.seating import PLACES, Seating
from games.game import SEAT_COLOURS


def names(seating):
    return [seat.name for seat in seating.seats]


def test_play_goes_clockwise_from_who_starts():
    seating = Seating()
    for place, name in ((4, "Cleo"), (0, "Anna"), (2, "Ben")):
        seating.sit(place, name)
    assert names(seating) == ["Anna", "Ben", "Cleo"]
    seating.start = 2
    assert names(seating) == ["Ben", "Cleo", "Anna"]


def test_everybody_gets_the_colour_of_last_time_unless_it_is_taken():
    seating = Seating([KnownPerson("Anna", "blue", "Ann-ah"), KnownPerson("Ben", "blue")])
    assert seating.sit(0, "Anna").colour == "blue"
    assert seating.sit(1, "Ben").colour != "blue"
    assert seating.sitters[0].say_as == "Ann-ah"


def test_choosing_somebody_elses_colour_swaps():
    seating = Seating()
    seating.sit(0, "Anna")
    seating.sit(1, "Ben")
    annas, bens = (seat.colour for seat in seating.seats)
    seating.colour(1, annas)
    assert [seat.colour for seat in seating.seats] == [bens, annas]


def test_a_game_needs_two_people_with_names_of_their_own():
    seating = Seating()
    seating.sit(0, "Anna")
    assert not seating.ready
    seating.sit(3, "Anna")  # she moved
    assert names(seating) == ["Anna"]
    seating.sit(0, "Ben")
    assert seating.ready


def test_annabell_is_spelled_without_taking_annas_seat():
    """Given Anna at the table, somebody else's name may begin with hers; who ends so is she, and she moves."""
    seating = Seating()
    seating.sit(0, "Anna")
    for spelled in ("Ann", "Anna", "Annab", "Annabell"):
        seating.spell(3, spelled)
    assert seating.settle() == ""
    assert names(seating) == ["Anna", "Annabell"]
    seating.spell(3, "Anna")
    assert not seating.ready
    assert seating.settle() == "Anna"
    assert [seating.at[0], seating.at[3].name] == [None, "Anna"]


def test_drawing_who_starts_uses_the_given_chance():
    seating = Seating()
    for place in (0, 2, 5):
        seating.sit(place, "ABC"[len(seating.seats)])
    drawn = {seating.draw_start(random.Random(seed)) for seed in range(30)}
    assert drawn == {0, 2, 5}
    assert Seating().draw_start(random.Random(1)) is None


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("sit"), st.integers(0, PLACES - 1), st.sampled_from("ABCDEFG")),
            st.tuples(st.just("colour"), st.integers(0, PLACES - 1), st.sampled_from(SEAT_COLOURS)),
            st.tuples(st.just("leave"), st.integers(0, PLACES - 1), st.just("")),
        ),
        max_size=25,
    )
)
def test_whatever_people_do_colours_and_names_stay_apart(doings):
    seating = Seating()
    for what, place, value in doings:
        if what == "leave":
            seating.leave(place)
        else:
            getattr(seating, what)(place, value)
        colours = [seat.colour for seat in seating.seats]
        assert len(set(colours)) == len(colours)
        assert len(set(names(seating))) == len(names(seating))


def test_preferences_come_back_as_they_were(tmp_path):
    likes = Preferences(theme="light", language="de", text_scale=1.3, people=(KnownPerson("Anna", "red"),))
    save(tmp_path, likes)
    assert load(tmp_path) == likes


def test_damaged_preferences_are_set_aside(tmp_path):
    (tmp_path / "preferences.json").write_text('{"theme": 7')
    assert load(tmp_path).theme == "dark"
    assert (tmp_path / "preferences.damaged-1.json").exists()


def test_who_played_last_is_offered_first():
    likes = Preferences(people=(KnownPerson("Ben"), KnownPerson("Cleo")))
    likes = likes.remembering((KnownPerson("Anna"), KnownPerson("Cleo", "blue")))
    assert [person.name for person in likes.people] == ["Anna", "Cleo", "Ben"]
    assert likes.people[1].colour == "blue"


def test_preferences_hold_a_password_for_their_owner_alone(tmp_path):
    save(tmp_path, Preferences(camera="rtsp://anna:secret@cam/1"))
    assert (tmp_path / "preferences.json").stat().st_mode & 0o777 == 0o600


LATIN = '{"language": "français"}'.encode("latin-1")


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe{}", LATIN, b"[" * 99_999])
def test_damaged_preferences_are_told_and_kept_each_time(tmp_path, damage):
    for number in (1, 2):
        (tmp_path / "preferences.json").write_bytes(damage)
        assert load_and_tell(tmp_path)[1] is not None
        save(tmp_path, Preferences())
        assert (tmp_path / f"preferences.damaged-{number}.json").read_bytes() == damage


def test_odd_values_are_mended_and_the_rest_holds(tmp_path):
    people = '[{"name": "Anna", "colour": "purple"}, {"name": ""}]'
    text = f'{{"language": "fr", "theme": "neon", "text_scale": 9, "left_hand": true, "people": {people}}}'
    (tmp_path / "preferences.json").write_text(text)
    likes, trouble = load_and_tell(tmp_path)
    assert likes.left_hand
    assert (likes.theme, likes.text_scale, likes.people) == ("dark", 1.3, (KnownPerson("Anna"),))
    assert likes.language in ("en", "de")
    assert trouble is not None
