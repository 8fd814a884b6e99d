"""The announcement by `larder serve` with LARDER_ANNOUNCE, found by Home Assistant's library."""

import threading

from served import Served
from zeroconf import ServiceBrowser, ServiceListener, Zeroconf

SERVICE_TYPE = "_larder._tcp.local."


class Listener(ServiceListener):
    """Sets `added` and `removed` when the service with this address is announced and removed."""

    def __init__(self, url):
        self.url = url
        self.name = None
        self.added, self.removed = threading.Event(), threading.Event()

    def add_service(self, zc, type_, name):
        info = zc.get_service_info(type_, name)
        if info is not None and info.decoded_properties.get("url") == self.url:
            self.name, self.port = name, info.port
            self.added.set()

    def update_service(self, zc, type_, name):
        self.add_service(zc, type_, name)

    def remove_service(self, zc, type_, name):
        if name == self.name:
            self.removed.set()


def test_announces_the_address_and_its_removal():
    url = "http://larder.example.org:8123"
    zeroconf = Zeroconf(interfaces=["127.0.0.1"])
    larder = Served(LARDER_SITE_URL=url, LARDER_ANNOUNCE="1")
    try:
        listener = Listener(url)
        browser = ServiceBrowser(zeroconf, SERVICE_TYPE, listener)
        assert listener.added.wait(20)
        assert listener.port == 8123
        larder.process.terminate()
        assert listener.removed.wait(20)
        browser.cancel()
    finally:
        larder.stop()
        zeroconf.close()
