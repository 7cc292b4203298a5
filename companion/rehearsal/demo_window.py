"""The demo in its window."""

from __future__ import annotations

from companion.rehearsal.demo_session import demo_session
from companion.rehearsal.games import RehearsalPlan
from companion.tablet import now_ms, run_tablet


def show(plan: RehearsalPlan) -> int:
    """Open the window at the simulated table, until it is closed."""
    return run_tablet(demo=demo_session(plan, now_ms))
