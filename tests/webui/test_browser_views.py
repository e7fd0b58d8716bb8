"""Every view of the game in a real Chromium, at every size, in both themes and languages.

With ``LEAFWATCH_PICTURES=1`` pictures are kept in ``artifacts/``: look at them after a change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.webui.published import show
from webui.command import Command

pytestmark = pytest.mark.browser

PHONE, TABLET, DESKTOP = {"width": 360, "height": 740}, {"width": 820, "height": 1180}, {"width": 1280, "height": 900}
SMALLEST = {"width": 320, "height": 640}
TABLE = ("solo", "four_players", "illegal", "question", "desynchronised", "undone", "last_round", "finished")
PAGES = [
    *(("/", name) for name in TABLE),
    *(("/seat/1", name) for name in ("solo", "question")),
    *(("/seat/3", name) for name in ("four_players", "final_phase")),
    *(("/far", name) for name in ("four_players", "illegal", "final_phase", "ranked")),
    *(("/solo", name) for name in ("solo", "finished", "four_players")),
    *(("/score", name) for name in ("four_players", "final_phase", "ranked", "finished")),
]
LOOKS = [
    (PHONE, "dark", "en"),
    (TABLET, "light", "en"),
    (DESKTOP, "dark", "en"),
    (SMALLEST, "light", "de"),
]
# words that are wider than what they stand on, and what a finger cannot hit
CROWDED = """() => {
    const all = document.querySelectorAll("main button, main .word, header a, header summary, main nav a");
    return [...all].flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        if (!width || getComputedStyle(one).clipPath !== "none") return [];
        const small = !one.matches(".word, .mark a") && (height < 43.5 || width < 43.5);
        const cut = one.scrollWidth > one.clientWidth + 1;
        return [cut ? `cut: ${one.textContent}` : "", small ? `small: ${one.textContent}` : ""].filter(Boolean);
    });
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("viewport", "scheme", "language"), LOOKS, ids=[f"{v['width']}-{scheme}-{lang}" for v, scheme, lang in LOOKS]
)
def test_views_are_whole_at_every_size(
    open_page: Callable[..., Any],
    house: Any,
    examples: Any,
    pictured: Callable[[Any, str], None],
    viewport: dict[str, int],
    scheme: str,
    language: str,
) -> None:
    """Nothing scrolls sideways, no button's words are cut, every target can be hit, every board is drawn whole."""
    house.feed.publish(examples["solo"]())
    page = open_page(viewport, color_scheme=scheme, locale=language, has_touch=viewport["width"] < 900)
    at = "/"
    for path, name in PAGES:
        message = examples[name]()
        if path != at:
            page.goto(house.server.url.rstrip("/") + path)
            at = path
        show(page, house, message)
        place = f"{path} {name}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
        assert page.evaluate(CROWDED) == [], place
        assert page.locator("html").get_attribute("lang") == language
        for board in page.locator(".frame:visible").all():
            player = message["players"][int(board.get_attribute("data-seat"))]
            assert board.locator(".pieces > .piece").count() == len(player["pieces"]), place
            assert board.locator(".pieces > .token").count() == sum(s in "BNMF" for row in player["board"] for s in row)
        size = f"{viewport['width']}x{viewport['height']}"
        view = path.strip("/").replace("/", "-") or "table"
        pictured(page, f"{view}-{name}-{size}-{scheme}-{language}")


