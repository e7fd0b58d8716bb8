"""What the doctor says: findings, each with what to do, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How much a finding matters; leafwatch works as long as there is no problem."""

    OK = "ok"
    NOTICE = "notice"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, what was found, and what to do about it (empty when nothing)."""

    subject: str
    level: Level
    text: str
    remedy: str = ""


def as_text(findings: Sequence[Finding]) -> str:
    """A line or two a finding and a summary."""
    width = max((len(finding.subject) for finding in findings), default=0)
    lines = []
    for finding in findings:
        lines.append(f"{finding.level.value:<8} {finding.subject:<{width}}  {finding.text}")
        if finding.remedy:
            lines.append(f"{'':8} {'':{width}}  -> {finding.remedy}")
    counts = {level: sum(finding.level is level for finding in findings) for level in Level}
    counted = [(counts[level], level.value) for level in (Level.PROBLEM, Level.NOTICE)]
    lines.append(", ".join(f"{count or 'no'} {word}{'' if count == 1 else 's'}" for count, word in counted))
    return "\n".join(lines)


def as_json(findings: Sequence[Finding]) -> dict[str, object]:
    """The form ``leafwatch-doctor/1``."""
    return {
        "format": "leafwatch-doctor/1",
        "healthy": not any(finding.level is Level.PROBLEM for finding in findings),
        "findings": [
            {
                "subject": finding.subject,
                "level": finding.level.value,
                "text": finding.text,
                "remedy": finding.remedy,
            }
            for finding in findings
        ],
    }
