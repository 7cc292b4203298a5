"""What the serial line says: buttons and dice."""
