"""Teach whether figures lie or stand, and where."""
