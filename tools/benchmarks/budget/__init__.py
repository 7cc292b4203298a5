"""Measures of what a processor is asked for: seconds, memory, and whether a small one is enough."""
