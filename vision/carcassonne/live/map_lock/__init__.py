"""Where the recorded map lies on the picture: found once, then followed."""
