"""The guide through the final phase, the counted supply, and what the message says of areas, animals and last turns."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import IllegalMove
from engine.grid import Cell, Space
from engine.indian_summer.state import Phase

NINE = "ggggggggg"


def test_the_guide_leads_to_the_end_of_the_plan(drawn: Any) -> None:
    """R10.2: who follows the guide step by step comes where the plan ends, and is told each step once, in order."""
    board = ["gg.oggg..", NINE, NINE, NINE, *[NINE] * 3, "gggggggg."]
    state = drawn.table(
        drawn.player(board, ["...n....."], purse=(2, 2, 1, 0)), drawn.player([NINE] * 8), phase=Phase.FINAL, closing=1
    )
    state = drawn.game.play(state, drawn.game.correction(state, {Space(0, Cell(0, 3)): "token.nut"})).state
    start = state
    told = []
    whole = [(step.step, step.do, step.text) for step in drawn.game.guide(state, start).plan]
    while (guide := drawn.game.guide(state, start)) is not None and guide.do != "end":
        assert 1 <= guide.step <= guide.of
        told.append((guide.step, guide.do, guide.text))
        assert [(step.step, step.do, step.text) for step in guide.plan] == whole
        for move in guide.moves:
            state = drawn.game.play(state, move).state
    assert not state.players[0].board.free
    assert told == whole
    assert [number for number, _, _ in told] == sorted(number for number, _, _ in told)
    assert guide is not None
    assert guide.moves == (drawn.game.end_turn(state),)


def test_one_squirrel_of_a_step_does_not_end_it(drawn: Any) -> None:
    """R11.6: a step of two squirrels keeps its number when one of them lies, and asks for the other."""
    state = drawn.alone(["g..g.gggg", *[NINE] * 7], purse=(0, 3, 0, 0), number=10, phase=Phase.FINAL)
    first = drawn.game.guide(state)
    assert (first.step, first.of, first.do) == (1, 2, "squirrel")
    assert {str(spot.cell) for spot in first.spots} == {"b1", "c1"}
    after = drawn.game.play(state, first.moves[0]).state
    second = drawn.game.guide(after, state)
    assert (second.step, second.of, second.do) == (first.step, first.of, "squirrel")
    assert second.spots < first.spots
    assert [step.step for step in first.plan] == [step.step for step in second.plan] == [1, 2]
    assert (first.plan[0].spots, second.plan[0].spots) == (first.spots, second.spots)


def test_what_was_not_planned_is_not_told_as_done(drawn: Any) -> None:
    """R11.6: after a squirrel elsewhere than the plan has it the whole way is only what is still to come."""
    state = drawn.alone(["g..g.gg.g", *[NINE] * 7], purse=(0, 4, 0, 0), number=10, phase=Phase.FINAL)
    guide = drawn.game.guide(state)
    other = next(move for move in drawn.game.legal_moves(state) if not drawn.laid_spots(move) & guide.plan[0].spots)
    after = drawn.game.guide(drawn.game.play(state, other).state, state)
    assert after.plan[0].step == after.step
    assert {step.step for step in after.plan} == set(range(after.step, after.of + 1))


def test_tokens_still_lying_are_a_step(drawn: Any) -> None:
    """R5.2: as long as the tokens of an area that a squirrel completed lie there, the guide asks to take them."""
    state = drawn.alone(["gg.Nggggg"[:9], *[NINE] * 6, "gggggg..."], purse=(0, 1, 0, 0), number=10, phase=Phase.FINAL)
    guide = drawn.game.guide(state, state, [Space(0, Cell(0, 3))])
    assert (guide.do, guide.moves) == ("harvest", ())
    assert guide.spots == {Space(0, Cell(0, 3))}


def test_there_is_no_guide_before_the_final_phase(drawn: Any) -> None:
    """R10.2: nobody is led while turns are played, nor when the game is over."""
    assert drawn.game.guide(drawn.alone()) is None
    assert drawn.game.guide(drawn.alone(number=10, phase=Phase.OVER)) is None


def test_a_supply_is_counted(drawn: Any) -> None:
    """R12.2: the counted kinds are as told, the others stay, and nothing else of the state changes."""
    state = drawn.alone(purse=(1, 1, 1, 0))
    after = drawn.game.play(state, drawn.game.recount(state, 0, {"berry": 4, "mushroom": 0})).state
    assert tuple(after.player.purse) == (4, 1, 0, 0)
    assert drawn.game.view(after) == drawn.game.view(state)


@pytest.mark.parametrize(
    ("seat", "counts", "rule", "text"),
    [
        (3, {"berry": 1}, "R2.1", "There is no seat 4 at this table."),
        (0, {"acorn": 1}, "R1.6", "There is no treasure called acorn."),
        (0, {"nut": -1}, "R1.6", "Nobody has fewer than no tokens."),
    ],
)
def test_a_wrong_count_is_named(drawn: Any, seat: int, counts: dict[str, int], rule: str, text: str) -> None:
    """R1.6: a seat, a kind or a number that there cannot be is refused with a sentence."""
    with pytest.raises(IllegalMove) as caught:
        drawn.game.recount(drawn.alone(), seat, counts)
    assert [(each.rule, each.text) for each in caught.value.violations] == [(rule, text)]


def test_a_persons_word_for_one_spot(drawn: Any) -> None:
    """R12.2: a correction of one spot changes this spot only, whatever lies on it then."""
    state = drawn.alone(["ggo"], ["..n"])
    spot = Space(0, Cell(0, 2))
    before = drawn.game.view(state)
    for surface in ("token.nut", "squirrel", "animal", "leaf.red", "floor"):
        after = drawn.game.play(state, drawn.game.correction(state, {spot: surface})).state
        assert drawn.game.view(after) == {**before, spot: surface}


def test_what_an_area_lacks_and_gives(drawn: Any) -> None:
    """R5.2: the message names the empty spaces of each area and the tokens that completing it brings."""
    shown = drawn.game.display(drawn.alone(["ggN", "ggB"], ["..n", "..b"]))
    area, other = shown["players"][0]["areas"][:2]
    assert (area["missing"], area["gives"]) == (6, {"berry": 1, "nut": 1})
    assert (other["missing"], other["gives"]) == (12, {})


def test_offered_animals_fit_and_the_dearest_comes_first(drawn: Any) -> None:
    """R6.1, R6.2: each offer is a legal animal that brings what is said, by falling worth, at most six."""
    state = drawn.alone(["oooo.oo", "oo...oo", "ooooooo"], ["f.n...b", "m......"])
    offers = drawn.game.display(state)["players"][0]["animals"]
    legal = {
        (move.animal, frozenset(str(spot.cell) for spot in drawn.laid_spots(move))): move
        for move in drawn.game.legal_moves(state)
        if type(move).__name__ == "PlaceAnimal"
    }
    assert 1 <= len(offers) <= 6
    worths = []
    for offer in offers:
        move = legal[offer["name"].lower().replace(" ", "-"), frozenset(offer["cells"])]
        gain = drawn.game.play(state, move).state.player.purse
        gained = {k: n - state.player.purse._asdict()[k] for k, n in gain._asdict().items()}
        assert {k: n for k, n in gained.items() if n} == offer["gives"]
        worths.append(sum({"berry": 1, "nut": 2, "mushroom": 3, "feather": 4}[k] * n for k, n in gained.items()))
    assert worths == sorted(worths, reverse=True)


def test_no_animals_are_offered_in_the_final_phase(drawn: Any) -> None:
    """R6.3: animals are laid in turns only."""
    state = drawn.alone(["oooo"], phase=Phase.FINAL, number=10)
    assert drawn.game.display(state)["players"][0]["animals"] == []


@pytest.mark.parametrize(
    ("seat", "start", "closing", "text"),
    [
        (0, 0, 0, "Last turns: Ada filled the board; Ben and Cy still play."),
        (1, 0, 0, "Last turns: Ada filled the board; Ben and Cy still play."),
        (2, 0, 0, "Last turns: Ada filled the board; Cy still plays."),
        (1, 2, 1, "Last turns: Ben filled the board, and nobody plays after that."),
        (0, 2, 2, "Last turns: Cy filled the board; Ada and Ben still play."),
    ],
)
def test_the_last_turns_are_announced(drawn: Any, seat: int, start: int, closing: int, text: str) -> None:
    """R10.1: who filled a board first and who still plays in this round, in order; else nothing is announced."""
    players = [drawn.player(), drawn.player(), drawn.player()]
    state = drawn.table(*players, start=start, seat=seat, closing=closing)
    assert drawn.game.display(state)["turn"]["last_round"] == text
    assert drawn.game.display(drawn.table(*players))["turn"]["last_round"] is None
