"""What the button DONE does: it names it, and is loud only where it commits that and gives nothing away."""

from __future__ import annotations

from companion.locale import say
from companion.session.views import AnyView
from companion.ui.kit.base import Tap, look, words
from companion.ui.kit.face import AnyFace
from companion.ui.kit.measured import fits
from companion.ui.table.telling import deeds_of

HIGH_DP, HIGH_COMPACT_DP = 72, 60  # of the buttons in the ribbon (parts.kv)


def most_done() -> float:
    """How wide DONE may be, px: what it does may need two lines."""
    return look().px(200 if look().tight else 300)


def show_done(button: Tap, face: AnyFace, view: AnyView, *, leaves: bool) -> str:
    """Dress DONE; it is quiet where people have to say more first, and where it only ``leaves`` what is shown. Words
    that are too long for a button are returned, for the ribbon."""
    asked = view.open_question is not None or bool(view.discrepancies)
    proposal, does, quiet = view.proposal, None, False
    if proposal is not None and not proposal.doubtful:
        does = deeds_of(face, view, proposal)
    elif proposal is None and not asked:
        does, quiet = face.done(view), face.gives_away(view)
    commits = not (leaves or asked) and (does is not None or (proposal is not None and not proposal.doubtful))
    button.kind = "primary" if commits and not quiet else "raised"
    button.role, button.text = "ribbon", words("app.leave" if leaves else "app.done")
    if not commits or does is None:
        return ""
    the, whole = look(), words("app.done_with", what=does)
    within = the.px(12), the.px(4 if the.text_scale == 1 else 2)  # a button's own padding
    room = (most_done() - 2 * within[0], the.px(HIGH_COMPACT_DP if the.compact else HIGH_DP) - 2 * within[1])
    for role in ("body", "label"):
        if fits(whole, the.type_px(role), "black", room):
            button.role, button.text = role, whole
            return ""
    return say(does, the.language)
