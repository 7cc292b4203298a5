"""What people are told of the light: neither a shadow that passes nor a lamp that is off for a moment."""

from __future__ import annotations

from companion.session.looking.light_advice import LightAdvice
from games.game import Phrase
from vision.eyes import Attention, Glance

DARK = Phrase.of("vision.light_dark")


def heard(
    advice: LightAdvice, light: Phrase | None, seconds: range, attention: Attention = Attention.STILL
) -> Phrase | None:
    """What is told after some seconds of it."""
    shown = None
    for second in seconds:
        shown = advice.hear(Glance(second, 1000.0 * second, attention, light=light))
    return shown


def test_trouble_that_stays_is_told_and_taken_back_once_it_is_over() -> None:
    light = LightAdvice()
    assert heard(light, None, range(2)) is None
    assert heard(light, DARK, range(2, 4)) is None
    assert heard(light, DARK, range(4, 7)) == DARK
    assert heard(light, None, range(7, 9)) == DARK
    assert heard(light, None, range(9, 12)) is None


def test_a_shadow_that_passes_and_a_moving_picture_say_nothing() -> None:
    light = LightAdvice()
    heard(light, DARK, range(2))
    heard(light, None, range(2, 3))
    assert heard(light, DARK, range(3, 5)) is None
    assert heard(light, DARK, range(5, 20), Attention.WAITING) is None
