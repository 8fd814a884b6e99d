"""Diagnostics for bug reports: counts and states, without tokens, addresses and names."""

from __future__ import annotations

from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.core import HomeAssistant

from .coordinator import LarderConfigEntry


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: LarderConfigEntry) -> dict[str, Any]:
    coordinator = entry.runtime_data
    # Omits the list of items, which has names.
    summary = {key: value for key, value in coordinator.data.summary.items() if isinstance(value, int)}
    return {
        "entry": async_redact_data(dict(entry.data), {CONF_TOKEN, CONF_URL}),
        "last_update_success": coordinator.last_update_success,
        "last_exception": type(coordinator.last_exception).__name__ if coordinator.last_exception else None,
        "summary": summary,
        "items": len(coordinator.data.items),
        "rows": len(coordinator.data.rows),
    }
