"""The table for who looks on: a page on the local network, read-only, admitted by a one-time code. No kivy here."""
