"""Words that have to stand in a place whose size comes from elsewhere."""

from __future__ import annotations

import random

from companion.locale import say
from companion.session.proposing import view_of
from companion.titles.registry import game_named
from companion.ui.docks.history import deeds_of_moment, moments_of
from companion.ui.faces import face_of
from companion.ui.kit.fitted_words import Heading
from companion.ui.kit.measured import fits, shortened
from companion.ui.tour.moments import played_by_chance
from games.carcassonne.actions import Deploy

SIZE_PX = 20.0


def test_a_title_stands_as_large_as_all_of_it_has_room(tablet):
    title = Heading(text="Was in eurer Schachtel steht")
    sizes = []
    for width in (800, 300):
        title.size = (width, 64)
        sizes.append(title.font_size)
        assert fits(title.text, title.font_size, title.weight, (width, 64))
    assert sizes[0] == tablet.app.look.type_px("title")
    assert sizes[1] < sizes[0]


def test_what_has_room_is_not_shortened():
    assert shortened("lay and deploy", SIZE_PX, "regular", (400, 60)) == "lay and deploy"


def test_of_a_long_sentence_whole_words_stand_and_dots():
    said = shortened("Smuggler: fabric for fruit, spice for jewellery", SIZE_PX, "regular", (110, 56))
    assert said.endswith(" …")
    assert "Smuggler: fabric for fruit, spice for jewellery".startswith(said[:-2])
    assert fits(said, SIZE_PX, "regular", (110, 56))


def test_of_a_word_that_has_no_room_by_itself_its_beginning_stands():
    said = shortened("Edelsteinhändler", SIZE_PX, "regular", (60, 30))
    assert said.endswith("…")
    assert "Edelsteinhändler".startswith(said[:-1])
    assert len(said) > 2


def test_a_moment_is_told_with_the_follower_that_was_put_down(tablet):
    game, face = game_named("carcassonne"), face_of("carcassonne")
    record = played_by_chance(game, face, random.Random(11), players=2, most=60)[-1]
    for first, last in moments_of(record, face):
        followed = any(isinstance(step.action, Deploy) for step in record.line[first : last + 1])
        assert deeds_of_moment(record, face, first, last) == ("lay and deploy" if followed else "lay")


def test_riga_counts_years_and_says_so(tablet):
    game, face = game_named("riga"), face_of("riga")
    record = played_by_chance(game, face, random.Random(11), players=2, most=200)[-1]
    view = view_of(record)
    assert say(face.counted(view), "en") == f"Year {view.state.year}"
    assert say(face.counted(view), "de") == f"Jahr {view.state.year}"
