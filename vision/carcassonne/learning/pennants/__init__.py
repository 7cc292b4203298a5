"""Coats of arms of cities whose tiles nobody has pictures of."""
