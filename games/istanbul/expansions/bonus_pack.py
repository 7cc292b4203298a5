"""Which bonus cards are played with: all of them or solely the new ones, as their owner counted and entered them."""

from __future__ import annotations

from games.istanbul.box.card_entries import CardEntry
from games.istanbul.box.facts import Facts, printed

UNREAD = "mocha_card"  # cards of Mocha & Baksheesh whose text nobody has entered
MOCHA_KINDS = tuple(f"mocha_{number}" for number in range(1, 10))
DOES = ("text", "again", "figure", "good", "assistant")  # what a card of that box may be entered to do


def bonus_pack(facts: Facts) -> dict[str, CardEntry]:
    """Kind of card -> its entry in the data, for every kind of which there is a card."""
    kept = set(facts["bonus_cards"])
    if facts["bonus_cards_mode"] == "new":
        # "Decide whether you want to solely use the new Bonus cards": neither the base game's nor Mocha & Baksheesh's.
        kept = {kind for name in facts["new_bonus_cards"] for kind in printed(name)["bonus_cards"]["value"]}
    cards = {kind: _as_entered(card) for kind, card in facts["bonus_cards"].items() if kind in kept}
    if UNREAD in cards:
        entered = sum(int(card["count"]) for kind, card in cards.items() if kind in MOCHA_KINDS)
        cards[UNREAD] = {**cards[UNREAD], "count": max(0, int(facts["mocha_bonus_cards"]) - entered)}
    return {kind: card for kind, card in cards.items() if int(card["count"])}


def _as_entered(card: CardEntry) -> CardEntry:
    """A card that does what cards of other boxes do is played like them."""
    does = card.get("does", "text")
    if does == "text":
        return card
    when = "action" if does == "again" else "any"
    return {**card, "effect": does, "when": when, "places": [int(card["place"])]}
