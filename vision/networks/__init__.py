"""The learned networks: their weights and inference, nothing of any game."""
