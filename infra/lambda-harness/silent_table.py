"""Simulates a DynamoDB that accepts connections but does not answer."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class SilentTable:
    """Answers while `answers` is true, for priming."""

    def __init__(self):
        table = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if not table.answers:
                    time.sleep(15)
                    self.close_connection = True
                    return
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

        self.answers = True
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"
