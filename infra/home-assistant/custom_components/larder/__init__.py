"""Larder in Home Assistant: what expires, the shopping list, and what was used up."""

from __future__ import annotations

import voluptuous as vol

from homeassistant.config_entries import ConfigEntry, ConfigEntryState
from homeassistant.const import CONF_TOKEN, CONF_URL, Platform
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.typing import ConfigType

from .api import LarderAuthError, LarderClient, LarderError, LarderRefusedError
from .const import DOMAIN
from .coordinator import LarderCoordinator

PLATFORMS = [Platform.CALENDAR, Platform.SENSOR, Platform.TODO]
CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)
SERVICE_USED_UP = "used_up"
USED_UP_SCHEMA = vol.Schema(
    {vol.Required("name"): vol.All(cv.string, vol.Length(min=1, max=200)), vol.Optional("config_entry_id"): cv.string}
)


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Registers the service, which works for all entries."""

    async def used_up(call: ServiceCall) -> None:
        await _used_up(_coordinator(hass, call.data.get("config_entry_id")), call.data["name"])

    hass.services.async_register(DOMAIN, SERVICE_USED_UP, used_up, schema=USED_UP_SCHEMA)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    client = LarderClient(async_get_clientsession(hass), entry.data[CONF_URL], entry.data[CONF_TOKEN])
    coordinator = LarderCoordinator(hass, entry, client)
    await coordinator.async_config_entry_first_refresh()
    hass.data.setdefault(DOMAIN, {})[entry.entry_id] = coordinator
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    unloaded = await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
    if unloaded:
        hass.data[DOMAIN].pop(entry.entry_id)
    return unloaded


def _coordinator(hass: HomeAssistant, entry_id: str | None) -> LarderCoordinator:
    """Returns the named entry's coordinator, or the only one's."""
    loaded = [
        entry for entry in hass.config_entries.async_entries(DOMAIN) if entry.state is ConfigEntryState.LOADED
    ]
    chosen = [entry for entry in loaded if entry_id in (None, entry.entry_id)]
    if not chosen:
        raise ServiceValidationError("Larder is not set up, or not reachable at the moment")
    if len(chosen) > 1:
        raise ServiceValidationError("There are several Larders: say which by config_entry_id")
    return hass.data[DOMAIN][chosen[0].entry_id]


async def _used_up(coordinator: LarderCoordinator, name: str) -> None:
    """Marks the item of this name that expires first as used up."""
    wanted = name.strip().casefold()
    try:
        matching = [item for item in await coordinator.client.items() if item["name"].casefold() == wanted]
        if not matching:
            raise ServiceValidationError(f"There is no item called {name}")
        await coordinator.client.used_up(min(matching, key=lambda item: item["expiresAt"])["id"])
    except LarderAuthError:
        coordinator.entry.async_start_reauth(coordinator.hass)
        raise
    except LarderRefusedError as error:
        raise ServiceValidationError(str(error)) from error
    except LarderError as error:
        raise HomeAssistantError(str(error)) from error
    await coordinator.async_request_refresh()
