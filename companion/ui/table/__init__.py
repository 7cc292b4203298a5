"""Parts of the table's screen: its menu, what DONE does, what is told of a past moment, moves that are only tried."""
