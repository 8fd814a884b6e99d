"""The shopping list as a to-do list, changed from both sides."""

from __future__ import annotations

from collections.abc import Awaitable

from homeassistant.components.todo import TodoItem, TodoItemStatus, TodoListEntity, TodoListEntityFeature
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.entity_platform import AddEntitiesCallback

from .api import LarderAuthError, LarderError
from .const import DOMAIN
from .coordinator import LarderCoordinator
from .entity import LarderEntity


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddEntitiesCallback) -> None:
    async_add_entities([LarderShoppingList(hass.data[DOMAIN][entry.entry_id])])


class LarderShoppingList(LarderEntity, TodoListEntity):
    _attr_supported_features = (
        TodoListEntityFeature.CREATE_TODO_ITEM
        | TodoListEntityFeature.UPDATE_TODO_ITEM
        | TodoListEntityFeature.DELETE_TODO_ITEM
        | TodoListEntityFeature.SET_DESCRIPTION_ON_ITEM
    )

    def __init__(self, coordinator: LarderCoordinator) -> None:
        super().__init__(coordinator, "shopping_list")

    @property
    def todo_items(self) -> list[TodoItem]:
        return [
            TodoItem(
                uid=row["id"],
                summary=_summary(row),
                status=TodoItemStatus.COMPLETED if row["isCompleted"] else TodoItemStatus.NEEDS_ACTION,
                description=row.get("notes") or None,
            )
            for row in self.coordinator.data.rows
        ]

    async def async_create_todo_item(self, item: TodoItem) -> None:
        await self._change(self.coordinator.client.add_row(item.summary or "", item.description))

    async def async_update_todo_item(self, item: TodoItem) -> None:
        row = self._row(item.uid)
        completed = item.status == TodoItemStatus.COMPLETED
        if item.summary is not None and item.summary != _summary(row) or (item.description or None) != (
            row.get("notes") or None
        ):
            name = row["name"] if item.summary in (None, _summary(row)) else item.summary
            await self._change(self.coordinator.client.change_row(row["id"], name, item.description))
            row = self._row(item.uid)
        if item.status is not None and completed != row["isCompleted"]:
            await self._change(self.coordinator.client.set_completed(row["id"], completed, row["version"]))

    async def async_delete_todo_items(self, uids: list[str]) -> None:
        for uid in uids:
            await self._change(self.coordinator.client.remove_row(self._row(uid)["id"]))

    def _row(self, uid: str | None) -> dict:
        for row in self.coordinator.data.rows:
            if row["id"] == uid:
                return row
        raise HomeAssistantError("This row is no longer on the list")

    async def _change(self, call: Awaitable[None]) -> None:
        try:
            await call
        except LarderAuthError as error:
            self.coordinator.entry.async_start_reauth(self.hass)
            raise HomeAssistantError(str(error)) from error
        except LarderError as error:
            raise HomeAssistantError(str(error)) from error
        finally:
            # At once, and not with the coordinator's debouncer: the next change needs the row's new version.
            await self.coordinator.async_refresh()


def _summary(row: dict) -> str:
    """Returns the name, and the amount where it says something."""
    quantity, unit = row["quantity"], row["unit"]
    if quantity == 1 and unit in ("", "item"):
        return row["name"]
    amount = f"{quantity:g}" + ("" if unit in ("", "item") else f" {unit}")
    return f"{row['name']} ({amount})"
