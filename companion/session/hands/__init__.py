"""What people do beside the board: buttons, keys, phones, dice."""
