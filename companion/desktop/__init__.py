"""What a desktop wants to know of Tableside: menu entry, icon, description."""
