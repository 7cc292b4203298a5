"""Letters & Seals, as its rulebook has it."""

import json
from pathlib import Path

import pytest

from games.istanbul.conservation import broken_laws_of
from games.istanbul.expansions.letters import LettersState, Own
from games.istanbul.moment import Piece
from games.istanbul.rules import LETTERS_AND_SEALS as GAME
from games.line_of_play import stepped
from games.log_entry import Entry, EntryKind

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "rule_cases.json").read_text())}
DONE = (3, True)  # a delivered letter, which shows two seals


def own(seats=4, **more):
    players = [Own() for _ in range(seats)]
    for seat, player in more.pop("players", {}).items():
        players[seat] = Own(tuple(sorted(player.get("letters", ()))), player.get("companion", 0))
    held = sum(len(player.letters) for player in players)
    return {"letters-and-seals": LettersState(tuple(players), 28 - held, **more), "base": None}


def of(table, seat=0):
    return table.state.own["letters-and-seals"].players[seat]


def test_a_family_member_delivers(table):
    case = CASES["deliver-family"]
    number = case["given"]["letter"]
    players = {0: {"letters": ((number, False),)}}
    table = table(GAME, family=case["given"]["family_at"], state={"own": own(players=players)}, figures={"governor": 7})
    table.do("move 6")
    assert of(table).letters == ((number, True),)
    assert of(table).seals == 2
    assert "letter_delivered" in table.said()
    assert case["then"] == {"letter_side": "2 seals"}


def test_a_letter_drawn_where_one_stands_is_turned_at_once(at):
    table = at(21, GAME, state={"own": own()}).do("use", "letter 21", "letter 9")
    assert of(table).letters == ((9, False), (21, True))


def test_the_auction_of_the_rulebook(at):
    """Yellow takes a blue good and bids 1; Red passes; Blue bids 5; Yellow passes."""
    given, then = CASES["auction-example"]["given"], CASES["auction-example"]["then"]
    table = at(23, GAME, seats=3, lira=4, others={2: {"lira": 5}}, state={"own": own(3)})
    table.do(f"use blue {given['start_bid']}", "pass")
    assert table.refused("bid 1") == "refused_bid"
    table.do(f"bid {given['blue']}", "pass")
    assert (table.anna.lira, table.anna.goods["blue"]) == (4 + then["blue_pays_yellow"], 1)
    assert (table.state.players[2].lira, table.state.players[2].hand) == (0, 1 + then["blue_draws"])


def test_whoever_wins_the_own_auction_pays_the_supply(at):
    table = at(23, GAME, seats=2, lira=4, others={1: {"lira": 9}}, state={"own": own(2)})
    table.do("use red 1", "bid 2", "bid 4")
    assert (table.anna.lira, table.anna.hand, table.ben.lira, table.state.bank) == (0, 3, 9, 4)


@pytest.mark.parametrize("key", ["double-move-3", "double-move-4-overpay"])
def test_a_double_move(at, key):
    given, then = CASES[key]["given"], CASES[key]["then"]
    letters = tuple(DONE if seals == 2 else (9, False) for seals in given["letters"])
    table = at(5, GAME, state={"own": own(players={0: {"letters": letters}})}, family=2).do("use", "end")
    assert table.state.step == "after"
    table.do("again " + " ".join("d" if seals == 2 else "9" for seals in given["letters"]))
    assert (table.state.seat, table.state.step) == (0, "move")
    assert dict(table.events[-1].phrase.values)["seals"] == then["seals_spent"]
    assert of(table).letters == ()


def test_a_double_move_is_not_doubled_again(at):
    letters = ((3, True),) * 4
    table = at(5, GAME, state={"own": own(players={0: {"letters": letters}})}, unknown=0).do("use", "end")
    table.do("again d d", "move 12", "end")
    assert table.state.seat == 1
    assert table.refused("again d d") == "refused_again"


def test_seals_are_not_paid_for_nothing(at):
    letters = (*((3, True),) * 2, (9, False))
    table = at(5, GAME, state={"own": own(players={0: {"letters": letters}})}, family=2).do("use", "end")
    assert table.refused("again d d 9") == "refused_seals"
    assert {line for line in table.legal() if line.startswith("again")} == {"again 9 d", "again d d"}


