"""Every sentence of the Grand Masters' rulebook, in its order. The German original stands; each test names its own."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from games.game import Refusal
from games.riga.box.components import Master, Side, money_side, subjects
from games.riga.final_scoring import money_lines, money_points, second_prizes, tile_lines
from games.riga.grand_masters import Placed, draw_row
from games.riga.moment import Step
from games.riga.scorer.rules import GRAND_MASTERS as GAME
from games.riga.scorer.rules import Setup

from .conftest import SEATS, display

RULEBOOK = [one["de"] for one in json.loads((Path(__file__).parent / "rulebook.json").read_text("utf-8"))]
NAMED: list[str] = []


def sentence(text):
    """The sentence of the rulebook that the test below plays."""
    assert text in RULEBOOK, text
    NAMED.append(text)
    return lambda test: test


def play(state, *lines):
    for line in lines:
        state, _ = GAME.apply(state, GAME.read(line))
    return state


def owners(state):
    return {placed.master.key: placed.owner for placed in state.row}


def points(lines, players=4):
    return [sum(line.points for line in lines if line.player == seat) for seat in range(players)]


def test_every_sentence_has_a_test():
    assert set(NAMED) == set(RULEBOOK)


@sentence("für 2 bis 4 Spieler ab 10 Jahren")
@pytest.mark.parametrize(("players", "plays"), [(1, False), (2, True), (4, True), (5, False)])
def test_two_to_four_play(players, plays):
    seats = (*SEATS, SEATS[0])[:players]
    if plays:
        GAME.new(GAME.setup(seats))
    else:
        with pytest.raises(Refusal, match=r"riga\.refused_seats"):
            GAME.new(GAME.setup(seats))


@sentence("8 Großmeister-Plättchen: Riga, Visby, Stockholm, Tallinn, Danzig, Geld, Ritter, Kaufmann.")
def test_there_are_eight_tiles():
    wanted = {"Riga", "Visby", "Stockholm", "Tallinn", "Danzig", "Money", "Knight", "Merchant"}
    assert set(subjects(with_riga=True)) == wanted


@sentence("Wenn ihr ohne Riga-Gebäude spielt, entfernt das Großmeister-Plättchen „Riga“.")
def test_without_riga_buildings_its_tile_is_out():
    assert "Riga" not in subjects(with_riga=False)
    drawn = {tile.subject for seed in range(60) for tile in draw_row(random.Random(seed), with_riga=False)}
    assert drawn == set(subjects(with_riga=False))
    state = GAME.new(Setup(SEATS[:2], with_riga=False))
    with pytest.raises(Refusal, match=r"riga\.refused_riga_removed"):
        play(state, "lay max-Riga max-Visby first-Knight Money")


@sentence("Mischt die übrigen Großmeister-Plättchen, dreht die obersten vier auf die Rückseite und mischt erneut.")
def test_four_tiles_are_turned_before_the_second_shuffle():
    class Watched(random.Random):
        piles = ()

        def shuffle(self, pile):
            super().shuffle(pile)
            self.piles = (*self.piles, tuple(pile))

    for seed in range(30):
        chance = Watched(seed)
        draw_row(chance, with_riga=True)
        first, second = chance.piles
        turned = {tile.subject for tile in second if tile.side is Side.FIRST}
        assert turned == set(first[:4]) - {"Money"}


@sentence(
    "Dann platziert die oberen vier Großmeister-Plättchen offen in der allgemeinen Auslage und nehmst den Rest aus dem "
    "Spiel."
)
def test_four_tiles_lie_in_the_row_and_the_rest_is_out():
    state = play(GAME.new(GAME.setup(SEATS[:2])), "lay max-Visby first-Knight max-Riga Money")
    assert list(owners(state)) == ["max-Visby", "first-Knight", "max-Riga", "Money"]
    assert (
        play(GAME.new(GAME.setup(SEATS[:2])), "lay max-Visby first-Knight max-Riga").step is Step.ROW
    )  # one is missing
    with pytest.raises(Refusal, match=r"riga\.refused_row_length"):
        play(GAME.new(GAME.setup(SEATS[:2])), "lay max-Visby first-Knight max-Riga Money max-Danzig")
    rows = [draw_row(random.Random(seed), with_riga=True) for seed in range(400)]
    assert {len(row) for row in rows} == {4}
    counted = Counter(tile.subject for row in rows for tile in row)
    assert min(counted.values()) > 150  # each of eight lies there in about half of all games


@sentence(
    "Ist das Großmeister-Plättchen „Geld“ in der Auslage, legt es etwas abseits offen auf die Seite, die der "
    "Spielerzahl entspricht."
)
def test_money_lies_on_the_side_of_the_number_of_players():
    assert [money_side(players) for players in (2, 3, 4)] == ["fewer", "fewer", "four"]


@sentence("Es wird erst am Spielende ausgewertet.")
def test_nobody_takes_money_by_building(table):
    state = play(table("Money max-Visby first-Visby max-Danzig", display(Visby=5), display()), "build 0 Visby Merchant")
    assert owners(state)["Money"] is None


@sentence(
    "Nach jedem Bau eines Gebäudes kontrollierst Du, ob Du die Bedingungen für den Erwerb eines "
    "Großmeister-Plättchens erfüllst."
)
def test_tiles_are_claimed_after_every_single_building(table):
    start = table("max-Visby first-Visby max-Knight Money")
    once = play(start, "build 0 Visby Knight")
    twice = play(once, "build 0 Visby Knight")
    thrice = play(twice, "build 0 Visby Knight")
    assert owners(once) == {"max-Visby": None, "first-Visby": None, "max-Knight": None, "Money": None}
    assert owners(twice)["max-Visby"] == 0
    # One building may bring several tiles.
    assert owners(thrice) == {"max-Visby": 0, "first-Visby": 0, "max-Knight": 0, "Money": None}


@sentence("Je nach Vorder- oder Rückseite der Plättchen sind die Voraussetzungen unterschiedlich:")
def test_the_sides_ask_for_different_things(table):
    with_two = play(table("max-Visby first-Danzig max-Riga Money"), "build 0 Visby", "build 0 Visby")
    assert owners(with_two)["max-Visby"] == 0
    other_side = play(table("first-Visby first-Danzig max-Riga Money"), "build 0 Visby", "build 0 Visby")
    assert owners(other_side)["first-Visby"] is None


@sentence(
    "Plättchen mit der Angabe „Max.“ erhältst Du aus der allgemeinen Auslage, wenn Du mindestens 2 Gebäude in der "
    "angegebenen Stadt hast bzw. mindestens 3 Ritter oder Kaufleute insgesamt in Deiner Auslage besitzt."
)
@pytest.mark.parametrize(
    ("tile", "before", "line", "takes"),
    [
        ("max-Visby", display(), "build 0 Visby", False),
        ("max-Visby", display(Visby=1), "build 0 Visby", True),
        ("max-Visby", display(Visby=1), "build 0 Danzig", False),
        ("max-Knight", display(Knight=1), "build 0 Visby Knight", False),
        ("max-Knight", display(Knight=2), "build 0 Danzig Knight", True),  # wherever they stand
        ("max-Knight", display(Knight=2, Merchant=2), "build 0 Visby Merchant", False),  # knights alone count
        ("max-Merchant", display(Merchant=2), "build 0 Visby Merchant", True),
        ("max-Merchant", display(Merchant=1), "build 0 Visby Merchant Merchant", True),
    ],
)
def test_a_max_tile_comes_from_the_supply(table, tile, before, line, takes):
    state = play(table(f"{tile} max-Riga first-Danzig Money", before, display()), line)
    assert (owners(state)[tile] == 0) is takes


@sentence(
    "Um das Plättchen einem anderen Spieler wegzunehmen, musst Du mehr Gebäude oder Personen besitzen als der "
    "derzeitige Inhaber des Plättchens."
)
def test_more_takes_a_max_tile_from_its_owner(table):
    state = table("max-Visby max-Riga first-Danzig Money", display(Visby=2), display(Visby=2), owners={"max-Visby": 0})
    assert owners(play(state, "build 1 Visby"))["max-Visby"] == 1
    state = table(
        "max-Knight max-Riga first-Danzig Money", display(Knight=3), display(Knight=3), owners={"max-Knight": 0}
    )
    assert owners(play(state, "build 1 Riga Knight"))["max-Knight"] == 1


@sentence("Im Falle eines Unentschiedens behält der bisherige Besitzer das Plättchen.")
def test_a_tie_keeps_the_tile_where_it_is(table):
    state = table("max-Visby max-Riga first-Danzig Money", display(Visby=2), display(Visby=1), owners={"max-Visby": 0})
    assert owners(play(state, "build 1 Visby"))["max-Visby"] == 0


@sentence(
    "Plättchen mit der Angabe „1.“ erhältst Du aus der allgemeinen Auslage, wenn Du der Erste bist, der 3 Gebäude in "
    "der entsprechenden Stadt gebaut bzw. 4 Ritter oder Kaufleute insgesamt in der Auslage hat."
)
@pytest.mark.parametrize(
    ("tile", "before", "line", "takes"),
    [
        ("first-Visby", display(Visby=1), "build 0 Visby", False),
        ("first-Visby", display(Visby=2), "build 0 Visby", True),
        ("first-Knight", display(Knight=2), "build 0 Visby Knight", False),
        ("first-Knight", display(Knight=3), "build 0 Visby Knight", True),
        ("first-Merchant", display(Merchant=3, Knight=1), "build 0 Visby Knight", False),
        ("first-Merchant", display(Merchant=3), "build 0 Visby Merchant", True),
    ],
)
def test_the_first_to_meet_it_takes_a_first_tile(table, tile, before, line, takes):
    state = play(table(f"{tile} max-Riga max-Danzig Money", before, display()), line)
    assert (owners(state)[tile] == 0) is takes


@sentence("Du behältst das Plättchen bis zum Spieldende.")
def test_a_first_tile_stays_with_its_owner(table):
    state = table(
        "first-Visby max-Riga max-Danzig Money", display(Visby=3), display(Visby=3), owners={"first-Visby": 0}
    )
    assert owners(play(state, "build 1 Visby", "build 1 Visby"))["first-Visby"] == 0


@sentence("Am Spielende erhältst Du 4 Siegpunkte für jedes Großmeister-Plättchen, das Du besitzt.")
def test_each_tile_owned_is_worth_four(table):
    state = table("max-Visby first-Danzig max-Riga max-Knight", players=2, owners={"max-Visby": 0, "first-Danzig": 0})
    after = play(state, "end")
    assert after.scores == (8, 0)
    assert [standing.player for standing in GAME.standings(after)] == [0, 1]


@sentence(
    "Du erhältst 2 Siegpunkte, wenn Du die Bedingung für den Erwerb eines Großmeister-Plättchens mit der Angabe „1.“ "
    "erfüllst, das ein anderer Spieler besitzt."
)
def test_second_prizes_of_a_first_tile_go_to_everybody_who_meets_it():
    tile = Placed(Master.named("first-Visby"), owner=0)
    built = [display(Visby=3), display(Visby=5), display(Visby=3), display(Visby=2)]
    assert points(tile_lines((tile,), built)) == [4, 2, 2, 0]
    assert second_prizes(Placed(Master.named("first-Visby")), built) == ()  # nobody owns it


@sentence(
    "Du erhältst 2 Siegpunkte, wenn Du die Bedingung für den Erwerb eines Großmeister-Plättchens mit der Angabe „Max.“ "
    "erfüllst, das ein anderer Spieler besitzt und wenn kein anderer Spieler (außer dem Besitzer des Plättchens) mehr "
    "Gebäude bzw. Ritter oder Kaufleute besitzt als Du."
)
@pytest.mark.parametrize(
    ("visby", "wanted"),
    [
        ((4, 3, 2, 2), [4, 2, 0, 0]),
        ((4, 3, 3, 2), [4, 2, 2, 0]),  # nobody has more than either of the two
        ((4, 4, 3, 2), [4, 2, 0, 0]),  # as many as the owner is a second prize as well
        ((3, 1, 1, 0), [4, 0, 0, 0]),  # the condition for taking it from the supply: two buildings
        ((2, 2, 2, 2), [4, 2, 2, 2]),
    ],
)
def test_second_prizes_of_a_max_tile_go_to_the_most_besides_its_owner(visby, wanted):
    tile = Placed(Master.named("max-Visby"), owner=0)
    assert points(tile_lines((tile,), [display(Visby=count) for count in visby])) == wanted


@pytest.fixture
def example(table):
    """Christian, Volker, Heike and Robert."""
    built = [display(Tallinn=4), display(Tallinn=3), display(Tallinn=3), display(Tallinn=2)]
    return table("max-Tallinn max-Riga max-Danzig first-Visby", *built, owners={"max-Tallinn": 0})


@sentence("Christian hat das Plättchen „Max. Tallin“ in seiner Auslage und 4 Tallinn-Gebäude gebaut.")
@sentence("Volker und Heike haben je 3 Gebäude in Tallinn gebaut, Robert nur 2 Gebäude.")
@sentence("Christian bekommt 4 Siegpunkte, Heike und Volker erhalten je 2 Siegpunkte, Robert geht leer aus.")
def test_the_example(example):
    assert owners(example)["max-Tallinn"] == 0
    after, events = GAME.apply(example, GAME.read("end"))
    assert after.scores == (4, 2, 2, 0)
    assert [(event.line.player, event.line.points) for event in events] == [(0, 4), (1, 2), (2, 2)]


@sentence(
    "Wertet ggf. dann das Plättchen „Geld“ aus: Jeder ermittelt sein Barvermögen, indem er den Warenwert seiner "
    "verbliebenen Handkarten addiert und die unverbrauchten Geldbeträge seiner Gebäude hinzurechnet."
)
def test_money_is_scored_last_by_goods_at_base_value_and_money_left_in_buildings(table, riga):
    state = play(table("Money max-Visby max-Riga max-Danzig", players=4, owners={"max-Visby": 1}), "end")
    assert state.step is Step.CASH
    _, events = GAME.apply(play(state, "cash 0 9", "cash 1 7", "cash 2 5"), GAME.read("cash 3 0"))
    assert [event.places[0] for event in events] == ["tile:max-Visby", "tile:Money", "tile:Money", "tile:Money"]
    # 2 wine at 3 and 1 grain at 2, 2 ducats of one building; the other's money is spent this year.
    anna = riga(goods=(0, 0, 2, 1), built=("Visby-trading_post", "Visby-mint"), opened=("Visby-mint",))
    assert anna.cash(0) == 2 * 3 + 2 + 2


@sentence("In der Reihenfolge der Barvermögen erhältet ihr 6-4-2 Siegpunkte (bei weniger als 4 Spielern 4-2).")
@pytest.mark.parametrize(
    ("cash", "wanted"),
    [((9, 7, 5, 3), (6, 4, 2, 0)), ((3, 9, 5, 7), (0, 6, 2, 4)), ((9, 7, 5), (4, 2, 0)), ((1, 2), (2, 4))],
)
def test_money_brings_points_by_rank(cash, wanted):
    assert money_points(cash) == wanted


@sentence(
    "Bei Gleichstand addiert ihr die Punkte für die betroffenen Ränge und teilt sie gleichmäßig unter den Beteiligten "
    "auf, wobei gegebenenfalls abgerundet wird."
)
@pytest.mark.parametrize(
    ("cash", "wanted", "working"),
    [
        ((9, 9, 5, 2), (5, 5, 2, 0), "(6 + 4) ÷ 2"),
        ((5, 5, 5, 2), (4, 4, 4, 0), "(6 + 4 + 2) ÷ 3"),
        ((9, 6, 6, 6), (6, 2, 2, 2), "(4 + 2 + 0) ÷ 3"),
        ((9, 9, 9), (2, 2, 2), "(4 + 2 + 0) ÷ 3"),
        ((9, 4, 4), (4, 1, 1), "(2 + 0) ÷ 2"),
        ((4, 4, 4, 4), (3, 3, 3, 3), "(6 + 4 + 2 + 0) ÷ 4"),
    ],
)
def test_equal_cash_shares_the_ranks(cash, wanted, working):
    assert money_points(cash) == wanted
    assert working in {line.working for line in money_lines(cash)}


@sentence("Wer kein Restgeld hat, erhält keine Punkte für das Plättchen „Geld“.")
@pytest.mark.parametrize(("cash", "wanted"), [((5, 0, 0, 0), (6, 0, 0, 0)), ((0, 0), (0, 0)), ((3, 3, 0), (3, 3, 0))])
def test_no_cash_no_points(cash, wanted):
    assert money_points(cash) == wanted


TILES = "max-Knight max-Riga first-Merchant first-Danzig"


@sentence(
    "Wenn ihr mit der „Vitalienbrüder“-Erweiterung spielt, muss der Besitzer des Großmeister-Plättchens mit der Angabe "
    "„Max.“ Ritter oder Kaufmann das Plättchen (nur) abgeben, wenn er durch das Verdecken eines Ritters bzw. Kaufmanns "
    "weniger hat als ein anderer Spieler, jener erhält das Plättchen dann sofort."
)
@pytest.mark.parametrize(
    ("knights", "wanted"),
    [((4, 3, 0), 0), ((3, 3, 0), 1), ((3, 3, 2), 1), ((3, 1, 0), 0)],
)
def test_covering_moves_a_max_tile_to_whoever_alone_has_more(table, knights, wanted):
    built = [display(Knight=count) for count in knights]
    state = table(TILES, *built, owners={"max-Knight": 0}, victual_brothers=True)
    assert owners(play(state, "cover 0 Knight"))["max-Knight"] == wanted


@sentence(
    "Gilt es mehrere Spieler, die dann die meisten Ritter bzw. Kaufleute haben, wird das Großmeister-Plättchen dann "
    "sofort rückgelegt."
)
def test_a_tie_of_others_sends_the_tile_back_to_the_supply(table):
    built = [display(Knight=3), display(Knight=3), display(Knight=3)]
    state = play(table(TILES, *built, owners={"max-Knight": 0}, victual_brothers=True), "cover 0 Knight")
    assert owners(state)["max-Knight"] is None
    assert state.row[0].returned


@sentence(
    "Sobald ein Spieler allein denjenige mit den meisten Rittern bzw. Kaufleuten ist (mind. 3), erhält er sofort das "
    "Großmeister-Plättchen."
)
def test_whoever_is_alone_in_the_lead_takes_a_returned_tile_at_once(table):
    def returned(*knights):
        built = [display(Knight=count) for count in knights]
        return table(TILES, *built, victual_brothers=True, returned=("max-Knight",))

    assert owners(play(returned(2, 3, 3), "build 0 Visby Knight"))["max-Knight"] is None  # three, but not alone
    assert owners(play(returned(2, 3, 3), "build 1 Visby Knight"))["max-Knight"] == 1
    assert owners(play(returned(0, 3, 3), "cover 2 Knight"))["max-Knight"] == 1  # at once, though nobody built
    assert owners(play(returned(0, 1, 1), "build 1 Visby Knight"))["max-Knight"] is None  # alone, but only two
    assert owners(play(returned(0, 3, 3), "build 1 Visby"))["max-Knight"] is None
    assert owners(play(returned(0, 2, 2), "cover 2 Knight"))["max-Knight"] is None  # alone by covering, but only two


@sentence(
    "Plättchen mit der Angabe „1.“ werden auch dann nicht zurückgelegt, wenn der Besitzer nicht mehr 4 Ritter bzw. "
    "Kaufleute in seiner Auslage hat."
)
def test_covering_never_moves_a_first_tile(table):
    built = [display(Merchant=4), display(Merchant=4), display(Merchant=4)]
    state = table(TILES, *built, owners={"first-Merchant": 0}, victual_brothers=True)
    state = play(state, "cover 0 Merchant", "cover 0 Merchant")
    assert owners(state)["first-Merchant"] == 0
    assert points(tile_lines(state.row, state.displays), 3) == [4, 2, 2]


def test_covered_persons_do_not_count(table):
    state = table(TILES, display(Knight=2, covered={"Knight": 1}), display(), victual_brothers=True)
    assert owners(play(state, "build 0 Visby Knight"))["max-Knight"] is None
