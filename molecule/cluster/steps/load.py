"""Calls kubectl from several sides and asks a Service, all the time: load.py SECONDS KUBECTL KUBECONFIG URL.

Prints how many calls there were of either kind, how many failed, and how long the longest of kubectl's took.
"""

import json
import subprocess
import sys
import threading
import time
import urllib.request

CALLERS = 3


def main(seconds, kubectl, kubeconfig, url):
    command = [kubectl, f"--kubeconfig={kubeconfig}", "--request-timeout=5s", "get", "configmaps"]
    counts = {"kubectl": new_count(), "service": new_count()}
    callers = [(lambda: subprocess.run(command, check=True, capture_output=True), counts["kubectl"])] * CALLERS
    callers.append((lambda: urllib.request.urlopen(url, timeout=2).read(), counts["service"]))
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=call_until, args=(end, *caller)) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(counts))


def new_count():
    return {"calls": 0, "failed": 0, "longest": 0}


def call_until(end, call, count):
    while time.monotonic() < end:
        began = time.monotonic()
        try:
            call()
        except (OSError, subprocess.CalledProcessError) as error:
            count["failed"] += 1
            count["last"] = str(getattr(error, "stderr", "") or error)
        count["calls"] += 1
        count["longest"] = max(count["longest"], round(time.monotonic() - began, 1))
        time.sleep(0.2)


main(float(sys.argv[1]), *sys.argv[2:])
