"""How long a first evening takes until its first turn is told, and how many taps: ``tableside bench first-evening``."""
