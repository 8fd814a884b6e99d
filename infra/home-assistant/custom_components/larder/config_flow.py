"""Asks for the address and the token, and for a new token when the old one was deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import voluptuous as vol

from homeassistant.config_entries import ConfigEntry, ConfigFlow
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.selector import TextSelector, TextSelectorConfig, TextSelectorType

from .api import LarderAuthError, LarderClient, LarderError, LarderScopeError, base_url
from .const import DOMAIN

TOKEN = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD))


class LarderConfigFlow(ConfigFlow, domain=DOMAIN):
    VERSION = 1

    _entry: ConfigEntry | None = None

    async def async_step_user(self, user_input: dict[str, Any] | None = None):
        errors: dict[str, str] = {}
        if user_input is not None:
            try:
                url = base_url(user_input[CONF_URL])
            except ValueError:
                errors[CONF_URL] = "invalid_url"
            else:
                data = {CONF_URL: url, CONF_TOKEN: user_input[CONF_TOKEN].strip()}
                self._async_abort_entries_match(data)
                errors = await self._check(data)
                if not errors:
                    return self.async_create_entry(title="Larder", data=data)
        schema = vol.Schema({vol.Required(CONF_URL): str, vol.Required(CONF_TOKEN): TOKEN})
        return self.async_show_form(
            step_id="user", data_schema=self.add_suggested_values_to_schema(schema, user_input), errors=errors
        )

    async def async_step_reauth(self, entry_data: Mapping[str, Any]):
        self._entry = self.hass.config_entries.async_get_entry(self.context["entry_id"])
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: dict[str, Any] | None = None):
        errors: dict[str, str] = {}
        if user_input is not None and self._entry is not None:
            data = {**self._entry.data, CONF_TOKEN: user_input[CONF_TOKEN].strip()}
            errors = await self._check(data)
            if not errors:
                self.hass.config_entries.async_update_entry(self._entry, data=data)
                await self.hass.config_entries.async_reload(self._entry.entry_id)
                return self.async_abort(reason="reauth_successful")
        return self.async_show_form(
            step_id="reauth_confirm", data_schema=vol.Schema({vol.Required(CONF_TOKEN): TOKEN}), errors=errors
        )

    async def _check(self, data: Mapping[str, Any]) -> dict[str, str]:
        """Returns what is wrong with an address and a token, by field."""
        client = LarderClient(async_get_clientsession(self.hass), data[CONF_URL], data[CONF_TOKEN])
        try:
            await client.summary()
        except LarderAuthError:
            return {CONF_TOKEN: "invalid_auth"}
        except LarderScopeError:
            return {CONF_TOKEN: "missing_scope"}
        except LarderError:
            return {"base": "cannot_connect"}
        return {}
