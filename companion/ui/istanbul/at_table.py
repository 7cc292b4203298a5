"""The table of this game: what its face sees of it, and what touch may ask of its session."""

from __future__ import annotations

from typing import TypeAlias

from companion.session.views import Proposal, TableSessionLike, TableView
from games.istanbul.actions import Action
from games.istanbul.state import State

IstanbulView: TypeAlias = TableView[State, Action]
IstanbulSession: TypeAlias = TableSessionLike[State, Action]
IstanbulProposal: TypeAlias = Proposal[Action]
