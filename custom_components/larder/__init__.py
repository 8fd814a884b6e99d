"""The Larder integration: sensors, the shopping list, a calendar of due days, and the action "used up"."""

from __future__ import annotations

import voluptuous as vol
from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import CONF_TOKEN, CONF_URL, Platform
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.typing import ConfigType

from .api import LarderClient, LarderError
from .const import DOMAIN
from .coordinator import LarderConfigEntry, LarderCoordinator
from .errors import handle_action_error

PLATFORMS = [Platform.CALENDAR, Platform.SENSOR, Platform.TODO]
CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)
SERVICE_USED_UP = "used_up"
USED_UP_SCHEMA = vol.Schema(
    {vol.Required("name"): vol.All(cv.string, vol.Length(min=1, max=200)), vol.Optional("config_entry_id"): cv.string}
)


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Registers the action, which works for all entries."""

    async def used_up(call: ServiceCall) -> None:
        await _mark_used_up(_coordinator(hass, call.data.get("config_entry_id")), call.data["name"])

    hass.services.async_register(DOMAIN, SERVICE_USED_UP, used_up, schema=USED_UP_SCHEMA)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: LarderConfigEntry) -> bool:
    client = LarderClient(async_get_clientsession(hass), entry.data[CONF_URL], entry.data[CONF_TOKEN])
    coordinator = LarderCoordinator(hass, entry, client)
    await coordinator.async_config_entry_first_refresh()
    entry.runtime_data = coordinator
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: LarderConfigEntry) -> bool:
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)


def _coordinator(hass: HomeAssistant, entry_id: str | None) -> LarderCoordinator:
    """Returns the coordinator of the named entry, or of the only one."""
    entries: list[LarderConfigEntry] = hass.config_entries.async_entries(DOMAIN)
    loaded = [entry for entry in entries if entry.state is ConfigEntryState.LOADED]
    chosen = [entry for entry in loaded if entry_id in (None, entry.entry_id)]
    if not chosen:
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="not_set_up")
    if len(chosen) > 1:
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="several_larders")
    return chosen[0].runtime_data


async def _mark_used_up(coordinator: LarderCoordinator, name: str) -> None:
    """Marks the item with this name that expires first as used up."""
    wanted = name.strip().casefold()
    try:
        matching = [item for item in await coordinator.client.items() if item["name"].strip().casefold() == wanted]
        if matching:
            await coordinator.client.mark_used_up(min(matching, key=lambda item: item["expiresAt"])["id"])
    except LarderError as error:
        raise handle_action_error(coordinator, error) from error
    finally:
        await coordinator.async_refresh()
    if not matching:
        raise ServiceValidationError(
            translation_domain=DOMAIN, translation_key="no_such_item", translation_placeholders={"name": name}
        )
