"""Measures: speed and memory, how the serial line holds, how well pictures are read."""
