"""Where tiles of any edition lie on a picture: a small network taught on drawn tables only, run by OpenCV."""
