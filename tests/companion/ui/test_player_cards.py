"""A player's card: name and what is at hand are whole, however large the score."""

import pytest

from companion.session.table import TableSession
from companion.titles.registry import game_named
from companion.ui.kit import players
from games.game import Seat
from games.record import Record


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1920, 1200), (800, 1280)])
@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_nobodys_name_is_cut_short_beside_three_digits(make_tablet, monkeypatch, size, text_scale):
    """Thurn and Taxis begins at minus twenty, with twenty houses at hand."""
    tablet = make_tablet(size=size, text_scale=text_scale)
    game = game_named("thurn-and-taxis")
    setup = game.setup((Seat("Annemarie", "red"), Seat("Björn", "yellow"), Seat("Bea", "green")))
    drawn, line_texture = [], players.line_texture

    def watched(text, size_px, room, weight):
        drawn.append((text, players.letter_texture(text, size_px, weight).width, room))
        return line_texture(text, size_px, room, weight)

    monkeypatch.setattr(players, "line_texture", watched)
    tablet.app.sit_down(TableSession(Record.start(game, setup), lambda: tablet.now_ms))
    tablet.open("table")
    drawn.clear()
    for gain in (0, 8, -2):
        for card in tablet.screen.rail.cards:
            card.gain = gain
            card._draw()
    assert {text for text, _, _ in drawn} >= {"Annemarie", "Björn", "Bea", "20"}
    assert [text for text, width, room in drawn if width + players.MARGIN_PX > room] == []


@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_what_a_proposal_brings_leaves_the_name_of_the_mover_whole_on_a_small_tablet(
    make_tablet, monkeypatch, text_scale
):
    """It lies in the line below the name."""
    tablet = make_tablet(size=(800, 480), text_scale=text_scale)
    tablet.start_game("Anna Benedikt")
    card = next(one for one in tablet.screen.rail.cards if one.active)
    drawn, line_texture = [], players.line_texture

    def watched(text, size_px, room, weight):
        drawn.append((text, players.letter_texture(text, size_px, weight).width, room))
        return line_texture(text, size_px, room, weight)

    monkeypatch.setattr(players, "line_texture", watched)
    card.gain = 12
    assert "Anna" in [text for text, _, _ in drawn]
    assert [text for text, width, room in drawn if text == "Anna" and width > room] == []


@pytest.mark.parametrize("width", [340, 700])
def test_names_in_a_line_of_badges_are_whole_or_left_out(tablet, monkeypatch, width):
    drawn = []
    monkeypatch.setattr(players, "draw_badge", lambda colour, letter, x, *_: drawn.append(x))
    entries = [("red", "A", "−16  Annemarie"), ("blue", "B", "−15  Benedikt"), ("green", "C", "104  Cleo")]
    row = players.BadgeRow(entries=entries, size=(width, 40), size_hint=(None, None))
    drawn.clear()
    row._draw()
    size = tablet.app.look.type_px("body")
    texts = [text if width == 700 else text.split("  ")[0] for _, _, text in entries]
    assert len(drawn) == 3
    last = drawn[-1] - row.x + 36 + 6 + players.letter_texture(texts[-1], size, "LatoBold").width
    assert last <= width
