"""Ordinary dice on the simulated table, with the truth of each."""
