"""A voice of this machine is chosen in the settings, however many there are."""

from companion.speech.announcer import Announcer
from companion.ui.kit.base import Tap

VOICES = ("Eva", "Karlsson", "Kerstin", "Pavoque", "Ramona", "Thorsten")


class SixVoices:
    """A machine that speaks with six voices; what was said is kept with the voice."""

    def __init__(self):
        self.said, self._name = [], ""

    def names(self, language):
        return VOICES

    def tune(self, volume, name):
        self._name = name

    def say(self, text, language):
        self.said.append((self._name, language))

    def busy(self):
        return False

    def stop(self):
        pass


def test_the_sixth_voice_can_be_chosen_too_and_is_heard(make_tablet):
    speech = SixVoices()
    tablet = make_tablet(announcer=Announcer(speech, None), language="de")
    tablet.open("settings")
    tablet.see(next(tap for tap in tablet.widgets(Tap) if tap.text == "Thorsten"))
    tablet.tap("Thorsten")
    assert tablet.app.preferences.voice_name == "Thorsten"
    chosen = [tap.text for tap in tablet.widgets(Tap) if tap.kind == "chosen" and tap.text in VOICES]
    assert chosen == ["Thorsten"]
    tablet.press(tablet.app.words("app.hear_it"))
    assert speech.said == [("Thorsten", "de")]
