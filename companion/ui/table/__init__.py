"""The screen at the table: its rooms and docks, its menu, what DONE does, what the ribbon says, moves only tried."""
