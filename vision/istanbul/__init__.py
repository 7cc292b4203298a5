"""Reads a table of Istanbul: which place lies where, and who stands on it."""
