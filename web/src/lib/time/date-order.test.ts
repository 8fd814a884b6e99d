import { expect, it } from "vitest";
import { dateOrder } from "./date-order";

it.each([
  ["de-DE", "Europe/Berlin", "dayFirst"],
  ["en-GB", "Europe/London", "dayFirst"],
  ["es-MX", "America/Mexico_City", "dayFirst"],
  ["en-US", "America/Los_Angeles", "monthFirst"],
  ["en-US", "America/Indiana/Knox", "monthFirst"],
  ["en-US", "America/Indianapolis", "monthFirst"],
  ["en-US", "America/Louisville", "monthFirst"],
  ["en-US", "Europe/Berlin", null],
  ["de-DE", "America/Chicago", null],
  ["sv-SE", "Europe/Stockholm", null],
])("order of dates in %s in %s: %s", (tag, zone, order) => expect(dateOrder(tag, zone)).toBe(order));
