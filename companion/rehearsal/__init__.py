"""Whole games on the simulated table, watched by the real eyes."""
