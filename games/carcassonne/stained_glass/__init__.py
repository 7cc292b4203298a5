"""Stained Glass, a fan expansion by Trebuchet: leaded windows for cloisters and cathedrals, and thieves who want them.

The known rulebook breaks off before the scoring. What windows bring, what is worth something at the end and what may be
stolen are options of the set-up; their defaults are a house rule and marked as such wherever they are shown.
"""
