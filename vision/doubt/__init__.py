"""What is not believed of an explanation, and what is looked at again for that: unknown is allowed, wrong is not."""
