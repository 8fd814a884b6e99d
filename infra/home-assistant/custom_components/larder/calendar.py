"""The days on which items have to be used up, as all-day events."""

from __future__ import annotations

from datetime import datetime, timedelta

from homeassistant.components.calendar import CalendarEntity, CalendarEvent
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.util import dt as dt_util

from .const import DOMAIN
from .coordinator import LarderCoordinator
from .entity import LarderEntity


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddEntitiesCallback) -> None:
    async_add_entities([LarderCalendar(hass.data[DOMAIN][entry.entry_id])])


class LarderCalendar(LarderEntity, CalendarEntity):
    def __init__(self, coordinator: LarderCoordinator) -> None:
        super().__init__(coordinator, "due_days")

    @property
    def event(self) -> CalendarEvent | None:
        today = dt_util.now().date()
        return next((event for event in self._events() if event.end > today), None)

    async def async_get_events(
        self, hass: HomeAssistant, start_date: datetime, end_date: datetime
    ) -> list[CalendarEvent]:
        start, end = dt_util.as_local(start_date).date(), dt_util.as_local(end_date).date()
        return [event for event in self._events() if event.end > start and event.start <= end]

    def _events(self) -> list[CalendarEvent]:
        """Returns one event per item, the earliest first. Larder's own day goes before that of the instant."""
        events = []
        for item in self.coordinator.data.items:
            day = dt_util.parse_date(item.get("expiresOn") or "")
            if day is None:
                instant = dt_util.parse_datetime(item["expiresAt"])
                if instant is None:
                    continue
                day = dt_util.as_local(instant).date()
            events.append(CalendarEvent(start=day, end=day + timedelta(days=1), summary=item["name"], uid=item["id"]))
        return sorted(events, key=lambda event: (event.start, event.summary))
