"""The config flow: set-up, discovery, a new token, and a new address."""

from types import SimpleNamespace

import pytest
from homeassistant import config_entries
from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import issue_registry

from custom_components.larder.api import base_url, larder_id
from custom_components.larder.const import DOMAIN


async def submit(hass, url, token):
    """Returns the flow's result for an address and a token."""
    flow = await hass.config_entries.flow.async_init(DOMAIN, context={"source": config_entries.SOURCE_USER})
    assert (flow["type"], flow["step_id"], flow["errors"]) == (FlowResultType.FORM, "user", {})
    return await hass.config_entries.flow.async_configure(flow["flow_id"], {CONF_URL: url, CONF_TOKEN: token})


async def test_address_and_token_create_an_entry(hass, account):
    _, token = account.create_token()
    result = await submit(hass, f" {account.address}/items?x=1 ", f" {token}\n")
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["data"] == {CONF_URL: account.address, CONF_TOKEN: token}
    await hass.async_block_till_done()
    assert hass.states.get("sensor.larder_fresh").state == "0"


async def test_rejects_a_larder_that_is_set_up(hass, account, entry):
    result = await submit(hass, account.address, account.create_token()[1])
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "already_configured")


@pytest.mark.parametrize("text", ["", "ftp://larder.example.org", "https://", "https://a:b@larder.example.org"])
async def test_rejects_invalid_addresses(hass, text):
    result = await submit(hass, text, "larder_pat_anna.secret")
    assert result["errors"] == {CONF_URL: "invalid_url"}


async def test_names_a_wrong_token_and_a_missing_scope(hass, account):
    _, token = account.create_token()
    for wrong in ("password", "larder_pat_", token[:-1], token + "\r\nx: y"):
        assert (await submit(hass, account.address, wrong))["errors"] == {CONF_TOKEN: "invalid_auth"}
    _, narrow = account.create_token(["list"])
    assert (await submit(hass, account.address, narrow))["errors"] == {CONF_TOKEN: "missing_scope"}


def reauth_flows(hass):
    return [flow for flow in hass.config_entries.flow.async_progress() if flow["context"]["source"] == "reauth"]


async def test_asks_for_a_new_token_after_deletion(hass, account, connect):
    token_id, token = account.create_token()
    entry = await connect(account.address, token)
    account.delete_token(token_id)
    for _ in range(2):
        await entry.runtime_data.async_refresh()
        await hass.async_block_till_done()
    (flow,) = reauth_flows(hass)
    assert hass.states.get("sensor.larder_fresh").state == "unavailable"
    # Home Assistant lists it under Repairs.
    assert f"config_entry_reauth_{DOMAIN}_{entry.entry_id}" in {key for _, key in issue_registry.async_get(hass).issues}

    other = type(account)(account.address)
    for wrong, error in ((token, "invalid_auth"), (other.create_token()[1], "other_larder")):
        result = await hass.config_entries.flow.async_configure(flow["flow_id"], {CONF_TOKEN: wrong})
        assert result["errors"] == {CONF_TOKEN: error}
    _, fresh = account.create_token()
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {CONF_TOKEN: fresh})
    await hass.async_block_till_done()
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "reauth_successful")
    assert (entry.state, entry.data[CONF_TOKEN]) == (ConfigEntryState.LOADED, fresh)
    assert hass.states.get("sensor.larder_fresh").state == "0"


async def test_change_with_a_deleted_token_asks_for_a_new_one(hass, account, connect):
    token_id, token = account.create_token()
    await connect(account.address, token)
    account.delete_token(token_id)
    with pytest.raises(HomeAssistantError, match="token"):
        await hass.services.async_call(
            "todo", "add_item", {"item": "Milk"}, target={"entity_id": "todo.larder_shopping_list"}, blocking=True
        )
    await hass.async_block_till_done()
    assert len(reauth_flows(hass)) == 1


async def test_accepts_a_new_address_only_for_the_same_larder(hass, account, connect):
    entry = await connect("http://127.0.0.1:9", account.create_token()[1])
    assert entry.state is ConfigEntryState.SETUP_RETRY
    context = {"source": config_entries.SOURCE_RECONFIGURE, "entry_id": entry.entry_id}
    flow = await hass.config_entries.flow.async_init(DOMAIN, context=context)
    other = type(account)(account.address)
    for url, token, errors in (
        ("http://127.0.0.1:9", entry.data[CONF_TOKEN], {"base": "cannot_connect"}),
        (account.address, other.create_token()[1], {CONF_TOKEN: "other_larder"}),
    ):
        result = await hass.config_entries.flow.async_configure(flow["flow_id"], {CONF_URL: url, CONF_TOKEN: token})
        assert result["errors"] == errors
    data = {CONF_URL: account.address, CONF_TOKEN: entry.data[CONF_TOKEN]}
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    await hass.async_block_till_done()
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "reconfigure_successful")
    assert (entry.state, dict(entry.data)) == (ConfigEntryState.LOADED, data)


async def test_unloads(hass, entry):
    assert await hass.config_entries.async_unload(entry.entry_id)
    assert entry.state is ConfigEntryState.NOT_LOADED


def test_completes_addresses():
    assert base_url("larder.example.org") == "https://larder.example.org"
    assert base_url("http://192.168.1.5:8080/items#top") == "http://192.168.1.5:8080"
    assert base_url("http://[::1]:8080") == "http://[::1]:8080"


def test_reads_the_id_of_the_larder_from_a_token():
    assert larder_id("larder_pat_anna.secret") == "anna"
    assert larder_id("larder_pat_.secret") is None
    assert larder_id("larder_pat_anna") is None


def announcement(url):
    """Returns an announcement in the form that Home Assistant passes to the flow."""
    return SimpleNamespace(properties={"url": url, "version": "0.1.0"})


async def discover(hass, url):
    context = {"source": config_entries.SOURCE_ZEROCONF}
    return await hass.config_entries.flow.async_init(DOMAIN, context=context, data=announcement(url))


async def test_discovery_suggests_the_address(hass, account):
    flow = await discover(hass, account.address)
    assert (flow["type"], flow["step_id"], flow["errors"]) == (FlowResultType.FORM, "user", {})
    suggested = {str(key): (key.description or {}).get("suggested_value") for key in flow["data_schema"].schema}
    assert suggested == {CONF_URL: account.address, CONF_TOKEN: None}
    _, token = account.create_token()
    data = {CONF_URL: account.address, CONF_TOKEN: token}
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    assert (result["type"], result["data"]) == (FlowResultType.CREATE_ENTRY, data)
    assert result["result"].unique_id == larder_id(token)
    await hass.async_block_till_done()


async def test_ignores_discovery_of_a_larder_that_is_set_up(hass, account, entry):
    result = await discover(hass, account.address)
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "already_configured")


@pytest.mark.parametrize("url", ["", None, "javascript:alert(1)", "https://a:b@larder.example.org"])
async def test_ignores_discovery_without_a_valid_address(hass, url):
    result = await discover(hass, url)
    assert (result["type"], result["reason"]) == (FlowResultType.ABORT, "invalid_url")
