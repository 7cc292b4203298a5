"""What happens at a table, told to whoever follows it from elsewhere: one schema for every wire. No kivy here."""
