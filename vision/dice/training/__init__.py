"""How the three small networks of the dice reader were taught: from pictures of simulated dice and nothing else.

Everything here wants the extra ``train``; reading runs on OpenCV alone. To teach them anew::

    python -m vision.dice.training.examples FOLDER --count 3000
    python -m vision.dice.training.train FOLDER --minutes 8

The judge took a second lesson of ten minutes, from where the first had left it, in which each die seen as far aslant as
dice are in the corners of a picture came three times as often::

    python -m vision.dice.training.train FOLDER --only judge --resume WEIGHTS --rate 2e-3 --minutes 10

The second look (``vision.dice.poise``) began as the judge and was taught twice, eleven and ten minutes, on denser
tables in which more dice are cocked::

    python -m vision.dice.training.examples FOLDER --dense --seed 21
    python -m vision.dice.training.poise FOLDER --resume judge.pt
"""
