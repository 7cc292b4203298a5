"""Each game's board as a drawing of scalable graphics, from the state alone. No kivy here."""
