"""What the ribbon says, from a view: the question first, then the ghost, then the last score, then whose turn it is.
No kivy here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from companion.locale import say
from companion.session.rewriting import before_the_end, phrase_of
from companion.session.views import AnyProposal, AnyView
from companion.titles.registry import game_named
from games.game import Phrase, ScoreLine, Seat

if TYPE_CHECKING:
    from companion.ui.kit.face import AnyFace

MANY_DEEDS = 3


@dataclass(frozen=True, slots=True)
class Telling:
    """Two lines for the ribbon: ``head`` large, ``detail`` below; ``icon`` before them, ``seat`` whose badge stands
    there instead, ``warn`` where it needs somebody."""

    head: str
    detail: str = ""
    icon: str = ""
    seat: int | None = None
    warn: bool = False


def tell(
    view: AnyView,
    language: str,
    hint: Phrase,
    *,
    notice: Phrase | None = None,
    lays: bool = False,
    occasion: Phrase | None = None,
    foretold: bool = True,
) -> Telling:
    """What the ribbon says now. ``notice`` is a sentence that was just told and is still fresh; ``hint`` tells whose
    turn it is what to do; ``lays`` where a turn is laid; ``occasion`` is what goes on where it is nobody's turn;
    ``foretold``: the table wants to know what a proposal brings."""

    def words(key: str, **values: str | int | Phrase) -> str:
        return say(Phrase.of(f"app.{key}", **values), language)

    if view.discrepancies:
        return Telling(say(Phrase.of("table.differs"), language), icon="warn", warn=True)
    if view.active is None and view.filling is None and (waits := before_the_end(view.holes, lays=lays)) is not None:
        return Telling(say(waits, language), icon="warn", warn=True)
    if notice is not None:
        return Telling(say(notice, language), icon="warn", warn=True)
    if view.filling is not None and view.proposal is None:
        head = say(phrase_of(view.filling, lays=lays), language)
        return Telling(head, words("filling_hint"), seat=view.active)
    if view.choice is not None and (view.open_question is not None or view.proposal is None):
        return Telling(say(view.choice.asks, language), icon="question")
    if view.proposal is not None and view.active is not None:
        return _proposal_telling(view, language, words, foretold=foretold)
    if view.still_reading and view.active is not None:
        turn = occasion if occasion is not None else Phrase.of("app.turn_of", name=view.seats[view.active].name)
        return Telling(say(turn, language), words("still_reading"), icon="eye")
    if view.last_lines:
        return telling_of_lines(view.last_lines, view.seats, language)
    if view.active is None:
        return Telling(words("game_over"), icon="crown")
    name = view.seats[view.active].name
    if occasion is not None:
        return Telling(say(occasion, language), say(_still_open(view, lays) or hint, language))
    if view.ribbon is not None and view.ribbon.key in ("table.undone", "table.redone", "table.corrected"):
        return Telling(say(view.ribbon, language), words("turn_of", name=name), seat=view.active)
    return Telling(words("turn_of", name=name), say(_still_open(view, lays) or hint, language), seat=view.active)


def _still_open(view: AnyView, lays: bool) -> Phrase | None:
    """A turn that waits to be told again, as long as one does."""
    waiting = [one for one in view.holes if one.waits]
    return Phrase.of("record.still_waits", hole=phrase_of(waiting[0], lays=lays)) if waiting else None


def deeds_of(face: AnyFace, view: AnyView, proposal: AnyProposal) -> Phrase | None:
    """What a proposal does, in words: "lay and deploy"; None where nobody said, or where it is several turns."""
    return joined_deeds(deeds_in_order(face, view, proposal))


def deeds_in_order(face: AnyFace, view: AnyView, proposal: AnyProposal, *, closely: bool = False) -> tuple[Phrase, ...]:
    """The deeds of a proposal one by one, each told once; none where :func:`deeds_of` is None. ``closely``: with all
    that tells them from others of their kind."""
    if len(set(proposal.doers)) > 1:
        return ()
    game, state = game_named(view.game_key), view.state
    phrases: list[Phrase] = []
    tell_deed = face.deed_closely if closely else face.deed
    for action in proposal.actions:
        deed = tell_deed(view, state, action)
        if deed is None:
            return ()
        if deed not in phrases:
            phrases.append(deed)
        state, _ = game.apply(state, action)
    return tuple(phrases)


def joined_deeds(deeds: Sequence[Phrase]) -> Phrase | None:
    """Deeds as one: two by a word, more by a sign, for some of them are lists themselves."""
    if not deeds:
        return None
    joint = "app.deed_and" if len(deeds) < MANY_DEEDS else "app.deed_then"
    return reduce(lambda first, then: Phrase.of(joint, first=first, then=then), deeds)


def what_differs(turns: Sequence[tuple[Phrase, ...]]) -> tuple[Phrase | None, ...]:
    """Of deeds between which is chosen what tells them apart: what all of them begin and end with is left out, and of
    many no more is said than no other has, dots in the place of the rest; nothing where all of them read alike."""
    if len(set(turns)) < 2:
        return (None,) * len(turns)
    shortest = min(map(len, turns))
    begin = min(_alike(turns), max(0, shortest - 1))  # something is said of each
    end = min(_alike([one[::-1] for one in turns]), max(0, shortest - 1 - begin))
    rests = [one[begin : len(one) - end] for one in turns]
    found = []
    for number, rest in enumerate(rests):
        others = rests[:number] + rests[number + 1 :]
        enough = rest if len(rest) <= MANY_DEEDS else rest[: 1 + max(_alike([rest, other]) for other in others)]
        whole = joined_deeds(enough)
        if whole is not None and begin:
            whole = Phrase.of("app.deeds_before", deed=whole)
        if whole is not None and (end or enough != rest):
            whole = Phrase.of("app.deeds_after", deed=whole)
        found.append(whole)
    return tuple(found)


def _alike(turns: Sequence[tuple[Phrase, ...]]) -> int:
    """How many phrases all of them begin with."""
    return sum(1 for _ in takewhile(lambda together: len(set(together)) == 1, zip(*turns, strict=False)))


def telling_of_lines(lines: Sequence[ScoreLine], seats: Sequence[Seat], language: str) -> Telling:
    """The biggest score large; where it comes from, or the other scores, below."""
    ordered = sorted(lines, key=lambda line: -line.points)
    first = ordered[0]
    if len(ordered) == 1:
        items = items_in_words(first, language)
        detail = "" if items == say(first.reason, language) else items  # one sentence is not told twice
        return Telling(line_in_words(first, seats, language), detail, seat=first.player)
    others = "   ".join(line_in_words(line, seats, language) for line in ordered[1:])
    return Telling(line_in_words(first, seats, language), others, seat=first.player)


def line_in_words(line: ScoreLine, seats: Sequence[Seat], language: str) -> str:
    """Who, how many and why: "Anna +8: city finished"."""
    return f"{seats[line.player].name} {signed(line.points)}: {say(line.reason, language)}"


def signed(points: int) -> str:
    """Points that are won or lost: "+8", "−2"."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def items_in_words(line: ScoreLine, language: str) -> str:
    """Where the points come from: "three tiles at 2 + one pennant at 2", and what else decided."""
    counted = [say(item.phrase, language) for item in line.items if item.points]
    causes = [say(item.phrase, language) for item in line.items if not item.points]
    return " · ".join([" + ".join(counted), *causes] if counted else causes)


def _proposal_telling(view: AnyView, language: str, words: object, *, foretold: bool) -> Telling:
    assert view.proposal is not None
    assert callable(words)
    assert view.active is not None
    lines = tuple(line for line in view.proposal.lines if not line.final)
    commit = words("doubtful_hint" if view.proposal.doubtful else "commit_hint")
    doers = [doer for doer, _ in groupby(view.proposal.doers) if doer is not None]
    if len(doers) > 1:
        names = ", ".join(view.seats[doer].name for doer in doers)
        return Telling(words("proposed_turns", turns=len(doers), names=names), commit, seat=doers[0])
    if view.proposal.doubtful:
        return Telling(words("proposed_doubtful", name=view.seats[view.active].name), commit, icon="question")
    if lines:
        telling = telling_of_lines(lines, view.seats, language)
        return Telling(telling.head, telling.detail or commit, seat=telling.seat)
    name, points = view.seats[view.active].name, view.proposal.points[view.active]
    if points:  # what no line tells of, such as a house less in the supply
        return Telling(f"{name} {signed(points)}", commit, seat=view.active)
    return Telling(words("proposed" if foretold else "proposed_untold", name=name), commit, seat=view.active)
