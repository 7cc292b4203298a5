"""What a camera sees of Thurn and Taxis and of Power & Glory: the board from any side, and the houses on its cities."""
