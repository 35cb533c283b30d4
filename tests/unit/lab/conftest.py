"""The lab's and the assets' own files are found by path: they are programs beside the collection, not a part of it."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "molecule" / "lab"), str(ROOT / "tests" / "assets")]
