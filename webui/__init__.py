"""The page on the local network: shows what the table publishes and hands requests to it; knows no camera."""
