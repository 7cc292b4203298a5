"""What becomes of odd files, pictures, texts and names that people hand over."""
