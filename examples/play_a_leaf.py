"""Play one legal and one illegal move of a solo game: ``python -m examples.play_a_leaf``."""

from engine.game import IllegalMove
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.rules import IndianSummer

FLOOR = ["..b...n..", ".........", "...m...f.", ".........", ".n.....b.", ".........", "..f...m..", "........."]
game = IndianSummer()
state = game.new_solo(None, ForestFloor.parse(FLOOR))
move = next(iter(game.legal_moves(state)))
step = game.play(state, move)
print(game.write_move(move), *step.events, sep="\n")
try:
    game.play(step.state, move)
except IllegalMove as error:
    print("Not twice:", error)
