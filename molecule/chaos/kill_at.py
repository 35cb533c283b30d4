"""Runs a playbook and kills it, with all its workers, in the task of this number: kill_at.py NUMBER COMMAND…

Ends with 0 when it was killed there, and with 1 when it ended before.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time


def family(pid: int) -> list[int]:
    """The process with all that it has started: ansible-core gives each worker a session of its own."""
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
    return [pid, *(member for child in told.stdout.split() for member in family(int(child)))]


def main() -> int:
    wanted, command = int(sys.argv[1]), sys.argv[2:]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    tasks = 0
    for line in process.stdout or ():
        sys.stdout.write(line)
        tasks += line.startswith("TASK [")
        if tasks == wanted:
            time.sleep(random.Random(wanted).uniform(0, 2))
            os.kill(process.pid, signal.SIGSTOP)
            for pid in family(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            print(f"killed in task {wanted}")
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
