"""What is printed on floors and tokens: icons and their drawings, what of a print is seen, the kinds of tokens."""
