"""What the person at the keyboard is told."""

from __future__ import annotations

import sys
import time


class AssetError(Exception):
    """Why a program cannot be had; one sentence for the person at the keyboard."""


def say(text: str) -> None:
    """One line of progress."""
    print(f"{time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)
