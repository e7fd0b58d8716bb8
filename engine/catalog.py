"""The games of the house: one line a game."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.indian_summer.rules import IndianSummer

GAMES: Final = MappingProxyType({game.name: game for game in (IndianSummer(),)})
"""By name, such as ``indian-summer``."""
