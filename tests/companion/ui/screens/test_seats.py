"""People take their seats: what becomes of a name that is typed at a second one."""

from companion.preferences import KnownPerson
from companion.session.seating import Seating
from companion.ui.screens.seats import TableDrawing


def test_who_taps_the_next_seat_instead_of_ready_is_told_who_moved(tablet):
    """Anna is typed at a second seat. Whether people tap Ready or the next one, she sits once, and they are told."""
    seating = Seating((KnownPerson("Anna", "red"), KnownPerson("Ben", "blue")))
    seating.sit(0, "Anna")
    tablet.open("new_game", game="carcassonne", seating=seating)
    (drawn,) = (one for one in tablet.screen.walk() if isinstance(one, TableDrawing))
    drawn.on_place(2)
    tablet.wait()
    seating.spell(2, "Anna")
    drawn.on_place(4)  # Ben is proposed there
    tablet.wait()
    assert [sitter.name if sitter else "" for sitter in seating.at] == ["", "", "Anna", "", "Ben", ""]
    assert tablet.reads("Anna has moved to the other seat")
