"""What becomes of kept games whose process is killed, or whose disk fills up, fails or is tampered with."""
