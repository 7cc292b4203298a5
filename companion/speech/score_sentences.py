"""Score lines as sentences to be heard. Everything is also seen; this is for eyes that are on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.locale import messages, say
from games.game import Phrase, PhraseValue, ScoreItem, ScoreLine

_NUMBER = re.compile(r"\d+")
_ONES = {
    "en": [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ],
    "de": [
        "null",
        "eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
        "dreizehn",
        "vierzehn",
        "fünfzehn",
        "sechzehn",
        "siebzehn",
        "achtzehn",
        "neunzehn",
    ],
}
_TENS = {
    "en": [".", ".", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
    "de": [".", ".", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"],
}
_SIGNS = {
    "en": {"+": " plus ", "−": " minus ", "×": " times "},
    "de": {"+": " plus ", "−": " minus ", "×": " mal "},
}

Naming = Callable[[int], str]


def number_words(number: int, language: str) -> str:
    """0 to 999 in words; digits beyond.

    >>> number_words(42, "de"), number_words(107, "en")
    ('zweiundvierzig', 'one hundred and seven')
    """
    if not 0 <= number <= 999:
        return str(number)
    if number >= 100:
        return _hundreds(number, language)
    if number < 20:
        return _ONES[language][number]
    tens, ones = divmod(number, 10)
    if not ones:
        return _TENS[language][tens]
    if language == "en":
        return f"{_TENS['en'][tens]}-{_ONES['en'][ones]}"
    return f"{'ein' if ones == 1 else _ONES['de'][ones]}und{_TENS['de'][tens]}"


def _hundreds(number: int, language: str) -> str:
    hundreds, rest = divmod(number, 100)
    if language == "en":
        return f"{_ONES['en'][hundreds]} hundred" + (f" and {number_words(rest, 'en')}" if rest else "")
    return f"{'ein' if hundreds == 1 else _ONES['de'][hundreds]}hundert" + (number_words(rest, "de") if rest else "")


def spelled(text: str, language: str) -> str:
    """The text with its numbers in words."""
    return _NUMBER.sub(lambda found: number_words(int(found[0]), language), text)


def spoken_working(working: str, points: int, language: str) -> str:
    """A sum as it is said: ``(6 + 3 − 2) × 2`` is "Six plus three minus two, times two: fourteen."."""
    text = working.replace("(", "").replace(")", ",").replace(" ", "")
    for sign, word in _SIGNS[language].items():
        text = text.replace(sign, word)
    text = re.sub(r"\s+,", ",", re.sub(r",\s*", ", ", text)).strip().strip(",")
    total = number_words(abs(points), language)
    if points < 0:
        total = f"{_SIGNS[language]['−'].strip()} {total}"
    sentence = f"{spelled(text, language)}: {total}."
    return sentence[0].upper() + sentence[1:]


def brief(line: ScoreLine, name: Naming, language: str) -> str:
    """Who and how many: "Anna, 8."."""
    return say(Phrase.of("voice.brief", name=name(line.player), points=line.points), language)


def full(line: ScoreLine, name: Naming, language: str) -> str:
    """Who, how many and why: "Anna, 8 points: city finished, three tiles and a shield."."""
    values: dict[str, PhraseValue] = {"name": name(line.player), "points": line.points, "reason": line.reason}
    if line.working and sum(item.points for item in line.items) != line.points:
        head = say(Phrase.of("voice.points", **values), language)
        return f"{head} {spoken_working(line.working, line.points, language)}"
    items = spoken_items(line.items, language)
    if not items:
        return say(Phrase.of("voice.points", **values), language)
    return say(Phrase.of("voice.points_items", **values, items=items), language)


def spoken_items(items: Sequence[ScoreItem], language: str) -> str:
    """What the points come from, numbers in words. Items that have no spoken form are left out."""
    sentences = [
        spelled(say(Phrase(f"voice.{item.phrase.key}", item.phrase.values), language), language)
        for item in items
        if f"voice.{item.phrase.key}" in messages()
    ]
    if language == "en" and len(sentences) > 1:
        return f"{', '.join(sentences[:-1])} and {sentences[-1]}"
    return ", ".join(sentences)