def test_companions_are_paid_like_merchants(table):
    case = CASES["pay-companions-too"]
    players = {2: {"companion": 2}}
    others = {1: {"merchant": 2}}
    table = table(GAME, merchant=24, lira=9, others=others, state={"own": own(players=players)}).do("move 2", "pay")
    assert table.anna.lira == 9 - case["then"]["pay"]


def test_the_companion_moves_one_place_and_needs_no_assistant(table):
    assert CASES["companion-step"]["then"] == {"legal": False}
    table = table(GAME, merchant=24, stack=0, out=(5,), state={"own": own(players={0: {"companion": -1}})})
    table.do("escort")
    assert of(table).companion == 24
    assert table.refused("step 23") == "refused_companion_distance"
    table.do("step 2", "use")
    assert (table.anna.goods["red"], table.anna.merchant, table.state.actor) == (2, 24, "companion")


def test_a_card_lets_the_companion_go_two_places(table):
    table = table(GAME, known=("companion_2",), state={"own": own(players={0: {"companion": 24}})})
    table.do("card companion_2")
    assert table.refused("move 6") == "refused_distance"
    assert table.do("step 23").state.place == 23


def test_the_secret_society_costs_nothing_where_the_ruby_comes_from(at):
    then = CASES["secret-society-no-cost-at-source"]["then"]
    before = {"red": 1}
    table = at(24, GAME, goods=before, state={"own": own(players={0: {"letters": (DONE,) * 3}})}).do("use 13 d d d")
    assert sum(table.anna.goods.values()) == 1 + then["goods_paid"]
    assert table.state.bought[13] == 1
    assert table.anna.rubies == 1


@pytest.mark.parametrize("key", ["secret-society-order", "secret-society-4th"])
def test_the_secret_society_pays_three_two_one(at, key):
    case = CASES[key]
    before = own(players={0: {"letters": (DONE,) * 3}}, society=case["given"]["visit_no"] - 1)
    table = at(24, GAME, lira=0, state={"own": before}).do("use 16 d d d")
    assert (table.anna.rubies, table.anna.lira) == (case["then"]["ruby"], case["then"]["lira"])


def test_the_courier(at):
    case = CASES["courier"]
    table = at(5, GAME, lira=case["given"]["lira"], figures={"courier": 5}, state={"own": own()})
    table.do("meet courier lira", "letter 9", "roll 3 4")
    assert len(of(table).letters) == case["then"]["letters"]
    assert (table.anna.lira, table.state.figures["courier"]) == (case["then"]["lira"], 7)
    assert case["then"]["then"] == "roll 2 dice"


def test_the_last_ruby_of_a_track_is_replaced_and_the_price_stays(at):
    state = {"own": own(), "bought": {13: 6, 16: 11}, "rubies": {0: 10, 1: 4, 13: 1, 14: 4, 15: 4, 16: 1}}
    table = at(16, GAME, lira=60, uses=2, state=state).do("use")
    assert (table.state.rubies[16], table.state.rubies[0], table.anna.lira) == (1, 9, 60 - 23)
    assert table.do("use").anna.lira == 60 - 46


def test_six_rubies_end_the_game_whoever_plays(at):
    table = at(16, GAME, lira=30, rubies=4, uses=2, state={"own": own()}).do("use")
    assert not table.state.last_round
    assert table.do("use").state.last_round


def test_the_companion_comes_from_the_fountain(at):
    table = at(7, GAME, stack=2, out=(3, 5), state={"own": own()}).do("use companion")
    assert (of(table).companion, table.anna.stack) == (-1, 4)
    assert "escort" not in table.legal()


