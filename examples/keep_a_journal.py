"""Write a game, and find it again as after a power cut: ``python -m examples.keep_a_journal FILE``."""

import sys

from device.journal.journal import Entry, Journal

with Journal.open(sys.argv[1]) as journal:
    journal.begin("indian-summer", {"players": ["Ada"]})
    journal.append([Entry("moved", "camera", {"piece": "red leaf", "cell": "c4"})])

with Journal.open(sys.argv[1]) as journal:
    print(journal.unfinished())
