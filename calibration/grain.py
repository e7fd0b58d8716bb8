"""How grainy the picture of a board is: in too little light noise drowns the colours, however light it seems."""

from __future__ import annotations

import numpy as np

from calibration.glare import grid_part
from calibration.profile import BoardProfile
from calibration.report import Finding, Verdict
from engine.sentence import say
from vision.measures.board_picture import gray_of
from vision.measures.color import noise_level

GRAINY = 7.0  # percent: by candlelight, with 9, every other move was missed; with 5 none was


def grain(board: BoardProfile) -> Finding:
    """The noise of single pixels in percent of how light the board is (Immerkaer 1996); smeared noise is not seen."""
    grid = grid_part(board)
    light = max(float(np.median(grid.max(axis=2))), 1.0)
    value = 100 * noise_level(gray_of(grid.astype(np.float32))) / light
    if value < GRAINY:
        return Finding("grain", round(value, 1), Verdict.GOOD, say("percent of the light is noise: a clean picture"))
    text = say("percent of the light is noise, grainy: more light, or a longer exposure with less gain")
    return Finding("grain", round(value, 1), Verdict.FAIR, text)
