"""Learns a copy of Cronberg that nobody has seen before from photographs of it."""
