"""The camera as a dice tray: what it sees of thrown dice becomes the event that a tray on the line would send."""

from __future__ import annotations

from collections.abc import Callable

from calibration.profile import Profile
from devices.events import Crooked, Rolled
from games.any_game import AnyAction, AnyState
from games.game import RollsDice
from vision.dice.live import CameraDice
from vision.dice.observation import DiceObservation
from vision.dice.own_dice import OwnDice
from vision.dice.reading import read_dice
from vision.frames import Frame, Picture

CAMERA = "camera"  # the name of the device that is no device


class CameraTray:
    """Tells rolls to the desk where rolls are judged (``devices.dice.RollDesk``).

    Args:
        dice: watches the frames.
        clock: milliseconds, the same as the hub's; frames have a clock of their own.
    """

    def __init__(self, dice: CameraDice, clock: Callable[[], int]) -> None:
        self._dice = dice
        self._clock = clock
        self._count = 0
        self._moved_ms = 0  # clock of the hub: what has lain there since before it was asked for came too early

    def look(self, frame: Frame, dice: int) -> Rolled | Crooked | None:
        """Take a frame in, while a roll of so many dice is waited for (0: of none). A roll comes back once;
        ``Crooked`` where a die is cocked or can't be read."""
        roll = self._dice.look(frame, dice)
        if self._dice.moved_ms == frame.time_ms:
            self._moved_ms = self._clock()
        if roll is None:
            return None
        self._count += 1
        kind = Rolled if all(roll.values) else Crooked
        return kind(CAMERA, roll.values, self._moved_ms, 0, self._count)


class TableDice:
    """Dice thrown on the watched table itself, read while the game waits for them.

    Args:
        game: what waits for dice.
        tray: what watches them.
    """

    def __init__(self, game: RollsDice[AnyState, AnyAction], tray: CameraTray) -> None:
        self._game = game
        self._tray = tray

    def waits(self, state: AnyState) -> bool:
        """True while the game waits for dice, which fall in no time."""
        return state is not None and self._game.dice_asked(state) is not None

    def look(self, frame: Frame, state: AnyState) -> Rolled | Crooked | None:
        """Take a frame in, with the game at ``state``; None before a game has begun."""
        asked = None if state is None else self._game.dice_asked(state)
        return self._tray.look(frame, asked.dice if asked is not None else 0)


def dice_reader(profile: Profile | None) -> Callable[[Picture], DiceObservation]:
    """Reads dice with what was calibrated of the camera: where the table's up is, a cocked die shows more surely. What
    was read teaches what the dice look like."""
    own = OwnDice()

    def read(picture: Picture) -> DiceObservation:
        height, width = picture.shape[:2]
        plane = profile.plane_for(width, height) if profile is not None else None
        if plane is None:
            return read_dice(picture, own=own)
        return read_dice(picture, plane.up, plane.lens.focal[0], own)

    return read
