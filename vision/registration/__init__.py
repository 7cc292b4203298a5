"""Where known prints lie on a picture: lattices, features, Lucas-Kanade, planes, motion."""