@pytest.mark.parametrize(
    ("line", "gains"),
    [
        ("yellow_and_lira 1", {"yellow": 1, "lira": 1}),
        ("green_and_lira 1", {"green": 1, "lira": 1}),
        ("red_and_lira 1", {"red": 1, "lira": 1}),
        ("two_yellow 1", {"yellow": 2}),
        ("two_green 1", {"green": 2}),
        ("two_red 1", {"red": 2}),
        ("yellow 1", {"yellow": 1}),
        ("green 1", {"green": 1}),
        ("red 1", {"red": 1}),
        ("blue 1", {"blue": 1}),
        ("card 1", {"hand": 1}),
        ("two_lira 1", {"lira": 2}),
        ("coffee_or_2_lira 2", {"lira": 2}),
        ("coffee_or_3_lira 2", {"lira": 3}),
        ("companion_home 1", {"companion": -1}),
        ("extension_for_lira 1", {"lira": -10, "extensions": 1}),
        ("extension_for_goods 1", {"red": -1, "green": -1, "yellow": -1, "blue": -1, "extensions": 1}),
        ("to_fountain 1", {"merchant": -15}),
        ("ware_letter 1 red", {"red": -1, "asks": "letter"}),
        ("ware_letter 2 9 blue", {"blue": 1, "letters": -1}),
        ("card_letter 1 move_0", {"hand": -1, "asks": "letter"}),
        ("card_letter 2 9", {"hand": 1, "letters": -1}),
        ("lira_letter 1", {"lira": -2, "asks": "letter"}),
        ("lira_letter 2 9", {"lira": 3, "letters": -1}),
        ("lira_ware 1 blue", {"lira": -2, "blue": 1}),
        ("lira_ware 2 green", {"green": -1, "lira": 3}),
        ("lira_card 1", {"lira": -2, "hand": 1}),
        ("lira_card 2 move_0", {"hand": -1, "lira": 3}),
        ("die 1", {"asks": "dice"}),
    ],
)
def test_every_kiosk_tile(at, line, gains):
    name = line.split()[0]
    players = {0: {"letters": ((9, False),)}}
    goods = {"red": 1, "green": 1, "yellow": 1, "blue": 1}
    table = at(
        22,
        GAME,
        seats=2,
        lira=20,
        goods=goods,
        extensions=1,
        known=("move_0",),
        family=2,
        state={"own": own(2, players=players)},
    )
    rest = [tile for tile in ("two_lira", "red", "green", "blue") if tile != name][:2]
    table.do("use", "letter 6", f"kiosk {' '.join((name, *rest))}")
    before, letters = table.anna, len(of(table).letters)
    table.do(f"tile {line}")
    after, asked = table.anna, gains.pop("asks", None)
    assert table.state.asks[0].kind == (asked or "tile")
    assert of(table).companion == gains.pop("companion", 0)
    assert len(of(table).letters) - letters == gains.pop("letters", 0)
    assert after.hand - before.hand == gains.pop("hand", 0)
    assert after.merchant - before.merchant == gains.pop("merchant", 0)
    assert after.extensions - before.extensions == gains.pop("extensions", 0)
    assert after.lira - before.lira == gains.pop("lira", 0)
    assert {
        good: after.goods[good] - before.goods[good] for good in goods if after.goods[good] != before.goods[good]
    } == gains


def test_everybody_takes_a_kiosk_tile_and_the_first_one_also_the_last(at):
    table = at(22, GAME, seats=2, lira=0, others={1: {"lira": 3}}, state={"own": own(2)}).do("use", "letter 9")
    table.do("kiosk two_lira red die")
    assert [ask.seat for ask in table.state.asks] == [0, 1, 0]
    assert table.refused("tile blue 1") == "refused_kiosk_choice"
    table.do("tile two_lira 1", "tile die 1", "roll 5")
    assert table.ben.lira == 8
    table.do("tile red")
    assert (table.anna.lira, table.anna.goods["red"], table.state.asks) == (2, 0, ())
    assert table.state.own["letters-and-seals"].kiosk_used == ("two_lira", "die", "red")


def test_coffee_is_ignored_without_the_great_bazaar(at):
    table = at(22, GAME, seats=2, state={"own": own(2)}).do("use", "letter 9", "kiosk coffee_or_2_lira red die")
    assert table.refused("tile coffee_or_2_lira 1") == "refused_not_in_this_game"


def test_the_family_member_walks_instead_of_a_turn(table):
    table = table(GAME, family=24, known=("family_step",), figures={"governor": 2}, state={"own": own()})
    assert table.refused("card family_step 12") == "refused_family_step"
    table.do("card family_step 2", "use")
    assert (table.anna.goods["red"], table.state.step, table.anna.merchant) == (2, "after", 7)
    assert table.do("end").state.seat == 1


