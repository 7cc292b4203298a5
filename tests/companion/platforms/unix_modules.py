"""Run first in a process: the modules that only Unix has are not there, as on Windows."""

import sys

ONLY_UNIX = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}


class Missing:
    """Finds none of them."""

    def find_spec(self, name, path=None, target=None):
        if name in ONLY_UNIX:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for name in ONLY_UNIX:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
