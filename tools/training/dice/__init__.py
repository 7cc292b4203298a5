"""How the three small networks of the dice reader were taught: from pictures of simulated dice and nothing else.

Everything here wants the extra ``train``; reading runs on OpenCV alone. To teach them anew::

    python -m tools.training.dice.examples FOLDER --count 3000
    python -m tools.training.dice.train FOLDER --minutes 8

The judge took a second lesson of ten minutes, from where the first had left it, in which each die seen as far aslant as
dice are in the corners of a picture came three times as often::

    python -m tools.training.dice.train FOLDER --only judge --resume WEIGHTS --rate 2e-3 --minutes 10

The second look (``vision.networks.dice.poise``) began as the judge and was taught twice, eleven and ten minutes, on
denser tables in which more dice are cocked::

    python -m tools.training.dice.examples FOLDER --dense --seed 21
    python -m tools.training.dice.poise FOLDER --resume judge.pt
"""
