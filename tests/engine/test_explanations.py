"""The five explanations of docs/explanations.md are what the referee says."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from engine.referee import Verdict


def test_the_file_is_what_the_referee_says(drawn: Any, explained_tables: ModuleType) -> None:
    """``python tests/engine/record_explanations.py`` would change nothing."""
    assert explained_tables.FILE.read_text(encoding="utf-8") == explained_tables.written(drawn)


def test_each_table_is_of_another_kind(drawn: Any, explained_tables: ModuleType) -> None:
    """A whole turn, a question, an illegal table, one that owes tokens, and one that is asked when the turn ends."""
    answers = [explained_tables.found(each, drawn.rows(each.seen)) for each in explained_tables.tables(drawn)]
    kinds = [Verdict.LEGAL, Verdict.QUESTION, Verdict.ILLEGAL, Verdict.INCOMPLETE, Verdict.QUESTION]
    assert [answer.verdict for answer in answers] == kinds
    assert [reason.rule for reason in answers[2].violations] == ["R4.1", "R4.3", "R8.2"]
    assert sorted(reason.rule for reason in answers[3].violations) == ["R5.1", "R5.2"]
