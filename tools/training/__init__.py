"""How each network was taught: from drawn pictures and nothing else."""
