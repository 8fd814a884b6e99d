"""Counts of items and of the shopping list."""

from __future__ import annotations

from homeassistant.components.sensor import SensorEntity, SensorStateClass
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddEntitiesCallback

from .const import DOMAIN
from .coordinator import LarderCoordinator
from .entity import LarderEntity

# The sensor's key, and the summary's field.
SENSORS = {
    "due_today": "dueToday",
    "soon": "soon",
    "expired": "expired",
    "fresh": "fresh",
    "on_the_list": "listPending",
}


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddEntitiesCallback) -> None:
    coordinator = hass.data[DOMAIN][entry.entry_id]
    async_add_entities(LarderSensor(coordinator, key, field) for key, field in SENSORS.items())


class LarderSensor(LarderEntity, SensorEntity):
    _attr_state_class = SensorStateClass.MEASUREMENT

    def __init__(self, coordinator: LarderCoordinator, key: str, field: str) -> None:
        super().__init__(coordinator, key)
        self._field = field

    @property
    def native_value(self) -> int | None:
        value = self.coordinator.data.summary.get(self._field)
        return value if isinstance(value, int) else None

    @property
    def extra_state_attributes(self) -> dict[str, list[str]] | None:
        if self._field != "dueToday":
            return None
        return {"next": [item["name"] for item in self.coordinator.data.summary.get("next", [])]}
