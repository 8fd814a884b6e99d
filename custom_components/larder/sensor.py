"""Counts of items and of the shopping list."""

from __future__ import annotations

from homeassistant.components.sensor import SensorEntity, SensorStateClass
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddEntitiesCallback

from .coordinator import LarderConfigEntry, LarderCoordinator
from .entity import LarderEntity

# Only the coordinator sends requests.
PARALLEL_UPDATES = 0
# The sensors' keys, and the fields of the summary.
SENSORS = {
    "due_today": "dueToday",
    "soon": "soon",
    "expired": "expired",
    "fresh": "fresh",
    "on_the_list": "listPending",
}


async def async_setup_entry(
    hass: HomeAssistant, entry: LarderConfigEntry, async_add_entities: AddEntitiesCallback
) -> None:
    async_add_entities(LarderSensor(entry.runtime_data, key, field) for key, field in SENSORS.items())


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
        """Adds the names of the items to the sensor "due today", and of those that expire first."""
        if self._field != "dueToday":
            return None
        summary = self.coordinator.data.summary
        return {"due": summary.get("dueNames", []), "next": [item["name"] for item in summary.get("next", [])]}
