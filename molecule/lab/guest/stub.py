"""Answers every request on port 6443 over TLS with the status that a file names at that moment.

stub.py CERTIFICATE KEY CODE-FILE
"""

from __future__ import annotations

import http.server
import pathlib
import socket
import ssl
import sys
from typing import Any


class Answer(http.server.BaseHTTPRequestHandler):
    """The same answer to every method."""

    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        code = int(CODE_FILE.read_text())
        body = b"" if code in (204, 304) else b"ok\n" if code == 200 else b"stub\n"
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        if code in (429, 503):
            self.send_header("Retry-After", "1")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Health checks would fill the journal."""


for method in ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"):
    setattr(Answer, f"do_{method}", Answer.answer)


class Server(http.server.ThreadingHTTPServer):
    """The handshake belongs to each connection's thread: a silent client must not keep others waiting."""

    address_family = socket.AF_INET6
    daemon_threads = True
    request_queue_size = 256

    def server_bind(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()

    def finish_request(self, request: Any, client_address: Any) -> None:
        request.settimeout(10)
        try:
            with CONTEXT.wrap_socket(request, server_side=True) as secured:
                super().finish_request(secured, client_address)
        except OSError:
            request.close()


CODE_FILE = pathlib.Path(sys.argv[3])
CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
CONTEXT.load_cert_chain(sys.argv[1], sys.argv[2])
Server(("::", 6443), Answer).serve_forever()
