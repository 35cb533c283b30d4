"""The lab's own files are found by path: it is a program beside the collection, not a part of it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "molecule" / "lab"))
