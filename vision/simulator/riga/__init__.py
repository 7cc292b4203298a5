"""Riga on the simulated table: single pictures with their truth, and whole games."""
