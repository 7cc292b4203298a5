"""The table of this game: what its face sees of it, and what touch may ask of its session."""

from __future__ import annotations

from typing import TypeAlias

from companion.session.views import Proposal, TableSessionLike, TableView
from games.cronberg.state import Action, State

CronbergView: TypeAlias = TableView[State, Action]
CronbergSession: TypeAlias = TableSessionLike[State, Action]
CronbergProposal: TypeAlias = Proposal[Action]
