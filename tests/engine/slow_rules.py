"""The rules once more, slowly and independently: sets of (row, col), dicts, deep copies; the oracle of the perft tests.

Nothing of the engine's rules is used but the drawings of the tiles and animals. A move is a word in the engine's
notation, written here by other code, so that the two can be compared word by word.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from slow_shapes import (
    AREAS,
    COLORS,
    FORMS,
    KINDS,
    Cell,
    Shape,
    SlowPlayer,
    cells,
    cells_of,
    drawn,
    lay,
    leaf_word,
    name,
    names,
    orientations,
)

from engine.indian_summer.animals import AnimalSet
from engine.indian_summer.state import State


@dataclass
class Slow:
    """A game, mutable; ``moves`` lists the legal words, ``after`` plays one on a copy."""

    players: list[SlowPlayer]
    animals: list[tuple[str, set[Shape], str | None, int]]
    solo: bool
    gap: bool = False
    length: int = 15
    start: int = 0
    seat: int = 0
    number: int = 1
    main_done: bool = False
    spent: str = ""
    left: int = 0
    sources: list[str] = field(default_factory=list)
    refill: bool = False
    closing: bool = False
    phase: str = "turns"
    common: list[str] = field(default_factory=list)
    reserve: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)
    row: list[str | None] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> Slow:
        """The same position, with every path known and no double open."""
        players = []
        for player in state.players:
            floor = {(r, c): sign for r, row in enumerate(player.board.floor.rows) for c, sign in enumerate(row)}
            words = {kind[0]: kind for kind in KINDS}
            slow = SlowPlayer({cell: words[sign] for cell, sign in floor.items() if sign != "."})
            board = player.board
            slow.leaves = {cell: COLORS[3 + n] for n, bits in enumerate(board.leaves) for cell in cells(bits)}
            slow.tokens = {cell: KINDS[n] for n, bits in enumerate(board.tokens) for cell in cells(bits)}
            slow.holes, slow.squirrels = set(cells(board.holes)), set(cells(board.squirrels))
            slow.animals = set(cells(board.animals))
            slow.purse = dict(zip(KINDS, player.purse, strict=True))
            assert player.path is not None
            slow.path = [tile.code for tile in player.path]
            players.append(slow)
        game = cls(players, _animals(state.animals, state.stock), state.solo is not None)
        game.gap = state.options.mushroom.value == "gap"
        game.length, game.start, game.seat = state.options.common_path, state.start, state.turn.seat
        game.number, game.main_done = state.turn.number, state.turn.main_done
        game.closing, game.phase = state.turn.closing is not None, state.turn.phase.value
        game.common = [tile.code for tile in state.common or ()]
        game.reserve = [tile.code for tile in state.reserve or ()]
        if state.solo is not None:
            game.top = [tile.code for tile in state.solo.top or ()]
            game.bottom = [tile.code for tile in state.solo.bottom or ()]
            game.row = [None if tile is None else tile.code for tile in state.solo.row or ()]
        return game

    @property
    def me(self) -> SlowPlayer:
        return self.players[self.seat]

    # What may be done

    def moves(self) -> Iterator[str]:
        """Every legal move as a word, each once."""
        me, who = self.me, f"{self.seat + 1}"
        if self.phase == "over":
            return
        if self.refill:
            for end in ("top-left", "top-right"):
                if self.top:
                    yield f"{who}:refill:{end}"
            for end in ("bottom-left", "bottom-right"):
                if self.bottom:
                    yield f"{who}:refill:{end}"
            return
        if self.phase == "final":
            yield from self._final(who)
            return
        if self.spent:
            yield from self._second_leaves(who)
        else:
            if not self.main_done:
                yield from self._main(who)
            if me.purse["nut"]:
                yield from (f"{who}:nut:{name(cell)}" for cell in me.free)
            if me.purse["berry"] and len(me.path) < 6:
                if self.solo:
                    yield from (f"{who}:berry:{end}" for end in self._ends())
                elif self.common:
                    yield f"{who}:berry"
        bare = me.holes - set(me.tokens) - me.animals
        for word, forms, _, left in self.animals:
            if left:
                yield from (f"{who}:animal:{word}:{names(there)}" for there, _ in lay(forms, bare))
        yield from self._exchanges(who)
        if not self.spent and (self.main_done or not me.free):
            yield f"{who}:end"

    def _final(self, who: str) -> Iterator[str]:
        me = self.me
        if me.purse["nut"]:
            yield from (f"{who}:nut:{name(cell)}" for cell in me.free)
        if not self.solo or me.purse["nut"] < len(me.free):
            yield from (word for word in self._exchanges(who) if word.endswith("-nut"))
        makes_nut = me.purse["nut"] or me.purse["mushroom"] or me.purse["feather"] or me.purse["berry"] > 1
        if not me.free or not makes_nut:
            yield f"{who}:end"

    def _main(self, who: str) -> Iterator[str]:
        me = self.me
        yield from (f"{who}:squirrel:{name(cell)}" for cell in me.free)
        for place, code in enumerate(me.path):
            for there, hole in lay(FORMS[code], me.free):
                yield leaf_word(who, there, hole, f"path{place + 1}")
        if me.purse["feather"] and any(self._pair(a, b) for a, b in combinations(me.path, 2)):
            yield f"{who}:feather"
        if me.purse["mushroom"]:
            for sources in self._mushrooms():
                if any(any(True for _ in lay(FORMS[self._tile(each)], me.free)) for each in sources):
                    yield f"{who}:mushroom:{'+'.join(sources)}"

    def _second_leaves(self, who: str) -> Iterator[str]:
        me = self.me
        sources = self.sources if self.spent == "mushroom" else [f"path{n + 1}" for n in range(len(me.path))]
        for source in sources:
            others = [self._tile(each) for each in sources if each != source]
            for there, hole in lay(FORMS[self._tile(source)], me.free):
                if self.left == 2:
                    rest = me.free - there
                    fits = any(any(True for _ in lay(FORMS[other], rest)) for other in others)
                    owed = self.spent == "feather" or self._pair(self._tile(source), others[0])
                    if owed and not fits:
                        continue
                yield leaf_word(who, there, hole, source)

    def _exchanges(self, who: str) -> Iterator[str]:
        for high, kind in enumerate(KINDS):
            if self.me.purse[kind]:
                yield from (f"{who}:exchange:{kind}-{lower}" for lower in KINDS[:high])
            if self.me.purse[kind] >= 2 and kind != "feather":
                yield f"{who}:exchange:{kind}-{KINDS[high + 1]}"

    def _pair(self, one: str, other: str) -> bool:
        free = self.me.free
        return any(any(True for _ in lay(FORMS[other], free - there)) for there, _ in lay(FORMS[one], free))

    def _ends(self) -> list[str]:
        return ["top-left", "top-right"] * bool(self.top) + ["bottom-left", "bottom-right"] * bool(self.bottom)

    def _mushrooms(self) -> list[tuple[str, ...]]:
        if not self.solo:
            count = len(self.players)
            others = [(self.seat + step) % count for step in range(1, count)]
            having = [f"seat{seat + 1}" for seat in others if self.players[seat].path]
            if count == 2 and self.common:
                having.append("bush")
            return list(combinations(having, 2)) if len(having) > 1 else [tuple(having)] if having else []
        if self.gap:
            beside = [end for end in ("gap-left", "gap-right") if self._gap(end) is not None]
            return [tuple(beside)] if beside else []
        tops, bottoms = self._ends_of("top", self.top), self._ends_of("bottom", self.bottom)
        if tops and bottoms:
            return [(a, b) for a in tops for b in bottoms]
        return [(each,) for each in tops + bottoms]

    @staticmethod
    def _ends_of(which: str, path: list[str]) -> list[str]:
        return [f"{which}-left", f"{which}-right"][: min(2, len(path))]

    def _gap(self, end: str) -> int | None:
        middle = 10 - self.number
        places = range(middle - 1, -1, -1) if end == "gap-left" else range(middle + 1, 12)
        return next((place for place in places if self.row[place] is not None), None)

    def _tile(self, source: str) -> str:
        if source.startswith("path"):
            return self.me.path[int(source[4:]) - 1]
        if source.startswith("seat"):
            return self.players[int(source[4:]) - 1].path[0]
        if source == "bush":
            return self.common[0]
        if source.startswith("gap"):
            place = self._gap(source)
            assert place is not None
            tile = self.row[place]
            assert tile is not None
            return tile
        which, side = source.split("-")
        return (self.top if which == "top" else self.bottom)[0 if side == "left" else -1]

    # What follows

    def after(self, word: str) -> Slow:
        """A copy on which a legal word was played."""
        game = copy.deepcopy(self)
        game._play(word)
        return game

    def _play(self, word: str) -> None:
        _, kind, *rest = word.split(":")
        me = self.me
        if kind == "leaf":
            self._leaf(rest[1], rest[2])
        elif kind in ("squirrel", "nut"):
            me.purse["nut"] -= kind == "nut"
            before = me.covered
            me.squirrels.add(cells_of(rest[0])[0])
            self._harvest(before)
            self.main_done |= kind == "squirrel"
        elif kind == "berry":
            me.purse["berry"] -= 1
            wanted = 5 if len(me.path) < 5 else 6
            if self.solo:
                which, side = rest[0].split("-")
                self._draw(which, side, wanted)
                self._draw("bottom" if which == "top" else "top", side, wanted)
            else:
                self._fill(me, wanted)
        elif kind in ("feather", "mushroom"):
            me.purse[kind] -= 1
            self.spent, self.left = kind, 2
            if kind == "mushroom":
                self.sources = rest[0].split("+")
                self.left = len(self.sources)
        elif kind == "exchange":
            give, get = rest[0].split("-")
            me.purse[give] -= 1 if KINDS.index(give) > KINDS.index(get) else 2
            me.purse[get] += 1
        elif kind == "animal":
            self._animal(rest[0], cells_of(rest[1]))
        elif kind == "refill":
            which, side = rest[0].split("-")
            self._draw(which, side, 5)
            self.refill = False
        else:
            self._end()
        self.closing |= self.phase == "turns" and not self.solo and not me.free and kind != "end"

    def _leaf(self, text: str, source: str) -> None:
        me, there = self.me, cells_of(text)
        hole = next(cell for part, cell in zip(text.split(","), there, strict=True) if part.endswith("o"))
        before = me.covered
        for cell in there:
            if cell != hole:
                me.leaves[cell] = COLORS[len(there)]
        me.holes.add(hole)
        if hole in me.floor:
            me.tokens[hole] = me.floor[hole]
        self._harvest(before)
        self._remove(source)
        self.left -= bool(self.spent)
        if self.spent == "mushroom":
            self.sources = [each for each in self.sources if each != source]
            if self.left and not any(True for _ in lay(FORMS[self._tile(self.sources[0])], me.free)):
                self.left = 0
        if not self.left:
            self.spent, self.sources, self.main_done = "", [], True
            self._stock_up()
            if self.solo:
                self.refill = not me.path and bool(self.top or self.bottom)
            for step in range(len(self.players)):
                player = self.players[(self.seat + step) % len(self.players)]
                if not self.solo and not player.path:
                    self._fill(player, 5)

    def _remove(self, source: str) -> None:
        if source.startswith("path"):
            del self.me.path[int(source[4:]) - 1]
        elif source.startswith("seat"):
            del self.players[int(source[4:]) - 1].path[0]
        elif source == "bush":
            del self.common[0]
        elif source.startswith("gap"):
            place = self._gap(source)
            assert place is not None
            self.row[place] = None
        else:
            which, side = source.split("-")
            del (self.top if which == "top" else self.bottom)[0 if side == "left" else -1]

    def _harvest(self, before: set[Cell]) -> None:
        me = self.me
        for area in AREAS:
            if area <= me.covered and not area <= before:
                for cell in [cell for cell in me.tokens if cell in area]:
                    me.purse[me.tokens.pop(cell)] += 1

    def _animal(self, word: str, there: list[Cell]) -> None:
        me = self.me
        me.animals |= set(there)
        for cell in there:
            if cell in me.floor:
                me.purse[me.floor[cell]] += 1
        for place, (each, forms, token, left) in enumerate(self.animals):
            if each == word:
                self.animals[place] = (each, forms, token, left - 1)
                if token is not None:
                    me.purse[token] += 1

    def _draw(self, which: str, side: str, wanted: int) -> None:
        path = self.top if which == "top" else self.bottom
        while path and len(self.me.path) < wanted:
            self.me.path.append(path.pop(0 if side == "left" else -1))

    def _fill(self, player: SlowPlayer, wanted: int) -> None:
        while self.common and len(player.path) < wanted:
            player.path.append(self.common.pop(0))
            self._stock_up()

    def _stock_up(self) -> None:
        if len(self.common) < 7:
            while self.reserve and len(self.common) < self.length:
                self.common.append(self.reserve.pop(0))

    def _end(self) -> None:
        self.main_done = False
        count = len(self.players)
        if self.phase == "final":
            self.seat = (self.seat + 1) % count
            if self.seat == self.start:
                self.phase, self.seat = "over", (self.seat - 1) % count
        elif self.solo:
            if self.number == 10:
                self.phase = "final"
                return
            self.number += 1
            place = 10 - self.number
            if self.row[place] is not None:
                last = max(spot for spot in range(place + 1, 12) if self.row[spot] is None)
                self.row[place], self.row[last] = None, self.row[place]
        else:
            self.seat = (self.seat + 1) % count
            if self.seat == self.start:
                self.phase = "final" if self.closing else self.phase
                self.number += not self.closing

    def facts(self) -> tuple[Any, ...]:
        """What must agree with the engine's state: boards, purses, paths, turn."""
        boards = [
            (
                sorted(player.leaves.items()),
                sorted(player.holes),
                sorted(player.tokens.items()),
                sorted(player.squirrels),
                sorted(player.animals),
                [player.purse[kind] for kind in KINDS],
                player.path,
            )
            for player in self.players
        ]
        tiles = (self.common, self.reserve, self.top, self.bottom, self.row)
        return boards, tiles, self.seat, self.number, self.main_done, self.spent, self.phase


def _animals(kinds: AnimalSet, stock: tuple[int, ...]) -> list[tuple[str, set[Shape], str | None, int]]:
    return [
        (kind.word, orientations(drawn(str(kind.shape))), None if kind.token is None else KINDS[kind.token], left)
        for kind, left in zip(kinds.kinds, stock, strict=True)
    ]
