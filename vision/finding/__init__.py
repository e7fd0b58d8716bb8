"""Where boards lie in a picture, known by what is printed on them: outlines, grids, poses and their fit."""
