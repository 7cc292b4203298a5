"""Dice on the tablet: thrown with a finger, shown in big faces, never used where nothing asks for them."""

from companion.ui.docks.dice import DiceDock


def test_dice_are_thrown_shown_with_why_they_do_not_count_and_put_away(tablet):
    tablet.start_game()
    tablet.screen.open_menu()
    tablet.wait()
    tablet.tap("Dice")
    dock = tablet.screen.docks.dock
    assert isinstance(dock, DiceDock)
    tablet.tap("Roll")
    roll = tablet.session.view.roll
    assert all(1 <= value <= 6 for value in roll.values)
    assert [doubt.name for doubt in roll.doubts] == ["UNASKED"]
    assert tablet.session.record.actions == ()
    tablet.session.dismiss_roll()
    tablet.screen.docks.close()
    tablet.wait()
    assert tablet.screen.docks.dock is None
