"""What was learned of buttons and ports is there again the next evening."""

from __future__ import annotations

from companion.session.hands.known_devices import FILE_NAME, KeptDevices, KnownDevices
from devices.buttons import ButtonAddress, ButtonOwners


def test_whose_button_is_whose_survives_the_night(tmp_path):
    owners = ButtonOwners().give(ButtonAddress("box", 0), 1).give(ButtonAddress("box", 1), 0)
    KeptDevices(tmp_path / "fresh").learn_owners(owners)
    assert KeptDevices(tmp_path / "fresh").load().button_owners == owners


def test_a_port_that_people_allowed_stays_allowed(tmp_path):
    kept = KeptDevices(tmp_path)
    kept.allow("1a86:7523 5&2")
    kept.allow("1a86:7523 5&2")
    kept.learn_owners(ButtonOwners().give(ButtonAddress("box", 0), 0))
    assert kept.load() == KnownDevices((("box", 0, 0),), ("1a86:7523 5&2",))


def test_nothing_is_known_at_first(tmp_path):
    assert KeptDevices(tmp_path).load() == KnownDevices()


def test_a_damaged_file_is_set_aside_and_play_goes_on(tmp_path):
    for number, damage in enumerate(("{", '{"owners": [["box", -3, 0]]}'), start=1):
        (tmp_path / FILE_NAME).write_text(damage)
        assert KeptDevices(tmp_path).load() == KnownDevices()
        assert (tmp_path / f"devices.damaged-{number}.json").read_text() == damage
        assert not (tmp_path / FILE_NAME).exists()


def test_a_folder_that_cannot_be_written_costs_the_memory_and_not_the_evening(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    KeptDevices(tmp_path / "file").allow("1a86:7523")
    assert "can't be written" in caplog.text
    caplog.clear()
