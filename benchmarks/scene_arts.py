"""Scenes of the same game in another edition: ``python benchmarks/scene_arts.py ART --renderer DIR --out DIR [...]``.

The scenes that come with the renderer ``tablescene`` are of one art; whoever reads only that reads it by its colours.
``arts/`` holds editions that were drawn without a look at the reader: each module replaces what the renderer prints on
boards, tiles and tokens, what pieces are made of, and some of its lamps and tables. What lies where, and what the
truth says of it, stays the renderer's business.

ART is a module of ``arts/`` (``--list`` names them), ``--renderer`` the folder in which ``tablescene`` lies; whatever
else is given is passed on to it, see its README: ``--seed 1 --difficulty hard --steps 7 --hands some --spp 16``.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from pathlib import Path

ARTS = Path(__file__).resolve().parent / "arts"


def main() -> int:
    """Render; returns 1 where the renderer is not to be found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("art", nargs="?", choices=names(), metavar="ART", help=", ".join(names()))
    parser.add_argument("--renderer", type=Path, metavar="DIR", help="the folder in which tablescene lies")
    parser.add_argument("--list", action="store_true", help="say what each art looks like")
    options, passed_on = parser.parse_known_args()
    if options.list:
        print("\n\n".join(f"{name}: {said(name)}" for name in names()))
        return 0
    if options.art is None or options.renderer is None:
        parser.error("an ART and --renderer are needed, or --list")
    if not (options.renderer / "tablescene" / "__main__.py").is_file():
        print(f"there is no tablescene in {options.renderer}", file=sys.stderr)
        return 1
    sys.path[:0] = [str(options.renderer), str(ARTS)]
    importlib.import_module(options.art).apply()
    sys.argv[1:] = passed_on
    importlib.import_module("tablescene.__main__").main()
    return 0


def names() -> list[str]:
    """The arts that there are."""
    return sorted(path.stem for path in ARTS.glob("*.py"))


def said(name: str) -> str:
    """What an art says of itself, without importing the renderer."""
    code = compile((ARTS / f"{name}.py").read_text(encoding="utf-8"), name, "exec")
    return inspect.cleandoc(str(code.co_consts[0]))


if __name__ == "__main__":
    sys.exit(main())
