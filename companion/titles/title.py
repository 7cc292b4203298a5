"""What the companion knows of a game: one value, :class:`Title`, written in one file a game beside this one.

Only the key, the rules and what no action may change have to be there; everything else that is left out the game does
not have, and every command and screen does without. A title is made when Tableside starts, so it names what vision,
pictures and kivy are needed for (:class:`Imported`, :class:`Calling`, or a function that imports) and imports nothing
of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from games.any_game import AnyAction, AnyRecord, AnyState
from games.game import Game, HasSeats, Phrase, SetupT, StateT
from games.printed import PrintedValue

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.references import Reference
    from calibration.sheets import Page, Paper
    from companion.commands.enrolling.enrolment import Enrolment
    from companion.editions.box_faults import BoxFault
    from companion.editions.in_use import EditionInUse
    from companion.onlookers.board.drawing import BoardDrawing
    from companion.readings.finished.table import FinishedReader
    from companion.readings.still_reader import AnyStillReader
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from companion.ui.kit.face import AnyFace
    from companion.ui.kit.pictures.picture_canvas import PictureCanvas
    from companion.ui.screen import Screen
    from vision.carcassonne.learning.remembered_followers import FollowerMemory
    from vision.eyes import AnyEyes, Eyes
    from vision.pieces.naming import GamePieces


@dataclass(frozen=True, slots=True)
class Imported:
    """What a module holds under a name; called without arguments it is imported and handed out."""

    module: str
    name: str

    def __call__(self) -> Any:
        """The thing itself."""
        return getattr(import_module(self.module), self.name)


@dataclass(frozen=True, slots=True)
class Calling:
    """A function or class of a module, which is imported when it is called."""

    module: str
    name: str

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What it makes of these arguments."""
        return getattr(import_module(self.module), self.name)(*args, **kwargs)


EyesMaker: TypeAlias = "Callable[[StateT], Eyes[StateT]]"  # from the state where they are opened
AnyEyesMaker: TypeAlias = "Callable[[AnyState], AnyEyes]"


class KeptSets(Protocol):
    """Sets of an owner's pieces, each under a name of its own."""

    def names(self) -> tuple[str, ...]:
        """Every set, sorted."""

    def load(self, name: str) -> object:
        """A set as it is played with. Raises ``games.game.Refusal`` or ``calibration.references.ReferencesError``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What owners enter of a game's box, and where it lies.

    Attributes:
        places: from the data folder; a name that ends with "/" is a folder.
        values: the numbers that the box prints.
        sets: from the data folder, sets of pieces that were enrolled in ``editions/KEY``.
        faults: from the data folder, what else can't be played with there.
    """

    places: tuple[str, ...]
    values: Callable[[], tuple[PrintedValue, ...]] | None = None
    sets: Callable[[Path], KeptSets] | None = None
    faults: Callable[[Path], Iterator[BoxFault]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """How a game is to be printed.

    Attributes:
        paper: of the sheets.
        language: of what is written on them.
        backs: with printed backs, for both sides of the paper.
        expansion: with what the game's usual expansion adds.
        done: is called once for each piece.
    """

    paper: Paper
    language: str = "en"
    backs: bool = False
    expansion: bool = False
    done: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFormat:
    """A format of somebody else's programs: how a game is written to it and read from it.

    Attributes:
        write: from the record and the time (ms since the epoch), the text. Raises ``games.game.Refusal``.
        read: the record in a text. Raises ``games.game.Refusal``.
        no_other: key of the message that says that the format can't hold the game ``{game}``.
    """

    write: Callable[[AnyRecord, int], str]
    read: Callable[[str], AnyRecord]
    no_other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Title(Generic[SetupT, StateT]):
    """One game: its functions agree on what its set-up and its state are. Whoever asks the registry knows neither
    (:data:`AnyTitle`).

    Attributes:
        key: the game's own, as in stored records and on the command line.
        rules: the game.
        laws: names the laws that a state breaks; none in any state that play can reach.
        varied: a set-up with what people may choose otherwise, drawn at random.
        also_typed: other names that people may type for it.
        expands: the key of the game that this one is with an expansion; it is offered there.
        phrases: package and file of its messages, where they do not lie in ``companion/locale``.

        face: how it is shown and played on the tablet.
        screens: screens of its own, by name.
        picture: paints its picture for the home screen; a game that has none is offered nowhere but where it expands
            another.
        drawing: draws the board for who looks on from elsewhere, from a state, the seats and a language.

        eyes: watch a table with Tableside's own drawings, as the simulated one is.
        owners_eyes: watch a real table, with what is known of the camera, where that may have other pieces.
        enrolled_eyes: watch with the references of a folder (None: pieces that nobody knows), handing over each view
            that is learned, with what remembers its owner's followers; None where there are no such eyes.
        reader: reads a photograph.
        reader_knows_camera: the reader is better for what was calibrated of the camera.
        finished: reads and counts a photographed finished table, on the screen that all games share.

        box: what owners enter of it.
        pieces: its wooden pieces, as an owner shows them; those of a game that it expands are of the same box.
        edition_in_use: from a state, which pieces the eyes compare the table with.
        enrolment: what ``enrol`` does for it.
        pages: what is printed of it.
        rehearsal: sets it up on the simulated table.
        formats: files of other programs, by ending.
    """

    key: str
    rules: Callable[[], Game[SetupT, StateT, AnyAction]]
    laws: Callable[[StateT], tuple[str, ...]]
    varied: Callable[[SetupT, random.Random], SetupT] | None = None
    also_typed: tuple[str, ...] = ()
    expands: str = ""
    phrases: tuple[str, str] | None = None

    face: Callable[[], AnyFace] | None = None
    screens: Mapping[str, Callable[..., Screen]] = field(default_factory=dict)
    picture: Callable[[PictureCanvas], None] | None = None
    drawing: Callable[..., BoardDrawing] | None = None

    eyes: EyesMaker[StateT] | None = None
    owners_eyes: Callable[[StateT, Profile | None], Eyes[StateT]] | None = None
    enrolled_eyes: (
        Callable[[Path | None, Callable[[Reference], None], FollowerMemory | None], EyesMaker[StateT] | None] | None
    ) = None
    reader: Callable[[], AnyStillReader] | None = None
    reader_knows_camera: bool = False
    finished: Callable[[], FinishedReader] | None = None

    box: Box | None = None
    pieces: Callable[[], GamePieces] | None = None
    edition_in_use: Callable[[StateT], EditionInUse] | None = None
    enrolment: Callable[[], Enrolment] | None = None
    pages: Callable[[Printing], tuple[Page, ...]] | None = None
    rehearsal: Callable[[RehearsalPlan], RehearsedGame] | None = None
    formats: Mapping[str, FileFormat] = field(default_factory=dict)

    @property
    def name(self) -> Phrase:
        """What people call it."""
        return Phrase.of(f"app.game_{self.key}")


AnyTitle: TypeAlias = Title[HasSeats, AnyState]
