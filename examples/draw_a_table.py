"""Draw a simulated table with a leaf that a hand has laid: ``python -m examples.draw_a_table PICTURE``."""

import sys

import cv2

from device.simulator import SimulatedTable
from engine.grid import Cell
from engine.polyomino import Polyomino

table = SimulatedTable([["........."] * 8], seed=7)
table.ask_lay(Polyomino.parse("##", "#o"), "yellow", seat=0, corner=Cell.parse("c4"))
while table.busy:
    table.advance(0.1)
cv2.imwrite(sys.argv[1], table.picture())
print(*table.truth_rows(0), sep="\n")
