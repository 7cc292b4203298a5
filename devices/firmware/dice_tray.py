"""The dice tray: two pockets with a glass floor, each die read from below."""

from .pip_reader import Pocket
from .protocol import Conversation
from .smart_dice import SmartDice


class Sensors:
    """What a dice tray needs of its hardware."""

    def read(self, pocket: int) -> list[int]:
        """Nine readings, 0 to 65535, light is high; rows from the top."""
        raise NotImplementedError


class DiceTray:
    """Light sensors in, the conversation out. ``dark`` and ``light``: see :class:`firmware.pip_reader.Pocket`."""

    def __init__(self, conversation: Conversation, sensors: Sensors, dark: int = 20000, light: int = 36000) -> None:
        self.conversation = conversation
        self._sensors = sensors
        self._pockets = [Pocket(dark, light) for _ in range(conversation.size)]
        self._dice = SmartDice(conversation.size)

    def step(self, ms: int) -> None:
        """Read every pocket once; call it every 5 to 20 ms."""
        readings = [self._sensors.read(number) for number in range(len(self._pockets))]
        news = self._dice.sample([pocket.face(readings[i]) for i, pocket in enumerate(self._pockets)], ms)
        if not news:
            return
        event, dice = news
        self.conversation.tell(event, dice, ms)
        if event == "rolled":
            for number, pocket in enumerate(self._pockets):
                place = pocket.wear(readings[number])
                if place is not None:
                    self.conversation.tell("fault", number * 9 + place, ms)
