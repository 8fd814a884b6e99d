"""Sensors, to-do list, calendar and action with a running Larder."""

import json
from datetime import datetime, timedelta, timezone

import pytest
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError

from custom_components.larder.diagnostics import async_get_config_entry_diagnostics

LIST = "todo.larder_shopping_list"
CALENDAR = "calendar.larder_use_by"


async def call(hass, domain, service, data, entity=None):
    target = {"entity_id": entity} if entity else None
    return await hass.services.async_call(
        domain, service, data, target=target, blocking=True, return_response=service.startswith("get_")
    )


async def todo(hass, service, **data):
    await call(hass, "todo", service, data, LIST)


async def shown_rows(hass):
    """Returns name, state and description of each row in Home Assistant."""
    answer = await call(hass, "todo", "get_items", {}, LIST)
    return [(row["summary"], row["status"], row.get("description")) for row in answer[LIST]["items"]]


def days_from_now(days):
    return (datetime.now(timezone.utc) + timedelta(days=days)).date()


def add_item(account, name, days):
    day = str(days_from_now(days))
    account.call("POST", "/api/items", {"name": name, "expiresOn": day, "expiresAt": f"{day}T23:59:59Z"})


async def test_sensors_show_the_summary(hass, account, refresh):
    add_item(account, "Ham", 0)
    add_item(account, "Milk", 2)
    add_item(account, "Rice", 200)
    account.call("POST", "/api/shopping-list", {"name": "Oats"})
    await refresh()
    states = {key: hass.states.get(f"sensor.larder_{key}").state for key in ("due_today", "fresh", "expired")}
    assert states == {"due_today": "1", "fresh": "1", "expired": "0"}
    assert hass.states.get("sensor.larder_expiring_soon").state == "2"
    assert hass.states.get("sensor.larder_on_the_list").state == "1"
    attributes = hass.states.get("sensor.larder_due_today").attributes
    assert (attributes["due"], attributes["next"]) == (["Ham"], ["Ham", "Milk", "Rice"])


async def test_adds_ticks_renames_and_removes_rows(hass, account, entry):
    await todo(hass, "add_item", item="Milk")
    assert account.rows() == [("Milk", 1, "item", False)]
    await todo(hass, "update_item", item="Milk", status="completed")
    assert account.rows() == [("Milk", 1, "item", True)]
    await todo(hass, "update_item", item="Milk", status="needs_action")
    assert account.rows() == [("Milk", 1, "item", False)]
    await todo(hass, "update_item", item="Milk", rename="Oat milk", status="completed")
    assert account.rows() == [("Oat milk", 1, "item", True)]
    await todo(hass, "add_item", item="Bread")
    await todo(hass, "remove_item", item=["Oat milk", "Bread"])
    assert account.rows() == []


async def test_shows_changes_of_the_app(hass, account, refresh):
    row = account.call("POST", "/api/shopping-list", {"name": "Flour", "quantity": 1.5, "unit": "kg", "notes": "rye"})
    await refresh()
    assert await shown_rows(hass) == [("Flour", "needs_action", "1.5 kg\nrye")]
    assert hass.states.get(LIST).state == "1"
    account.call("PATCH", f"/api/shopping-list/{row['id']}/toggle", {"isCompleted": True})
    await refresh()
    assert await shown_rows(hass) == [("Flour", "completed", "1.5 kg\nrye")]
    assert hass.states.get(LIST).state == "0"
    account.call("DELETE", f"/api/shopping-list/{row['id']}")
    await refresh()
    assert await shown_rows(hass) == []


async def test_description_has_amount_and_notes(hass, account, entry):
    await todo(hass, "add_item", item="Flour", description="500 g")
    assert account.rows() == [("Flour", 500, "g", False)]
    await todo(hass, "update_item", item="Flour", description="1,5 kg\nrye")
    assert account.rows() == [("Flour", 1.5, "kg", False)]
    await todo(hass, "update_item", item="Flour", rename="Rye flour")
    assert account.rows() == [("Rye flour", 1.5, "kg", False)]
    assert await shown_rows(hass) == [("Rye flour", "needs_action", "1.5 kg\nrye")]
    await todo(hass, "update_item", item="Rye flour", description="from the mill")
    assert await shown_rows(hass) == [("Rye flour", "needs_action", "1.5 kg\nfrom the mill")]
    await todo(hass, "update_item", item="Rye flour", description="1")
    assert await shown_rows(hass) == [("Rye flour", "needs_action", None)]


@pytest.mark.parametrize(
    "amount, notes, shown_as",
    [
        ((1.5, "kg"), "rye", "1.5 kg\nrye"),
        ((2, "large cans"), "peeled", "2 large cans\npeeled"),
        # One item has no amount, and its notes may look like one.
        ((1, "item"), "6 pieces", "6 pieces"),
    ],
)
@pytest.mark.parametrize("line", ["{}\nfrom the mill", "from the mill\n{}"])
async def test_line_added_to_a_description_keeps_amount_unit_and_notes(
    hass, account, entry, refresh, amount, notes, shown_as, line
):
    row = {"name": "Flour", "quantity": amount[0], "unit": amount[1], "notes": notes}
    account.call("POST", "/api/shopping-list", row)
    await refresh()
    assert await shown_rows(hass) == [("Flour", "needs_action", shown_as)]
    await todo(hass, "update_item", item="Flour", description=line.format(shown_as))
    assert account.rows() == [("Flour", *amount, False)]
    (row,) = account.call("GET", "/api/shopping-list")
    assert sorted(row["notes"].split("\n")) == sorted([notes, "from the mill"])


