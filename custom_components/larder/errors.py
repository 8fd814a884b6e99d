"""Turns errors of the client into those that Home Assistant shows, in the user's language."""

from __future__ import annotations

from homeassistant.exceptions import HomeAssistantError, ServiceValidationError

from .api import LarderAuthError, LarderError, LarderRefusedError
from .const import DOMAIN
from .coordinator import LarderCoordinator


def handle_action_error(coordinator: LarderCoordinator, error: LarderError) -> HomeAssistantError:
    """Returns the error of a failed action. If the token was deleted, asks the user for a new one."""
    if isinstance(error, LarderAuthError):
        coordinator.config_entry.async_start_reauth(coordinator.hass)
    kind = ServiceValidationError if isinstance(error, LarderRefusedError) else HomeAssistantError
    return kind(
        str(error),
        translation_domain=DOMAIN,
        translation_key=error.key,
        translation_placeholders={"message": str(error)},
    )
