"""A page of the players' guide, read from its beginning to its end."""

from __future__ import annotations


class GuidePage:
    """What a page says, and how far somebody has read.

    Args:
        name: of the page.
        text: of it, as written.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._text, self._at = plain(text), 0

    def read_on_to(self, words: str) -> str | None:
        """Read until something is named as the app names it, without its stop and with another first letter where its
        sentence begins or goes on so. Returns what is wrong where it is not named from here on."""
        for one in (words, words.rstrip(".?!:"), words[:1].lower() + words[1:], words[:1].upper() + words[1:]):
            at = self._text.find(one, self._at)
            if at >= 0:
                self._at = at + len(one)
                return None
        return f"{self.name}: {words!r} is named {'only earlier' if words in self._text else 'nowhere'}"


def plain(text: str) -> str:
    """One line, without what marks words as bold or slanted, with plain dots and quotation marks."""
    for mark, instead in (("…", "..."), ("„", '"'), ("“", '"'), ("”", '"'), ("*", "")):
        text = text.replace(mark, instead)
    return " ".join(text.split())
