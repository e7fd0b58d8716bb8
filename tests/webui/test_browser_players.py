"""A player's phone in a real Chromium: it offers what the table grants a player, and nothing that would be refused."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from webui.access import Access
from webui.command import Command
from webui.server import serve

pytestmark = pytest.mark.browser

WAIT_S = 60
CHLOE = 2  # who is to move in the examples of four


class Phones:
    """Phones in a house that asks for a PIN, and what they asked of its table."""

    def __init__(self, house: Any, new_context: Callable[..., Any]) -> None:
        self.house = house
        self.complaints: list[str] = []
        self._contexts: list[Any] = []
        self._new_context = new_context
        self._server = serve(house.app, "127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()

    def publish(self, message: dict[str, Any]) -> None:
        """The table's next message."""
        self.house.feed.publish(message)

    def of(self, seat: int, path: str = "") -> Any:
        """A phone that took a seat, on its page or on another one."""
        context = self._new_context(viewport={"width": 360, "height": 740}, locale="en")
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: self.complaints.append(line.text) if "status of 4" not in line.text else None)
        page.goto(f"{self._server.url}seat/{seat + 1}")
        page.get_by_role("button", name="Play at this seat").click()
        page.get_by_role("button", name="End turn").wait_for()
        if path:
            page.goto(self._server.url.rstrip("/") + path)
            page.get_by_role("button", name="End turn").wait_for()
        return page

    def commands(self, page: Any, count: int) -> list[Command]:
        """The commands that came in, as soon as there are so many."""
        for _ in range(100 * WAIT_S):
            if len(self.house.commands) >= count:
                break
            page.wait_for_timeout(10)
        return list(self.house.commands)

    def close(self) -> None:
        """Put the phones away."""
        for context in self._contexts:
            context.close()
        self._server.close()
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()


@pytest.fixture
def four(examples: Any) -> dict[str, Any]:
    """A game of four in which Bert has just ended his turn and Chloë has made nothing yet."""
    message: dict[str, Any] = examples["four_players"]()
    message["turn"].update(mark="7.0", undo_seat=1, can_end=True)
    return message


@pytest.fixture
def phones(whole_house: Any, pin_store: Any, new_context: Any, four: Any) -> Iterator[Phones]:
    """The game of four on phones."""
    phones = Phones(whole_house(Access.with_pin(pin_store("271828")), four), new_context)
    yield phones
    phones.close()
    assert phones.complaints == []


def offered(page: Any) -> list[str]:
    """What the buttons below the board say, but those that are off."""
    found: list[str] = page.locator("#actions button:not([aria-disabled=true])").all_inner_texts()
    return found


def test_an_undo_is_offered_to_whose_turn_it_takes_back(phones: Phones, four: Any) -> None:
    """Bert, who has just ended his turn, may take it back; Chloë, who is to move, may from her first move on."""
    bert, chloe = phones.of(1), phones.of(CHLOE)
    assert offered(bert) == ["Undo", "Correct supply"]
    assert offered(chloe) == ["End turn", "Correct supply"]
    bert.get_by_role("button", name="Undo").click()
    assert phones.commands(bert, 1) == [Command("undo", {"turn": "7.0"}, "seat-2")]
    four["turn"] |= {"mark": "7.1", "undo_seat": CHLOE}
    phones.publish(four)
    chloe.get_by_role("button", name="Undo").wait_for()
    bert.get_by_role("button", name="Undo").wait_for(state="detached")
    chloe.get_by_role("button", name="Undo").click()
    assert phones.commands(chloe, 2)[1] == Command("undo", {"turn": "7.1"}, "seat-3")


@pytest.mark.parametrize("path", ["", "/"], ids=["own page", "table"])
def test_what_the_table_refuses_a_player_is_not_offered(phones: Phones, four: Any, examples: Any, path: str) -> None:
    """No editor of spaces, no acceptance beside a question, and at the end no new game: those are the host's."""
    page = phones.of(CHLOE, path)
    illegal = examples["illegal"]()
    phones.publish({**four, "verdict": illegal["verdict"], "question": illegal["question"]})
    page.get_by_role("button", name="We put it back").wait_for()
    assert page.locator("#question [data-answer]").evaluate_all("all => all.map((each) => each.dataset.answer)") == [
        "accept",
        "back",
    ]
    phones.publish({**four, "verdict": illegal["verdict"]})
    page.locator("#question").wait_for(state="hidden")
    assert page.get_by_role("button", name="Accept anyway").count() == 0
    series = {"games": [], "text": "One more.", "next": True}
    phones.publish({**four, "score": examples["ranked"]()["score"], "series": series})
    page.locator("#score").get_by_text("Chloë wins").wait_for()
    assert page.get_by_role("button", name="New game").count() == 0
    assert page.get_by_role("button", name="Next game").count() == 0


def test_only_who_is_asked_has_the_answers_on_the_table_page(phones: Phones, four: Any, examples: Any) -> None:
    """Bert sees on the page of the table that something is asked; the answers are Chloë's."""
    bert, chloe = phones.of(1, "/"), phones.of(CHLOE, "/")
    phones.publish({**four, "question": examples["question"]()["question"]})
    chloe.get_by_role("button", name="The first yellow one").wait_for()
    bert.locator("#words .question").wait_for()
    assert not bert.locator("#question").is_visible()


def test_a_player_corrects_the_own_supply(phones: Phones, four: Any) -> None:
    """The button opens the own supply alone, in another player's turn too, and Escape closes it."""
    page = phones.of(1)
    page.get_by_role("button", name="Correct supply").click()
    page.get_by_role("heading", name="Supply of Bert").wait_for()
    assert page.locator(".supply-of").count() == 1
    page.get_by_role("button", name="One berry more").click()
    page.get_by_role("button", name="Save").click()
    before = four["players"][1]["purse"]
    counted = {**before, "berry": before["berry"] + 1}
    assert phones.commands(page, 1) == [Command("purse", {"seat": 1, **counted}, "seat-2")]
    page.keyboard.press("Escape")
    page.locator("#fix").wait_for(state="hidden")


def test_a_phone_that_lost_its_seat_is_offered_it_again(phones: Phones) -> None:
    """Children are not sent to the page that asks for the PIN."""
    page = phones.of(CHLOE)
    page.context.clear_cookies()
    page.get_by_role("button", name="End turn").click()
    page.get_by_role("button", name="Play at this seat").wait_for()
    assert page.url.endswith("/seat/3")


@pytest.mark.parametrize("seat", [1, CHLOE], ids=["last", "first"])
def test_a_game_of_several_is_finished_on_every_phone(phones: Phones, examples: Any, seat: int) -> None:
    """Who has lost does not read "Won" above who wins."""
    page = phones.of(seat)
    phones.publish(examples["ranked"]())
    page.locator("#score").get_by_text("Chloë wins").wait_for()
    assert page.locator("#score .word").inner_text() == "Finished"
