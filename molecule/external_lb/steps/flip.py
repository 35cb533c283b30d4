"""Asks twice over one connection, while the watcher is restarted in between and its rule goes and comes."""

import http.client
import ssl
import subprocess
import sys
import time


def ask(connection):
    connection.request("GET", "/readyz")
    response = connection.getresponse()
    response.read()
    return response.status, connection.sock.getsockname()


context = ssl.create_default_context(cafile="/etc/kubernetes/pki/ca.crt")
connection = http.client.HTTPSConnection(sys.argv[1], int(sys.argv[2]), timeout=5, context=context)
before = ask(connection)
subprocess.run(["systemctl", "stop", "quorum-kube-lb-redirect"], check=True)
between = ask(connection)
subprocess.run(["systemctl", "start", "quorum-kube-lb-redirect"], check=True)
time.sleep(3)
after = ask(connection)
assert before == between == after, (before, between, after)
assert before[0] == 200, before
