"""How the terrain reader was taught: it draws tiles in endless styles, photographs them, and learns from nothing else.

Everything here wants the extra ``train``; the reader itself runs on OpenCV alone.
"""
