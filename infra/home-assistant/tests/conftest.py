"""Fixtures: a running `larder` (LARDER_BIN), an account, and Home Assistant with the integration."""

import sys
from pathlib import Path

import pytest
from homeassistant.const import CONF_TOKEN, CONF_URL
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.larder.api import larder_id
from custom_components.larder.const import DOMAIN

sys.path.append(str(Path(__file__).resolve().parents[2] / "local/tests"))

import served

ALL_SCOPES = ["read", "list", "write"]


class Account(served.Account):
    def create_token(self, scopes=ALL_SCOPES):
        created = self.call("POST", "/api/tokens", {"name": "Home Assistant", "scopes": scopes})
        return created["id"], created["token"]

    def delete_token(self, token):
        self.call("DELETE", f"/api/tokens/{token}")

    def rows(self):
        """Returns name, amount and completion of each row of the list."""
        rows = self.call("GET", "/api/shopping-list")
        return [(row["name"], row["quantity"], row["unit"], row["isCompleted"]) for row in rows]


@pytest.fixture(scope="session")
def larder_url():
    larder = served.Served()
    yield larder.address
    larder.stop()


@pytest.fixture(autouse=True)
def local_network(socket_enabled, enable_custom_integrations):
    """Allows connections to 127.0.0.1, and enables the integration."""


@pytest.fixture
def account(local_network, larder_url):
    return Account(larder_url)


@pytest.fixture
async def connect(hass):
    """Returns a function that sets up an entry for an address and a token."""

    async def set_up(url, token):
        data = {CONF_URL: url, CONF_TOKEN: token}
        entry = MockConfigEntry(domain=DOMAIN, title="Larder", data=data, unique_id=larder_id(token))
        entry.add_to_hass(hass)
        await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        return entry

    return set_up


@pytest.fixture
async def entry(account, connect):
    return await connect(account.address, account.create_token()[1])


@pytest.fixture
def refresh(hass, entry):
    """Polls as the timer does."""

    async def poll():
        await entry.runtime_data.async_refresh()
        await hass.async_block_till_done()

    return poll
