"""The owner's edition learned while people play."""
