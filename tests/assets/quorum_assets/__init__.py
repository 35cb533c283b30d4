"""The real programs and container images of the tests: where they come from, and how they are made."""
