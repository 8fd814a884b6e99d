"""The shopping list as a to-do list."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from homeassistant.components.todo import TodoItem, TodoListEntity
from homeassistant.components.todo.const import TodoItemStatus, TodoListEntityFeature
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers.entity_platform import AddEntitiesCallback

from .api import LarderError
from .const import DOMAIN
from .coordinator import LarderConfigEntry, LarderCoordinator
from .entity import LarderEntity
from .errors import handle_action_error

# Sequential, because a change needs the row's version after the previous one.
PARALLEL_UPDATES = 1
DEFAULT_UNIT = "item"


async def async_setup_entry(
    hass: HomeAssistant, entry: LarderConfigEntry, async_add_entities: AddEntitiesCallback
) -> None:
    async_add_entities([LarderShoppingList(entry.runtime_data)])


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
                # The name without its amount, so that automations find "Milk".
                summary=row["name"],
                status=TodoItemStatus.COMPLETED if row["isCompleted"] else TodoItemStatus.NEEDS_ACTION,
                description=row_description(row) or None,
            )
            for row in self.coordinator.data.rows
        ]

    async def async_create_todo_item(self, item: TodoItem) -> None:
        """Adds a row. If a row has this name, Larder adds the amount to it, and makes it pending."""
        row = {"name": item.summary or "", "description": item.description or ""}
        await self._change(self.coordinator.client.add_row(row))

    async def async_update_todo_item(self, item: TodoItem) -> None:
        await self._change(self._update(self._row(item.uid), item))

    async def async_delete_todo_items(self, uids: list[str]) -> None:
        await self._change(self._remove(uids))

    async def _update(self, row: dict[str, Any], item: TodoItem) -> None:
        """Sends what differs from the row that Home Assistant showed. Larder reads the amount in a description. Without
        one, as voice completes a row, amount and notes stay."""
        change: dict[str, Any] = {}
        if item.summary is not None and item.summary != row["name"]:
            change["name"] = item.summary
        if item.description is not None and item.description != row_description(row):
            change["description"] = item.description
        if change:
            row = await self.coordinator.client.change_row(row["id"], change)
        completed = item.status == TodoItemStatus.COMPLETED
        if item.status is not None and completed != row["isCompleted"]:
            await self.coordinator.client.set_completed(row["id"], completed, row["version"])

    async def _remove(self, uids: list[str]) -> None:
        for uid in uids:
            await self.coordinator.client.remove_row(uid)

    def _row(self, uid: str | None) -> dict[str, Any]:
        for row in self.coordinator.data.rows:
            if row["id"] == uid:
                return row
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="row_gone")

    async def _change(self, call: Awaitable[None]) -> None:
        try:
            await call
        except LarderError as error:
            raise handle_action_error(self.coordinator, error) from error
        finally:
            # Without the coordinator's debouncer, because the next change needs the row's new version.
            await self.coordinator.async_refresh()


def row_amount(row: dict[str, Any]) -> str:
    """Returns the amount, or nothing if it is one item."""
    quantity = f"{row['quantity']:.3f}".rstrip("0").rstrip(".")
    unit = "" if row["unit"] == DEFAULT_UNIT else row["unit"]
    return "" if quantity == "1" and not unit else f"{quantity} {unit}".strip()


def row_description(row: dict[str, Any]) -> str:
    """Returns the amount, unless it is one item, and the notes on the lines below it."""
    return "\n".join(line for line in (row_amount(row), row.get("notes")) if line)
