"""What the forms of people are called in an owner's set: ``merchant turban``, ``family flat``, ``smuggler turned``.

Written and read here alone.
"""

from __future__ import annotations

from vision.istanbul.pieces.makes import Cap, Cut


def capped_form(cap: Cap) -> str:
    """The name of a merchant's form."""
    return f"merchant {cap}"


def cut_form(who: str, cut: Cut) -> str:
    """The name of the form of a figure: ``family``, or a kind that nobody owns."""
    return f"{who} {cut}"


def cap_of(form: str) -> Cap:
    """What a merchant of this form wears. Raises ``ValueError`` where it is no merchant's."""
    return Cap(_last_word(form))


def cut_of(form: str) -> Cut:
    """How a figure of this form is cut. Raises ``ValueError`` where it is no figure's."""
    return Cut(_last_word(form))


def _last_word(form: str) -> str:
    return form.rpartition(" ")[2]
