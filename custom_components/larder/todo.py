"""The shopping list as a to-do list."""

from __future__ import annotations

import math
import re
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
from .errors import action_error

# Sequential, because a change needs the row's version after the previous one.
PARALLEL_UPDATES = 1
DEFAULT_UNIT = "item"
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "1/2": 0.5, "1/4": 0.25, "3/4": 0.75}
_NUMBER = rf"(?:\d[\d.,\s'’]*)?(?:{'|'.join(_FRACTIONS)})|\d(?:[\d.,\s'’]*[\d.,])?"
_UNIT = r"[^\W\d_]\S{0,29}"
# With these units, a separator before three digits is a decimal point, otherwise a thousands separator.
_LARGE_UNITS = ("kg", "l")


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
        row = {"name": item.summary or "", **parse_description(item.description or "")}
        await self._change(self.coordinator.client.add_row(row))

    async def async_update_todo_item(self, item: TodoItem) -> None:
        await self._change(self._update(self._row(item.uid), item))

    async def async_delete_todo_items(self, uids: list[str]) -> None:
        await self._change(self._remove(uids))

    async def _update(self, row: dict[str, Any], item: TodoItem) -> None:
        """Sends what differs from the row that Home Assistant showed."""
        change: dict[str, Any] = {}
        if item.summary is not None and item.summary != row["name"]:
            change["name"] = item.summary
        description = item.description or ""
        if description != row_description(row):
            change |= {"notes": "", **changed_description(row, description)}
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
            raise action_error(self.coordinator, error) from error
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


def changed_description(row: dict[str, Any], text: str) -> dict[str, Any]:
    """Returns the changed fields of a row. The row's own amount is not read as notes, nor its notes as an amount."""
    lines, amount = [line.strip() for line in text.strip().split("\n")], row_amount(row)
    if amount and amount in lines:
        lines.remove(amount)
    elif amount or lines[0] not in (row.get("notes") or "").split("\n"):
        return parse_description(text, row["unit"])
    notes = "\n".join(lines).strip()
    return {"notes": notes} if notes else {}


def parse_description(text: str, known_unit: str = DEFAULT_UNIT) -> dict[str, Any]:
    """Returns amount and notes of a description as fields of a row. An amount must be in the first line."""
    first, _, rest = text.strip().partition("\n")
    amount = parse_amount(first, known_unit)
    if amount is None:
        return {"notes": text.strip()} if text.strip() else {}
    fields = {"quantity": amount[0], "unit": amount[1] or DEFAULT_UNIT}
    return {**fields, "notes": rest.strip()} if rest.strip() else fields


def parse_amount(text: str, known_unit: str = DEFAULT_UNIT) -> tuple[float, str] | None:
    """Reads a text that is only an amount ("1.500 g", "1 1/2 l", "2 x 500 g"). `shared/data/amounts.json` has test cases. A
    unit is one word, or the known one."""
    bare = re.sub(r"^[(\[]\s*(.*?)\s*[)\]]$", r"\1", text.strip())
    times = rf"(?:(?P<times>{_NUMBER})?\s*[x×]\s*)?"
    match = re.fullmatch(rf"{times}(?P<number>{_NUMBER})\s*(?:[x×]|(?P<unit>{_UNIT}|{re.escape(known_unit)}))?", bare)
    if match is None:
        return None
    unit = match["unit"] or ""
    numbers = [_number(match[part], unit) for part in ("times", "number") if match[part]]
    if None in numbers or 0 in numbers:
        return None
    return math.prod(number for number in numbers if number), unit


def _number(text: str, unit: str) -> float | None:
    fraction = next((fraction for fraction in _FRACTIONS if text.endswith(fraction)), "")
    digits = re.sub(r"(?<=\d)[\s'’](?=\d{3}(?!\d))", "", text.removesuffix(fraction).strip())
    group = re.fullmatch(r"[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d*)?", digits)
    if group and (unit not in _LARGE_UNITS or len(digits) > group.start(1) + 4):
        digits = digits.replace(group[1], "")
    try:
        return float(digits.replace(",", ".") or 0) + _FRACTIONS.get(fraction, 0)
    except ValueError:
        return None
