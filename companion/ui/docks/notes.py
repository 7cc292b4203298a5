"""Small docks: what a chip means and its remedy, and the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.locale import say
from companion.session.views import Chip
from companion.ui.kit.base import Icon, Words, look, words
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.measured import text_size
from companion.ui.kit.scrolled import column, scrolled
from games.game import Phrase


class RemedyDock(Dock):
    """What is not well and what helps."""

    height_dp = 192

    def __init__(self, chip: Chip, close: Callable[[], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        subject = "not_saved" if chip.unsaved else chip.kind.value
        self.add_widget(title_row(words(f"app.chip_{subject}"), close))
        text = say(chip.phrase, look().language)
        self.add_widget(Words(text=text, role="label", ink="bad" if chip.lost else "warn", fit="wrap"))


class RuleDock(Dock):
    """The rule of the step that is due, in our own words, with where the rulebook has it, what marks of ours on the
    board mean, and how much of what is played with is a default of ours."""

    height_dp = 240

    def __init__(
        self,
        step: Phrase,
        rule: Phrase | None,
        ours: int,
        close: Callable[[], None],
        *,
        legend: Phrase | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(words("rules.title", step=step), close))
        lines = column()
        text = say(rule, the.language) if rule is not None else words("rules.none")
        lines.add_widget(Words(text=text, role="label", fit="wrap"))
        if rule is not None:
            section = words("rules.section", section=Phrase(f"{rule.key}_section"))
            lines.add_widget(Words(text=section, role="least", ink="text2", fit="wrap"))
        if legend is not None:
            lines.add_widget(Words(text=say(legend, the.language), role="label", fit="wrap"))
        if ours:
            lines.add_widget(Words(text=words("rules.still_ours", count=ours), role="least", ink="text2", fit="wrap"))
        self.add_widget(scrolled(lines))


ICON_DP = 26


class MenuDock(Dock):
    """Where else to go: ``entries`` are (icon, words, what to do)."""

    takes_side = True  # as many of them in sight as at the board's foot, and the board as well

    def __init__(
        self, entries: Sequence[tuple[str, str, Callable[[], object]]], close: Callable[[], None], **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(words("app.menu"), close))
        size, edge, gap = the.type_px("label"), the.px(8), the.px(6)
        longest = max(text_size(word, size, "bold")[0] for _, text, _ in entries for word in text.split())
        grid = grown_grid(2 * edge + the.px(ICON_DP) + gap + longest)
        for icon, text, do in entries:
            button = GrownTap(least_dp=56 if the.compact else 64)
            button.padding, button.spacing = [edge, gap], gap
            button.put_before(Icon(name=icon, side=ICON_DP, pos_hint={"center_y": 0.5}))
            button.say(text, role="label", weight="bold")
            button.bind(on_release=lambda _, do=do: do())
            grid.add_widget(button)
        self.add_widget(scrolled(grid))
