"""The days on which items expire, as all-day events."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from homeassistant.components.calendar import CalendarEntity, CalendarEvent
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.util import dt as dt_util

from .coordinator import LarderConfigEntry, LarderCoordinator
from .entity import LarderEntity

# Only the coordinator sends requests.
PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant, entry: LarderConfigEntry, async_add_entities: AddEntitiesCallback
) -> None:
    async_add_entities([LarderCalendar(entry.runtime_data)])


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
        """Returns the events that overlap with the time; both ends are exclusive."""
        return [
            event
            for event in self._events()
            if event.start_datetime_local < end_date and event.end_datetime_local > start_date
        ]

    def _events(self) -> list[CalendarEvent]:
        """Returns one event per item, the earliest first."""
        events = []
        for item in self.coordinator.data.items:
            day = _expiry_day(item)
            if day is not None:
                end = day + timedelta(days=1)
                events.append(CalendarEvent(start=day, end=end, summary=item["name"], uid=item["id"]))
        return sorted(events, key=lambda event: (event.start, event.summary))


def _expiry_day(item: dict[str, Any]) -> date | None:
    """Returns the item's expiry day. An expiry time is converted to Home Assistant's time zone."""
    if day := dt_util.parse_date(item.get("expiresOn") or ""):
        return day
    instant = dt_util.parse_datetime(item["expiresAt"])
    return dt_util.as_local(instant).date() if instant else None
