"""Measures of what travels: a serial line, a broker, a web page and who looks on."""
