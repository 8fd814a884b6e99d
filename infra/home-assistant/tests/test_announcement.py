"""`larder serve` with LARDER_ANNOUNCE, found by the library that Home Assistant browses with."""

import os
import subprocess
import threading

from zeroconf import ServiceBrowser, ServiceListener, Zeroconf

SERVICE_TYPE = "_larder._tcp.local."


class Listener(ServiceListener):
    """Collects the announced addresses; `came` and `went` are set by the first of each."""

    def __init__(self, url):
        self.url = url
        self.name = None
        self.came, self.went = threading.Event(), threading.Event()

    def add_service(self, zc, type_, name):
        info = zc.get_service_info(type_, name)
        if info is not None and info.decoded_properties.get("url") == self.url:
            self.name, self.port = name, info.port
            self.came.set()

    def update_service(self, zc, type_, name):
        self.add_service(zc, type_, name)

    def remove_service(self, zc, type_, name):
        if name == self.name:
            self.went.set()


def test_a_server_announces_its_address_and_says_goodbye(tmp_path):
    url = "http://larder.example.org:8123"
    settings = {
        **os.environ,
        "PORT": "0",
        "LARDER_DATA": str(tmp_path),
        "LARDER_LOG": "warn",
        "LARDER_SITE_URL": url,
        "LARDER_ANNOUNCE": "1",
    }
    zeroconf = Zeroconf(interfaces=["127.0.0.1"])
    try:
        command = [os.environ["LARDER_BIN"], "serve"]
        with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert url in server.stdout.readline()
                listener = Listener(url)
                browser = ServiceBrowser(zeroconf, SERVICE_TYPE, listener)
                assert listener.came.wait(20)
                assert listener.port == 8123
                server.terminate()
                assert listener.went.wait(20)
                browser.cancel()
            finally:
                server.kill()
    finally:
        zeroconf.close()
