"""Run first in a process: the file system refuses from now on what Windows refuses.

No file or folder that is open is renamed, replaced or deleted; no rename replaces anything; no folder is opened; no
name holds a colon or the like. The system's own calls are refused by an audit hook (PEP 578), whoever makes them.
"""

import errno
import os
import shutil
import sys
from pathlib import Path

BAD_LETTERS = set('<>:"|?*')
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
HOME = os.path.realpath(os.environ["HOME"])
shutil._use_fd_functions = False  # rmtree on Windows opens no folders either
refused = []


def refuse(path, why):
    refused.append((str(path), why))
    raise PermissionError(errno.EACCES, f"as on Windows: {why}", str(path))


def is_open(path):
    """Whether this process has the file, or one in the folder, open."""
    wanted = os.path.realpath(path)
    for fd in os.listdir("/proc/self/fd"):
        try:
            held = os.readlink(f"/proc/self/fd/{fd}")
        except OSError:
            continue  # the handle that listed the folder
        if held == wanted or held.startswith(wanted + os.sep):
            return True
    return False


def hook(event, args):
    if event not in ("open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link") or not isinstance(
        args[0], (str, bytes, Path)
    ):
        return
    paths = [os.fsdecode(one) for one in args[:2] if isinstance(one, (str, bytes, Path))]
    paths = paths[:2] if event in ("os.rename", "os.link") else paths[:1]
    if not any(os.path.realpath(path).startswith(HOME) for path in paths):
        return
    for path in paths:
        for part in Path(os.path.realpath(path)).relative_to(HOME).parts:
            if set(part) & BAD_LETTERS or part.split(".")[0].upper() in RESERVED or part.endswith((" ", ".")):
                refuse(path, "no such name")
        if event == "open" and os.path.isdir(path):
            refuse(path, "a folder is not opened")
        if event in ("os.rename", "os.remove", "os.rmdir") and is_open(path):
            refuse(path, "it is open")


def rename(source, target, **_):
    if os.path.exists(target):
        raise FileExistsError(errno.EEXIST, "as on Windows: no rename replaces a file", str(target))
    os.replace(source, target)


sys.addaudithook(hook)
os.rename = rename
