"""The one error that ends a command with a sentence instead of a traceback."""

from __future__ import annotations


class LabError(Exception):
    """Something that the person at the keyboard can act on; its text says what."""
