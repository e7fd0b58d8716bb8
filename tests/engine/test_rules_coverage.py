"""The table of rules and tests is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
TABLE = Path(__file__).parents[2] / "docs" / "rules-coverage.md"
PARAGRAPHS = {1: 7, 2: 4, 3: 6, 4: 3, 5: 3, 6: 3, 7: 5, 8: 4, 9: 1, 10: 5, 11: 8, 12: 3}
"""How many paragraphs each chapter of the rules has."""


def rows() -> dict[str, list[tuple[str, str]]]:
    """The tests named for each rule: file and function."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4 and cells[1].startswith("R"):
            found[cells[1]] = re.findall(r"`([\w/]+\.py)::(\w+)`", cells[4])
    return found


def sentences(file: str) -> dict[str, str]:
    """The docstrings of the tests of a file."""
    path = HERE / "indian_summer" / file
    tree = ast.parse((path if path.exists() else HERE / file).read_text(encoding="utf-8"))
    return {node.name: ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)}


def cites(sentence: str, rule: str) -> bool:
    """Whether a docstring names a rule, by itself or within a span such as R2.1 to R2.4."""
    chapter, paragraph = (int(part) for part in rule[1:].split("."))
    for found in re.finditer(r"R(\d+)\.(\d+)(?: to R\d+\.(\d+))?", sentence):
        if int(found[1]) == chapter and int(found[2]) <= paragraph <= int(found[3] or found[2]):
            return True
    return False


def test_every_rule_has_a_test() -> None:
    """R1.1 to R12.3, none missing, none invented."""
    expected = {f"R{chapter}.{n}" for chapter, number in PARAGRAPHS.items() for n in range(1, number + 1)}
    table = rows()
    assert set(table) == expected
    assert all(table.values())


def test_every_named_test_exists_and_cites_its_rule() -> None:
    """A test that was renamed or says something else is noticed."""
    for rule, tests in rows().items():
        for file, name in tests:
            assert cites(sentences(file).get(name, ""), rule), (rule, file, name)
