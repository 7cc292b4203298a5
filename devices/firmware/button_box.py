"""The button box: one to six buttons with lamps, one a player."""

from .protocol import Conversation
from .switch import Switch

BLINK_MS = 250


class Pins:
    """What a button box needs of its hardware."""

    def down(self, number: int) -> bool:
        """True while the button is pressed."""
        raise NotImplementedError

    def light(self, number: int, on: bool) -> None:
        """Set the lamp."""
        raise NotImplementedError


class ButtonBox:
    """Pins in, lamps out, and the conversation between them.

    A lamp turns over while its
    button is down: the person feels at once that the box is awake, whatever the host is doing.
    """

    def __init__(self, conversation: Conversation, pins: Pins) -> None:
        self.conversation = conversation
        self._pins = pins
        self._switches = [Switch() for _ in range(conversation.size)]

    def step(self, ms: int) -> None:
        """Read every button once and set every lamp; call it every 2 to 5 ms."""
        for number, switch in enumerate(self._switches):
            event = switch.sample(self._pins.down(number), ms)
            if event:
                self.conversation.tell(event, number, ms)
        for number, wish in enumerate(self.conversation.lamps):
            on = wish == "1" or (wish == "2" and ms // BLINK_MS % 2 == 0)
            self._pins.light(number, on != self._switches[number].down)
