"""Who stands on a spot of a printed place: a small network taught on drawn pieces of many makes, run by OpenCV."""
