"""What is needed to make and to measure Tableside, not to play with it. Never imported by the product."""
