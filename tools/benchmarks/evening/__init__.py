"""What an evening must survive: kills, full disks, odd files and pictures, stalls; faults put in from outside."""