def test_to_another_merchant_who_is_not_paid(table):
    """ "You do not have to pay that specific merchant": whom to spare is chosen, others there are paid."""
    others = {1: {"merchant": 16, "lira": 0}, 2: {"merchant": 16, "lira": 0}}
    table = table(GAME, known=("to_other_merchant",), lira=2, others=others, state={"own": own()})
    assert {f"card to_other_merchant {seat}" for seat in (1, 2)} <= table.legal()
    assert table.refused("card to_other_merchant 3") == "refused_chase"  # stands at the Fountain, as Anna does
    table.do("card to_other_merchant 2", "move 16", "pay")
    assert [player.lira for player in table.state.players[:3]] == [0, 2, 0]


def test_an_earlier_record_says_whom_the_card_goes_to_with_the_move(table):
    others = {1: {"merchant": 16, "lira": 0}, 2: {"merchant": 5}, 3: {"merchant": 5}}
    table = table(GAME, known=("to_other_merchant",), lira=2, others=others, state={"own": own()})
    assert table.refused("card to_other_merchant") == "refused_chase"  # today it is said with the card
    table.state = stepped(GAME, table.state, Entry(EntryKind.ACTION, "card to_other_merchant")).state
    assert table.refused("move 5") == "refused_chase_whom"  # two stand there: nobody can tell whom it spared
    table.do("move 16")
    assert (table.state.step, table.state.chased, table.ben.lira) == ("action", 1, 0)


def test_any_place_for_three_lira(table):
    table = table(GAME, known=("anywhere_for_3_lira",), lira=3, state={"own": own()})
    table.do("card anywhere_for_3_lira", "move 10")
    assert (table.anna.lira, table.state.place) == (0, 10)


def test_the_topmost_discarded_card(table):
    table = table(
        GAME, known=("top_discarded_card",), lira=0, state={"own": own(), "discard": ("take_5_lira",), "pile": 50}
    )
    assert table.do("card top_discarded_card").anna.lira == 5


def test_dice_for_a_reward_that_is_declared(table):
    table = table(GAME, known=("roll_2_dice",), lira=0, state={"own": own()}).do("card roll_2_dice", "roll 3 4")
    table.do("declare +lira:4 +blue")
    assert (table.anna.lira, table.anna.goods["blue"]) == (4, 1)
    assert "declared" in table.said()


def test_a_letter_that_all_have_seen_is_not_drawn_again(at):
    counts = json.dumps({"9": 1, "21": 27})
    table = at(21, GAME, corrections=(("letter_numbers", counts),)).do("use", "letter 9")
    assert table.refused("letter 9") == "refused_letter_number"


def test_only_the_new_cards_where_the_table_wants_that(table):
    deck = table(GAME, corrections=(("bonus_cards_mode", '"new"'),)).state
    assert deck.pile + 4 == 36
    assert table(GAME).state.pile + 4 == 36 + 26


def test_a_card_does_not_pay_for_itself(table):
    table = table(GAME, known=("use_figure",), unknown=0, lira=0, state={"own": own(), "discard": ("use_figure",) * 2})
    table.state = table.state._replace(pile=table.state.pile - 2)
    assert "card use_figure governor discard use_figure" not in table.legal()
    assert table.refused("card use_figure governor discard use_figure") == "refused_not_in_hand"
    table.do("card use_figure governor discard move_0", "roll 6 6")
    assert (table.state.figures["governor"], table.anna.hand) == (12, 0)


def top_card_played(table, *, pile, words):
    """The events of the card that carries out the topmost discarded one, which uses a figure."""
    discard = ("use_figure",)
    table = table(GAME, known=("top_discarded_card", "move_0"), unknown=0, state={"own": own()})
    others = table.state.pile - pile - len(discard)
    ben = table.state.players[1]
    players = (table.anna, ben._replace(unknown=ben.unknown + others), *table.state.players[2:])
    state = table.state._replace(players=players, pile=pile, discard=discard)
    return GAME.apply(state, GAME.read(f"card top_discarded_card {words}"))


