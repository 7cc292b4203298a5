"""How the logistic regressions that say how likely something lies where it was found are fitted: on drawn tables."""
