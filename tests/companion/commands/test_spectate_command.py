"""``tableside spectate``: what it says before anybody looks on."""

from __future__ import annotations

import socket

from companion import cli


def test_a_port_that_is_taken_is_one_sentence_with_the_remedy(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["spectate", "--bind", "127.0.0.1", "--port", str(port)]) == 1
    told = capsys.readouterr().err
    assert f"127.0.0.1:{port}" in told
    assert "--port" in told


def test_a_game_that_is_not_there_is_named(capsys, tmp_path):
    path = tmp_path / "nowhere.tableside"
    assert cli.main(["spectate", "--bind", "127.0.0.1", "--port", "0", "--game-file", str(path)]) == 1
    assert str(path) in capsys.readouterr().err
