"""The short programs of examples/ are run as their first lines say, and print what they promise."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))
SHORTEST, LONGEST = 3, 20

SAYS = {
    "count_placements": "8 orientations, 388 placements",
    "draw_a_table": "..yy.....\n..yo.....",
    "keep_a_journal": "body={'cell': 'c4', 'piece': 'red leaf'}",
    "light_a_lamp": "pattern='question'",
    "light_patterns": "legal          " + "@" * 60,
    "play_a_folder": "1.5 s  step_1.png  (64, 48)",
    "play_a_leaf": "Not twice: ",
    "read_a_table": "..yy.....\n..yo.....",
}
"""A part of what each example prints."""


def run(name: str, *arguments: str) -> str:
    """What an example prints; nothing may go wrong or be warned of."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", f"examples.{name}", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_what_it_promises(name: str, tmp_path: Path) -> None:
    """Each program runs to its end without a warning and prints the expected lines."""
    arguments = []
    match name:
        case "draw_a_table":
            arguments = [str(tmp_path / "table.png")]
        case "keep_a_journal":
            arguments = [str(tmp_path / "journal.sqlite3")]
        case "play_a_folder":
            for step in ("step_1_hand", "step_1"):
                cv2.imwrite(str(tmp_path / f"{step}.png"), np.zeros((48, 64, 3), np.uint8))
            arguments = [str(tmp_path)]
    assert SAYS[name] in run(name, *arguments)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_short_and_says_how_to_run_it(name: str) -> None:
    """Between three and twenty lines below the docstring, which names the command."""
    text = (ROOT / "examples" / f"{name}.py").read_text()
    tree = ast.parse(text)
    assert f"python -m examples.{name}" in (ast.get_docstring(tree) or "")
    lines = [line for line in text.splitlines()[tree.body[0].end_lineno :] if line.strip()]
    assert SHORTEST <= len(lines) <= LONGEST


def test_every_example_is_expected_to_print_something() -> None:
    """No example is without an expectation, and no expectation without its example."""
    assert sorted(SAYS) == EXAMPLES
