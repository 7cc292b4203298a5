"""What the camera shows: who looks, what was seen last, and how it is shown."""
