"""What becomes of a table whose camera stalls, dies or is covered, and of people who leave it meanwhile."""
