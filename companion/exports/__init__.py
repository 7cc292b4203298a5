"""What leaves Tableside: records, score sheets, print-and-play sets."""
