"""A service manager, a logout or Ctrl+C asks the program to end: it does, and the game is as people left it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

import pytest

from companion.asked_to_end import TERMINATED

DEADLINE_S = 60


def ended(process, number):
    """What a process says of its end after it was sent a signal, once it has begun to play."""
    seen = b""
    while b"the window opens" not in seen:  # the log: from then on it listens
        assert select.select([process.stderr], [], [], DEADLINE_S)[0], seen
        found = os.read(process.stderr.fileno(), 4096)
        assert found, seen
        seen += found
    process.send_signal(number)
    _, rest = process.communicate(timeout=DEADLINE_S)
    return process.returncode, (seen + rest).decode()


@pytest.mark.pictures
def test_the_tablet_ends_as_if_its_window_were_closed(tmp_path):
    surroundings = {
        **os.environ,
        "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path),
        "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "--verbose"], env=surroundings, stderr=subprocess.PIPE
    ) as process:
        code, found = ended(process, signal.SIGTERM)
    assert code == 0, found
    assert "Traceback" not in found


def test_a_command_that_has_no_window_puts_away_what_it_opened_and_says_that_it_was_ended():
    program = (
        "import sys, os, signal\n"
        "from companion import cli\n"
        "from companion.commands import play_command\n"
        "def run(args):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        while True: pass\n"
        "    finally:\n"
        "        print('put away')\n"
        "play_command.run = run\n"
        "sys.argv = ['tableside']\n"
        "sys.exit(cli.main())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.stdout == "put away\n"
    assert done.returncode == TERMINATED


def test_a_thread_that_still_reads_a_picture_does_not_take_the_program_down_with_an_abort():
    program = (
        "import sys, threading\n"
        "import cv2, numpy as np\n"
        "from companion import cli\n"
        "from companion.commands import play_command\n"
        "from companion.supervised import Supervised\n"
        "picture, begun = np.zeros((600, 600), np.float32), threading.Event()\n"
        "def read(task):\n"
        "    while True:\n"
        "        begun.set()\n"
        "        cv2.GaussianBlur(picture, (0, 0), 4)\n"
        "def run(args):\n"
        "    Supervised('reading', read).start()\n"
        "    begun.wait()\n"
        "    print('the last words')\n"
        "    return 3\n"
        "play_command.run = run\n"
        "sys.argv = ['tableside']\n"
        "sys.exit(cli.main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "the last words\n", "")
