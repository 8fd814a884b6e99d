"""Fetches the data of all entities."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed

from .api import LarderAuthError, LarderClient, LarderError, LarderScopeError
from .const import DOMAIN, UPDATE_INTERVAL

_LOGGER = logging.getLogger(__name__)

LarderConfigEntry: TypeAlias = "ConfigEntry[LarderCoordinator]"


@dataclass(frozen=True)
class LarderData:
    summary: dict[str, Any]
    items: list[dict[str, Any]]
    rows: list[dict[str, Any]]


class LarderCoordinator(DataUpdateCoordinator[LarderData]):
    """Polls one Larder. If the token was deleted, Home Assistant stops polling and asks the user for a new one."""

    config_entry: LarderConfigEntry

    def __init__(self, hass: HomeAssistant, entry: LarderConfigEntry, client: LarderClient) -> None:
        super().__init__(hass, _LOGGER, config_entry=entry, name=DOMAIN, update_interval=UPDATE_INTERVAL)
        self.client = client

    async def _async_update_data(self) -> LarderData:
        try:
            summary = await self.client.summary()
            # An older Larder has no revision.
            if self.data and summary.get("revision", "") == self.data.summary.get("revision"):
                return replace(self.data, summary=summary)
            # Sequential, so that a wrong token causes one failure instead of three.
            return LarderData(summary, await self.client.items(), await self.client.shopping_list())
        except (LarderAuthError, LarderScopeError) as error:
            raise ConfigEntryAuthFailed(str(error)) from error
        except LarderError as error:
            raise UpdateFailed(str(error)) from error
