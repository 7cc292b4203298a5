"""Who played what, how often and how well: told from the kept games. No kivy here."""
