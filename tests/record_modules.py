"""Writes docs/modules.md again: ``python tests/record_modules.py``. Read the difference first."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "modules.md"
PACKAGES = ("engine", "vision", "calibration", "webui", "device")
HEAD = """\
# Every module in a sentence

The first line of each module, package by package; how they work together stands in [architecture.md](architecture.md).
`python tests/record_modules.py` writes this page.
"""


def said(path: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0].replace("``", "`")


def written() -> str:
    """The whole page: a table for each folder that holds modules."""
    tables = []
    for package in PACKAGES:
        for folder in sorted({path.parent for path in (ROOT / package).rglob("*.py")}):
            lines = [
                f"| `{path.name}` | {said(path).replace('|', chr(92) + '|')} |"
                for path in sorted(folder.glob("*.py"))
                if path.name != "__init__.py"
            ]
            head = (
                f"## {folder.relative_to(ROOT)}\n\n{said(folder / '__init__.py')}\n\n| module | is |\n| --- | --- |\n"
            )
            tables.append(head + "\n".join(lines) + "\n")
    return HEAD + "\n" + "\n".join(tables)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
