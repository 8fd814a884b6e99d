"""Asks for address and token, for a new token when the old one was deleted, and for another address of the larder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import voluptuous as vol
from homeassistant.config_entries import ConfigEntry, ConfigFlow, ConfigFlowResult
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.selector import TextSelector, TextSelectorConfig, TextSelectorType

from .api import LarderAuthError, LarderClient, LarderError, LarderScopeError, base_url, larder_id
from .const import DOMAIN, EXAMPLE_URL

if TYPE_CHECKING:
    # In another module until 2025.1.
    from homeassistant.helpers.service_info.zeroconf import ZeroconfServiceInfo

_TOKEN = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD))


class LarderConfigFlow(ConfigFlow, domain=DOMAIN):
    VERSION = 1
    _discovered_url: str | None = None

    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        return await self._address_step("user", user_input)

    async def async_step_zeroconf(self, discovery_info: ZeroconfServiceInfo) -> ConfigFlowResult:
        """A Larder announced itself. Its address is shown before a token is entered: any device in the network can
        announce one."""
        try:
            url = base_url(discovery_info.properties.get("url") or "")
        except ValueError:
            return self.async_abort(reason="invalid_url")
        self._async_abort_entries_match({CONF_URL: url})
        # Until an entry is created, which is named by its larder.
        await self.async_set_unique_id(url)
        self._abort_if_unique_id_configured()
        self.context["title_placeholders"] = {"name": url}
        self._discovered_url = url
        return await self.async_step_user()

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        return await self._address_step("reconfigure", user_input)

    async def async_step_reauth(self, entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            entry = self._get_reauth_entry()
            data = {**entry.data, CONF_TOKEN: user_input[CONF_TOKEN].strip()}
            errors = await self._check(data, entry)
            if not errors:
                return self.async_update_reload_and_abort(entry, data=data)
        schema = vol.Schema({vol.Required(CONF_TOKEN): _TOKEN})
        return self.async_show_form(step_id="reauth_confirm", data_schema=schema, errors=errors)

    async def _address_step(self, step: str, user_input: dict[str, Any] | None) -> ConfigFlowResult:
        """Asks for address and token: of a new entry, or of one that is set up already."""
        entry = self._get_reconfigure_entry() if step == "reconfigure" else None
        errors: dict[str, str] = {}
        if user_input is not None:
            try:
                data = {CONF_URL: base_url(user_input[CONF_URL]), CONF_TOKEN: user_input[CONF_TOKEN].strip()}
            except ValueError:
                errors[CONF_URL] = "invalid_url"
            else:
                errors = await self._check(data, entry)
            if not errors and entry is not None:
                return self.async_update_reload_and_abort(entry, data=data)
            if not errors:
                await self.async_set_unique_id(larder_id(data[CONF_TOKEN]))
                self._abort_if_unique_id_configured()
                return self.async_create_entry(title="Larder", data=data)
        schema = vol.Schema({vol.Required(CONF_URL): str, vol.Required(CONF_TOKEN): _TOKEN})
        known_url = entry.data[CONF_URL] if entry is not None else self._discovered_url
        suggested = user_input or ({CONF_URL: known_url} if known_url is not None else None)
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(schema, suggested),
            errors=errors,
            description_placeholders={"example": EXAMPLE_URL},
        )

    async def _check(self, data: Mapping[str, Any], entry: ConfigEntry | None) -> dict[str, str]:
        """Returns what is wrong with an address and a token, by field. A text that is not a token is not sent. A token
        that replaces another one must belong to the same larder."""
        if larder_id(data[CONF_TOKEN]) is None:
            return {CONF_TOKEN: "invalid_auth"}
        client = LarderClient(async_get_clientsession(self.hass), data[CONF_URL], data[CONF_TOKEN])
        try:
            await client.summary()
        except (LarderAuthError, LarderScopeError) as error:
            return {CONF_TOKEN: error.key}
        except LarderError as error:
            return {"base": error.key}
        if entry is not None and larder_id(data[CONF_TOKEN]) != entry.unique_id:
            return {CONF_TOKEN: "other_larder"}
        return {}
