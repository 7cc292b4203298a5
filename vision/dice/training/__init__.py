"""How the two small networks of the dice reader were taught: from pictures of simulated dice and nothing else.

Everything here wants the extra ``train``; reading runs on OpenCV alone. To teach them anew::

    python -m vision.dice.training.examples FOLDER --count 3000
    python -m vision.dice.training.train FOLDER --minutes 8
"""
