"""One edition out of thin air, painted tile by tile: what is drawn where, in which colours and with which hand."""
