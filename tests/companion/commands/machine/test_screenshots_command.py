"""Pictures of every screen: what the command asks for before it begins."""

import pytest

from companion.cli import main


def test_without_a_folder_only_the_rules_can_be_asked(capsys):
    assert main(["--language", "en", "screenshots"]) == 1
    assert "--check" in capsys.readouterr().err


def test_a_size_that_no_screen_is_made_for_is_not_taken(capsys):
    with pytest.raises(SystemExit):
        main(["--language", "en", "screenshots", "--check", "--size", "3x4"])
    assert "1280x800" in capsys.readouterr().err
