"""The picture beside what may be done in Istanbul: a place, dice, or the goods that it is about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.ui.istanbul.pictures import GoodsPicture, PlacePicture
from companion.ui.istanbul.words import turned_dice
from companion.ui.kit.pictures.die_faces import DieFaces
from games.istanbul.actions import Action, Demand, Keep, Meet, Move, Recall, Roll, Turn, Use
from games.istanbul.expansions.letters import CompanionStep, Letter
from games.istanbul.expansions.letters_places import TurnOver
from games.istanbul.rulebook import Rulebook
from games.istanbul.state import State

Making = Callable[[], Widget]


def picture_of(book: Rulebook, state: State, action: Action) -> Making | None:
    """Makes the picture of an action; None where words say it better."""
    match action:
        case Move(place) | CompanionStep(place) | Recall(place) | Letter(place):
            return partial(PlacePicture, place)
        case Roll(first, second):
            return partial(DieFaces, (first, second) if second else (first,))
        case Keep():
            return partial(DieFaces, state.asks[0].dice)
        case Turn(die):
            return partial(DieFaces, turned_dice(state, die))
    goods = _goods_of(book, action)
    return partial(GoodsPicture, goods) if goods else None


def _goods_of(book: Rulebook, action: Action) -> tuple[str, ...]:
    """The goods that lie on a tile, are sold, or are taken."""
    match action:
        case Demand(tile):
            return tuple(good for good, count in zip(book.goods, tile, strict=True) for _ in range(int(count)))
        case TurnOver((tile,)):
            offers = book.facts["kiosk_tiles"][tile]
            taken = offers[0].get("take", {}) if len(offers) == 1 else {}
            return tuple(name for name, count in taken.items() if name in book.wares for _ in range(int(count)))
        case Use(words) | Meet(_, words):
            return tuple(word for word in words if word in book.wares)
    return ()
