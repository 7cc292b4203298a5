"""The page of a person and the page of a game: how often, how well, what points came from, against whom."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.people.kinds import kind_in_words
from companion.people.statistics import GamePlayed, GameTally, PersonsGames
from companion.ui.kit.base import PanelBox, Words, look, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import column
from companion.ui.statistics.points_graph import PointsGraph
from games.game import Phrase
from vision.frames import Picture

GRAPH_DP = 84  # how high
MOST_KINDS = 8  # that are named, what brought most first


def line(text: str, role: str, height: float, *, weight: str = "regular", ink: str = "text") -> Words:
    """One line."""
    return Words(text=text, role=role, weight=weight, ink=ink, fit="line", size_hint_y=None, height=look().px(height))


def person_page(person: PersonsGames, picture: Picture | None = None) -> Widget:
    """How somebody did, as a column, with the picture that there is; a graph for each game."""
    rows = column()
    share = round(100 * person.won / person.played)
    hours, minutes = divmod(round(60 * person.hours), 60)
    head = words("people.head", played=person.played, won=person.won, percent=share, time=f"{hours}:{minutes:02d}")
    if picture is not None:
        shown = StillPicture(size_hint=(None, None), size=(look().px(128), look().px(128)))
        shown.picture = picture
        rows.add_widget(shown)
    _title(rows, person.name)
    rows.add_widget(line(head, "label", 44))
    if person.longest_streak > 1:
        text = words("people.streak", longest=person.longest_streak, now=person.streak)
        rows.add_widget(line(text, "label", 32, ink="text2"))
    for tally in person.tallies():
        rows.add_widget(_tally(person, tally))
    against = person.against()
    if against:
        rows.add_widget(line(words("people.against"), "label", 40, weight="bold"))
    for other, together, ahead in against:
        rows.add_widget(line(words("people.met", name=other, games=together, ahead=ahead), "label", 36))
    return rows


def _tally(person: PersonsGames, tally: GameTally) -> Widget:
    the = look()
    panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(14), size_hint_y=None)
    panel.spacing = the.px(6)
    panel.bind(minimum_height=panel.setter("height"))
    panel.add_widget(line(words(f"app.game_{tally.game_key}"), "body", 34, weight="bold"))
    text = words("people.tally", played=tally.played, won=tally.won, best=tally.best, mean=round(tally.mean))
    panel.add_widget(line(text, "least", 30, ink="text2"))
    _add_graph(panel, person.points_of(tally.game_key))
    _add_kinds(panel, person.kinds_of(tally.game_key))
    return panel


def game_page(game: GamePlayed) -> Widget:
    """What was played of a game, as a column; a graph of the most points at each table."""
    the, rows = look(), column()
    _title(rows, words(f"app.game_{game.game_key}"))
    head = words("people.game_head", played=len(game.games), minutes=round(game.minutes))
    rows.add_widget(line(head, "label", 44))
    if game.best is not None:
        name, points = game.best
        rows.add_widget(line(words("people.game_best", points=points, name=name), "label", 32, ink="text2"))
    panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(14), size_hint_y=None)
    panel.spacing = the.px(6)
    panel.bind(minimum_height=panel.setter("height"))
    if len(game.most_points) > 1:
        panel.add_widget(line(words("people.game_graph"), "least", 30, ink="text2"))
    _add_graph(panel, game.most_points)
    _add_kinds(panel, game.kinds())
    rows.add_widget(panel)
    for name, played, won in game.winners():
        rows.add_widget(line(words("people.game_winner", name=name, played=played, won=won), "label", 36))
    return rows


def _title(rows: Widget, text: str) -> None:
    rows.add_widget(line(text, "title" if not look().compact else "ribbon", 48, weight="black"))


def _add_graph(panel: PanelBox, points: tuple[int, ...]) -> None:
    """Points of one game after the other; of a single one the words above tell all."""
    if len(points) > 1:
        panel.add_widget(PointsGraph(points, size_hint_y=None, height=look().px(GRAPH_DP)))


def _add_kinds(panel: PanelBox, kinds: Sequence[tuple[str, float]]) -> None:
    """What points came from, points a game each; kinds with the same word count together."""
    if not kinds:
        return
    language = look().language
    together: dict[str, float] = {}
    for kind, points in kinds:
        word = kind_in_words(kind, language)
        together[word] = together.get(word, 0.0) + points
    most = sorted(together.items(), key=lambda one: -one[1])[:MOST_KINDS]
    phrases = tuple(Phrase.of("people.kind_points", kind=word, points=_number(points)) for word, points in most)
    panel.add_widget(Words(text=words("people.kinds", kinds=phrases), role="least", ink="text2", fit="wrap"))


def _number(points: float) -> str:
    """With one decimal below ten: *2.5*."""
    text = f"{points:.0f}" if abs(points) >= 10 or points == round(points) else f"{points:.1f}"
    return text.replace("-", "−").replace(".", "," if look().language == "de" else ".")
