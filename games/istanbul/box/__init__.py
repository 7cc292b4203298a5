"""What the box prints: facts from the data files, and what owners enter of their own copy."""
