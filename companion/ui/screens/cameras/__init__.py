"""Screens about the camera: which one, where it goes, what it was told once, what it sees now."""
