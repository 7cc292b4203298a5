"""How the four small networks of the dice reader were taught: from pictures of simulated dice and nothing else.

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

Its third and fourth lesson, a quarter of an hour each on a crowded machine, were on examples of more makes, of dice
that touch each other or the picture's rim, in harder light and more grain (3,500 of any, 4,000 dense, in one folder),
from the weights beside the reader::

    python -m tools.training.dice.examples FOLDER --count 3500 --seed 41
    python -m tools.training.dice.examples FOLDER --dense --count 4000 --seed 42
    python -m tools.training.dice.poise FOLDER --resume vision/networks/dice/poise.onnx --minutes 15 --rate 1.5e-3
    python -m tools.training.dice.poise FOLDER --resume FOLDER/poise.pt --minutes 14 --rate 1.5e-3 --seed 7

Then came examples out of focus, shaken, lit from low down and of any two colours, four in five of them aslant (3,500 of
any with 1,200 textures, 2,500 dense), from which each of the three went on from where it stood; the poise on both
kinds, finder and judge on the first (seeds 61, 63 and 62)::

    python -m tools.training.dice.examples FOLDER --count 3500 --seed 51
    python -m tools.training.dice.textures FOLDER --count 1200 --seed 51
    python -m tools.training.dice.train FOLDER --only judge --resume vision/networks/dice --minutes 18 --rate 2e-3
    python -m tools.training.dice.train FOLDER --only finder --resume vision/networks/dice --minutes 10 --rate 1.5e-3
    python -m tools.training.dice.examples FOLDER --dense --count 2500 --seed 53
    python -m tools.training.dice.poise FOLDER --resume vision/networks/dice/poise.onnx --minutes 14 --rate 1.5e-3

The network that looks over the whole tray (``vision.networks.dice.tray``) began as the finder and was taught for 64
minutes on a third of a core, 4,600 steps, on 3,145 trays with dice, half of them plain dice on plain tables, and, from
half way on, 1,400 pictures of stuffs, boards, prints, cards and dominoes without any::

    python -m tools.training.dice.trays FOLDER --count 3145
    python -m tools.training.dice.textures FOLDER --count 1400
    python -m tools.training.dice.tray FOLDER --minutes 64 --rate 2.5e-3 --out vision/networks/dice/tray.onnx

Its second lesson went on from there, 56 minutes on a third of a core, 1,970 steps, on 2,800 trays on half of which many
dice are cocked or hidden, and, from a third of it on, 900 textures, 600 tables with nothing but cards, dominoes and
dots, and 113 more trays like those of the first lesson::

    python -m tools.training.dice.trays FOLDER --count 2800 --doubtful --seed 1101
    python -m tools.training.dice.trays FOLDER --count 113 --seed 1102
    python -m tools.training.dice.textures FOLDER --count 900 --seed 1101
    python -m tools.training.dice.textures FOLDER --count 600 --spotted --seed 1103
    python -m tools.training.dice.tray FOLDER --minutes 56 --rate 1.5e-3 --seed 11 --resume tray.onnx --out tray.onnx
"""
