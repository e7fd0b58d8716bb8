"""Example table messages by name: whole ones, of invented players, for tests, screenshots and who reads the form."""

from __future__ import annotations

from tests.webui.messages_of_four import desynchronised, final_phase, four_players, last_round, ranked
from tests.webui.solo_messages import choice, finished, illegal, purse, question, solo, undone

EXAMPLES = {
    make.__name__: make
    for make in (
        solo,
        four_players,
        illegal,
        question,
        choice,
        desynchronised,
        purse,
        undone,
        final_phase,
        last_round,
        finished,
        ranked,
    )
}
