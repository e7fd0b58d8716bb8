"""One game at the table: committed state, settled view, answers, corrections and what the page is told of it."""
