"""Teaches the network that tells what stands on a printed place (``vision.networks.standing``), by drawn pieces."""
