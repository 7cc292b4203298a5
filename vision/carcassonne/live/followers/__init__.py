"""Followers before the live eyes: who was put where, who still stands there, and how they show."""
