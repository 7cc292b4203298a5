"""The table of Riga and that of its scorer: what their faces see of it, and what touch may ask of its session."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from companion.session.views import Proposal, TableSessionLike, TableView
from games.riga.actions import Action
from games.riga.scorer import actions as scorer_actions
from games.riga.scorer.rules import State as ScorerState
from games.riga.state import State

RigaView: TypeAlias = TableView[State, Action]
RigaSession: TypeAlias = TableSessionLike[State, Action]
ScorerView: TypeAlias = TableView[ScorerState, scorer_actions.Action]
EitherView: TypeAlias = TableView[State, Any] | TableView[ScorerState, Any]

# Of Riga or of its scorer, whichever is played.
EitherStateT = TypeVar("EitherStateT", State, ScorerState)
EitherActionT = TypeVar("EitherActionT", Action, scorer_actions.Action)
EitherProposal: TypeAlias = Proposal[EitherActionT]
EitherSession: TypeAlias = TableSessionLike[EitherStateT, EitherActionT]
