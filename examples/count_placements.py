"""In how many ways does a piece fit on an empty board? ``python -m examples.count_placements``."""

from engine.grid import Grid
from engine.polyomino import Polyomino

leaf = Polyomino.parse("#..", "#o#")
print(leaf)
print(len(leaf.orientations), "orientations,", len(leaf.placements(Grid(rows=8, cols=9))), "placements")
