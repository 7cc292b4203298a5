"""What the camera sees, explained as legal actions."""
