"""The board game Indian Summer: rules R1 to R11 as a pure ``Game``; R5.2 and the like number its paragraphs."""
