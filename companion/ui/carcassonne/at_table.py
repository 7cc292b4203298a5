"""The table of this game: what its face sees of it, and what touch may ask of its session."""

from __future__ import annotations

from typing import TypeAlias

from companion.session.views import Proposal, TableSessionLike, TableView
from games.carcassonne.actions import Action
from games.carcassonne.state import State

CarcassonneView: TypeAlias = TableView[State, Action]
CarcassonneSession: TypeAlias = TableSessionLike[State, Action]
CarcassonneProposal: TypeAlias = Proposal[Action]
