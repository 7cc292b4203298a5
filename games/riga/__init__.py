"""Riga and its Grand Masters: rules, cards and scoring."""
