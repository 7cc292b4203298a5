"""Ordinary dice read from a picture: where they lie and what they show."""