async def test_changed_amount_may_keep_a_unit_of_several_words(hass, account, entry, refresh):
    account.call("POST", "/api/shopping-list", {"name": "Tomatoes", "quantity": 2, "unit": "large cans"})
    await refresh()
    await todo(hass, "update_item", item="Tomatoes", description="3 large cans\npeeled")
    assert account.rows() == [("Tomatoes", 3, "large cans", False)]


async def test_diagnostics_name_no_token_address_or_item(hass, account, entry):
    await todo(hass, "add_item", item="Secret recipe")
    diagnostics = await async_get_config_entry_diagnostics(hass, entry)
    assert (diagnostics["rows"], diagnostics["items"], diagnostics["last_update_success"]) == (1, 0, True)
    text = json.dumps(diagnostics)
    for secret in (entry.data["token"], account.address, "Secret recipe"):
        assert secret not in text


async def test_reports_a_row_that_another_device_removed(hass, account, entry):
    await todo(hass, "add_item", item="Milk")
    account.call("DELETE", "/api/shopping-list/" + account.call("GET", "/api/shopping-list")[0]["id"])
    with pytest.raises(ServiceValidationError) as refused:
        await todo(hass, "update_item", item="Milk", status="completed")
    assert refused.value.translation_key == "refused"
    assert await shown_rows(hass) == []


async def test_removes_completed_rows_of_which_another_device_removed_one(hass, account, entry):
    for name in ("Milk", "Bread"):
        await todo(hass, "add_item", item=name)
        await todo(hass, "update_item", item=name, status="completed")
    first = account.call("GET", "/api/shopping-list")[0]["id"]
    account.call("DELETE", "/api/shopping-list/" + first)
    await todo(hass, "remove_completed_items")
    assert (account.rows(), await shown_rows(hass)) == ([], [])


async def test_does_not_untick_a_row_that_another_device_changed(hass, account, entry):
    await todo(hass, "add_item", item="Milk")
    await todo(hass, "update_item", item="Milk", status="completed")
    path = "/api/shopping-list/" + account.call("GET", "/api/shopping-list")[0]["id"]
    account.call("PATCH", path, {"quantity": 3})
    with pytest.raises(ServiceValidationError):
        await todo(hass, "update_item", item="Milk", status="needs_action")
    assert account.rows() == [("Milk", 3, "item", True)]


async def test_shows_larders_message_for_a_name_that_is_too_long(hass, account, entry):
    with pytest.raises(ServiceValidationError) as refused:
        await todo(hass, "add_item", item="x" * 201)
    assert "200" in refused.value.translation_placeholders["message"]
    assert account.rows() == []


async def test_calendar_shows_the_day_that_the_user_picked(hass, account, refresh):
    day = days_from_now(2)
    add_item(account, "Milk", 2)
    add_item(account, "Bread", 3)
    add_item(account, "Rice", 90)
    await refresh()
    state = hass.states.get(CALENDAR)
    assert (state.attributes["message"], state.attributes["all_day"]) == ("Milk", True)
    end = day + timedelta(days=1)
    whole_day = {"start_date_time": f"{day}T00:00:00", "end_date_time": f"{end}T00:00:00"}
    answer = await call(hass, "calendar", "get_events", whole_day, CALENDAR)
    events = [(event["summary"], event["start"], event["end"]) for event in answer[CALENDAR]["events"]]
    assert events == [("Milk", str(day), str(end))]


async def test_used_up_archives_the_item_that_expires_first(hass, account, entry):
    for days in (9, 2):
        add_item(account, "Milk", days)
    await call(hass, "larder", "used_up", {"name": " milk "})
    (left,) = account.call("GET", "/api/items")
    assert left["expiresOn"] == str(days_from_now(9))
    assert hass.states.get("sensor.larder_fresh").state == "1"
    assert sum(week["used"] for week in account.call("GET", "/api/user/statistics")["weeks"]) == 1


async def test_used_up_reports_a_missing_item_or_larder(hass, account, entry):
    with pytest.raises(ServiceValidationError) as missing:
        await call(hass, "larder", "used_up", {"name": "Caviar"})
    assert missing.value.translation_key == "no_such_item"
    await hass.config_entries.async_unload(entry.entry_id)
    with pytest.raises(ServiceValidationError) as unloaded:
        await call(hass, "larder", "used_up", {"name": "Caviar"})
    assert unloaded.value.translation_key == "not_set_up"


async def test_used_up_requires_the_entry_if_two_are_set_up(hass, account, entry, connect):
    other = type(account)(account.address)
    second = await connect(other.address, other.create_token()[1])
    add_item(other, "Milk", 2)
    with pytest.raises(ServiceValidationError) as unclear:
        await call(hass, "larder", "used_up", {"name": "Milk"})
    assert unclear.value.translation_key == "several_larders"
    await call(hass, "larder", "used_up", {"name": "Milk", "config_entry_id": second.entry_id})
    assert other.call("GET", "/api/items") == []


async def test_token_without_a_scope_changes_nothing(hass, account, connect):
    await connect(account.address, account.create_token(["read"])[1])
    with pytest.raises(HomeAssistantError) as refused:
        await todo(hass, "add_item", item="Milk")
    assert refused.value.translation_key == "missing_scope"
    assert account.rows() == []
