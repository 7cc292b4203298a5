"""What is said aloud and which sound is heard."""
