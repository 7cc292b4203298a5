"""What is entered by touch: letters, digits, what a card prints, colours of pieces."""
