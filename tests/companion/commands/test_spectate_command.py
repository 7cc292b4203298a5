"""``tableside spectate``: what it says before anybody looks on."""

from __future__ import annotations

import socket
import subprocess
import sys

from companion import cli


def test_a_port_that_is_taken_is_one_sentence_with_the_remedy(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["spectate", "--bind", "127.0.0.1", "--port", str(port)]) == 1
    printed = capsys.readouterr().err
    assert f"127.0.0.1:{port}" in printed
    assert "--port" in printed


def test_a_game_that_is_not_there_is_named(capsys, tmp_path):
    path = tmp_path / "nowhere.tableside"
    assert cli.main(["spectate", "--bind", "127.0.0.1", "--port", "0", "--game-file", str(path)]) == 1
    assert str(path) in capsys.readouterr().err


def test_a_page_that_cannot_understand_its_tablet_ends():
    """The tablet sees that it has ended; a page that went on would show a table that is long past."""
    command = [sys.executable, "-m", "companion.cli", "spectate", "--piped", "--bind", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as page:
        assert b"serving" in page.stdout.readline()
        page.stdin.write(b"no line of ours\n")
        page.stdin.flush()
        assert page.wait(30) == 0
