"""Fetches everything once for all entities."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
import logging
from typing import Any

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed

from .api import LarderAuthError, LarderClient, LarderError, LarderScopeError
from .const import DOMAIN, UPDATE_INTERVAL

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True)
class LarderData:
    summary: dict[str, Any]
    items: list[dict[str, Any]]
    rows: list[dict[str, Any]]


class LarderCoordinator(DataUpdateCoordinator[LarderData]):
    """Polls one Larder. A deleted token asks the user for a new one (a repair with a reauthentication flow)."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, client: LarderClient) -> None:
        super().__init__(hass, _LOGGER, name=DOMAIN, update_interval=UPDATE_INTERVAL)
        self.entry = entry
        self.client = client

    async def _async_update_data(self) -> LarderData:
        try:
            summary, items, rows = await asyncio.gather(
                self.client.summary(), self.client.items(), self.client.shopping_list()
            )
        except (LarderAuthError, LarderScopeError) as error:
            raise ConfigEntryAuthFailed(str(error)) from error
        except LarderError as error:
            raise UpdateFailed(str(error)) from error
        return LarderData(summary, items, rows)
