"""Measure an empty simulated table, lay a leaf and read the board: ``python -m examples.read_a_table``."""

from calibration.capture import calibrate
from device.commands.read import letter
from device.eyes import detector_of
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.polyomino import Polyomino
from vision.frame import Frame

table = SimulatedTable([["........."] * 8], seed=7)
detector = detector_of(calibrate(Frame(table.picture(), 0.0, 0), [(9.0, 8.0)]).profile)
table.ask_lay(Polyomino.parse("##", "#o"), "yellow", seat=0, corner=Cell.parse("c4"))
while table.busy:
    table.advance(0.1)
seen = detector.read(Frame(table.picture(), 1.0, 1)).readings
for row in range(8):
    print("".join(letter(seen, Space(0, Cell(row, col))) for col in range(9)))