@pytest.mark.parametrize(
    ("pile", "words"), [(0, "governor lira"), (1, "governor discard move_0"), (5, "smuggler red lira")]
)
def test_the_topmost_card_is_named_whatever_becomes_of_the_discards(table, pile, words):
    """Given an empty pile, the Governor's card is drawn from the discards, the topmost one with them."""
    state, events = top_card_played(table, pile=pile, words=words)
    found = [dict(event.phrase.values)["card"].key for event in events if event.phrase.key == "istanbul.card_played"]
    assert found == ["istanbul.card_top_discarded_card", "istanbul.card_use_figure"]
    assert broken_laws_of(state) == ()


def test_a_companion_at_the_police_station_goes_on_meeting_there(at):
    """The family member acts elsewhere; the companion who sent it is still the one who meets the Governor at 12."""
    state = {"own": own(players={0: {"companion": 12}}), "piece": Piece.COMPANION}
    table = at(12, GAME, state=state, figures={"governor": 12}, lira=5).do("use 22", "use", "letter 6")
    assert table.state.actor == "companion"
    table.do("kiosk to_fountain", "kiosk red", "kiosk green", "kiosk blue", "kiosk die", "tile to_fountain 1")
    assert (table.state.place, table.state.players[0].merchant) == (12, 7)


def test_a_companion_meets_whoever_is_there_as_a_merchant_does(at):
    state = {"own": own(players={0: {"companion": 5, "letters": ((5, False),)}}), "piece": Piece.COMPANION}
    table = at(5, GAME, state=state, figures={"governor": 5}, others={1: {"family": 5}}, lira=5).do("use")
    assert table.refused("end") == "refused_must_catch"
    table.do("catch 1 lira", "meet governor lira")
    assert table.ben.family == 12
    assert table.state.own["letters-and-seals"].players[0].letters == ((5, True),)  # a companion delivers, too


def test_the_merchant_who_goes_to_the_fountain_meets_whoever_is_there(at):
    table = at(12, GAME, state={"own": own()}, figures={"governor": 7}, lira=5).do("use 22", "use", "letter 6")
    table.do("kiosk to_fountain red green blue die", "tile to_fountain 1", *["tile red", "tile green", "tile blue"])
    table.do("tile die", "meet governor lira")


def test_the_companion_comes_without_any_assistant(at):
    table = at(7, GAME, stack=2, out=(3, 5), state={"own": own()})
    assert {"use companion", "use companion 3", "use companion 5", "use companion nobody"} <= table.legal()
    table.do("use companion nobody")
    assert (of(table).companion, table.anna.stack, table.anna.out) == (-1, 2, (3, 5))


def test_kiosk_tiles_are_told_one_by_one_and_shuffled_when_they_run_out(at):
    every = [*GAME.rulebook(GAME.setup(())).facts["kiosk_tiles"]]
    used = tuple(every[2:])
    table = at(22, GAME, seats=2, state={"own": own(2, kiosk_used=used)}).do("use", "letter 9")
    assert table.legal() == {f"kiosk {tile}" for tile in every[:2]}
    table.do(*(f"kiosk {tile}" for tile in every[:2]))
    assert table.legal() == {f"kiosk {tile}" for tile in used}
    table.do(f"kiosk {used[0]}")
    assert [ask.seat for ask in table.state.asks] == [0, 1, 0]


def test_the_mosque_once_more(at):
    table = at(14, GAME, known=("mosque_again",), goods={"red": 2, "green": 2}, state={"own": own()})
    table.do("use red", "card mosque_again", "use green")
    assert (table.anna.rubies, table.anna.tiles) == (1, frozenset({"red", "green"}))


def test_nobody_knows_which_delivered_letter_was_discarded(at):
    """Two delivered letters lie seal side up; either may be shuffled back, so either number may be drawn again."""
    counts = json.dumps({"9": 1, "3": 1, "21": 26})
    letters = own(players={0: {"letters": ((3, True), (9, True), *(((21, True),) * 26))}}, discard=())
    table = at(21, GAME, state={"own": letters}, corrections=(("letter_numbers", counts),))
    assert table.state.own["letters-and-seals"].pile == 0
    table.state = table.state._replace(figures={**table.state.figures, "courier": 21})
    table.do("meet courier d")
    assert {"letter 3", "letter 9", "letter 21"} <= table.legal()
