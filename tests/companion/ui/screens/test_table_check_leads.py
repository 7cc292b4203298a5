"""The table check leads somewhere: to the camera where none looks, back to it, and back to where people came from."""


def opened_at_the_check(tablet, **wishes):
    tablet.start_game()
    tablet.open("table_check", **wishes)
    return tablet.session.record


def test_without_a_camera_it_leads_to_the_choice_of_one_and_back_to_the_same_game(tablet):
    record = opened_at_the_check(tablet)
    tablet.tap("Choose")
    assert tablet.screen.name == "camera"
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "table_check"
    assert tablet.session.record.setup == record.setup
    assert not tablet.session.view.over


def test_the_arrow_leads_back_to_the_table_that_it_was_opened_from(tablet):
    opened_at_the_check(tablet, back="table")
    tablet.tap("Choose")
    tablet.screen.leave()
    tablet.wait()
    tablet.tap(tablet.thing(icon="back"))
    assert tablet.screen.name == "table"


def test_before_the_game_the_arrow_leads_home_where_it_waits(tablet):
    opened_at_the_check(tablet)
    tablet.tap(tablet.thing(icon="back"))
    assert tablet.screen.name == "home"
    assert tablet.session is None
    assert len(tablet.shelf.saved()) == 1