def test_what_a_person_said_of_single_spaces_is_drawn(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Squirrels, an animal and a hole that came by a correction have no piece, and are seen all the same."""
    message = examples["solo"]()
    player = message["players"][0]
    player["pieces"], player["board"] = [], ["ss.a.o.g.", *["." * 9] * 7]
    house.feed.publish(message)
    page = open_page(DESKTOP)
    drawn = page.locator(".pieces").first
    drawn.locator(".squirrel").first.wait_for()
    counts = [drawn.locator(kind).count() for kind in (".squirrel", ".animal", ".leaf.unnamed", ".leaf.green")]
    assert counts == [2, 1, 1, 1]


def test_table_says_all_of_its_message(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Lamps as they are driven, the log, the areas with what they lack and give, the animals that fit."""
    page = open_page()
    for name in TABLE:
        message = examples[name]()
        show(page, house, message)
        assert message["verdict"]["text"] in page.locator("#verdict").inner_text()
        assert page.locator("#log li").count() == len(message["log"])
        lamps = [lamp.get_attribute("data-pins") for lamp in page.locator(".lamp").all()]
        assert lamps == [" ".join(f"{lamp[c]:g}" for c in ("red", "green", "blue")) for lamp in message["lamps"]]
        for player in message["players"]:
            card = page.locator(f'.player[data-seat="{player["seat"]}"]')
            areas = card.locator(".areas li").all_inner_texts()
            assert [str(area["missing"]) in text for area, text in zip(player["areas"], areas, strict=True)].count(
                False
            ) == sum(area["complete"] for area in player["areas"])
            assert card.locator(".areas .gain").count() == sum(
                len(area["gives"]) for area in player["areas"] if not area["complete"]
            )
            fitting = 0 if message["score"] else len(player["animals"])
            assert card.locator(".animals button").count() == fitting


def test_one_button_leads_on_when_a_series_goes_on(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """After a game of three it is the next one (R11.8); beginning anew stays possible, but is not what is proposed."""
    message = examples["finished"]()
    page = open_page()
    for goes_on, proposed in ((True, "next-game"), (False, "new-game")):
        message["series"]["next"] = goes_on
        show(page, house, message)
        buttons = page.locator("main button.main:not([aria-disabled])").all()
        assert [button.get_attribute("data-command") for button in buttons] == [proposed]
        assert page.locator('[data-command="new-game"]').is_visible()


def test_notices_stand_above_the_boards(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """The last round, what is to be put back with its spots, the next step of the final phase with its spots."""
    page = open_page()
    message = examples["last_round"]()
    show(page, house, message)
    assert message["turn"]["last_round"] in page.locator(".tell.last").inner_text()
    message = examples["undone"]()
    show(page, house, message)
    assert message["pending_undo"]["text"] in page.locator(".tell.undo").inner_text()
    assert page.locator(".spot.notice").count() == len(message["pending_undo"]["spots"])
    several = examples["four_players"]()
    several["pending_undo"] = {
        "text": "Put it back.",
        "spots": [{"seat": s, "cell": c} for s, c in ((2, "c4"), (0, "a1"))],
    }
    show(page, house, several)
    assert "Put back: Ada a1, Chloë c4" in page.locator(".tell.undo").inner_text()
    message = examples["final_phase"]()
    show(page, house, message)
    told = page.locator(".tell.guide").inner_text()
    assert "Step 2 of 5" in told
    assert message["guide"]["text"] in told
    assert message["guide"]["reason"] in told
    assert page.locator('[data-seat="2"] .spot.notice').count() == len(message["guide"]["spots"])
    show(page, house, examples["solo"]())
    assert not page.locator("#notices").is_visible()


@pytest.mark.parametrize("path", ["/", "/seat/1", "/solo", "/far"])
def test_what_keeps_the_game_from_going_on_is_said_as_long_as_it_does(
    open_page: Callable[..., Any], house: Any, examples: Any, path: str
) -> None:
    """That nothing is saved, or the camera lost, stands on every page of the game in a sentence, not in a tooltip."""
    message = examples["solo"]()
    text = "What is played now is not saved and does not count: the journal cannot be written."
    message["status"]["trouble"] = text
    house.feed.publish(message)
    page = open_page(PHONE, path=path)
    page.locator("main").get_by_text(text).wait_for()
    message["status"]["trouble"] = ""
    show(page, house, message)
    assert page.locator("main").get_by_text(text).count() == 0


def test_nothing_more_is_asked_for_where_a_piece_is_too_many(
    open_page: Callable[..., Any], house: Any, examples: Any
) -> None:
    """What is still to be laid is said while nothing lies wrong: the verdict alone says what to do then."""
    page = open_page()
    message = examples["solo"]()
    message["turn"]["main_done"] = False
    show(page, house, message)
    assert page.locator("#actions .due").count() == 1
    message["verdict"] = {"mood": "wrong", "text": "Too many.", "rule": "R3.1", "remedy": "Take it back.", "spots": []}
    show(page, house, message)
    assert page.locator("#actions .due").count() == 0


def test_seat_shows_one_player(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """The own board and path alone; whose turn it is; a question only where it can be answered."""
    message = examples["four_players"]()
    message["question"] = examples["question"]()["question"]
    house.feed.publish(message)
    page = open_page(PHONE, path="/seat/3")
    page.get_by_text("Your turn", exact=True).wait_for()
    assert page.locator(".player").count() == 1
    assert page.locator(".paths .strip li svg").count() == len(message["path"][2])
    assert page.locator("#question").is_visible()
    page.get_by_role("link", name="Ada").click()
    page.get_by_text("Chloë is to move").wait_for()
    assert page.locator(".paths .strip li svg").count() == len(message["path"][0])
    assert not page.locator("#question").is_visible()
    assert page.get_by_role("button", name="End turn").get_attribute("aria-disabled") == "true"
    page.goto(house.server.url + "seat/7")
    page.get_by_text("Nobody plays at seat 7.").wait_for()


def test_far_is_read_from_two_metres(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """At 1280 x 900 the name, the verdict and the score are at least 40 px high, with nothing below the fold."""
    house.feed.publish(examples["four_players"]())
    page = open_page(DESKTOP, path="/far")
    page.locator(".scores .active").wait_for()
    for selector in (".turn-far strong", ".verdict .say", ".big"):
        size = page.locator(selector).first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= 40, selector
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".scores .active .who-far").inner_text().splitlines()[:2] == [
        "C",
        "Chloë",
    ]  # the mark, the name
    message = examples["ranked"]()
    show(page, house, message)
    assert message["score"]["text"] in page.locator("#verdict").inner_text()


def test_solo_counts_turns_and_games(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Turn of ten with its pips, the row's gap at its number (R11.2), the series and its next game (R11.8)."""
    house.feed.publish(examples["solo"]())
    page = open_page(path="/solo")
    page.locator(".leaves .now").wait_for()
    assert page.locator(".leaves .now").inner_text() == "5"
    assert page.locator(".leaves .past").count() == 4
    places = page.locator(".numbered li").all()
    numbers = [place.locator(".number").inner_text() for place in places]
    gaps = [
        number for place, number in zip(places, numbers, strict=True) if "gap" in (place.get_attribute("class") or "")
    ]
    assert gaps == ["5", "4"]
    assert page.locator(".strip").count() == 4
    message = examples["finished"]()
    show(page, house, message)
    assert message["series"]["text"] in page.locator("#series").inner_text()
    assert "This is the last turn." not in page.locator("#count").inner_text()
    page.get_by_role("button", name="Next game").click()
    assert house.commands(page, 1) == [Command("next-game", {}, "page")]
    show(page, house, examples["four_players"]())
    page.get_by_text("This is not a solo game.").wait_for()


def test_score_explains_ties(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Before the end how it stands; in the final phase one step; then ranks, the shared one with its reason (R10.4)."""
    house.feed.publish(examples["four_players"]())
    page = open_page(path="/score")
    page.locator("tbody tr").first.wait_for()
    names = [cell.split("\n") for cell in page.locator("tbody th").all_inner_texts()]
    assert names == [["D", "Dimitri"], ["C", "Chloë"], ["B", "Bert"], ["A", "Ada"]]  # the mark, the name
    message = examples["final_phase"]()
    show(page, house, message)
    assert message["guide"]["text"] in page.locator("#guide").inner_text()
    # the exchange that no camera sees is done together with the squirrels after it
    assert page.locator(".progress .now").count() == message["guide"]["step"] == 2
    assert page.locator(".progress .past").count() == 0
    looks = [one.get_attribute("class") for one in page.locator(".plan > li").all()]
    assert looks == ["now", "now", "", "", ""]
    for step, line in zip(message["guide"]["plan"], page.locator(".plan > li").all(), strict=True):
        assert step["text"] in line.inner_text()
    assert page.locator(".player").count() == 1
    assert page.locator(".phases [aria-current]").inner_text() == "Final phase"
    show(page, house, examples["ranked"]())
    assert page.locator(".rank").all_inner_texts() == ["1.", "2.", "2.", "4."]
    ties = page.locator(".ranks > li", has_text="Tied")
    assert ties.count() == 2
    assert "Ada, Dimitri" in ties.first.inner_text()


def test_guest_looks_and_is_shown_the_way(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Who may not act has no buttons that would be refused, but a link to the PIN that leads back here."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.route(
        "**/",
        lambda route: route.fulfill(response=(got := route.fetch()), body=got.text().replace('"host"', '"guest"', 1)),
    )
    page.reload()
    link = page.get_by_role("link", name="Act as host")
    link.wait_for()
    assert link.get_attribute("href") == "/host?next=%2F"
    assert page.locator("main button:visible", has_text="End turn").count() == 0
    assert not page.locator("#play").is_visible()


def test_verdict_is_told_without_colour(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """In greyscale every mood keeps a sign and a word of its own; a screen reader hears the word with the sentence."""
    page = open_page()
    looks: set[tuple[str, str]] = set()
    for mood in ("good", "notice", "wrong", "done"):
        message = examples["solo"]()
        message["verdict"].update(mood=mood, text="The same sentence.")
        message["score"] = examples["finished"]()["score"] if mood == "done" else None
        show(page, house, message)
        sign = page.locator("#verdict .sign").evaluate("(one) => one.innerHTML")
        word = page.locator("#words .word").nth(1).inner_text()
        heard = page.locator("#verdict .say .unseen").text_content()
        assert heard is not None
        looks |= {(sign, word), (sign, heard)}
    assert len({sign for sign, _ in looks}) == 4
    assert len({word for _, word in looks}) >= 4
    assert page.locator("#verdict").get_attribute("aria-live") == "polite"


def test_nothing_moves_for_those_who_want_that(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """With reduced motion a new piece is there at once, without an animation."""
    page = open_page(reduced_motion="reduce")
    message = examples["solo"]()
    message["players"][0]["pieces"].pop()
    show(page, house, message)
    show(page, house, examples["solo"]())
    page.locator(".fresh").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0
