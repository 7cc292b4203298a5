"""The table of this game: what its face sees of it, and what touch may ask of its session."""

from __future__ import annotations

from typing import TypeAlias

from companion.session.views import Proposal, TableSessionLike, TableView
from games.thurn_and_taxis.actions import Action
from games.thurn_and_taxis.state import State

PostalView: TypeAlias = TableView[State, Action]
PostalSession: TypeAlias = TableSessionLike[State, Action]
PostalProposal: TypeAlias = Proposal[Action]
