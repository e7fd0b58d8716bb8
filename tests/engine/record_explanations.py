"""Writes docs/explanations.md again: ``python tests/engine/record_explanations.py``. Read the difference first."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from conftest import Drawn
from explained_tables import FILE, written

if __name__ == "__main__":
    FILE.write_text(written(Drawn), encoding="utf-8")
