"""At a club's table the menu asks for a helper."""

from companion.club.beside_games import HEARD, waits_since
from companion.ui.kit.measured import fits


def test_people_ask_for_a_helper_and_say_when_one_came(tablet):
    tablet.start_game()
    folder = tablet.shelf.folder
    (folder / HEARD).write_text("{}", encoding="utf-8")
    tablet.screen.open_menu()
    tablet.wait()
    tablet.tap("Helper, please")
    assert tablet.reads("waits for a helper")
    assert waits_since(folder) is not None
    tablet.screen.open_menu()
    tablet.wait()
    tablet.tap("Helper came")
    assert waits_since(folder) is None


def test_where_no_club_hears_nobody_is_offered_its_helpers(tablet):
    tablet.start_game()
    tablet.screen.open_menu()
    tablet.wait()
    assert "Helper, please" not in tablet.texts()


def test_no_word_of_a_small_tablets_menu_is_broken(make_tablet):
    small = make_tablet(size=(800, 480), language="de")
    small.start_game()
    (small.shelf.folder / HEARD).write_text("{}", encoding="utf-8")
    small.screen.open_menu()
    small.wait()
    for words in ("Einstellungen", "Zusehen", "Hilfe, bitte", "Stimme: kurz"):
        found = small.shown(words)
        assert fits(words, found.font_size, "bold", found.size)
